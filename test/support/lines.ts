import { type SearchScope, scopeOf } from '../../src/language/anchors/scope.js';
import { boxPolygon } from '../../src/page/document/geometry.js';
import type { Line } from '../../src/page/document/model.js';
import type { LineSketch } from '../../src/page/document/sketch.js';
import { documentFromLines } from '../../src/reading/from-lines.js';
import { ocrLines } from '../../src/reading/ocr/lines.js';
import { guard } from './guards.js';

/** Lines at the left margin, one below the other, half an inch apart. */
export function stackedLines(...texts: readonly string[]): LineSketch[] {
  return texts.map((text, i) => ({ text, left: 1, top: 1 + i * 0.5 }));
}

export function scopeOfLines(sketches: readonly LineSketch[]): SearchScope {
  const { pages } = documentFromLines(sketches);
  return scopeOf(
    pages.flatMap((page) => page.lines),
    pages,
    guard(),
  );
}

export function oneLine(text: string, place: Partial<LineSketch> = {}): Line {
  return scopeOfLines([{ text, left: 1, top: 1, ...place }]).lines[0]!;
}

/** A line as OCR reads it, its words as sure as each other. */
export function readLine(text: string, { top = 1, confidence = 0.95 } = {}): Line {
  let left = 1;
  const words = text.split(' ').map((word) => {
    const right = left + word.length * 0.07;
    const polygon = boxPolygon({ left, top, right, bottom: top + 0.14 });
    left = right + 0.05;
    return { text: word, polygon, angle: 0, visible: word.length, confidence };
  });
  const polygon = boxPolygon({ left: 1, top, right: left, bottom: top + 0.14 });
  return ocrLines({ words: [], lines: [{ text, polygon, angle: 0, visible: text.length, words }] }, 0)[0]!;
}
