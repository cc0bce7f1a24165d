/** Finds US addresses in lines, as blocks of whole lines or inside running text. */
// See docs/language/04-types.md#4143-block-mode
// See docs/language/04-types.md#4144-in-line-mode
import type { AddressLine } from './address-lines.js';
import {
  ADDRESS_TOKEN,
  beginsUnusualStreet,
  boxEnd,
  countryAt,
  DIRECTIONS,
  FLOOR_WORDS,
  HOUSE_FRACTION,
  hasLetter,
  isHouse,
  ORDINAL,
  ROAD_WORDS,
  SUFFIX_WORDS,
  stateBefore,
  type Token,
  UNIT_WORDS,
  ZIP_CODE,
  ZIP_EXTENSION,
} from './address-words.js';
import type { Span } from './text.js';

/** Addresses that take whole lines, as ranges of line indexes (`end` excluded). @param lines what each can be */
export function blockAddresses(lines: readonly AddressLine[]): BlockSpan[] {
  const found: BlockSpan[] = [];
  let free = 0;
  for (let last = 0; last < lines.length; last += 1) {
    if (last < free) continue;
    const start = blockStart(lines, last, free);
    if (start === undefined) continue;
    const end = lines[last + 1]?.kind === 'country' ? last + 2 : last + 1;
    const { kind, street, box, streetAt } = lines[start]!;
    const skipped = kind === undefined && !street && !box ? streetAt : undefined;
    found.push({ start, end, skipped: skipped ?? 0 });
    free = end;
  }
  return found;
}

/** An address that takes whole lines, but for what is before the street in the first of them. */
interface BlockSpan extends Span {
  /** Characters of the first line. */
  readonly skipped: number;
}

/** First line of an address that ends at `last`; lines before `free` are taken. */
function blockStart(lines: readonly AddressLine[], last: number, free: number): number | undefined {
  const before = last > free ? lines[last - 1] : undefined;
  switch (lines[last]!.kind) {
    case 'full':
      return last;
    case 'csz':
      return withStreet(lines, last, free);
    case 'sz':
      if (before?.street || before?.box) return last - 1;
      return before?.city ? withStreet(lines, last - 1, free) : undefined;
    case 'zip':
      if (before?.kind === 'full-') return last - 1;
      return before?.kind === 'csz-' ? withStreet(lines, last - 1, free) : undefined;
    default:
      return undefined;
  }
}

/** Most lines between street and city that name a unit, as suite and floor. */
const MOST_UNIT_LINES = 3;

/** First line of an address whose city is at `city`: the street above it, or the city itself. */
function withStreet(lines: readonly AddressLine[], city: number, free: number): number {
  const above = (count: number) => (city - count >= free ? lines[city - count] : undefined);
  for (let units = 1; units <= MOST_UNIT_LINES && above(units)?.unit; units += 1) {
    const { street, box } = above(units + 1) ?? {};
    if (street || box) return city - units - 1;
  }
  if (above(1)?.street) return city - 1;
  if (above(1)?.box) return above(2)?.street ? city - 2 : city - 1;
  let units = 0;
  while (units < MOST_UNIT_LINES && above(units + 1)?.unit) units += 1;
  return above(units + 1)?.streetAt === undefined ? city : city - units - 1;
}

/** Most tokens left of the state that may belong to the address, and to a city alone. */
const WINDOW = 15;
const CITY_WINDOW = 4;
/** Lower-case words that may be inside the name of a city. */
const CITY_PARTICLES = new Set(['of', 'de', 'la', 'du', 'del']);

/** Addresses inside a text, as ranges of it. @param tokens all of the text */
export function inlineAddresses(tokens: readonly Token[]): Span[] {
  const found: Span[] = [];
  let free = 0;
  for (let zip = 1; zip < tokens.length; zip += 1) {
    if (zip <= free || !ZIP_CODE.test(tokens[zip]!.text)) continue;
    const state = stateBefore(tokens, zip);
    if (state === 0 || zip - state < free) continue;
    const start = inlineStart(tokens, zip - state, free);
    if (start === undefined) continue;
    const afterZip = zip + zipTokens(tokens, zip);
    const end = afterZip + countryAt(tokens, afterZip);
    found.push({ start: tokens[start]!.start, end: tokens[end - 1]!.end });
    free = end;
  }
  return found;
}

