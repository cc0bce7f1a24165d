import { type SearchScope, scopeOf } from '../../src/anchors/scope.js';
import type { Line } from '../../src/document/model.js';
import type { LineSketch } from '../../src/document/sketch.js';
import { documentFromLines } from '../../src/readers/from-lines.js';
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
