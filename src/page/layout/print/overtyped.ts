/** A sign typed over another: a mark in the place of an empty box. It is in the line of what it is over. */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection
import type { PlacedRun } from './rows.js';

/** Share of the narrower of two signs that the other covers. */
const COVERED = 0.5;

/** Whether a run is one sign, over a sign of another that is a word by itself. */
export function isOvertyped(sign: PlacedRun, { run, left }: PlacedRun): boolean {
  if (sign.run.visible !== 1) return false;
  const { words } = run;
  for (let word = run.from; word < run.to; word++) {
    if (words.end(word) - words.start(word) !== 1) continue;
    const [start, end] = [left + words.left(word), left + words.right(word)];
    const common = Math.min(end, sign.right) - Math.max(start, sign.left);
    if (common >= COVERED * Math.min(end - start, sign.right - sign.left)) return true;
  }
  return false;
}
