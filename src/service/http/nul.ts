/** The character U+0000, which databases take in no text. */
import { formatPath } from '../../errors.js';
import { invalidRequest } from '../errors.js';

const NUL = '\u0000';

/** @param at where in the request the value is @throws ServiceError `invalid_request` for a value with a NUL in it */
export function refuseNul(value: unknown, at: readonly (string | number)[]): void {
  const nul = placeOfNul(value);
  if (!nul) return;
  const path = shownPath([...at, ...nul]);
  throw invalidRequest({ path, message: 'must not hold the character U+0000' });
}

/**
 * Where inside a value of JSON a NUL is; undefined for nowhere. How deep it nests was looked at when it was read.
 */
function placeOfNul(value: unknown): readonly (string | number)[] | undefined {
  if (typeof value === 'string') return value.includes(NUL) ? [] : undefined;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  for (const name of Object.keys(value)) {
    const step = Array.isArray(value) ? Number(name) : name;
    if (name.includes(NUL)) return [step];
    const found = placeOfNul((value as Readonly<Record<string, unknown>>)[name]);
    if (found) return [step, ...found];
  }
  return undefined;
}

/** A path of a request as errors show it; `""` for all of it. */
export function shownPath(path: readonly (string | number)[]): string {
  return path.length === 0 ? '' : formatPath(path);
}
