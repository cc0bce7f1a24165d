import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOf, datePattern } from '../../../src/language/types/date-format.js';
import { inZone, ZONES } from '../../support/zones.js';

const pattern = datePattern('%Y-%m-%d', 'en');
const expression = new RegExp(`^${pattern.source}$`, 'iu');

function read(text: string): string | undefined {
  const match = expression.exec(text);
  if (!match) throw new Error(`${text} does not match`);
  return dateOf(match, pattern);
}

/** Days that there are, counted by hand: no clock and no zone takes part. */
function dayByHand(year: number, month: number, day: number): string | undefined {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  if (days === undefined || day < 1 || day > days) return undefined;
  const [y, m, d] = [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ];
  return `${y}-${m}-${d}T00:00:00.000Z`;
}

describe.each(ZONES)('dateOf in %s', (zone) => {
  inZone(zone);

  test('runs in that zone', () => {
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    expect(new Date('2011-12-30T00:00:00Z').getTimezoneOffset()).not.toBe(0);
  });

  test('knows which days there are, in any year', () => {
    const year = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1890, max: 2110 }));
    fc.assert(
      fc.property(year, fc.nat(13), fc.nat(32), (y, m, d) => {
        expect(read(`${String(y).padStart(4, '0')}-${m}-${d}`)).toBe(dayByHand(y, m, d));
      }),
      { numRuns: 20_000 },
    );
  });

  test.each([
    ['2011-12-30', '2011-12-30T00:00:00.000Z'],
    ['2018-11-04', '2018-11-04T00:00:00.000Z'],
    ['1900-02-29', undefined],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
    ['0000-02-29', '0000-02-29T00:00:00.000Z'],
  ])('a format of dates is read: %s is %s', (text, day) => {
    expect(read(text)).toBe(day);
  });
});
