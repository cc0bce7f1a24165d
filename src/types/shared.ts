/** What several types do alike around their own matching. */

import { allMatches } from '../matches.js';
import { type PatternGuard, walk } from '../pattern-guard.js';
import type { Candidate, TypedValue, TypeLine } from './definition.js';
import { matchingText, type TextLine } from './text.js';

/** Candidates from every match of a pattern in each line; a match for which `read` gives undefined is none. */
export function eachMatch(
  lines: readonly TypeLine[],
  guard: PatternGuard,
  pattern: RegExp,
  read: (match: RegExpExecArray) => TypedValue | undefined,
): Candidate[] {
  return eachLine(lines, guard, (text) => found(text, pattern, guard, read));
}

/**
 * What is made of every match of a pattern in a text, in order; other work may have its turn between the matches in a long
 * one.
 * @param pattern global, and of this package: it needs no bounds
 * @param read gives undefined for a match that is none
 */
export function found<Made>(
  text: string,
  pattern: RegExp,
  guard: PatternGuard,
  read: (match: RegExpExecArray) => Made | undefined,
): Made[] {
  const all: Made[] = [];
  if (text.length < LONG) {
    for (const match of allMatches(text, pattern)) {
      const made = read(match);
      if (made !== undefined) all.push(made);
    }
    return all;
  }
  const own = new RegExp(pattern);
  const begin = () => ({ all, from: 0 });
  const walked = walk(guard, Number.POSITIVE_INFINITY, begin, (state) => {
    own.lastIndex = state.from;
    const match = own.exec(text);
    if (!match) return false;
    const made = read(match);
    state.from = Math.max(own.lastIndex, match.index + 1);
    if (made !== undefined) state.all.push(made);
    return true;
  });
  return walked.all;
}

/** Characters from which on a text is searched with turns: a page has 5,000, and is read in some milliseconds. */
const LONG = 20_000;

/** Candidates of types that look at each line by itself: at its matching copy, and at where it comes from. */
export function eachLine(
  lines: readonly TypeLine[],
  guard: PatternGuard,
  read: (text: string, line: TypeLine, position: number) => readonly TypedValue[],
): Candidate[] {
  return collected(
    lines,
    guard,
    (line, position) => {
      const text = matchingText(line.text).trim();
      return text === '' ? NONE : candidatesAt(position, read(text, line, position));
    },
    lengthOf,
  );
}

/** The number that a cell of a spreadsheet holds, where a text is all that the cell shows; undefined elsewhere. */
// See docs/language/04-types.md#4110-cells-of-spreadsheets
export function numberInCell(text: string, { line }: TypeLine): number | undefined {
  const number = line?.cell?.number;
  return number !== undefined && matchingText(line!.text).trim() === text ? number : undefined;
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

const NONE: readonly never[] = [];

function candidatesAt(position: number, values: readonly TypedValue[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const value of values) candidates.push({ value, lines: [position] });
  return candidates;
}

/** The matching copy of some lines: cleaned and trimmed, blank ones dropped. */
export function matchingCopy(lines: readonly TypeLine[], guard: PatternGuard): TextLine[] {
  return collected(
    lines,
    guard,
    (line, position) => {
      const text = matchingText(line.text).trim();
      return text === '' ? NONE : [{ text, position }];
    },
    lengthOf,
  );
}

/** The characters of a line, or of a piece of text. */
export function lengthOf({ text }: { readonly text: string }): number {
  return text.length;
}

/**
 * What is made of each item, in one list; other work may have its turn between the items of long ones.
 * @param make does the same each time; may search by patterns
 * @param charactersOf what an item has of text to be read
 */
export function collected<Item, Made>(
  items: readonly Item[],
  guard: PatternGuard,
  make: (item: Item, position: number) => readonly Made[],
  charactersOf: (item: Item) => number = () => 0,
): Made[] {
  if (items.length < LEAST_WALKED) {
    const made: Made[] = [];
    for (let at = 0; at < items.length; at += 1) for (const each of make(items[at]!, at)) made.push(each);
    return made;
  }
  const begin = () => ({ all: [] as Made[], at: 0 });
  const { all } = walk(guard, Number.POSITIVE_INFINITY, begin, (state) => {
    const made: Made[] = [];
    let at = state.at;
    for (let characters = 0; at < items.length && at - state.at < MOST_A_STEP; at += 1) {
      characters += charactersOf(items[at]!);
      if (at > state.at && characters > CHARACTERS_A_STEP) break;
      for (const each of make(items[at]!, at)) made.push(each);
    }
    for (const each of made) state.all.push(each);
    state.at = at;
    return at < items.length;
  });
  return all;
}

/** Items, and their characters, between looks at the clock, which cost as much as a short line: some 0.1 ms. */
const MOST_A_STEP = 16;
const CHARACTERS_A_STEP = 2_000;

/**
 * Items from which on a list is walked over. The lines of a cell or an address cost less than their walk; each of 16 may be
 * as long as a page.
 */
const LEAST_WALKED = 16;
