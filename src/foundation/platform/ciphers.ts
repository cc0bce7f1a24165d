/** What files are encrypted with, where the platform has it at once: digests, and AES in chains of blocks (CBC) without padding. */
import { createCipheriv, createDecipheriv, createHash, getFips } from 'node:crypto';

export interface Ciphers {
  digest(algorithm: 'md5' | 'sha256' | 'sha384' | 'sha512', ...parts: readonly Uint8Array[]): Buffer;
  /** @param key of 16 or 32 bytes @param data whole blocks of 16 bytes */
  encryptAes(key: Uint8Array, start: Uint8Array, data: Uint8Array): Buffer;
  decryptAes(key: Uint8Array, start: Uint8Array, data: Uint8Array): Buffer;
}

const own: Ciphers = {
  digest: (algorithm, ...parts) => {
    const hash = createHash(algorithm);
    for (const part of parts) hash.update(part);
    return hash.digest();
  },
  encryptAes: (key, start, data) => finished(createCipheriv(nameOf(key), key, start), data),
  decryptAes: (key, start, data) => finished(createDecipheriv(nameOf(key), key, start), data),
};

/** Undefined where what is old is forbidden (FIPS 140). */
export const ciphers: Ciphers | undefined = getFips() === 1 ? undefined : own;

function nameOf({ length }: Uint8Array): string {
  return `aes-${length * 8}-cbc`;
}

function finished(
  cipher: ReturnType<typeof createCipheriv> | ReturnType<typeof createDecipheriv>,
  data: Uint8Array,
): Buffer {
  cipher.setAutoPadding(false);
  const first = cipher.update(data);
  const last = cipher.final();
  return last.length === 0 ? first : Buffer.concat([first, last]);
}
