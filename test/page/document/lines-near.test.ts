import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesNear } from '../../../src/page/document/lines-near.js';
import type { Line } from '../../../src/page/document/model.js';
import { oneLine } from '../../support/lines.js';

const line = (text: string, left: number, top: number, height = 0.1) => oneLine(text, { left, top, height });

const texts = (lines: readonly Line[]) => lines.map(({ text }) => text);

describe('linesNear', () => {
  const lines = [
    line('low', 1, 9),
    line('high', 1, 1),
    line('side of the page', 0.1, 1, 8.2),
    line('beside high', 3, 1),
    line('below all sheets', 1, 90),
  ];

  test('gives those that reach into a stretch once, in their order, and leaves out what is far from it', () => {
    expect(texts(linesNear(lines, 1, 1.1))).toEqual(['high', 'side of the page', 'beside high']);
    expect(texts(linesNear(lines, 0.9, 9.1))).toEqual(['low', 'high', 'side of the page', 'beside high']);
    expect(texts(linesNear(lines, 3, 3))).toEqual(['side of the page']);
    expect(texts(linesNear(lines, 20, 30))).toEqual([]);
  });

  test('finds what lies beyond every page, also from a stretch that does', () => {
    expect(texts(linesNear(lines, 89, 91))).toEqual(['below all sheets']);
    expect(linesNear(lines, -1e9, 1e9)).toEqual(lines);
    expect(linesNear(lines, 1e9, -1e9)).toEqual(lines);
  });

  test('never leaves out a line that touches the stretch', () => {
    const height = fc.double({ min: -10, max: 120, noNaN: true });
    const rows = fc.array(fc.tuple(height, fc.double({ min: 0, max: 12, noNaN: true })), { maxLength: 20 });
    fc.assert(
      fc.property(rows, height, height, (places, top, bottom) => {
        const all = places.map(([at, high], position) => line(String(position), 1, at, high));
        const touching = all.filter((each) => each.top <= bottom && each.bottom >= top);
        expect(texts(linesNear(all, top, bottom))).toEqual(expect.arrayContaining(texts(touching)));
      }),
    );
  });
});
