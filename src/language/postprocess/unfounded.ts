/** Which values of a model's answer the document does not hold. */
// See docs/language/07-computed-rules-postprocessor.md#43-jsonschema
import type { PathStep } from '../../errors.js';
import { orderedEntries } from '../../foundation/objects/members.js';
import type { Parameter } from './parameter.js';

/** Runs of letters and of digits; a decimal point or comma belongs to its number. */
const WORD = /\p{L}+|\p{N}+(?:[.,]\p{N}+)*/gu;

/**
 * Places of values whose words and numbers are not all among those of the document; numbers are compared by what
 * they are worth. Yes and no, and what a schema lists, are taken from a text by its sense, so they are not looked for.
 */
export function unfoundedValues(answer: unknown, schema: Parameter, data: unknown): readonly PathStep[][] {
  const known = new Set<string>();
  const open: unknown[] = [data];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string' || typeof part === 'number')
      for (const word of foundedWords(part)) known.add(word);
    else if (typeof part === 'object' && part !== null) open.push(...Object.values(part));
  }
  const found: PathStep[][] = [];
  look(answer, schema, [], known, found);
  return found;
}

function look(
  value: unknown,
  schema: Parameter | undefined,
  path: readonly PathStep[],
  known: ReadonlySet<string>,
  found: PathStep[][],
): void {
  if (Array.isArray(value)) {
    const items = schema && 'items' in schema ? schema.items : undefined;
    for (const [i, item] of value.entries()) look(item, items, [...path, i], known, found);
  } else if (typeof value === 'object' && value !== null) {
    const properties = schema && 'properties' in schema ? schema.properties : undefined;
    for (const [name, member] of orderedEntries(value as Record<string, unknown>)) {
      look(member, properties?.[name], [...path, name], known, found);
    }
  } else if (typeof value === 'string' || typeof value === 'number') {
    if (schema && listsTexts(schema)) return;
    if (!foundedWords(value).every((word) => known.has(word))) found.push([...path]);
  }
}

function listsTexts(schema: Parameter): boolean {
  return 'anyOf' in schema ? schema.anyOf.some(listsTexts) : 'enum' in schema && schema.enum !== undefined;
}

/** Words without case; numbers without commas, signs and zeros that change nothing. */
function foundedWords(value: string | number): readonly string[] {
  return (String(value).normalize('NFKC').toLowerCase().match(WORD) ?? []).map((word) => {
    const number = Number(word.replace(/,/gu, ''));
    return Number.isFinite(number) ? String(number) : word;
  });
}
