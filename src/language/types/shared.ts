/** What several types do alike around their own matching. */

import { allMatches } from '../../foundation/text/matches.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import type { ShownCell } from '../../page/document/model.js';
import type { Candidate, TypedValue, TypeLine } from './definition.js';
import { matchingText, type TextLine } from './text.js';

/**
 * What is made of every match of a pattern in a text, in order.
 * @param pattern global, and of this package: it needs no bounds
 * @param read gives undefined for a match that is not one
 */
export function found<Made>(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Made | undefined,
): Made[] {
  const all: Made[] = [];
  for (const match of allMatches(text, pattern)) {
    const made = read(match);
    if (made !== undefined) all.push(made);
  }
  return all;
}

/** Steps that a character of a line takes, in those of a search by a pattern: currency takes some 0.3 ms for 1,000. */
const STEPS_A_CHARACTER = 100;

/**
 * Candidates of types that look at each line by itself: at its matching copy, and at where it comes from.
 * @param guard ends the run between lines when its time is up
 */
export function eachLine(
  lines: readonly TypeLine[],
  guard: PatternGuard,
  read: (text: string, line: TypeLine, position: number) => readonly TypedValue[],
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [position, line] of lines.entries()) {
    const text = matchingText(line.text).trim();
    if (text === '') continue;
    guard.worked?.(text.length * STEPS_A_CHARACTER);
    for (const value of read(text, line, position)) candidates.push({ value, lines: [position] });
  }
  return candidates;
}

/** The number that a cell of a spreadsheet holds, where a text is all that the cell shows; undefined elsewhere. */
// See docs/language/04-types.md#4110-cells-of-spreadsheets
export function numberInCell(text: string, line: TypeLine): number | undefined {
  return cellShown(text, line)?.number;
}

/** The day that a cell of a spreadsheet holds, `2026-11-04`, where a text is all that the cell shows; undefined elsewhere. */
export function dateInCell(text: string, line: TypeLine): string | undefined {
  return cellShown(text, line)?.date;
}

function cellShown(text: string, { line }: TypeLine): ShownCell | undefined {
  return line?.cell && matchingText(line.text).trim() === text ? line.cell : undefined;
}

/**
 * The value of a cell that holds a number. Where its text has that value, it is read as any text.
 * @param read values in the text
 * @param made the value of the number
 */
export function valueOfCell(
  text: string,
  read: readonly TypedValue[],
  made: TypedValue,
): readonly TypedValue[] {
  return read.length === 1 && read[0]!.value === made.value ? read : [{ ...made, source: text }];
}

/** The matching copy of some lines: cleaned and trimmed, blank ones dropped. */
export function matchingCopy(lines: readonly TypeLine[]): TextLine[] {
  const copy: TextLine[] = [];
  for (const [position, line] of lines.entries()) {
    const text = matchingText(line.text).trim();
    if (text !== '') copy.push({ text, position });
  }
  return copy;
}
