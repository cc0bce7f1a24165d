/** Where a wanted value is on a document. */

import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import type { CompiledType, TypedValue } from '../../language/types/definition.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import type { Line } from '../../page/document/model.js';
import { ownGuard } from './guard.js';
import { unspaced } from './notations.js';
import type { PageIndex } from './page-index.js';
import { printedCost, spaced, type Target, type TypeTarget } from './wanted.js';

/** Places of one value that are counted; tables of zeros hold more. */
const MOST_PLACES = 100;
/** Lines that a text of several lines may have, or cells of one row: a number whose digits have a cell each. */
const MOST_LINES = 20;
/** Inches by which lines of one block of text may begin apart. */
const BLOCK_ALIGNMENT = 0.12;
/** Inches between lines of one block of text: forms leave a row for what an address does not have. 3 of 480 values by it. */
const BLOCK_GAP = 0.25;

/** A place of a value. */
export interface Occurrence {
  /** One line, or the lines of a block or a row. */
  readonly lines: readonly Line[];
  readonly shape: 'line' | 'part' | 'block' | 'row';
  /** Range of the value in the text of the only line. */
  readonly start: number;
  readonly end: number;
  readonly type: TypeTarget;
  /** How much the printed form speaks against the type. */
  readonly cost: number;
}

/** The places of a value, by type; those of better types first. */
export function occurrencesOf(target: Target, index: PageIndex, types: TypeRegistry): readonly Occurrence[] {
  return target.types.flatMap((type) =>
    (type.type === 'string' ? textPlaces(target.text, type, index) : typedPlaces(type, index, types)).slice(
      0,
      MOST_PLACES,
    ),
  );
}

/** Where a value is, whatever type reads it there. */
export function placeKey({ lines: [line], start }: Occurrence, index: PageIndex): string {
  return `${index.positionOf(line!)} ${start}`;
}

/** A candidate of a type in a line, and the range of the text that it was read from. */
interface PlacedCandidate {
  readonly value: TypedValue;
  readonly start: number;
  readonly end: number;
}

/** What a type reads in a line, with the place of each. */
export function placedCandidates(
  type: CompiledType,
  line: Line,
  guard: PatternGuard,
): readonly PlacedCandidate[] {
  let from = 0;
  return type.candidates([{ text: line.text, line }], guard).map(({ value }) => {
    const source = value.source ?? (typeof value.value === 'string' ? value.value : line.text);
    const found = line.text.indexOf(source, from);
    const start = Math.max(0, found < 0 ? line.text.indexOf(source) : found);
    from = start + source.length;
    return { value, start, end: start + source.length };
  });
}

function typedPlaces(type: TypeTarget, index: PageIndex, types: TypeRegistry): Occurrence[] {
  const compiled = types.compile(type.reference);
  const others = ['date', 'phoneNumber'].map((id) => types.compile(id));
  const guard = ownGuard();
  const found: Occurrence[] = [];
  for (const line of index.lines) {
    if (!/[\p{N}\p{L}]/u.test(line.text)) continue;
    for (const { value, start, end } of placedCandidates(compiled, line, guard)) {
      if (!type.isWanted(value)) continue;
      if (NUMERIC.has(type.type) && isInside(line, start, end, others, guard)) continue;
      const isWhole = end - start >= line.text.length || unspaced(value.source ?? '') === unspaced(line.text);
      const shape = isWhole ? 'line' : 'part';
      const beside = line.text.slice(Math.max(0, start - 2), end + 2);
      const cost = type.cost + printedCost(type.type, beside, line.text.slice(start, end));
      found.push({ lines: [line], shape, start, end, type, cost });
    }
    if (found.length >= MOST_PLACES) break;
  }
  return found;
}

/** Types of amounts, whose digits also appear in dates and telephone numbers. */
const NUMERIC: ReadonlySet<string> = new Set(['number', 'currency', 'percentage']);

/** Whether a number is but a part of a date or a telephone number. */
function isInside(
  line: Line,
  start: number,
  end: number,
  others: readonly CompiledType[],
  guard: PatternGuard,
): boolean {
  return others.some((type) =>
    type.candidates([{ text: line.text, line }], guard).some(({ value: { source = '' } }) => {
      const at = line.text.indexOf(source);
      return source.length > end - start && at <= start && at + source.length >= end;
    }),
  );
}

function textPlaces(text: string, type: TypeTarget, index: PageIndex): Occurrence[] {
  const whole: Occurrence[] = [];
  const parts: Occurrence[] = [];
  const cost = type.cost;
  for (const line of index.lines) {
    if (line.text === text) {
      whole.push({ lines: [line], shape: 'line', start: 0, end: text.length, type, cost });
      continue;
    }
    const start = wordAt(line.text, text);
    if (start >= 0) parts.push({ lines: [line], shape: 'part', start, end: start + text.length, type, cost });
    else if (text.startsWith(`${line.text} `)) parts.push(...joined(text, line, type, index));
  }
  return [...whole, ...parts];
}

/** Position of a text that begins and ends at word boundaries; -1 where there is none. */
function wordAt(line: string, text: string): number {
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    const [before, after] = [line[at - 1] ?? ' ', line[at + text.length] ?? ' '];
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return at;
  }
  return -1;
}

/** The text as lines below each other, each of which may be in pieces, or side by side. */
function joined(text: string, first: Line, type: TypeTarget, index: PageIndex): Occurrence[] {
  const place = (lines: readonly Line[], shape: 'block' | 'row'): Occurrence[] =>
    lines.length > 1 ? [{ lines, shape, start: 0, end: 0, type, cost: type.cost }] : [];
  const below = index
    .on(first.page)
    .filter((line) => line.top > first.top && Math.abs(line.left - first.left) <= BLOCK_ALIGNMENT)
    .toSorted((a, b) => a.top - b.top);
  const rows = [first, ...below].flatMap((line) => [
    ...(line === first ? [] : [line]),
    ...index.rowOf(line).filter(({ left }) => left >= line.right),
  ]);
  const right = index.rowOf(first).filter(({ left }) => left >= first.right);
  const isNext = (before: Line, line: Line) => line.top - before.bottom <= BLOCK_GAP;
  return [
    ...place(taken(text, first, rows, isNext), 'block'),
    ...place(
      taken(text, first, right, () => true),
      'row',
    ),
  ];
}

/** The first line and those after it that make up a text; none where they do not. */
function taken(
  text: string,
  first: Line,
  others: readonly Line[],
  isNext: (before: Line, line: Line) => boolean,
): readonly Line[] {
  const lines = [first];
  let sofar = first.text;
  for (const line of others) {
    if (sofar.length >= text.length || lines.length >= MOST_LINES) break;
    if (!isNext(lines.at(-1)!, line)) break;
    const longer = spaced(`${sofar} ${line.text}`);
    // What is beside the text in another column is passed over.
    if (!text.startsWith(longer) && line.top < lines.at(-1)!.bottom) continue;
    if (!text.startsWith(longer)) break;
    sofar = longer;
    lines.push(line);
  }
  return sofar === text ? lines : [];
}
