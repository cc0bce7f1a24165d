/** Bytes for attacks. */
import { randomFrom } from '../../src/run/workers/seeded-random.js';

/** Bytes that cannot be packed, the same for the same seed. */
export function randomBytesFrom(seed: number, length: number): Uint8Array {
  const random = randomFrom(seed);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}
