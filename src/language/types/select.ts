/** From the lines that a method captured to one value: candidates, tiebreaker, type filters. */
// See docs/language/04-types.md#41-model
import * as z from 'zod';
import { wholeNumber } from '../../foundation/schema/grammar.js';
import { printDecimal } from '../../foundation/text/decimal.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import type { Candidate, CompiledType, TypedValue, TypeLine, WholeValue } from './definition.js';

const POSITIONS = { first: 0, second: 1, third: 2, last: -1 } as const;

/** Which of several values to take. */
export const tiebreakerSchema = z
  .union([
    z.enum(['first', 'second', 'third', 'last', '>', '<', 'join']),
    wholeNumber().describe('Position from 0; negative counts from the end'),
  ])
  .meta({ title: 'tiebreaker' });
export type Tiebreaker = z.output<typeof tiebreakerSchema>;

/** A value with the positions of the lines that it was built from, or why there is none. */
export type Selection =
  | {
      readonly value: TypedValue;
      readonly lines: readonly number[];
      /** Says that the value was read without its sign, and how it is read; only where that is so. */
      readonly ignoredSign?: () => string;
    }
  | NoValue;

/** Why there is no value is worked out when it is first asked for: it may try what else the type could read. */
interface NoValue {
  readonly value: null;
  readonly reason: string;
}

/** Longest piece of text that a reason quotes, in characters. */
const QUOTED = 60;

/** Finds the values of a type in some lines and takes one. Never throws on document text. */
export function runType(
  type: CompiledType,
  lines: readonly TypeLine[],
  tiebreaker: Tiebreaker | undefined,
  guard: PatternGuard,
): Selection {
  const selection = select(type, type.candidates(lines, guard), lines, tiebreaker, guard);
  if (selection.value === null) return selection;
  const ignoredSign = type.ignoredSign?.(selection.value, lines, guard);
  return ignoredSign ? { ...selection, ignoredSign } : selection;
}

/**
 * Takes one value from candidates.
 * @param lines the lines that the candidates were found in
 * @param tiebreaker undefined for the default of the type
 */
// See docs/language/04-types.md#416-tie-breaker
function select(
  type: CompiledType,
  candidates: readonly Candidate[],
  lines: readonly TypeLine[],
  tiebreaker: Tiebreaker | undefined,
  guard: PatternGuard,
): Selection {
  const selectable = type.selectable ? candidates.filter(type.selectable) : candidates;
  const none = (): NoValue => ({
    value: null,
    get reason() {
      return whyNone(type, lines, guard);
    },
  });
  const at = (index: number) =>
    selectable.length === 0 ? undefined : placed(type, selectable, lines).at(index);
  if (tiebreaker === undefined) {
    const whole = type.whole?.(candidates, lines);
    return (whole === undefined ? at(0) : whole) ?? none();
  }
  // Of blank text alone the join is `""`, not the spaces between.
  if (tiebreaker === 'join')
    return candidates.length === 0
      ? none()
      : join(selectable.length === 0 ? candidates.slice(0, 1) : candidates);
  if (selectable.length === 0) return none();
  if (tiebreaker === '>' || tiebreaker === '<') return extreme(selectable, tiebreaker);
  const index = typeof tiebreaker === 'number' ? tiebreaker : POSITIONS[tiebreaker];
  const chosen = at(index);
  if (chosen) return chosen;
  const count = selectable.length === 1 ? '1 value' : `${selectable.length} values`;
  return { value: null, reason: `only ${count}, none at position ${tiebreaker}` };
}

/** The values in their order, with a place for each line that shows one which cannot be read. */
// See docs/language/04-types.md#416-tie-breaker
function placed(
  { unread, noun }: CompiledType,
  candidates: readonly Candidate[],
  lines: readonly TypeLine[],
): readonly (Candidate | NoValue)[] {
  if (!unread) return candidates;
  const read = new Set(candidates.flatMap((candidate) => candidate.lines));
  const places: [line: number, of: Candidate | NoValue][] = candidates.map((of) => [of.lines[0]!, of]);
  for (const [line, { text }] of lines.entries()) {
    const shown = read.has(line) ? undefined : unread(text);
    if (shown === undefined) continue;
    const reason = `the ${noun} at this place, ${JSON.stringify(shown)}, is not read whole, so no part of it is`;
    places.push([line, { value: null, reason }]);
  }
  if (places.length === candidates.length) return candidates;
  return places.sort(([a], [b]) => a - b).map(([, of]) => of);
}

