/**
 * A stand-in for an embedding model, which cannot be had offline: vectors of hashed words and their letter triples.
 * It knows no meanings; what it shows is what fusing two rankings does, and that vectors cost nothing.
 */

const DIMENSIONS = 512;
/** Weight of a letter triple next to that of its word. */
const TRIPLE = 0.3;

/** A vector of length 1 for each text; the same text always has the same one. */
export function hashedVectors(texts: readonly string[]): number[][] {
  return texts.map((text) => {
    const vector = Array.from({ length: DIMENSIONS }, () => 0);
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
      add(vector, word, 1);
      const padded = ` ${word} `;
      for (let i = 0; i + 3 <= padded.length; i++) add(vector, padded.slice(i, i + 3), TRIPLE);
    }
    const damped = vector.map((each) => Math.sign(each) * Math.sqrt(Math.abs(each)));
    const length = Math.hypot(...damped) || 1;
    return damped.map((each) => each / length);
  });
}

function add(vector: number[], feature: string, weight: number): void {
  const hash = fnv(feature);
  const place = (hash >>> 1) % DIMENSIONS;
  vector[place] = (vector[place] ?? 0) + (hash & 1 ? weight : -weight);
}

/** FNV-1a, 32 bits. */
function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
