/**
 * Opens a PDF at the level of its objects, for what pdf.js does not hand out. The library for it puts no limit
 * on what compressed streams grow to, so a file is measured before it is given to it.
 */
import type { PDFAcroField, PDFObject } from '@cantoo/pdf-lib';
import { inflatedSoFar, TooMuchUnpacked } from '../../../foundation/platform/inflate.js';

type PdfLib = typeof import('@cantoo/pdf-lib');
type PdfLibDocument = Awaited<ReturnType<PdfLib['PDFDocument']['load']>>;

/** The object library with a document that it has open. */
export interface PdfObjects {
  readonly lib: PdfLib;
  readonly document: PdfLibDocument;
}

/** Larger files are not looked into, in bytes. */
const MAX_FILE = 32 * 1024 * 1024;

/** All streams of the file together may not unpack to more, in bytes. */
const MAX_UNPACKED = 256 * 1024 * 1024;

/**
 * Packed bytes that are looked at, times the size of the file: streams whose ends are missing or wrong overlap, and
 * are looked at again with each that begins in them.
 */
const MAX_OVERLAP = 4;

/**
 * Digits in a row that are looked at one by one. Shorter rows are everywhere: a reference or a number. The library reads a
 * row that is between objects again from each of its digits.
 */
const LONG_NUMBER = 64;

/** Digits that the library may read so, in all: some 0.2 s. It took 9 s for 20,000 in a row, which are 200,000,000. */
const MAX_DIGITS_READ = 5_000_000;

/** Fields of a form that are looked at. */
const MAX_FIELDS = 100_000;

/** First byte of data that `FlateDecode` wrote. */
const ZLIB_HEADER = 0x78;

/**
 * Opens a file that is small enough. Undefined when it is not, or when the library cannot read it: what it is
 * needed for is an extra.
 */
export function openObjects(
  bytes: Uint8Array,
  password: string | undefined,
): Promise<PdfObjects | undefined> {
  return load(bytes, password === undefined ? {} : { password });
}

/** Opens an encrypted file without its password: names and numbers are readable, strings and streams are not. */
export function openSealed(bytes: Uint8Array): Promise<PdfObjects | undefined> {
  return load(bytes, { ignoreEncryption: true });
}

async function load(
  bytes: Uint8Array,
  options: { readonly password: string } | { readonly ignoreEncryption?: true },
): Promise<PdfObjects | undefined> {
  if (bytes.length > MAX_FILE || digitsRead(bytes) > MAX_DIGITS_READ) return undefined;
  if (!unpacksWithin(bytes, MAX_UNPACKED)) return undefined;
  try {
    const lib = await import('@cantoo/pdf-lib');
    return { lib, document: await lib.PDFDocument.load(bytes, { updateMetadata: false, ...options }) };
  } catch {
    return undefined;
  }
}

/** Full names of the signature fields that hold a signature. */
export function signedFields({ lib, document }: PdfObjects): ReadonlySet<string> {
  const signed = new Set<string>();
  try {
    for (const field of acroFields({ lib, document })) {
      const value = field.dict.lookup(lib.PDFName.of('V'));
      if (field instanceof lib.PDFAcroSignature && value instanceof lib.PDFDict) {
        signed.add(field.getFullyQualifiedName() ?? '');
      }
    }
  } catch {
    // A damaged form: what was found so far is kept.
  }
  return signed;
}

/** The fields of a form that have no children, each once: files may share children, or make a field its own child. */
function* acroFields({ lib, document }: PdfObjects): Generator<PDFAcroField> {
  const waiting = document.catalog.getAcroForm()?.getFields() ?? [];
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next && seen.size < MAX_FIELDS; next = waiting.pop()) {
    const [field, reference] = next;
    if (seen.has(reference)) continue;
    seen.add(reference);
    if (!(field instanceof lib.PDFAcroNonTerminal)) yield field;
    else for (const kid of lib.createPDFAcroFields(field.Kids())) waiting.push(kid);
  }
}

/**
 * The data of a stream; undefined for an object that is not one, and for data that cannot be unpacked or is longer
 * than a limit.
 * @param limit bytes
 */
export function unpackStream(
  { lib }: PdfObjects,
  object: PDFObject | undefined,
  limit: number,
): Uint8Array | undefined {
  if (!(object instanceof lib.PDFRawStream)) return undefined;
  const filter = filterName(object.dict.lookup(lib.PDFName.of('Filter')));
  const plain = object.dict.get(lib.PDFName.of('DecodeParms')) === undefined;
  const data =
    filter === '/FlateDecode' && plain
      ? inflate(object.contents, limit)
      : lib.decodePDFRawStream(object).decode();
  return data !== undefined && data.length <= limit ? data : undefined;
}

/** The only filter of a stream as it is printed; undefined for none or several. */
function filterName(filter: PDFObject | undefined): string | undefined {
  const printed = filter?.toString().replace(/^\[\s*|\s*\]$/gu, '');
  return printed?.includes(' ') ? undefined : printed;
}

/**
 * Unpacks a `FlateDecode` stream; undefined when it holds more than a limit or nothing that can be unpacked.
 * @param limit bytes
 */
function inflate(bytes: Uint8Array, limit: number): Uint8Array | undefined {
  try {
    return inflatedSoFar(bytes, limit);
  } catch {
    return undefined;
  }
}

/** The digits that are read where each long row of them is read again from each of its digits. */
function digitsRead(bytes: Uint8Array): number {
  const isDigit = (at: number) => bytes[at]! >= ZERO && bytes[at]! <= NINE;
  let read = 0;
  // No long row lies between two of these places.
  for (let at = 0; at < bytes.length; at += LONG_NUMBER) {
    if (!isDigit(at)) continue;
    let start = at;
    while (start > 0 && isDigit(start - 1)) start -= 1;
    while (at + 1 < bytes.length && isDigit(at + 1)) at += 1;
    const length = at + 1 - start;
    if (length >= LONG_NUMBER) read += (length * length) / 2;
  }
  return read;
}

const ZERO = 0x30;
const NINE = 0x39;

/**
 * Whether all streams together stay below a limit. Streams that overlap many times, and those in a compression other than Flate that grows
 * without bound (LZW), make the answer no.
 */
function unpacksWithin(bytes: Uint8Array, limit: number): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.includes('/LZW')) return false;
  let left = limit;
  let looks = bytes.length * MAX_OVERLAP;
  for (let at = buffer.indexOf('stream'); at >= 0; at = buffer.indexOf('stream', at + 6)) {
    let start = at + 6;
    while (buffer[start] === 0x0d || buffer[start] === 0x0a) start += 1;
    if (buffer[start] !== ZLIB_HEADER) continue;
    const end = buffer.indexOf('endstream', start);
    looks -= (end < 0 ? bytes.length : end) - start;
    if (looks < 0) return false;
    try {
      const packed = buffer.subarray(start, end < 0 ? undefined : end);
      left -= inflatedSoFar(packed, left).length;
    } catch (error) {
      if (error instanceof TooMuchUnpacked) return false;
    }
    if (left <= 0) return false;
  }
  return true;
}
