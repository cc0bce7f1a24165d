/** Numbers that look random and can be had again: what crosses a wall is their seed. */

const RANGE = 2 ** 32;

/** Draws a seed, a whole number of 32 bits. @param random gives numbers from 0 (included) to 1 (excluded) */
export function seedOf(random: () => number): number {
  return Math.floor(random() * RANGE);
}

/**
 * Numbers from 0 (included) to 1 (excluded); the same for the same seed (mulberry32). Nothing secret may be made of
 * them.
 */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE;
  };
}
