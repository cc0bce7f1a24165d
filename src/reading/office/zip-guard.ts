/**
 * Opening ZIP archives from strangers. The directory is checked before anything is unpacked, and unpacking is
 * counted, so that neither a false directory nor a false file can cost more than the limits. Archives inside
 * the archive are never opened.
 */

import { DocumentError } from '../../errors.js';
import { checkInterrupt, type Interrupt } from '../../foundation/async/interrupt.js';
import { type Limits, limitError } from '../../limits.js';
import { damagedFile } from '../file-errors.js';
import { readZipDirectory, type ZipEntry } from './zip-directory.js';

/** An archive whose directory has been checked. Names are found whatever their letter case, as OPC wants it. */
export interface Archive {
  /** Whether there is a part of this name. */
  has(name: string): boolean;
  /**
   * The bytes of a part, unpacked piece by piece.
   * @throws DocumentError `invalid_document` when the part is missing or broken, `too_large`, `timed_out`, `aborted`
   */
  read(name: string): Generator<Uint8Array>;
}

export interface ArchiveOptions extends Interrupt {
  readonly limits: Limits;
}

/**
 * Parts that unpack to more than this many times their size are bombs: deflate reaches 1,032, while a sheet of
 * 60,000 equal rows comes to 257.
 */
const MAX_RATIO = 400;
/** Parts up to this many bytes may have any ratio: they are cheap. */
const RATIO_FREE_SIZE = 1024 * 1024;
/** Packed bytes handed to the inflater at a time; each piece unpacks to at most 16 MiB. */
const INFLATE_STEP = 16 * 1024;
const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_SIZE = 30;
/** What most files are unpacked for: markup. Pictures and embedded files stay packed and do not count. */
const MARKUP_NAME = /\.(?:xml|rels|vml)$/;

/**
 * Checks the directory of an archive: number of entries, names that occur twice, encryption, declared sizes
 * and ratios.
 * @throws DocumentError `invalid_document` for a broken or deceptive archive, `password_required`, `too_large`
 */
export async function openArchive(bytes: Uint8Array, options: ArchiveOptions): Promise<Archive> {
  const { limits } = options;
  const directory = readZipDirectory(bytes, limits.archiveEntries);
  if (directory?.more) throw limitError('archiveEntries', limits);
  if (!directory?.complete) throw damagedFile('its directory is missing or incomplete; it may be cut off');
  const entries = new Map<string, ZipEntry>();
  for (const entry of directory.entries) {
    if (entry.name.endsWith('/')) continue;
    const key = entry.name.toLowerCase();
    if (entries.has(key)) throw damagedFile('two parts of it have the same name');
    entries.set(key, entry);
  }
  checkSizes(entries, limits);
  const { Inflate } = await import('fflate');
  let unpacked = 0;
  const count = (size: number) => {
    unpacked += size;
    if (unpacked > limits.uncompressedBytes) throw limitError('uncompressedBytes', limits);
  };
  return {
    has: (name) => entries.has(name.toLowerCase()),
    *read(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) throw damagedFile('a part that belongs to it is missing');
      checkRatio(entry);
      const packed = packedBytes(bytes, entry);
      const pieces = entry.method === STORED ? [packed] : inflated(packed, Inflate);
      let size = 0;
      for (const piece of pieces) {
        checkInterrupt(options);
        count(piece.length);
        size += piece.length;
        if (size > entry.size) throw damagedFile('a part of it is larger than its directory says');
        yield piece;
      }
      if (size !== entry.size) throw damagedFile('a part of it is shorter than its directory says');
    },
  };
}

function checkSizes(entries: ReadonlyMap<string, ZipEntry>, limits: Limits): void {
  let total = 0;
  for (const [name, entry] of entries) {
    if (entry.encrypted) {
      throw new DocumentError(
        'password_required',
        'The document is in an archive with a password; unpack it first.',
      );
    }
    if (!MARKUP_NAME.test(name)) continue;
    total += entry.size;
    if (total > limits.uncompressedBytes) throw limitError('uncompressedBytes', limits);
    checkRatio(entry);
  }
}

function checkRatio({ size, packedSize }: ZipEntry): void {
  if (size <= RATIO_FREE_SIZE || size <= packedSize * MAX_RATIO) return;
  throw new DocumentError(
    'too_large',
    `A part of the document unpacks to more than ${MAX_RATIO} times its size, as no real document does.`,
  );
}

function packedBytes(bytes: Uint8Array, { offset, packedSize, method, size }: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + LOCAL_HEADER_SIZE > bytes.length || view.getUint32(offset, true) !== LOCAL_HEADER) {
    throw damagedFile('a part of it is not where its directory says');
  }
  const start =
    offset + LOCAL_HEADER_SIZE + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedSize > bytes.length) throw damagedFile('a part of it is cut off');
  if (method !== DEFLATED && (method !== STORED || packedSize !== size)) {
    throw damagedFile('a part of it is packed in a way that office files do not use');
  }
  return bytes.subarray(start, start + packedSize);
}

type InflateClass = typeof import('fflate').Inflate;

function* inflated(packed: Uint8Array, Inflate: InflateClass): Generator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const inflater = new Inflate((piece) => {
    pieces.push(piece);
  });
  for (let start = 0; start === 0 || start < packed.length; start += INFLATE_STEP) {
    const end = start + INFLATE_STEP;
    try {
      inflater.push(packed.subarray(start, end), end >= packed.length);
    } catch (cause) {
      throw damagedFile('a part of it cannot be unpacked', cause);
    }
    yield* pieces;
    pieces = [];
  }
}