/** A ZIP code takes two tokens when four digits follow that end the text or a part of it. */
function zipTokens(tokens: readonly Token[], zip: number): 1 | 2 {
  const next = tokens[zip + 1];
  if (tokens[zip]!.text.length !== 5 || !next || !ZIP_EXTENSION.test(next.text)) return 1;
  return next.comma || zip + 2 === tokens.length ? 2 : 1;
}

/** Index of the token that begins an address whose state begins at `state`. */
function inlineStart(tokens: readonly Token[], state: number, free: number): number | undefined {
  const left = windowStart(tokens, state, free);
  let nearest: number | undefined;
  for (let i = state - 2; i >= left; i -= 1) {
    const box = boxEnd(tokens, i);
    if (box !== undefined && box <= state) {
      const start = longestBox(tokens, i, left);
      return houseBeforeBox(tokens, start, left) ?? start;
    }
    if (beginsUnusualStreet(tokens, i, state - 1))
      return i > left && beginsUnusualStreet(tokens, i - 1, state - 1) ? i - 1 : i;
    if (!isInlineHouse(tokens, i) || state - i - 1 < 2) continue;
    if (hasSuffix(tokens, i + 1, state)) return i;
    nearest ??= i;
  }
  return nearest ?? cityAlone(tokens, state, left);
}

/** First token of the city before the state; undefined where the end of a street is before it, whose beginning is not known. */
function cityAlone(tokens: readonly Token[], state: number, left: number): number | undefined {
  const start = cityStart(tokens, state, left);
  if (start === undefined) return undefined;
  const before = (count: number) => tokens[start - count];
  const isRemark = before(1) && !ADDRESS_TOKEN.test(before(1)!.text);
  const last = isRemark ? before(2) : before(1);
  return last && SUFFIX_WORDS.has(last.key) && (isRemark || last.comma) ? undefined : start;
}

function windowStart(tokens: readonly Token[], state: number, free: number): number {
  const limit = Math.max(free, state - WINDOW);
  let left = state;
  while (left > limit && ADDRESS_TOKEN.test(tokens[left - 1]!.text)) left -= 1;
  return left;
}

/** `box 7` may be the end of `PO box 7`, `P O box 7`, `post office box 7` or `rural route 2 box 7`. */
function longestBox(tokens: readonly Token[], start: number, left: number): number {
  const end = boxEnd(tokens, start);
  return [3, 2, 1].map((more) => start - more).find((i) => i >= left && boxEnd(tokens, i) === end) ?? start;
}

function houseBeforeBox(tokens: readonly Token[], box: number, left: number): number | undefined {
  for (let i = box - 2; i >= left; i -= 1) {
    if (isInlineHouse(tokens, i) && hasSuffix(tokens, i + 1, box)) return i;
  }
  return undefined;
}

/** Whether a token is the number of a house in running text, not of a unit, a box or a road. */
function isInlineHouse(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]?.key ?? '';
  const next = tokens[i + 1];
  return (
    isHouse(tokens[i]) &&
    next !== undefined &&
    (hasLetter(next) || (HOUSE_FRACTION.test(next.text) && isWord(tokens[i + 2]))) &&
    (!UNIT_WORDS.has(before) || isFloor(tokens, i - 2)) &&
    !ROAD_WORDS.has(before) &&
    before !== 'box' &&
    before !== 'drawer' &&
    before !== '#' &&
    !(DIRECTIONS.has(before) && isHouse(tokens[i - 2]))
  );
}

function isWord(token: Token | undefined): boolean {
  return token !== undefined && hasLetter(token);
}

/** Whether a floor that has its number before it begins at a token, as `1st floor`, so that a number behind is another. */
function isFloor(tokens: readonly Token[], i: number): boolean {
  return ORDINAL.test(tokens[i]?.key ?? '') && FLOOR_WORDS.has(tokens[i + 1]?.key ?? '');
}

function hasSuffix(tokens: readonly Token[], start: number, end: number): boolean {
  return tokens.slice(start, end).some(({ key }) => SUFFIX_WORDS.has(key));
}

/** First token of the city before the state; undefined when there is no capitalised word. */
function cityStart(tokens: readonly Token[], state: number, left: number): number | undefined {
  let start: number | undefined;
  for (let i = state - 1; i >= Math.max(left, state - CITY_WINDOW); i -= 1) {
    const token = tokens[i]!;
    if (token.comma && i < state - 1) break;
    if (/^\p{Lu}/u.test(token.text)) start = i;
    else if (start === undefined || !CITY_PARTICLES.has(token.key)) break;
  }
  return start;
}
