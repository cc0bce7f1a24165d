/** Kinds of file that a host turns into a kind that can be read, as Word documents into PDF. */
// See docs/language/01-document-anchors-fields.md#110-file-types

import { DocumentError, ProviderError } from '../errors.js';
import { guarded, type Interrupt } from '../foundation/async/interrupt.js';
import { type Limits, limitError } from '../limits.js';
import { type ContentType, contentTypeName, normaliseContentType } from './detect.js';

/** What a converter is given besides the bytes. */
export interface ConversionRequest {
  /** Media type of the bytes, e.g. `application/msword`. */
  readonly contentType: string;
  readonly filename?: string | undefined;
  /** Aborted when the caller gives up; the time limit ends the wait as well. */
  readonly signal?: AbortSignal | undefined;
}

/** Turns one file into another that can be read, usually a PDF; the bytes show what it is. */
export type DocumentConverter = (bytes: Uint8Array, request: ConversionRequest) => Promise<Uint8Array>;

/** Converters by the media type of what they take. They win over the loaders of the library. */
export type DocumentConverters = Readonly<Record<string, DocumentConverter>>;

/**
 * The converter that was registered for a kind of file, under any of its media types.
 * @param converters as the host gave them; names that are no known media type never match
 */
export function converterFor(
  type: ContentType,
  converters: DocumentConverters = {},
): DocumentConverter | undefined {
  const name = Object.keys(converters).find((each) => normaliseContentType(each) === type);
  return name === undefined ? undefined : converters[name];
}

/**
 * Converts a file.
 * @returns the bytes of the new file
 * @throws ProviderError `conversion_failed` when the converter throws or answers no bytes; DocumentError
 *   `too_large`, `aborted`, `timed_out`
 */
export async function convert(
  bytes: Uint8Array,
  converter: DocumentConverter,
  request: ConversionRequest & { readonly contentType: ContentType; readonly limits: Limits },
  interrupt: Interrupt,
): Promise<Uint8Array> {
  const { limits, contentType, filename, signal } = request;
  const answer = await guarded(
    answered(converter, bytes, { contentType, filename, signal }),
    interrupt,
  ).catch((error: unknown) => {
    if (error instanceof DocumentError) throw error;
    throw failed(contentType, error instanceof Error ? error.message : 'it gave no reason', error);
  });
  if (!(answer instanceof Uint8Array) || answer.length === 0) throw failed(contentType, 'it gave no bytes');
  if (answer.length > limits.bytes) throw limitError('bytes', limits);
  return answer;
}

/** A converter that throws at once fails like one that rejects. */
async function answered(
  converter: DocumentConverter,
  bytes: Uint8Array,
  request: ConversionRequest,
): Promise<unknown> {
  return converter(bytes, request);
}

function failed(type: ContentType, reason: string, cause?: unknown): ProviderError {
  const message = `The converter of ${contentTypeName(type)} failed: ${reason}.`;
  return new ProviderError('converter', 'conversion_failed', message, { cause });
}
