/** What distance and weight share: a number that may carry a unit. */
// See docs/language/04-types.md#47-distance-and-weight
import {
  cutOffTest,
  decimalValue,
  numberSource,
  PERIOD_DECIMAL,
  plainDecimal,
  rightBoundarySource,
  signedValue,
  WORD,
} from './decimal.js';
import type { FindCandidates, TypedValue } from './definition.js';
import { eachLine, found, numberInCell, valueOfCell } from './shared.js';

/** How a language model is asked for a number with a unit. */
export const MEASURE_PROMPT_HINT = 'with its unit as printed';

/** A unit: its name in results, and its spellings as a pattern without groups that capture. */
export interface Unit {
  readonly name: string;
  readonly spellings: string;
}

/** The pattern of a number with or without one of these units. Group 5 on: the unit of the same place. */
export function measurePattern(units: readonly Unit[]): RegExp {
  const alternatives = units.map(({ spellings }) => `(${spellings})`).join('|');
  const boundary = rightBoundarySource(PERIOD_DECIMAL);
  return new RegExp(
    `${numberSource(PERIOD_DECIMAL)}(?:\\s?(?:${alternatives})(?![${WORD}])|${boundary})`,
    'giu',
  );
}

/** Finds measures in each line. In a line where any number has a unit, those without are left out. */
export function measureCandidates(type: string, units: readonly Unit[]): FindCandidates {
  const pattern = measurePattern(units);
  return (lines, guard) =>
    eachLine(lines, guard, (text, line) => {
      const values = found(text, pattern, (match) => read(match, type, units));
      const measured = values.filter(({ unit }) => unit !== undefined);
      const all = measured.length > 0 ? measured : values;
      const held = numberInCell(text, line);
      const value = held === undefined ? undefined : signedValue(held, undefined);
      return value === undefined ? all : valueOfCell(text, all, { ...all[0], value, type });
    });
}

const isCutOff = cutOffTest(PERIOD_DECIMAL);

function read(match: RegExpExecArray, type: string, units: readonly Unit[]): TypedValue | undefined {
  const sign = match[1] ?? match[3];
  const printed = match[2] ?? match[4]!;
  const start = match.index + (sign ?? '').length;
  if (isCutOff(match.input, start, start + printed.length)) return undefined;
  const value = decimalValue(plainDecimal(printed, PERIOD_DECIMAL), sign !== undefined, undefined);
  if (value === undefined) return undefined;
  const unit = units.find((_, i) => match[5 + i] !== undefined);
  return { source: match[0], value, ...(unit && { unit: unit.name }), type };
}
