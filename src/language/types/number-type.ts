/** What the types of plain numbers share: number, percentage, distance and weight. */
// See docs/language/04-types.md#45-number
import { printDecimal, shiftDecimal } from '../../foundation/text/decimal.js';
import { separatorAdvice } from './advice.js';
import {
  decimalValue,
  PERIOD_DECIMAL,
  type RoundingOptions,
  resolveSeparators,
  roundingOf,
  type SeparatorOptions,
  signedValue,
} from './decimal.js';
import type { CompiledType, FindCandidates, TypedValue } from './definition.js';
import { type IgnoredSigns, marksAround } from './ignored-sign.js';
import { type Behind, numberFinder, type PrintedNumber, unreadNumber } from './printed-number.js';
import { eachLine, numberInCell, valueOfCell } from './shared.js';
import type { Span } from './text.js';

type NumberOptions = SeparatorOptions & RoundingOptions;

/** What one of the types makes of printed numbers. */
interface NumberForm {
  readonly type: string;
  /** What may follow its numbers. */
  readonly behind?: Behind;
  /** The value of a number in a text; undefined where it is none of the type. */
  readonly read: (text: string, number: PrintedNumber) => Reading | undefined;
  /** Those of the values of a line that count. */
  readonly choose?: (values: TypedValue[]) => TypedValue[];
  /** For a type that needs what a cell shows beside its number: the power of ten from that number to the value. */
  readonly power?: number;
  readonly signs?: IgnoredSigns | undefined;
}

/** What is read of a number, from its sign or its digits to its unit. */
interface Reading extends Span {
  readonly unit?: string;
  /** The sign that is printed before it and not read. */
  readonly ignoredSign?: string;
  readonly negative: boolean;
}

/** Finds the numbers of one of the types. */
function candidatesOf(options: NumberOptions, form: NumberForm): FindCandidates {
  const { type, read, choose, signs } = form;
  const digits = roundingOf(options);
  const find = numberFinder(resolveSeparators(options, PERIOD_DECIMAL), form.behind);
  const typed = (text: string, number: PrintedNumber): TypedValue[] => {
    const reading = read(text, number);
    const value = reading && decimalValue(number.plain, reading.negative, digits);
    if (reading === undefined || value === undefined) return [];
    const { start, end, unit } = reading;
    const made = { source: text.slice(start, end), value, ...(unit !== undefined && { unit }), type };
    if (signs && !reading.negative) signs.look(made, reading.ignoredSign ?? marksAround(text, reading));
    return [made];
  };
  return (lines, guard) =>
    eachLine(lines, guard, (text, line) => {
      if (!DIGIT.test(text)) return [];
      const found = find(text).flatMap((number) => typed(text, number));
      const values = choose ? choose(found) : found;
      const held = form.power === undefined || values.length === 1 ? numberInCell(text, line) : undefined;
      const value = held === undefined ? undefined : cellValue(held, form.power, digits);
      return value === undefined ? values : valueOfCell(text, values, { ...values[0], value, type });
    });
}

/** Every number has a digit or one of the characters from `¼` to `⅞`. */
const DIGIT = /[\d\u00bc-\u00be\u2150-\u215e]/u;

function cellValue(held: number, power = 0, digits: number | undefined): number | undefined {
  return decimalValue(shiftDecimal(printDecimal(Math.abs(held)), power), held < 0, digits);
}

/** One of the types, ready to run. */
export function compileNumber(
  options: NumberOptions,
  form: NumberForm,
): Required<Pick<CompiledType, 'candidates' | 'ofNumber' | 'hint'>> {
  const { type, behind } = form;
  const digits = roundingOf(options);
  return {
    candidates: candidatesOf(options, form),
    ofNumber: (number) => {
      const value = signedValue(number, digits);
      return value === undefined ? null : { source: printDecimal(number), value, type };
    },
    hint: (lines, { milliseconds }) => {
      const separators = resolveSeparators(options, PERIOD_DECIMAL);
      const guard = { milliseconds, report: () => undefined };
      const advice = separatorAdvice(
        lines,
        separators,
        (change) =>
          candidatesOf({ ...options, ...change }, { ...form, signs: undefined })(lines, guard).length > 0,
      );
      return advice ?? unreadNumber(lines, separators, behind);
    },
  };
}
