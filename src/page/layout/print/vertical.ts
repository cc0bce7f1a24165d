/**
 * Chinese, Japanese and Korean columns that are set sign by sign, each upright under the one before. No value of 137
 * documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#131-what-is-printed

import type { Point } from '../../document/geometry.js';
import { type Glyph, glyphOf, type TextStyle } from '../../document/glyph.js';
import { axesOf, pointAt } from '../../document/text-axes.js';

/** Kana, ideographs and Hangul begin here: what is below is set level. */
const FIRST_EAST_ASIAN = 0x2e80;
/** Signs of a column that show that a page has any; single signs under each other may be cells. */
const SURE_SIGNS = 4;
/** Signs of a further column. */
const LEAST_SIGNS = 2;
/** From the middle of a sign to that of the next, down and to the side, in sizes. */
const LEAST_STEP = 0.5;
const MOST_STEP = 1.6;
const BESIDE = 0.3;
/** Punctuation is moved to a corner of its square. */
const PUNCTUATION = /^[\p{P}\p{S}ー]$/u;
const PUNCTUATION_BESIDE = 0.8;
/** Sizes of one column differ by less than this share. */
const SAME_SIZE = 0.1;
/** The middle of a sign over its baseline, in sizes. */
const MIDDLE = 0.38;
/** Direction of columns, in degrees. */
const DOWN = 90;

/** Glyphs of a column, from one index to before another. */
interface Column {
  readonly from: number;
  readonly to: number;
}

/** The glyphs of a page with columns as text that runs down, as fonts for vertical writing give it. */
export function withColumns(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!mayHaveColumns(glyphs)) return glyphs;
  const columns = columnsOf(glyphs);
  if (!columns.some(({ from, to }) => to - from >= SURE_SIGNS)) return glyphs;
  const turned = [...glyphs];
  for (const column of columns) turn(column, glyphs, turned);
  return turned;
}

function mayHaveColumns(glyphs: readonly Glyph[]): boolean {
  let found = 0;
  for (let i = 1; i < glyphs.length; i++) {
    const { text, y, style } = glyphs[i]!;
    if (text.charCodeAt(0) < FIRST_EAST_ASIAN || style === glyphs[i - 1]!.style) continue;
    if (y - glyphs[i - 1]!.y >= LEAST_STEP * style.size && ++found >= SURE_SIGNS - 1) return true;
  }
  return false;
}

/** Signs that follow each other, each under the one before, where no other is shown beside them at once. */
function columnsOf(glyphs: readonly Glyph[]): Column[] {
  const columns: Column[] = [];
  for (let from = 0, to = 0; from < glyphs.length; from = to) {
    let signs = isEastAsian(glyphs[from]!) ? 1 : 0;
    for (to = from + 1; to < glyphs.length && isUnder(glyphs[to - 1]!, glyphs[to]!); to++) {
      if (isEastAsian(glyphs[to]!)) signs++;
    }
    if (to - from >= LEAST_SIGNS && 2 * signs >= to - from) columns.push({ from, to });
  }
  return columns;
}

function isEastAsian({ text }: Glyph): boolean {
  return text.charCodeAt(0) >= FIRST_EAST_ASIAN;
}

function isUnder(above: Glyph, glyph: Glyph): boolean {
  const { size } = above.style;
  if (glyph.style === above.style || Math.abs(glyph.style.size - size) > SAME_SIZE * size) return false;
  const [first, second] = [middleOf(above), middleOf(glyph)];
  const step = second.y - first.y;
  if (step < LEAST_STEP * size || step > MOST_STEP * size) return false;
  const isMoved = PUNCTUATION.test(above.text) || PUNCTUATION.test(glyph.text);
  return Math.abs(second.x - first.x) <= (isMoved ? PUNCTUATION_BESIDE : BESIDE) * size;
}

function middleOf({ x, y, advance, style: { angle, size } }: Glyph): Point {
  const axes = axesOf(angle);
  const middle = pointAt(axes, advance / 2, -MIDDLE * size);
  return { x: x + middle.x, y: y + middle.y };
}

/** Puts the glyphs of a column as text that runs down: their baseline is left of their middles. */
function turn({ from, to }: Column, glyphs: readonly Glyph[], into: Glyph[]): void {
  const column = glyphs.slice(from, to);
  const { size } = column[0]!.style;
  const plain = column.find(({ text }) => !PUNCTUATION.test(text)) ?? column[0]!;
  const baseline = middleOf(plain).x - size / 2;
  const style: TextStyle = { ...column[0]!.style, angle: DOWN, spaceWidth: undefined };
  let top = middleOf(column[0]!).y - size / 2;
  for (const [i, glyph] of column.entries()) {
    const next = column[i + 1];
    const bottom = next ? Math.max(top, middleOf(next).y - size / 2) : top + size;
    const { text, mapped, inferred, actualText } = glyph;
    into[from + i] = glyphOf(text, baseline, top, bottom - top, style, mapped, inferred, actualText);
    top = bottom;
  }
}
