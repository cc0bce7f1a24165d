/** Bodies of requests: counted while they are read, and cut off where they are too large. */

import { parseGiven } from '../../foundation/objects/ordered-json.js';
import { mediaTypeOf } from '../content-types.js';
import { invalidRequest, ServiceError, serviceError } from '../errors.js';
import { type ByteStream, bytesOf, limited, streamBy } from '../streams.js';
import { refuseNul } from './nul.js';

/**
 * All bytes of a body.
 * @param what names the body in the error: `document`, `request body`
 * @throws ServiceError `too_large` as soon as more than `maxBytes` have come, and the rest is not read;
 *   `invalid_request` for a body that breaks off, as when the client goes away
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  what: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return body ? bytesOf(boundedBody(body, maxBytes, what)) : new Uint8Array();
}

/** A body that fails as `readBytes` does. */
export function boundedBody(body: ByteStream, maxBytes: number, what: string): ByteStream {
  const tooLarge = () => serviceError('too_large', { thing: what, max: maxBytes });
  const reader = limited(body, maxBytes, tooLarge).getReader();
  return streamBy(
    async () => {
      try {
        return (await reader.read()).value;
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        throw invalidRequest({ path: '', message: `the ${what} broke off` });
      }
    },
    (reason) => reader.cancel(reason),
  );
}

/** Levels that the JSON of a request may nest; configurations nest up to 600, and are two levels deep. */
const MAX_JSON_DEPTH = 700;

/**
 * The value that a JSON body holds.
 * @returns undefined for an absent or empty body
 * @throws ServiceError `missing_content_type`, `not_json`, `too_large`, `invalid_request`
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = mediaTypeOf(request.headers.get('content-type') ?? '');
  if (type !== '' && !isJsonType(type)) throw serviceError('not_json');
  refuseDeclaredSize(request, maxBytes, 'request body');
  const bytes = await readBytes(request.body, maxBytes, 'request body');
  if (bytes.byteLength === 0) return undefined;
  if (type === '') throw serviceError('missing_content_type');
  return parseJson(bytes);
}

/**
 * Values that the JSON of a request may hold, names not counted. Configurations have one in 15 bytes, so the largest one
 * that is written without blanks has 3.6 MiB; to parse more takes half a second of the processor.
 */
const MOST_JSON_VALUES = 250_000;

/** Refuses at once what says itself that it is too large. @throws ServiceError `too_large` */
export function refuseDeclaredSize(request: Request, maxBytes: number, what: string): void {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw serviceError('too_large', { thing: what, max: maxBytes });
}

/**
 * Refuses a body that is not all of a document, or more than it: a part of an upload, or a form with the document in it.
 * @throws ServiceError `invalid_request`, `unsupported_document`
 */
export function refuseWrapped(headers: Headers): void {
  if (headers.has('content-range')) {
    const message = 'parts of a document are not taken; send all of its bytes in one request';
    throw invalidRequest({ path: 'Content-Range', message });
  }
  if (mediaTypeOf(headers.get('content-type') ?? '') !== 'multipart/form-data') return;
  throw serviceError('unsupported_document', {
    type: 'A form (multipart/form-data)',
    here: 'here; send the raw bytes of the document, as "curl --data-binary @file" or "curl -T file" does',
  });
}

/** Whether a media type, without parameters, is one of JSON. */
export function isJsonType(type: string): boolean {
  return type === 'application/json' || /^[\w.-]+\/[\w.+-]+\+json$/u.test(type);
}

/** What is given back as it was given; the parser of the platform changes orders and numbers. */
const ECHOED = /"(?:extra_data|payload)"/u;

/**
 * @throws ServiceError `invalid_request` for what is not UTF-8, not JSON, nests too deep, holds too many values, or a NUL
 */
export function parseJson(bytes: Uint8Array): unknown {
  const { isDeep, isMuch, hasNul } = shapeOf(bytes);
  if (isDeep) {
    throw invalidRequest({ path: '', message: `the body nests deeper than ${MAX_JSON_DEPTH} levels` });
  }
  if (isMuch) {
    throw invalidRequest({ path: '', message: `the body holds more than ${MOST_JSON_VALUES} values` });
  }
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8';
    throw invalidRequest({ path: '', message });
  }
  if (hasNul) refuseNul(value, []);
  return ECHOED.test(text) ? parseGiven(text) : value;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKETS = { openList: 0x5b, closeList: 0x5d, open: 0x7b, close: 0x7d };
const NUL_ESCAPE = new TextEncoder().encode('u0000');

/**
 * What of a JSON text costs much to find out once it is parsed, in one pass over its bytes, which ends where it is known
 * that the text is refused. `hasNul` may be wrong only for a text that is no JSON.
 */
function shapeOf(bytes: Uint8Array): { isDeep: boolean; isMuch: boolean; hasNul: boolean } {
  let depth = 0;
  let values = 1;
  let hasNul = false;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      if (byte !== BACKSLASH) continue;
      hasNul ||= NUL_ESCAPE.every((each, i) => bytes[at + 1 + i] === each);
      at += 1;
    } else if (byte === BRACKETS.open || byte === BRACKETS.openList) {
      depth += 1;
      values += 1;
    } else if (byte === BRACKETS.close || byte === BRACKETS.closeList) depth -= 1;
    else if (byte === COMMA) values += 1;
    if (depth > MAX_JSON_DEPTH || values > MOST_JSON_VALUES) break;
  }
  return { isDeep: depth > MAX_JSON_DEPTH, isMuch: values > MOST_JSON_VALUES, hasNul };
}