function whyNone({ noun, hint }: CompiledType, lines: readonly TypeLine[], guard: PatternGuard): string {
  const text = lines
    .map((line) => line.text)
    .join(' ')
    .trim();
  if (text === '') return 'no text was found';
  const quoted = text.length > QUOTED ? `${text.slice(0, QUOTED).replace(/\p{Cs}$/u, '')}…` : text;
  const advice = hint?.(lines, guard);
  return `text was found, but no ${noun} in it: "${quoted}"${advice === undefined ? '' : `; ${advice}`}`;
}

function join(candidates: readonly Candidate[]): WholeValue {
  const lines = [...new Set(candidates.flatMap((candidate) => candidate.lines))].sort((a, b) => a - b);
  const values = candidates.map(({ value }) => value);
  const hasSources = values.every(({ source }) => source !== undefined);
  const sources = values.map(({ source, value }) => source ?? asText(value)).join(' ');
  if (!values.every(({ value }) => typeof value === 'string')) {
    return { value: { value: sources, type: 'string' }, lines };
  }
  const value = values.map((one) => one.value).join(' ');
  return { value: { ...(hasSources && { source: sources }), value, type: values[0]!.type }, lines };
}

/** The greatest or smallest candidate; the earliest of equal ones. */
function extreme(candidates: readonly Candidate[], order: '>' | '<'): Candidate {
  return candidates.reduce((best, next) => {
    const difference = compare(next.value.value, best.value.value);
    return (order === '>' ? difference > 0 : difference < 0) ? next : best;
  });
}

/** Numbers by size, everything else by the UTF-16 code units of its text. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [asText(a), asText(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** Types that take plain text as it is. */
const UNCHANGED: ReadonlySet<string> = new Set(['string', 'paragraph']);

/**
 * Types text that is not from a line of the document: computed values, answers of models.
 * @param type undefined for text as it is
 */
// See docs/language/04-types.md#419-plain-text-input
export function typedText(text: string, type: CompiledType | undefined, guard: PatternGuard): Selection {
  if (type === undefined || UNCHANGED.has(type.id)) {
    return text === ''
      ? { value: null, reason: 'the text is empty' }
      : { value: { value: text, type: 'string' }, lines: [0] };
  }
  return runType(
    type,
    text.split('\n').map((line) => ({ text: line })),
    undefined,
    guard,
  );
}

/**
 * Types a number that is known as one: the result of a rule, a value that came with the document.
 * @param type undefined for a text of its digits
 */
// See docs/language/04-types.md#419-plain-text-input
export function typedNumber(value: number, type: CompiledType | undefined, guard: PatternGuard): Selection {
  if (type === undefined || UNCHANGED.has(type.id)) return typedText(String(value), type, guard);
  const printed = printDecimal(value);
  if (!type.ofNumber) return typedText(printed, type, guard);
  const made = type.ofNumber(value);
  return made
    ? { value: made, lines: [0] }
    : { value: null, reason: `${printed} is not taken by ${type.id}` };
}

/**
 * Removes the lines that hold a value of some types, one type after the other on what is left.
 * @returns positions of the lines that stay, ascending
 */
// See docs/language/04-types.md#417-typefilters
export function removeTyped(
  filters: readonly CompiledType[],
  lines: readonly TypeLine[],
  guard: PatternGuard,
): number[] {
  let kept = lines.map((_, position) => position);
  for (const filter of filters) {
    const present = kept.map((position) => lines[position]!);
    const touched = new Set(filter.candidates(present, guard).flatMap((candidate) => candidate.lines));
    kept = kept.filter((_, i) => !touched.has(i));
  }
  return kept;
}
