/**
 * Where the service keeps bytes: documents, spreadsheets, results of classifications. Every method throws a
 * RangeError for keys that `checkBlobKey` refuses.
 */
// See docs/language/09-service.md#917-stores-queues-blobs-keys
import type { ByteStream } from './streams.js';

/** Bytes under keys: documents, and results that are too large for rows. */
export interface Blobs {
  /**
   * Stores bytes under a key, in place of what was there: all of them, or, when the stream or the store fails,
   * nothing, and what was there stays.
   */
  put(
    key: string,
    data: ByteStream | Uint8Array,
    meta: { readonly contentType?: string | undefined },
  ): Promise<{ readonly size: number }>;
  /** The bytes of a key; null where there are none. */
  get(key: string): Promise<ByteStream | null>;
  /** Their number; null where there are none. */
  size(key: string): Promise<number | null>;
  /** A key without bytes is fine. */
  delete(key: string): Promise<void>;
  /**
   * Keys for clean-up. What a broken `put` left behind may be among them, and what nobody can reach is cleaned up on
   * the way.
   * @param prefix how the keys begin
   * @param olderThanMs least age of their bytes, in milliseconds
   */
  list?(prefix: string, olderThanMs: number): AsyncIterable<string>;
  /** An address to which whoever has it may PUT the bytes for a while, past the service. */
  presignPut?(
    key: string,
    o: { readonly contentType?: string | undefined; readonly expiresMs: number; readonly maxBytes: number },
  ): Promise<string>;
  /** An address at which whoever has it may GET the bytes for a while, past the service. */
  presignGet?(
    key: string,
    o: { readonly filename?: string | undefined; readonly expiresMs: number },
  ): Promise<string>;
}

/** Parts of a key between slashes, and characters of a part once it is percent-encoded. */
const MOST_PARTS = 8;
const LONGEST_PART = 240;

/**
 * The parts of a key. Keys are `{account}/{extraction}/{random}`: texts that hosts may choose, so that every store
 * refuses the same ones.
 * @throws RangeError for keys with empty parts, `.` or `..`, control characters, backslashes, or too much of anything
 */
export function checkBlobKey(key: string): readonly string[] {
  const parts = key.split('/');
  if (parts.length > MOST_PARTS || !parts.every(isPart)) {
    throw new RangeError(
      `The blob key ${JSON.stringify(key.slice(0, 100))} must be 1 to ${MOST_PARTS} parts with slashes between them, without ".", ".." or control characters.`,
    );
  }
  return parts;
}

function isPart(part: string): boolean {
  if (part === '' || part === '.' || part === '..' || !part.isWellFormed()) return false;
  return !/[\\\p{Cc}]/u.test(part) && encodeURIComponent(part).length <= LONGEST_PART;
}
