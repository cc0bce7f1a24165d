/**
 * How near the runs of a row are to be one line. Of 20,449 values and cells of 137 documents thresholds a fifth smaller
 * change 1 of one, a quarter larger none.
 */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger

import { DEFAULT_MERGE, type MergeThresholds } from '../merge.js';
import { areSetAlike } from '../same-row.js';
import { SCRIPT_RATIO } from '../scripts.js';
import { isOvertyped } from './overtyped.js';
import { type PlacedRun, SCRIPT_GAP } from './rows.js';

/** No gap is as small. */
const APART = -1;
/** Gaps, and overlaps, of runs that touch, in mean heights: letters of one word. */
const TOUCHING = 0.16;
/** What typed spaces leave of a gap that they fill, in mean heights. */
const FILLED = 0.05;

/** Sizes differ clearly from this ratio on. */
const CLEAR_RATIO = 1.1;

const CAPTION_END = /:$/u;
const CLAUSE_END = /[.,;!?]$/u;
const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;
const DOTS = /^[. ]+$/u;
const DIGIT_END = /\p{Nd}$/u;
const DIGIT_START = /^\p{Nd}/u;
const NUMBER_END = /[\p{Nd}.,/]$/u;
const NUMBER_START = /^[\p{Nd}.,/]/u;

/** By what the runs of a row are joined, whatever their extents across it. Those of two sizes are, where they are set as one text. */
export function rowThresholds(row: readonly PlacedRun[]): MergeThresholds {
  const glues = (lone: number, other: number) => isOvertyped(row[lone]!, row[other]!);
  const { directlyAdjacent, adjacent } = DEFAULT_MERGE;
  // Spreading the object for each row of each page costs 3 % of making lines.
  if (!isMixed(row)) return { directlyAdjacent, adjacent, yOverlap: 0, glues };
  return {
    directlyAdjacent,
    adjacent,
    yOverlap: 0,
    glues,
    adjacentBetween: {
      most: adjacent,
      of: (left, right) => gapBetween(row, left, right),
      isSpaced: (left, right) => areTwoNumbers(row[left]!, row[right]!),
    },
  };
}

function isMixed(row: readonly PlacedRun[]): boolean {
  const { size } = row[0]!.run;
  for (const { run } of row) if (run.beginsCell || run.size !== size) return true;
  return false;
}

function gapBetween(row: readonly PlacedRun[], left: number, right: number): number {
  const [before, behind] = [row[left]!, row[right]!];
  if (behind.run.beginsCell) return APART;
  if (before.isScript || behind.isScript) return SCRIPT_GAP / SCRIPT_RATIO;
  if (areSetAlike(before.run, behind.run)) return DEFAULT_MERGE.adjacent;
  return isOneText(row, left, right) ? DEFAULT_MERGE.adjacent : APART;
}

/**
 * Whether neighbours of two sizes are one text: letters of one word; words of which one has letters of two sizes, as
 * small capitals; a word between two of another size; or what is typed with the space between. A caption and its
 * value are not: forms are filled in with another size. Of text that leaves no mark, whose sizes OCR guessed word by word, only
 * a word between two of another size: two values won on a loss run, none changed on 62 documents.
 */
function isOneText(row: readonly PlacedRun[], left: number, right: number): boolean {
  const [before, behind] = [row[left]!, row[right]!];
  if (CAPTION_END.test(before.run.text)) return false;
  if (isLeader(row, right) || isNumberSeam(before.run.text, behind.run.text)) return false;
  const [first, last] = [row[left - 1], row[right + 1]];
  const isBetween =
    (first !== undefined && areSetAlike(first.run, behind.run) && isNear(first, before)) ||
    (last !== undefined && areSetAlike(last.run, before.run) && isNear(behind, last));
  if (before.run.invisible) return isBetween;
  if (touch(before, behind)) return isWordSeam(before, behind);
  if (isBetween || isPartOfWord(row, left) || isPartOfWord(row, right)) return true;
  const typed = behind.lead + before.trail;
  return typed > 0 && Math.abs(behind.left - before.right - typed) <= FILLED * before.run.size;
}

/**
 * Whether a word goes on from one size to another: by letters or figures on both sides, or by sizes that clearly
 * differ; not behind the end of a clause. A lone full stop of nearly the size is as far from a text as the file sets it.
 */
function isWordSeam(before: PlacedRun, behind: PlacedRun): boolean {
  if (CLAUSE_END.test(before.run.text) && WORD_START.test(behind.run.text)) return false;
  const [a, b] = [before.run.size, behind.run.size];
  if (Math.max(a, b) >= CLEAR_RATIO * Math.min(a, b)) return true;
  return WORD_END.test(before.run.text) && WORD_START.test(behind.run.text);
}

/** Whether figures of two sizes meet, or what is between figures: cents that are set small are no digits of the amount. */
function isNumberSeam(before: string, behind: string): boolean {
  return (
    NUMBER_END.test(before) &&
    NUMBER_START.test(behind) &&
    (DIGIT_END.test(before) || DIGIT_START.test(behind))
  );
}

/** Whether dots begin that lead to a figure. */
function isLeader(row: readonly PlacedRun[], index: number): boolean {
  const { text } = row[index]!.run;
  return DOTS.test(text) && (text.length > 2 || DOTS.test(row[index + 1]?.run.text ?? ''));
}

/** Whether a run and a neighbour of another size are one word. */
function isPartOfWord(row: readonly PlacedRun[], index: number): boolean {
  const run = row[index]!;
  const [before, behind] = [row[index - 1], row[index + 1]];
  const isWord = (a: PlacedRun, b: PlacedRun) => !areSetAlike(a.run, b.run) && touch(a, b);
  return (before !== undefined && isWord(before, run)) || (behind !== undefined && isWord(run, behind));
}

function touch(before: PlacedRun, behind: PlacedRun): boolean {
  return Math.abs(behind.left - before.right) <= TOUCHING * meanSize(before, behind);
}

function isNear(before: PlacedRun, behind: PlacedRun): boolean {
  const gap = behind.left - before.right - behind.lead - before.trail;
  return gap <= DEFAULT_MERGE.adjacent * meanSize(before, behind);
}

function meanSize(a: PlacedRun, b: PlacedRun): number {
  return (a.run.size + b.run.size) / 2;
}

/** A raised figure is no digit of the number before it: `1,234` and the mark of a note. */
function areTwoNumbers(left: PlacedRun, right: PlacedRun): boolean {
  return (
    left.isScript !== right.isScript && DIGIT_END.test(left.run.text) && DIGIT_START.test(right.run.text)
  );
}
