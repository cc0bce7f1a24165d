/** Blobs in the memory of this process. They are gone when it ends. */

import { joined } from '../../foundation/objects/joined.js';
import { type Blobs, checkBlobKey } from '../blobs.js';
import { systemClock } from '../clock.js';
import { type ByteStream, chunksOf, streamOf } from '../streams.js';

/**
 * Blobs in the memory of this process; they are lost with it.
 * @param now milliseconds since 1970; default the machine's clock
 *
 * @example
 * createService({ keys, blobs: memoryBlobs() });
 */
export function memoryBlobs({ now = systemClock.now }: { readonly now?: () => number } = {}): Blobs {
  const blobs = new Map<string, { readonly bytes: Uint8Array; readonly at: number }>();
  return {
    async put(key, data) {
      checkBlobKey(key);
      const bytes = await allOf(data);
      blobs.set(key, { bytes, at: now() });
      return { size: bytes.length };
    },
    async get(key) {
      checkBlobKey(key);
      const blob = blobs.get(key);
      return blob ? streamOf(blob.bytes.slice()) : null;
    },
    async size(key) {
      checkBlobKey(key);
      return blobs.get(key)?.bytes.length ?? null;
    },
    async delete(key) {
      checkBlobKey(key);
      blobs.delete(key);
    },
    async *list(prefix, olderThanMs) {
      const before = now() - olderThanMs;
      for (const [key, { at }] of [...blobs]) if (key.startsWith(prefix) && at <= before) yield key;
    },
  };
}

async function allOf(data: ByteStream | Uint8Array): Promise<Uint8Array> {
  if (data instanceof Uint8Array) return data.slice();
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(data)) chunks.push(chunk.slice());
  return joined(chunks);
}
