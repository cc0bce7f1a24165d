import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inZone, ZONES } from '../../support/zones.js';
import { failureOf, resultOf } from './support.js';

const units = ['days', 'months', 'years'] as const;

/** The shift by setting the parts of a date in UTC, the day clamped to the end of the month. */
function shiftByHand(date: Date, amount: number, unit: (typeof units)[number]): string {
  if (unit === 'days') return new Date(date.getTime() + amount * 86_400_000).toISOString();
  const shifted = new Date(date);
  shifted.setUTCDate(1);
  shifted.setUTCMonth(date.getUTCMonth() + (unit === 'years' ? amount * 12 : amount));
  const last = new Date(shifted);
  last.setUTCMonth(shifted.getUTCMonth() + 1, 0);
  shifted.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
  return shifted.toISOString();
}

describe.each(ZONES)('date_shift in %s', (zone) => {
  inZone(zone);

  const moment = fc.oneof(
    fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    }),
    fc.date({
      min: new Date('1995-01-01T00:00:00Z'),
      max: new Date('2030-01-01T00:00:00Z'),
      noInvalidDate: true,
    }),
  );

  test('date_shift is the shift of the parts in UTC', () => {
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: -5_000, max: 5_000 }),
        fc.constantFrom(...units),
        (date, amount, unit) => {
          expect(resultOf({ date_shift: [date.toISOString(), amount, unit] })).toBe(
            shiftByHand(date, amount, unit),
          );
        },
      ),
      { numRuns: 20_000 },
    );
  });

  test.each([
    ['2011-12-29', 1, 'days', '2011-12-30T00:00:00.000Z'],
    ['2018-10-04', 1, 'months', '2018-11-04T00:00:00.000Z'],
    ['2024-02-29', -1, 'years', '2023-02-28T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', 2, 'months', '0100-02-28T00:00:00.000Z'],
  ])('%s and %i %s', (date, amount, unit, shifted) => {
    expect(resultOf({ date_shift: [date, amount, unit] })).toBe(shifted);
  });

  test('fails beyond the dates that there are', () => {
    for (const unit of units) {
      expect(failureOf({ date_shift: ['2024-01-01', 1e15, unit] })).toContain('out of range');
    }
  });
});
