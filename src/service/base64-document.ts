/** Documents that come as Base64: where that is allowed, and where it must be noticed. */
// See docs/language/09-service.md#992-put-upload_url
import { fromBase64 } from './bytes.js';

/** The start of a body that is looked at, in bytes. */
export const BASE64_SAMPLE = 1024;

/** How the Base64 of PDF, PNG, JPEG, TIFF (both byte orders), ZIP and compound files begins. */
const BASE64_STARTS = ['JVBERi0', 'iVBORw0KGgo', '/9j/', 'SUkq', 'TU0A', 'UEsDB', '0M8R4KGx'];
const BASE64_ONLY = /^[A-Za-z0-9+/_=-]+$/u;
/** A data URI; the comma is needed, because a text may well begin with "data:". */
const DATA_URI = /^data:[\w!#$&^.+;=/-]{0,200},/iu;
/** A JSON object with the document as text. */
const JSON_DOCUMENT = /^\{[\s\S]*?"document"\s*:\s*"([^"]*)/u;

/**
 * Whether a body is a document in Base64, as a data URI, or in a JSON object as one of these.
 * @param start the first 1,024 bytes of the body, or all of it
 */
export function isBase64Document(start: Uint8Array): boolean {
  const sample = new TextDecoder('latin1').decode(start.subarray(0, BASE64_SAMPLE)).trimStart();
  const member = JSON_DOCUMENT.exec(sample)?.[1];
  return isBase64Start(member ?? sample);
}

function isBase64Start(sample: string): boolean {
  if (DATA_URI.test(sample)) return true;
  // JSON may write a slash and line breaks as \/ and \n.
  const packed = sample.replaceAll('\\/', '/').replace(/\\[nrt]|\s/gu, '');
  return BASE64_ONLY.test(packed) && BASE64_STARTS.some((start) => packed.startsWith(start));
}

/**
 * The bytes of a document in Base64: standard or for addresses, padded or not, with white space, perhaps as a data
 * URI; undefined where it is not one.
 */
export function decodeBase64Document(text: string): Uint8Array<ArrayBuffer> | undefined {
  const data = text.trimStart().replace(/^data:[\w!#$&^.+;=/-]{0,200};base64,/iu, '');
  return fromBase64(data.replace(/\s+/gu, ''));
}
