/** Pages on which an engine found nothing: whether nothing is there, or nothing of it can be unpacked. */
import type { FileObjects } from './file-objects.js';
import { isDictionary, isReference, nameIn, objectValue, type PdfValue, resolve } from './object-values.js';

/** Why a page came out empty. */
type Emptiness = 'nothing there' | 'damaged';

/** What a page's stream is. */
type StreamState = 'readable' | 'lost' | 'no bytes';

/**
 * Why an engine that unpacks as far as it can found nothing on a page; undefined where another one may find more.
 * @param page number of the page's object
 */
export function emptinessOf(objects: FileObjects, page: number): Emptiness | undefined {
  const dictionary = objectValue(objects, page);
  if (!isDictionary(dictionary) || nameIn(dictionary.get('Type')) !== 'Page') return undefined;
  const entry = dictionary.get('Contents');
  if (entry === undefined) return 'nothing there';
  const list = isReference(entry) ? resolve(objects, entry) : entry;
  const streams = (Array.isArray(list) ? list : [entry]) as readonly PdfValue[];
  const states = streams.map((stream) => (isReference(stream) ? stateOf(objects, stream.number) : undefined));
  if (states.includes(undefined)) return undefined;
  const withBytes = states.filter((state) => state !== 'no bytes');
  if (withBytes.includes('lost')) return withBytes.includes('readable') ? undefined : 'damaged';
  return 'nothing there';
}

/** Undefined where engines may differ in what they read of it. */
function stateOf(objects: FileObjects, number: number): StreamState | undefined {
  const dictionary = objectValue(objects, number);
  const packed = objects.packedStream(number);
  if (!isDictionary(dictionary) || packed === undefined) return undefined;
  if (packed.length === 0) return 'no bytes';
  if (dictionary.get('Filter') === undefined) return 'readable';
  if (objects.isSealed) return undefined;
  if (objects.stream(number) !== undefined) return 'readable';
  return isFlate(dictionary.get('Filter')) && !isZlib(packed) ? 'lost' : undefined;
}

function isFlate(filter: PdfValue): boolean {
  const only = Array.isArray(filter) && filter.length === 1 ? (filter[0] as PdfValue) : filter;
  return nameIn(only) === 'FlateDecode';
}

/** Whether data begins as packed data does (RFC 1950); without, nothing of it can be unpacked. */
function isZlib(data: Uint8Array): boolean {
  const [method = 0, flags = 0] = data;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}
