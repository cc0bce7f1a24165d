/** SHA-256 (FIPS 180-4), by which documents, pictures and requests are identified. */
import { createHash } from 'node:crypto';

/** The hash of all parts one after the other, texts as UTF-8. */
export function sha256(
  parts: readonly (string | Uint8Array | Uint8ClampedArray)[],
  as: 'hex' | 'base64',
): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest(as);
}
