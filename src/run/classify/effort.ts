/** What running a config costs and the most that it can score, as far as the config alone shows. */

import { COSTS, type Cost } from '../../foundation/schema/language.js';
import type { Config } from '../../language/config/config-types.js';
import type { Language } from '../../language/config/schema.js';

/** What a config costs: the place in `COSTS` of its dearest part. */
export function tierOf({ preprocessors = [], ...config }: Config, language: Language): number {
  const costs: readonly (Cost | undefined)[] = [
    ...preprocessors.map(({ type }) => language.preprocessors.get(type)?.cost),
    ...methodsIn(config).map((method) => costOf(method, language)),
  ];
  return Math.max(0, ...costs.map((cost = 'text') => COSTS.indexOf(cost)));
}

interface Method {
  readonly id: string;
}

function costOf(method: Method, { methods, kindCosts }: Language): Cost | undefined {
  return methods.get(method.id)?.cost?.(method as never) ?? kindCosts.get(method.id);
}

/** All methods in a config, wherever they are. */
function methodsIn(part: unknown): readonly Method[] {
  if (typeof part !== 'object' || part === null) return [];
  const own: unknown = Reflect.get(part, 'method');
  const found = isMethod(own) ? [own] : [];
  return [...found, ...Object.values(part).flatMap(methodsIn)];
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

/**
 * The highest score that a config can reach, in fields: one for every id that it names. Infinity where a field may
 * give sections, which count each field in them, or where it is known only in a run.
 */
export function highestScore({ fields, computed_fields = [], sections }: Config, language: Language): number {
  if (sections && sections.length > 0) return Number.POSITIVE_INFINITY;
  const ids = new Set<string>();
  for (const field of [...fields, ...computed_fields]) {
    if ('type' in field && field.type === 'anchorDefinition') continue;
    const method: unknown = Reflect.get(field, 'method');
    const isPlain = !('fields' in field) && 'id' in field && typeof field.id === 'string';
    if (!isPlain || !isMethod(method) || !countsOnce(method, language)) return Number.POSITIVE_INFINITY;
    ids.add(String(field.id));
  }
  return ids.size;
}

function countsOnce({ id }: Method, { methods, computedMethods }: Language): boolean {
  return (methods.get(id) ?? computedMethods.get(id))?.countsOnce === true;
}
