/** Loading documents: bounds, the kind of file, and the loader for it. */

import { DocumentError, ProviderError } from '../errors.js';
import { checkInterrupt } from '../foundation/async/interrupt.js';
import { sha256 } from '../foundation/platform/sha256.js';
import { limitError } from '../limits.js';
import type { Document } from '../page/document/model.js';
import type { PagedFile } from '../page/document/paged.js';
import { convert, converterFor } from './convert.js';
import {
  type ContentType,
  contentTypeName,
  detectType,
  hasSignature,
  kindOf,
  normaliseContentType,
  readableTypes,
  readerOf,
  sniffSignature,
} from './detect.js';
import { protectedOfficeFile } from './file-errors.js';
import { adviceFor, type UnreadType } from './formats/unread.js';
import type { ReaderOptions } from './options.js';

/**
 * Reads a document from its bytes.
 * @throws DocumentError `too_large`, `empty_document` (no bytes), `unsupported_type`, `invalid_document` (also
 *   when the bytes lack the signature of the declared type), and what the loader of the type throws
 * @throws ProviderError `conversion_failed` when a converter fails
 */
export async function loadBytes(bytes: Uint8Array, options: ReaderOptions): Promise<Document> {
  const { facts, read } = await readable(bytes, options);
  return { ...(await loadAs(read.type, read.bytes, read.options)), ...facts };
}

/**
 * Opens a document whose pages can be read one by one, and reads any other.
 * @throws DocumentError, ProviderError as `loadBytes`
 */
export async function openBytes(bytes: Uint8Array, options: ReaderOptions): Promise<Document | PagedFile> {
  const { facts, read } = await readable(bytes, options);
  const file = await readerOf(read.type)?.open?.(read.bytes, read.options);
  if (!file) return { ...(await loadAs(read.type, read.bytes, read.options)), ...facts };
  return { ...file, ...facts, readAll: async () => ({ ...(await file.readAll()), ...facts }) };
}

/** Bytes that a loader takes, and what the document is said to be whatever they are. */
interface Readable {
  readonly facts: { readonly digest: string; readonly contentType?: ContentType };
  readonly read: {
    readonly type: ContentType;
    readonly bytes: Uint8Array;
    readonly options: ReaderOptions;
  };
}

/** A document within its bounds, converted where a converter takes its kind. */
async function readable(bytes: Uint8Array, options: ReaderOptions): Promise<Readable> {
  const { limits, converters, filename, signal } = options;
  checkInterrupt(options);
  if (bytes.length === 0)
    throw new DocumentError('empty_document', 'The document is empty: it has no bytes.');
  if (bytes.length > limits.bytes) throw limitError('bytes', limits);
  const type = checkedType(bytes, options);
  // Before anything is read: a reader may give the bytes away.
  const digest = sha256([bytes], 'hex');
  const converter = converterFor(type, converters);
  if (!converter) return { facts: { digest }, read: { type, bytes, options } };
  const request = { contentType: type, filename, signal, limits };
  const converted = await convert(bytes, converter, request, options);
  return {
    facts: { contentType: type, digest },
    read: {
      type: convertedType(converted, type),
      bytes: converted,
      options: { ...options, contentType: undefined },
    },
  };
}

async function loadAs(type: ContentType, bytes: Uint8Array, options: ReaderOptions): Promise<Document> {
  if (type === 'application/x-ooxml-protected') throw protectedOfficeFile();
  const reader = readerOf(type);
  if (!reader) throw unsupported(type as UnreadType, options);
  return reader.load(bytes, options, type);
}

/** What a converter made; it must be something that its bytes show, and is not converted again. */
function convertedType(bytes: Uint8Array, from: ContentType): ContentType {
  const type = sniffSignature(bytes);
  if (type !== undefined && readerOf(type)) return type;
  const made = type === undefined ? 'bytes of unknown kind' : contentTypeName(type);
  throw new ProviderError(
    'converter',
    'conversion_failed',
    `The converter of ${contentTypeName(from)} gave ${made}, which cannot be read; it should give a PDF.`,
  );
}

/** The usual extensions of all kinds that can be read. */
function supportedExtensions(): string {
  const extensions = readableTypes().flatMap((type) => kindOf(type).extensions.slice(0, 1));
  return extensions.map((extension) => `.${extension}`).join(', ');
}

function checkedType(bytes: Uint8Array, options: ReaderOptions): ContentType {
  const type = detectType(bytes, options);
  if (type === undefined) {
    throw new DocumentError(
      'unsupported_type',
      `This kind of file is not supported. Supported are ${supportedExtensions()}. If the document is one of these, give its content type or a file name with the extension.`,
    );
  }
  if (hasSignature(type) && sniffSignature(bytes) === undefined) {
    throw new DocumentError(
      'invalid_document',
      `The document should be ${contentTypeName(type)}, but its bytes are not; check the file and its content type.`,
    );
  }
  return type;
}

function unsupported(type: UnreadType, options: ReaderOptions): DocumentError {
  const declared = normaliseContentType(options.contentType);
  const contrast =
    declared === undefined || declared === type ? '' : `, although declared as ${contentTypeName(declared)}`;
  return new DocumentError(
    'unsupported_type',
    `The document is ${contentTypeName(type)}${contrast}; this kind of file is not supported. ${adviceFor(type)}`,
  );
}
