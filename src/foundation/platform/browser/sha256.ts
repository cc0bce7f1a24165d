/** SHA-256 where only a slow, asynchronous one comes with the platform. */
import { sha256 as algorithm } from '@noble/hashes/sha2.js';

export function sha256(
  parts: readonly (string | Uint8Array | Uint8ClampedArray)[],
  as: 'hex' | 'base64',
): string {
  const hash = algorithm.create();
  for (const part of parts) hash.update(bytesOf(part));
  const digest = hash.digest();
  if (as === 'base64') return btoa(String.fromCharCode(...digest));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(part: string | Uint8Array | Uint8ClampedArray): Uint8Array {
  if (typeof part === 'string') return new TextEncoder().encode(part);
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}
