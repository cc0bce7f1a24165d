/**
 * What is printed once above all blocks, or above each group of them, as the number of a policy is above its claims: a sections
 * field gives it to each block as its external range. With it 81 of the 140 columns of sections in the tuned half of
 * `bench:distil` are proven, 2 more on each of two loss runs, and without it 77.
 */
import type { Line } from '../../page/document/model.js';
import { type BlockRange, type BlockSubject, blocksOf } from '../suggest/by-section.js';
import { folded } from '../suggest/id-words.js';
import { PageIndex } from '../suggest/page-index.js';

/** Letters of a cell at least for a caption not to be one: a `CA` or a 1 is in many. */
const LEAST_LETTERS = 3;
/** Inches from the row of a group's heading up to where the block before it ends, beyond the tolerance of its row. */
const ABOVE_ROW = -0.1;

/**
 * The range of some blocks, with the lines from a caption above them down to the first block. A caption may be the same for
 * all blocks, or the nearest one above each; then it also ends the last block of the group before.
 * @param captions those of the first sample
 * @param cells texts of all rows, which are no captions
 */
export function rangesFromAbove(
  { anchor, ...range }: BlockRange,
  samples: readonly BlockSubject[],
  captions: readonly string[],
  cells: readonly string[],
): readonly BlockRange[] {
  const starts = samples.map((each) => {
    const [block] = blocksOf(each, { anchor });
    return positionIn(each.index, block && new PageIndex(block).lines[0]);
  });
  const texts = [...new Set(cells.map(folded))].filter(({ length }) => length >= LEAST_LETTERS);
  const isAbove = (caption: string) =>
    samples.every(({ index }, i) => index.holding(caption).some((at) => at < starts[i]!));
  const isCell = (caption: string) => texts.some((text) => text.includes(caption) || caption.includes(text));
  return captions
    .filter((caption) => isAbove(caption) && !isCell(folded(caption)))
    .flatMap((text) => [
      { anchor, ...range, externalRange: { anchor: text, stop: anchor, anchorIsAbsolute: true } },
      {
        anchor,
        stop: text,
        stopOffsetY: ABOVE_ROW,
        externalRange: { anchor: { match: { type: 'includes', text, reverse: true } }, stop: anchor },
      },
    ]);
}

/** The position of a line of a block among the lines of its document; -1 without one. */
export function positionIn({ lines }: PageIndex, line: Line | undefined): number {
  return lines.findIndex(
    ({ page, left, top }) => page === line?.page && top === line.top && left === line.left,
  );
}
