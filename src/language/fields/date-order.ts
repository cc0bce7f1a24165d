/** Dates in digits that may be read either way, in documents whose other dates show which way is theirs. */
// See docs/language/04-types.md#4132-algorithm

import { memo } from '../../foundation/objects/memo.js';
import { allMatches } from '../../foundation/text/matches.js';
import type { Line, Page } from '../../page/document/model.js';
import type { ExtractionWarning } from './runner.js';
import { valuesIn } from './unseen.js';

/** A date in digits with the year last. A year of two digits counts behind slashes alone: others may be numbers of paragraphs. */
const IN_DIGITS =
  /(?<![\d./-])(?<first>\d{1,2})(?<sign>[./-])(?<second>\d{1,2})(?:\k<sign>(?<year>\d{4})|(?<=\/\d{1,2})\/(?<short>\d\d))(?!\d|[./-]\d)/gu;
const MONTHS = 12;
const DAYS = 31;

type First = 'day' | 'month';

/** What a date in digits begins with, by itself; undefined where it may be either, or is no date. */
function firstOf({ groups }: RegExpExecArray): First | undefined {
  const [first, second] = [Number(groups?.['first']), Number(groups?.['second'])];
  if (first > MONTHS && first <= DAYS && second >= 1 && second <= MONTHS) return 'day';
  return second > MONTHS && second <= DAYS && first >= 1 && first <= MONTHS ? 'month' : undefined;
}

/** What the dates of a document begin with, and one that shows it; undefined members where none shows it. */
const proofOf = memo((pages: ReadonlyMap<number, Page>) => {
  const proof: { [first in First]?: string } = {};
  for (const { lines } of pages.values()) {
    for (const { text } of lines) {
      for (const match of allMatches(text, IN_DIGITS)) {
        const first = firstOf(match);
        if (first) proof[first] ??= match[0];
      }
    }
  }
  return proof;
});

/**
 * What is reported of a value with a date that was read against the order of all dates of the document that have but one.
 * Undefined where there is no such date, and of cells that hold their day.
 */
export function otherOrder(
  value: object,
  lines: readonly Line[],
  pages: ReadonlyMap<number, Page>,
): Pick<ExtractionWarning, 'code' | 'message' | 'page'> | undefined {
  for (const date of valuesIn(value)) {
    if (date.type !== 'date' || typeof date.value !== 'string') continue;
    const source = String(date.source);
    const [match] = allMatches(source, IN_DIGITS);
    const { first, second, sign, year } = match?.groups ?? {};
    if (!match || match[0] !== source || firstOf(match) || first === second) continue;
    const line = lines.find(({ text }) => text.includes(source));
    if (line?.cell?.date !== undefined) continue;
    const month = Number(date.value.slice('YYYY-'.length, 'YYYY-MM'.length));
    const read = month === Number(first) ? 'month' : 'day';
    const other = read === 'month' ? 'day' : 'month';
    const proof = proofOf(pages);
    if (proof[read] !== undefined || proof[other] === undefined) continue;
    const parts = other === 'day' ? ['%d', '%m'] : ['%m', '%d'];
    const format = [...parts, year === undefined ? '%y' : '%Y'].join(sign === '.' ? '\\.' : sign);
    const message = `${source} was read with the ${read} first, while ${proof[other]} in the document begins with the ${other}; if this date does too, set "format": ${JSON.stringify(format)}`;
    return { code: 'DATE_ORDER', message, ...(line && { page: line.page }) };
  }
  return undefined;
}
