/** Lines by their height on the page, so that those beside a place are found without a look at all of them. */
import { memo } from '../../foundation/objects/memo.js';
import type { Line } from './model.js';

/** Height of a band of a page, in inches: of a form, whose fields each ask for one or two, it has a dozen lines. */
const BAND = 0.5;
/** Bands of a page at most, which is 50 inches: what lies lower is in the last one. */
const MOST_BANDS = 100;

/**
 * Lines among which are all that reach into a stretch of the page, or touch it, in their order. Worked out once for a list, which
 * must not change.
 * @param lines of one page
 * @param top in inches, as `bottom`
 */
export function linesNear(lines: readonly Line[], top: number, bottom: number): readonly Line[] {
  const bands = bandsOf(lines);
  const [first, last] = top < bottom ? [bandOf(top), bandOf(bottom)] : [bandOf(bottom), bandOf(top)];
  if (first === last) return bands[first]!.map((position) => lines[position]!);
  const positions = bands
    .slice(first, last + 1)
    .flat()
    .sort((a, b) => a - b);
  return positions.filter((each, at) => each !== positions[at - 1]).map((position) => lines[position]!);
}

/** The positions of the lines in each band. */
const bandsOf = memo((lines: readonly Line[]) => {
  const bands: number[][] = Array.from({ length: MOST_BANDS }, () => []);
  for (const [position, { top, bottom }] of lines.entries()) {
    for (let band = bandOf(top); band <= bandOf(bottom); band++) bands[band]!.push(position);
  }
  return bands;
});

function bandOf(y: number): number {
  return Math.min(MOST_BANDS - 1, Math.max(0, Math.floor(y / BAND)));
}
