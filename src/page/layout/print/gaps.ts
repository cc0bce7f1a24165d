/** How near the runs of a row are to be one line. */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger

import { DEFAULT_MERGE, type MergeThresholds } from '../merge.js';
import { areSetAlike } from '../same-row.js';
import { type PlacedRun, SCRIPT_GAP } from './rows.js';

/** Gap up to which runs of two sizes are one line, in mean heights. */
const MIXED_GAP = 0.6;
/** No gap is as small. */
const APART = -1;

const DIGIT_END = /\p{Nd}$/u;
const DIGIT_START = /^\p{Nd}/u;

/** By what the runs of a row are joined: two sizes by less, what begins a cell by nothing. */
export function rowThresholds(row: readonly PlacedRun[]): MergeThresholds {
  if (!isMixed(row)) return DEFAULT_MERGE;
  return {
    ...DEFAULT_MERGE,
    adjacentBetween: {
      most: Math.max(DEFAULT_MERGE.adjacent, MIXED_GAP),
      of: (left, right) => gapBetween(row[left]!, row[right]!),
      isSpaced: (left, right) => areTwoNumbers(row[left]!, row[right]!),
    },
  };
}

function isMixed(row: readonly PlacedRun[]): boolean {
  const { size } = row[0]!.run;
  for (const { run } of row) if (run.beginsCell || run.size !== size) return true;
  return false;
}

function gapBetween(left: PlacedRun, right: PlacedRun): number {
  if (right.run.beginsCell) return APART;
  if (left.isScript || right.isScript) return 2 * SCRIPT_GAP;
  return areSetAlike(left.run, right.run) ? DEFAULT_MERGE.adjacent : MIXED_GAP;
}

/** A raised figure is no digit of the number before it: `1,234` and the mark of a note. */
function areTwoNumbers(left: PlacedRun, right: PlacedRun): boolean {
  return (
    left.isScript !== right.isScript && DIGIT_END.test(left.run.text) && DIGIT_START.test(right.run.text)
  );
}
