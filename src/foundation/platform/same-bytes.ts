/** Equal stretches of bytes. */

/** Compares stretches of some bytes with each other. @returns whether as many bytes from one place are those from another */
export function stretchesOf(
  bytes: Uint8Array | Uint8ClampedArray,
): (from: number, other: number, length: number) => boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (from, other, length) => buffer.compare(buffer, from, from + length, other, other + length) === 0;
}
