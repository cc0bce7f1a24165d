/** What the types made of other types share: compose and any. */
// See docs/language/04-types.md#42-configuration-forms-and-validation
// See docs/language/04-types.md#420-compose
// See docs/language/04-types.md#421-any
import type * as z from 'zod';
import type { TypeReference } from '../../foundation/schema/language.js';

/** The id that a reference names. */
export function idOf(reference: TypeReference): string {
  return typeof reference === 'string' ? reference : reference.id;
}

/** What values of types are called in sentences, where that is not their id. */
const NOUNS: Readonly<Record<string, string>> = {
  currency: 'amount',
  accountingCurrency: 'amount',
  periodDelimitedCurrency: 'amount',
  custom: 'match of the pattern',
  phoneNumber: 'telephone number',
};

/** What a value of a type is called in a sentence, as `amount`: of a chain that of its last type, of several types each. */
export function nounOf(reference: TypeReference): string {
  const id = idOf(reference);
  const { types } = reference as { readonly types?: readonly TypeReference[] };
  if (id === 'compose') return nounOf(types!.at(-1)!);
  return id === 'any' ? [...new Set(types!.map(nounOf))].join(' or ') : (NOUNS[id] ?? id);
}

/** Reports `paragraph` from a position on: only the first step of compose sees the lines that it needs. */
export function checkParagraphs(
  types: readonly TypeReference[],
  from: number,
  message: string,
  context: z.core.$RefinementCtx,
): void {
  for (const [i, type] of types.entries()) {
    if (i >= from && idOf(type) === 'paragraph')
      context.addIssue({ code: 'custom', path: ['types', i], message });
  }
}
