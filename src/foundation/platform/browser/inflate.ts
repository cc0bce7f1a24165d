/** Deflate where no native one can be bounded. */
import { Unzlib } from 'fflate';

export class TooMuchUnpacked extends Error {
  override readonly name = 'TooMuchUnpacked';
}

export async function inflated(packed: Uint8Array, most: number): Promise<Uint8Array> {
  return inflatedNow(packed, most);
}

export function inflatedNow(packed: Uint8Array, most: number): Uint8Array {
  return unpack(packed, most, true);
}

export function inflatedSoFar(packed: Uint8Array, most: number): Uint8Array {
  return unpack(packed, most, false);
}

/** Packed bytes at a time: they unpack to at most some 64 MB before the bound is looked at. */
const STEP = 64 * 1024;

function unpack(packed: Uint8Array, most: number, whole: boolean): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Unzlib((part) => {
    length += part.length;
    if (length > most) throw new TooMuchUnpacked('more than was allowed');
    parts.push(part);
  });
  for (let at = 0; at < packed.length; at += STEP) {
    stream.push(packed.subarray(at, at + STEP), whole && at + STEP >= packed.length);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
