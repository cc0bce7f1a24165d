/** Which ids fields give values, as far as the config says. */
import type { FieldLanguage } from './definition.js';

/** The ids of some fields; undefined when some of them are only known at run time. */
export function definedIds(
  fields: readonly object[],
  language: FieldLanguage,
): readonly string[] | undefined {
  const ids: string[] = [];
  for (const field of fields) {
    const kind = language.fieldKind(field);
    const own = kind.defines ? kind.defines(field, language) : memberId(field);
    if (!own) return undefined;
    ids.push(...own);
  }
  return ids;
}

function memberId(field: object): readonly string[] {
  return 'id' in field && typeof field.id === 'string' ? [field.id] : [];
}
