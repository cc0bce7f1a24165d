/** What several types do alike around their own matching. */
import type { Candidate, TypedValue, TypeLine } from './definition.js';
import { matchingCopy } from './text.js';

/** Candidates from every match of a pattern in each line; a match for which `read` gives undefined is none. */
export function eachMatch(
  lines: readonly TypeLine[],
  pattern: RegExp,
  read: (match: RegExpExecArray) => TypedValue | undefined,
): Candidate[] {
  return eachLine(lines, (text) => {
    const values: TypedValue[] = [];
    for (const match of text.matchAll(pattern)) {
      const value = read(match);
      if (value) values.push(value);
    }
    return values;
  });
}

/** Candidates of types that look at each line by itself: at its matching copy, and at where it comes from. */
export function eachLine(
  lines: readonly TypeLine[],
  read: (text: string, line: TypeLine) => readonly TypedValue[],
): Candidate[] {
  return matchingCopy(lines).flatMap(({ text, position }) =>
    read(text, lines[position]!).map((value) => ({ value, lines: [position] })),
  );
}
