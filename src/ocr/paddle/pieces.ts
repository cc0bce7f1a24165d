/**
 * Letters that were read twice: the boxes of rows that are close reach into each other, so that the end of one holds
 * the first letter of the next, cut off (`INSURER B: F` before `Half Century`). On a scanned form two of 37 known values
 * won, none lost.
 */
import { type Box, boundingBox, boxHeight, boxWidth, overlapX, overlapY } from '../../document/geometry.js';
import type { OcrText } from '../engine.js';

/** Share of the width and height of a piece that the word it was cut from covers. */
const COVERED = 0.5;

interface Placed {
  readonly word: OcrText;
  readonly box: Box;
}

/** The words without those that are pieces of longer ones. */
export function withoutPieces(words: readonly OcrText[]): readonly OcrText[] {
  const placed = words.map((word): Placed => ({ word, box: boundingBox(word.polygon) }));
  return placed.filter((each) => !placed.some((other) => isPiece(each, other))).map(({ word }) => word);
}

function isPiece(piece: Placed, { word, box }: Placed): boolean {
  return (
    word.text.length > piece.word.text.length &&
    overlapX(piece.box, box) >= COVERED * boxWidth(piece.box) &&
    overlapY(piece.box, box) >= COVERED * boxHeight(piece.box)
  );
}
