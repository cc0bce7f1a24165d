/** Operators on dates, and the clock. */
import { UTCDateMini } from '@date-fns/utc/date/mini';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { addYears } from 'date-fns/addYears';
import { isValid } from 'date-fns/isValid';
import { exactly, nothing, spread } from '../forms.js';
import { defineOperator } from '../operator.js';
import { RuleError } from '../run.js';
import { kindOf, type Value } from '../value.js';

const UNITS = ['days', 'months', 'years'] as const;
type Unit = (typeof UNITS)[number];

const SHIFTS = { days: addDays, months: addMonths, years: addYears } as const;

export const dateShift = defineOperator({
  id: 'date_shift',
  summary:
    'A date some days, months or years later (negative: earlier), in ISO 8601 and UTC; a day that the month does not have becomes its last',
  arguments: spread(exactly(3)),
  check(raw, path, problem) {
    if (!Array.isArray(raw)) return;
    const unit: unknown = raw[2];
    const isRule = typeof unit === 'object' && unit !== null;
    if (!isRule && !isUnit(unit)) problem([...path, 2], `must be one of ${UNITS.join(', ')}`);
  },
  evaluate([date = null, amount = null, unit = null], run) {
    run.readTexts([date, amount]);
    if (!isUnit(unit)) throw new RuleError(`the unit must be one of ${UNITS.join(', ')}`);
    if (date === null || amount === null) return null;
    const shifted = SHIFTS[unit](new UTCDateMini(readDate(date)), readAmount(amount));
    if (!isValid(shifted)) throw new RuleError('the shifted date is out of range');
    return shifted.toISOString();
  },
  examples: [
    {
      title: 'A day later',
      rule: { date_shift: ['2024-01-31', 1, 'days'] },
      result: '2024-02-01T00:00:00.000Z',
    },
    {
      title: 'A month later, at its end',
      rule: { date_shift: ['2024-01-31', 1, 'months'] },
      result: '2024-02-29T00:00:00.000Z',
    },
  ],
});

export const today = defineOperator({
  id: 'today',
  summary: 'The date of the extraction in UTC, as YYYY-MM-DD',
  arguments: nothing,
  evaluate(_, run) {
    const { now } = run.sources;
    if (!isValid(now)) throw new RuleError('the clock gives no valid time');
    return now.toISOString().replace(/T.*$/u, '');
  },
  examples: [],
});

function isUnit(value: unknown): value is Unit {
  return UNITS.some((unit) => unit === value);
}

/** A zone behind a time or date: Z, UTC, GMT, the zones JavaScript knows by name, or hours behind a time. */
const ZONE = /Z$|\b(?:UTC?|GMT|[ECMP][SD]T)\b|:\d{2}(?:\.\d+)?\s*[+-]\d{2}:?\d{2}\b/iu;

/** ISO 8601 with a time, which takes a zone letter directly behind it. */
const ISO_TIME = /^[+-]?\d{4,6}-\d{2}-\d{2}T/u;

/**
 * Text without a zone is read as UTC, so that results do not depend on the machine. Dates are read by JavaScript
 * itself, as the language has it: date-fns reads ISO 8601 and given formats only.
 */
function readDate(value: Value): Date {
  if (typeof value !== 'string') throw new RuleError(`a date is text, not ${kindOf(value)}`);
  const text = value.trim();
  const zoned = ZONE.test(text) ? text : text + (ISO_TIME.test(text) ? 'Z' : ' UTC');
  const date = new Date(zoned);
  if (!isValid(date)) throw new RuleError(`cannot read the date ${JSON.stringify(text.slice(0, 60))}`);
  return date;
}

function readAmount(value: Value): number {
  const isText = typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/u.test(value);
  const amount = isText ? Number(value) : value;
  if (!Number.isSafeInteger(amount)) throw new RuleError('the amount must be a whole number');
  return Number(amount);
}
