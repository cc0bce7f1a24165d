/** The encoding of the standard font ZapfDingbats: codes to Unicode, after Adobe's list `zapfdingbats.txt`. */

/** Runs of codes with consecutive characters: first code, last code, first character. */
const RUNS: readonly (readonly [number, number, number])[] = [
  [0x21, 0x7e, 0x2701],
  [0x80, 0x8d, 0x2768],
  [0xa1, 0xa7, 0x2761],
  [0xac, 0xb5, 0x2460],
  [0xb6, 0xd4, 0x2776],
  [0xd8, 0xef, 0x2798],
  [0xf1, 0xfe, 0x27b1],
];

/** Codes outside the runs, or with characters that Unicode had elsewhere already. */
const SINGLES: ReadonlyMap<number, number> = new Map([
  [0x25, 0x260e],
  [0x2a, 0x261b],
  [0x2b, 0x261e],
  [0x48, 0x2605],
  [0x6c, 0x25cf],
  [0x6e, 0x25a0],
  [0x73, 0x25b2],
  [0x74, 0x25bc],
  [0x75, 0x25c6],
  [0x77, 0x25d7],
  [0xa8, 0x2663],
  [0xa9, 0x2666],
  [0xaa, 0x2665],
  [0xab, 0x2660],
  [0xd5, 0x2192],
  [0xd6, 0x2194],
  [0xd7, 0x2195],
]);

/** The character that a code of ZapfDingbats draws; undefined for codes that draw nothing. */
export function dingbatOf(code: number): string | undefined {
  const single = SINGLES.get(code);
  if (single !== undefined) return String.fromCodePoint(single);
  const run = RUNS.find(([first, last]) => code >= first && code <= last);
  return run === undefined ? undefined : String.fromCodePoint(run[2] + code - run[0]);
}
