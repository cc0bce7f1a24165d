/**
 * Memory for pixels that are dropped as soon as they were looked at. Fresh memory for a page of letter takes 0.15 to 0.5 ms of the
 * processor to come by, used memory 0.02, and a form has a dozen such pages.
 */

/** Bytes of the largest memory that is kept: a page of letter takes two million. */
const LARGEST_KEPT = 4 * 1024 * 1024;

/** What nobody uses now: as many as were in use at the same time, which is two. */
const free: Uint8Array[] = [];

/**
 * Works with memory of some length, whatever is in it.
 * @param use must not keep it, nor wait for anything
 */
export function withScratch<T>(length: number, use: (pixels: Uint8Array) => T): T {
  const last = free.pop();
  const memory = last && last.length >= length ? last : new Uint8Array(length);
  try {
    return use(memory.subarray(0, length));
  } finally {
    if (memory.length <= LARGEST_KEPT) free.push(memory);
  }
}
