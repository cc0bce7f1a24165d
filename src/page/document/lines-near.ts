/**
 * Lines by their height on the page, so that those beside a place are found without a look at all of them. What is chosen here
 * decides about time alone: with bands twice as high no value of 155 documents changes.
 */
import { kept, memo } from '../../foundation/objects/memo.js';
import type { Line } from './model.js';

/** Height of a band of a page, in inches: of a form, whose fields each ask for two or three, it has half a dozen lines. */
const BAND = 0.25;
/** Bands of a page at most, which is 50 inches: what lies lower is in the last one. */
const MOST_BANDS = 200;
/** Answers that are kept for a list: of a form they are a hundred, as its fields ask for the same bands. */
const MOST_KEPT = 256;

/**
 * Lines among which are all that reach into a stretch of the page, or touch it, in their order. Worked out once for a list, which
 * must not change.
 * @param lines of one page
 * @param top in inches, as `bottom`
 */
export function linesNear(lines: readonly Line[], top: number, bottom: number): readonly Line[] {
  const { bands, known } = bandsOf(lines);
  const [first, last] = top < bottom ? [bandOf(top), bandOf(bottom)] : [bandOf(bottom), bandOf(top)];
  return kept(known, `${first} ${last}`, MOST_KEPT, () =>
    [...new Set(bands.slice(first, last + 1).flat())]
      .sort((a, b) => a - b)
      .map((position) => lines[position]!),
  );
}

/** The positions of the lines in each band, and what was found in some that are side by side. */
const bandsOf = memo((lines: readonly Line[]) => {
  const bands: number[][] = Array.from({ length: MOST_BANDS }, () => []);
  for (const [position, { top, bottom }] of lines.entries()) {
    for (let band = bandOf(top); band <= bandOf(bottom); band++) bands[band]!.push(position);
  }
  return { bands, known: new Map<string, readonly Line[]>() };
});

function bandOf(y: number): number {
  return Math.min(MOST_BANDS - 1, Math.max(0, Math.floor(y / BAND)));
}
