/** Damage to bytes and to lists of tokens, whatever they mean. */
import type { Chance } from './chance.js';

/** Longest repetition of a piece. */
const MOST_REPEATS = 3_000;

/** Changes a few bytes: flips bits, cuts, repeats and overwrites stretches. */
export function damagedBytes(given: Uint8Array, chance: Chance): Uint8Array {
  let bytes = Uint8Array.from(given);
  for (let times = 1 + chance.int(4); times > 0 && bytes.length > 0; times--) {
    const at = chance.int(bytes.length);
    const length = 1 + chance.int(Math.min(64, bytes.length - at));
    const kind = chance.int(6);
    if (kind === 0) bytes[at]! ^= 1 << chance.int(8);
    else if (kind === 1) bytes[at] = chance.of([0, 0xff, 0x7f, 0x80, 0x20, chance.int(256)]);
    else if (kind === 2) bytes.set(chance.bytes(length), at);
    else if (kind === 3) bytes = joined(bytes.subarray(0, at), bytes.subarray(at + length));
    else if (kind === 4) bytes = joined(bytes.subarray(0, at + length), bytes.subarray(at));
    else if (chance.percent(20)) bytes = bytes.slice(0, at);
  }
  return bytes;
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(pieces));
}

/**
 * Changes a few of a list of tokens: drops, doubles, repeats, swaps and replaces them.
 * @param other makes a token in place of another
 */
export function damagedTokens(
  given: readonly string[],
  chance: Chance,
  other: (token: string) => string,
): string[] {
  const tokens = [...given];
  for (let times = 1 + chance.int(5); times > 0 && tokens.length > 0; times--) {
    const at = chance.int(tokens.length);
    const kind = chance.int(10);
    if (kind < 5) tokens[at] = other(tokens[at]!);
    else if (kind === 5) tokens.splice(at, 1);
    else if (kind === 6) tokens.splice(at, 1 + chance.int(8));
    else if (kind === 7) tokens.splice(at, 0, ...tokens.slice(at, at + 1 + chance.int(8)));
    else if (kind === 8) {
      const to = chance.int(tokens.length);
      [tokens[at], tokens[to]] = [tokens[to]!, tokens[at]!];
    } else {
      const piece = tokens.slice(at, at + 1 + chance.int(4)).join(' ');
      tokens[at] = `${piece} `.repeat(1 + chance.int(Math.min(MOST_REPEATS, 40_000 / (piece.length + 1))));
    }
  }
  return tokens;
}
