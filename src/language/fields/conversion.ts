/** How results of rules become fields of this run. */
// See docs/language/07-computed-rules-postprocessor.md#3-from-rule-result-to-field

import type { FieldValue } from '../../foundation/schema/language.js';
import type { FieldConversion } from '../rules/to-field.js';
import type { Value } from '../rules/value.js';
import type { ExtractionRun } from './runner.js';

/**
 * The conversion of rule results to field values.
 * @param report called with what could not be converted
 * @param typed runs the type that the field names, if it names one
 */
export function conversionOf(
  run: Pick<ExtractionRun, 'customTypes' | 'language'>,
  report: (message: string) => void,
  typed?: (value: string | number) => FieldValue,
): FieldConversion {
  return {
    report,
    ...(typed && { typed: (value: string | number) => typed(value) as Value }),
    isCustomType: (name) =>
      run.customTypes().has(name) || run.language.types.grammar.type.safeParse(name).success,
  };
}

/** Names that custom types anywhere in a config give to values. */
export function customTypeNames(config: object): ReadonlySet<string> {
  return new Set(namesIn(config));
}

function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own =
    'id' in part && part.id === 'custom' && 'type' in part && typeof part.type === 'string'
      ? [part.type]
      : [];
  return [...own, ...Object.values(part).flatMap(namesIn)];
}
