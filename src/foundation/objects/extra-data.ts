/** Extra data: plain values that come with a document, readable by rules and echoed in the result. */
import { ExtraDataError, shortened } from '../../errors.js';
import { orderedEntries, orderedJson, restoreTexts, setMember, textsOf } from './members.js';

/** Values that a caller gives with a document; rules, validations and postprocessors read them. */
export type ExtraData = Readonly<Record<string, string | number | boolean | null>>;

/** UTF-8 bytes that extra data may take as JSON (16 kB). */
export const EXTRA_DATA_BYTES = 16_384;

/** A frozen copy of extra data, which keeps the order of members and how numbers are written. @throws ExtraDataError when it is not flat, not plain, or too large */
export function checkedExtraData(data: unknown): ExtraData | undefined {
  if (data === undefined) return undefined;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new ExtraDataError('invalid_extra_data', 'extra_data must be an object of names and plain values');
  }
  const copy: Record<string, string | number | boolean | null> = {};
  for (const [key, value] of orderedEntries(data as Record<string, unknown>)) {
    if (!isPlain(value)) {
      throw new ExtraDataError(
        'invalid_extra_data',
        `extra_data.${shortened(key)} must be a string, a finite number, a boolean or null; nested values are not allowed`,
      );
    }
    setMember(copy, key, value);
  }
  const texts = textsOf(data);
  if (texts) restoreTexts(copy, texts);
  const bytes = new TextEncoder().encode(orderedJson(copy)).length;
  if (bytes > EXTRA_DATA_BYTES) {
    throw new ExtraDataError(
      'extra_data_too_large',
      `extra_data takes ${bytes} bytes as JSON; at most ${EXTRA_DATA_BYTES} are allowed`,
    );
  }
  return Object.freeze(copy);
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
