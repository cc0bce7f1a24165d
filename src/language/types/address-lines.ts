/** What a line of a block address can be. */
// See docs/language/04-types.md#4142-line-kinds
import {
  ADDRESS_TOKEN,
  ADDRESS_WORD,
  boxEnd,
  countryBefore,
  FLOOR_WORDS,
  hasLetter,
  isHouse,
  isLikeStreet,
  ORDINAL,
  stateBefore,
  type Token,
  tokenize,
  UNIT_WORDS,
  ZIP_CODE,
  ZIP_EXTENSION,
} from './address-words.js';

/**
 * How a line ends an address: `zip` only a ZIP code; `sz` state and ZIP; `full` street, city, state and ZIP;
 * `csz` city, state and ZIP; `full-` and `csz-` without the ZIP; `country` only the country.
 */
type LineKind = 'zip' | 'sz' | 'full' | 'csz' | 'full-' | 'csz-' | 'country';

/** What a line is; the properties besides `kind` may hold together. */
export interface AddressLine {
  readonly kind: LineKind | undefined;
  readonly street: boolean;
  readonly box: boolean;
  readonly unit: boolean;
  readonly city: boolean;
  /** Where in its text a street begins that does not make up a line of the usual form; undefined without one. */
  readonly streetAt: number | undefined;
}

/** Most tokens of each part of an address. */
// See docs/language/04-types.md#4142-line-kinds
const MOST = { full: 16, citySameLine: 6, street: 12, unit: 4, city: 5 };

/** A house number, the name of a street and a city. */
const LEAST_FULL = 3;

/** Classifies a line of text. */
export function addressLine(text: string): AddressLine {
  const tokens = tokenize(text);
  const plain = tokens.length > 0 && tokens.every((token) => ADDRESS_TOKEN.test(token.text));
  return {
    kind: kindOf(tokens),
    street: plain && tokens.length <= MOST.street && isHouse(tokens[0]) && tokens.slice(1).some(hasLetter),
    box: tokens.length > 0 && boxEnd(tokens, 0) === tokens.length,
    unit: plain && tokens.length <= MOST.unit && isUnit(tokens),
    city: areWords(tokens, MOST.city),
    streetAt: streetAt(text, tokens),
  };
}

/** The label before a street, `Ship to: 8 Gull Lane`. */
const LABEL = /^[^:]{1,30}: */u;

function streetAt(text: string, tokens: readonly Token[]): number | undefined {
  const start = LABEL.exec(text)?.[0].length ?? 0;
  const own = tokens.filter((token) => token.start >= start);
  return own.length <= MOST.street && isLikeStreet(own) ? start : undefined;
}

function kindOf(tokens: readonly Token[]): LineKind | undefined {
  const end = tokens.length - countryBefore(tokens, tokens.length);
  if (end === 0) return tokens.length > 0 ? 'country' : undefined;
  const zip = zipLength(tokens, end);
  const stateEnd = end - zip;
  if (zip > 0 && stateEnd === 0) return 'zip';
  const state = stateBefore(tokens, stateEnd);
  if (state === 0) return undefined;
  const head = tokens.slice(0, stateEnd - state);
  if (head.length === 0) return zip > 0 ? 'sz' : undefined;
  if (isFullHead(head)) return zip > 0 ? 'full' : 'full-';
  if (areWords(head, MOST.citySameLine)) return zip > 0 ? 'csz' : 'csz-';
  return undefined;
}

/** How many tokens before `end` are a ZIP code: one, or two when its last four digits are apart. */
function zipLength(tokens: readonly Token[], end: number): number {
  const last = tokens[end - 1]!.text;
  if (ZIP_CODE.test(last)) return 1;
  const before = tokens[end - 2]?.text ?? '';
  return ZIP_EXTENSION.test(last) && before.length === 5 && ZIP_CODE.test(before) ? 2 : 0;
}

function isFullHead(head: readonly Token[]): boolean {
  if (head.length > MOST.full || !head.every((token) => ADDRESS_TOKEN.test(token.text))) return false;
  const box = boxEnd(head, 0);
  if (box !== undefined) return box < head.length;
  return isHouse(head[0]) && head.length >= LEAST_FULL;
}

function areWords(tokens: readonly Token[], most: number): boolean {
  return tokens.length > 0 && tokens.length <= most && tokens.every((token) => ADDRESS_WORD.test(token.text));
}

function isUnit(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  if (!first) return false;
  if (first.text.startsWith('#')) return first.text.length > 1 || second !== undefined;
  if (UNIT_WORDS.has(first.key)) return second !== undefined;
  return ORDINAL.test(first.key) && second !== undefined && FLOOR_WORDS.has(second.key);
}
