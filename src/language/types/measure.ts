/** What distance and weight share: a number that may carry a unit. */
// See docs/language/04-types.md#47-distance-and-weight
import * as z from 'zod';
import { checkSeparators, PERIOD_DECIMAL, type SeparatorOptions, separatorMembers, WORD } from './decimal.js';
import type { CompiledType } from './definition.js';
import { compileNumber } from './number-type.js';
import { ATTACHED, isThere } from './printed-number.js';

/** A unit: its name in results, and its spellings as a pattern without groups that capture. */
export interface Unit {
  readonly name: string;
  readonly spellings: string;
}

/** What a type of measures has beside its id, its summary and its examples. */
export const MEASURE = {
  plain: true,
  output: { source: z.string(), value: z.number(), unit: z.string().optional() },
  promptHint: () => MEASURE_PROMPT_HINT,
  options: () => separatorMembers(PERIOD_DECIMAL),
  check: (options: SeparatorOptions, context: z.core.$RefinementCtx) =>
    checkSeparators(options, PERIOD_DECIMAL, context),
} as const;

/** How a language model is asked for a number with a unit. */
export const MEASURE_PROMPT_HINT = 'with its unit as printed';

/** The pattern of one of these units behind a number. Group 1 on: the unit of the same place. */
export function unitPattern(units: readonly Unit[]): RegExp {
  const alternatives = units.map(({ spellings }) => `(${spellings})`).join('|');
  return new RegExp(`\\s?(?:${alternatives})(?![${WORD}])`, 'iuy');
}

/** What makes a unit part of another: an exponent, a product, a quotient. */
const DERIVED =
  '[23\u00b2\u00b3^\u00b7\u22c5]|\\s?\\/\\s?\\p{L}|-(?:ft|in|feet|foot|inch)(?!\\p{L})|\\s(?:per|pro)\\s' +
  '|\\san? (?:hour|day|week|month|year|minute|second)(?!\\p{L})' +
  "|\\s(?:por|al|all['\u2019]|\u00e0 l['\u2019])\\s?(?:h(?:ora|eure)?|ora|giorno|d[i\u00ed]a)(?!\\p{L})";

/** Smaller units, in which the rest of a quantity is printed: `5 lb 3 oz`. */
const SMALLER = '\\s?(?:oz|ounces?|gr?|grams?|m|met(?:er|re)s?|y(?:ar)?ds?|f(?:ee|oo)?t)(?!\\p{L})';
/** Behind a number: it may be the rest of a quantity. */
const SMALLER_BEHIND = new RegExp(SMALLER, 'iuy');
/** The longest unit with what is between it and the rest of its quantity. */
const UNIT_LENGTH = 14;

/** The pattern of what a number has before it that is the rest of a quantity. */
function greaterUnit(units: readonly Unit[]): RegExp {
  return new RegExp(`\\d\\s?(?:${spellingsOf(units)}),?\\s?$`, 'iu');
}

function spellingsOf(units: readonly Unit[]): string {
  return units.map((unit) => unit.spellings).join('|');
}

/**
 * The pattern of what makes a number one of another quantity, or a part of one: `55 km/h`, `5 km²`, `30 miles per gallon`,
 * `90 km all'ora`, `55 mph`, `5 lb 3 oz`.
 */
export function otherQuantity(units: readonly Unit[]): RegExp {
  const spellings = spellingsOf(units);
  const words = 'mph|mpg|km?ph|kmh|lbf|psi';
  // What is counted by the unit, as in `8.5 l/100 km` and `$3/mile`.
  const counted = `(?:(?!(?:${spellings})(?![${WORD}]))[\\p{L}\\p{Sc}]{1,7}\\s?)?\\/\\s?\\d{0,4}\\s?(?:${spellings})(?![${WORD}])`;
  const rest = `,?\\s?\\d{1,4}(?:[.,]\\d{1,3})?${SMALLER}`;
  return new RegExp(
    `\\s?(?:(?:${spellings})(?:${DERIVED}|${rest})|(?:${words})(?!\\p{L})|${counted})`,
    'iuy',
  );
}

/** Reads numbers with or without one of some units. In a line where any number has a unit, those without are left out. */
export function compileMeasure(
  options: SeparatorOptions,
  type: string,
  units: readonly Unit[],
): Omit<CompiledType, 'id' | 'noun' | 'promptHint'> {
  const behind = unitPattern(units);
  const other = otherQuantity(units);
  const greater = greaterUnit(units);
  return compileNumber(options, {
    type,
    behind,
    read(text, { start, end, negative }) {
      if (isThere(other, text, end) || BY_LENGTH.test(text.slice(Math.max(0, start - 3), start)))
        return undefined;
      const isRest = isThere(SMALLER_BEHIND, text, end);
      if (isRest && greater.test(text.slice(Math.max(0, start - UNIT_LENGTH), start))) return undefined;
      behind.lastIndex = end;
      const match = behind.exec(text);
      if (!match) return isThere(ATTACHED, text, end) ? undefined : { start, end, negative };
      const unit = units.find((_, i) => match[1 + i] !== undefined)!.name;
      return { start, end: end + match[0].length, negative, unit };
    },
    choose(values) {
      const measured = values.filter(({ unit }) => unit !== undefined);
      return measured.length > 0 ? measured : values;
    },
  });
}

/** A unit by which something is counted, as in `8.5 l/100 km`. */
const BY_LENGTH = /\p{L}\s?\/$/u;
