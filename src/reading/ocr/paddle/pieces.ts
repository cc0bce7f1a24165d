/**
 * Letters that were read twice: the boxes of rows that are close reach into each other, so that the end of one holds
 * the first letter of the next, cut off (`INSURER B: F` before `Half Century`); and two boxes that each cut into a word
 * were widened to the same one (`MI MI`): on 11 documents at 200 dpi, 19 words of 25,108.
 */
import {
  type Box,
  boundingBox,
  boxHeight,
  boxWidth,
  overlapX,
  overlapY,
} from '../../../page/document/geometry.js';
import type { OcrText } from '../engine.js';

/** Share of the width and height of a piece that the word it was cut from covers. */
const COVERED = 0.5;

interface Placed {
  readonly word: OcrText;
  readonly box: Box;
}

/** The words without those that are pieces of longer ones; of two in one place the surer one stays, or else the first. */
export function withoutPieces(words: readonly OcrText[]): readonly OcrText[] {
  const placed = words
    .map((word): Placed => ({ word, box: boundingBox(word.polygon) }))
    .sort((a, b) => rankOf(b) - rankOf(a));
  const whole = placed.filter((each, at) => !placed.slice(0, at).some((other) => isCovered(each, other)));
  const kept = new Set(whole.map(({ word }) => word));
  return words.filter((word) => kept.has(word));
}

/** Longer words first, of equally long ones the surer. */
function rankOf({ word: { text, confidence = 0 } }: Placed): number {
  return text.length + Math.min(confidence, SURE);
}

/** Counts less than a letter. */
const SURE = 0.99;

function isCovered({ box: piece }: Placed, { box }: Placed): boolean {
  return (
    overlapX(piece, box) >= COVERED * boxWidth(piece) && overlapY(piece, box) >= COVERED * boxHeight(piece)
  );
}
