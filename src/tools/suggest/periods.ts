/**
 * Dates of periods: the first of "08/03/2025 to 08/03/2026" is when something begins, the second when it ends.
 * 5 of the 802 values of `bench:suggest`, on four documents, are right by it, and none is lost.
 */
import type { Context } from './relevance.js';

/** Words by which ids name when a period begins, and when it ends. */
const BEGINS = new Set(
  'effective start starts begin begins beginning inception from commencement'.split(' '),
);
const ENDS = new Set('expiration expiry expires expire end ends ending to through until thru'.split(' '));
/** What is between the two dates of a period; each may have its time. */
const BETWEEN = String.raw`(?:\d{1,2}:\d\d\s*[ap]\.?m\.?,?\s*)?(?:[-–—]|to|through|thru|until)`;
const BEHIND = new RegExp(String.raw`^[\s,]*${BETWEEN}\s*(?:\p{L}{3,9}\.?\s)?\d`, 'iu');
const BEFORE = new RegExp(String.raw`\d,?\s*${BETWEEN}\s*$`, 'iu');

/**
 * What the place of a date in a period says of it.
 * @param beside the texts before and behind the date in its line @param id words of the id
 */
export function periodContext(
  [before, behind]: readonly [string, string],
  id: readonly string[],
): readonly Context[] {
  const words = BEHIND.test(behind) ? BEGINS : BEFORE.test(before) ? ENDS : undefined;
  const named = words && id.find((word) => words.has(word));
  return named === undefined ? [] : [{ text: `${named} date`, weight: 1 }];
}

/** Whether a caption is that of a period: "Policy term", "Coverage period". */
export function namesPeriod(caption: string): boolean {
  return /\b(?:period|term)\b/iu.test(caption);
}
