/** What a model is told of the type of an answer, so that the type can read what it writes. */
import type { TypeReference } from '../../language.js';
import { idOf } from '../../types/nested.js';

const HINTS: Readonly<Record<string, string>> = {
  number: 'number, digits as printed',
  currency: 'money amount with printed symbol and sign',
  accountingCurrency: 'money amount with printed symbol and sign',
  periodDelimitedCurrency: 'money amount with printed symbol and sign',
  date: 'date as printed',
  boolean: 'yes or no',
  percentage: 'with its unit as printed',
  distance: 'with its unit as printed',
  weight: 'with its unit as printed',
  address: 'postal address, keep its line breaks',
  phoneNumber: 'phone number as printed',
  name: 'name',
};

/** The hint for a type; undefined for text. */
export function answerHint(type: TypeReference | undefined): string | undefined {
  if (type === undefined) return undefined;
  const id = idOf(type);
  if (id === 'custom' && typeof type === 'object' && typeof type['pattern'] === 'string') {
    const flags = typeof type['flags'] === 'string' ? type['flags'] : '';
    return `must match /${type['pattern']}/${flags}`;
  }
  return Object.hasOwn(HINTS, id) ? HINTS[id] : undefined;
}
