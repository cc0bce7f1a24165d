/** How results of rules become fields of this run (chapter 7, section 3). */
import type { Config } from '../config/schema.js';
import type { FieldValue } from '../fields/definition.js';
import type { Run } from '../fields/run.js';
import type { FieldConversion } from '../rules/to-field.js';
import type { Value } from '../rules/value.js';

/**
 * The conversion of rule results to field values.
 * @param report told what could not be converted
 * @param typed runs the type that the field names, if it names one
 */
export function conversionOf(
  run: Pick<Run, 'config' | 'language'>,
  report: (message: string) => void,
  typed?: (text: string) => FieldValue,
): FieldConversion {
  return {
    report,
    ...(typed && { typed: (text: string) => typed(text) as Value }),
    isCustomType: (name) =>
      customTypes(run.config).has(name) || run.language.types.grammar.type.safeParse(name).success,
  };
}

const namesByConfig = new WeakMap<Config, ReadonlySet<string>>();

/** Names that custom types of a config give to results. */
function customTypes(config: Config): ReadonlySet<string> {
  let names = namesByConfig.get(config);
  if (!names) {
    names = new Set(namesIn(config));
    namesByConfig.set(config, names);
  }
  return names;
}

function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own =
    'id' in part && part.id === 'custom' && 'type' in part && typeof part.type === 'string'
      ? [part.type]
      : [];
  return [...own, ...Object.values(part).flatMap(namesIn)];
}
