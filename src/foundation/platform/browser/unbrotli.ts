/**
 * Files of packages that came as modules. Brotli makes them a quarter smaller than gzip does, and browsers have no decoder of
 * their own for it: that is loaded with the first file, and takes some 0.1 s of processor time for the largest.
 */
import { frontDecoded } from './front-coded.js';
import { decoded } from './unpacked.js';

/** What such a module exports: base64 of what Brotli made of a file. */
export interface Packed {
  readonly packed: string;
}

/** The bytes of a file. */
export async function unbrotli(module: Promise<Packed>): Promise<Uint8Array> {
  const [{ packed }, { decompress }] = await Promise.all([module, import('brotli/decompress')]);
  return decompress(decoded(packed));
}

/** The bytes of a list of words that was front-coded. */
export async function unbrotliWords(module: Promise<Packed>): Promise<Uint8Array> {
  return frontDecoded(await unbrotli(module));
}
