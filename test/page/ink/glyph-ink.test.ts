import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Glyph, TextStyle } from '../../../src/page/document/glyph.js';
import { GlyphInk } from '../../../src/page/ink/glyph-ink.js';

const NONE: ReadonlySet<number> = new Set();

function glyph(text: string, style: Partial<TextStyle> = {}, mapped = true): Glyph {
  const size = 0.15;
  return {
    text,
    x: 1,
    y: 1.1,
    advance: 0.1,
    mapped,
    style: {
      font: 'f',
      fontName: 'F',
      size,
      angle: 0,
      spaceWidth: undefined,
      textObject: 0,
      operation: 7,
      invisible: false,
      ...style,
    },
  };
}

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test.each([
  ['into a box around it', box(0.9, 0.9, 1.2, 1.2), true],
  ['below its baseline', box(1, 1.14, 1.2, 1.2), true],
  ['not far to its right', box(1.13, 0.9, 1.3, 1.2), false],
  ['not far above it', box(1, 0.8, 1.1, 0.94), false],
])('a glyph reaches %s', (_, where, expected) => {
  expect(new GlyphInk([glyph('a')], NONE).touches(where)).toBe(expected);
});

test('glyphs reach as far together as each by itself', () => {
  const tenths = fc.integer({ min: 0, max: 30 }).map((value) => value / 10);
  const some = fc.record({ x: tenths, y: fc.constantFrom(1, 1.1, 2), size: fc.constantFrom(0.15, 0.3) });
  const where = fc
    .tuple(tenths, tenths, tenths, tenths)
    .map(([x, y, width, height]) => box(x, y, x + width / 5, y + height / 5));
  fc.assert(
    fc.property(fc.array(some), where, (places, area) => {
      const glyphs = places.map(({ x, y, size }): Glyph => ({ ...glyph('a', { size }), x, y }));
      const alone = glyphs.some((each) => new GlyphInk([each], NONE).touches(area));
      expect(new GlyphInk(glyphs, NONE).touches(area)).toBe(alone);
    }),
  );
});

test('a glyph that is turned reaches any way', () => {
  const turned = new GlyphInk([glyph('a', { angle: 90 })], NONE);
  expect(turned.touches(box(0.9, 1.25, 1, 1.3))).toBe(true);
  expect(turned.touches(box(0.9, 1.4, 1, 1.5))).toBe(false);
});

test('a glyph reaches as far at any height of the page, also when it is higher than others', () => {
  const at = (y: number, size: number): Glyph => ({ ...glyph('a', { size }), y });
  const ink = new GlyphInk([at(-0.5, 0.15), at(0.25, 0.15), at(7, 3), at(20, 0.15), at(400, 0.15)], NONE);
  const seen = [-0.55, 0.2, 0.28, 0.6, 3.9, 4.1, 6, 8, 8.1, 19.95, 100, 399.95];
  expect(seen.filter((y) => ink.touches(box(1, y, 1.1, y + 0.01)))).toEqual([
    -0.55, 0.2, 0.28, 4.1, 6, 8, 19.95, 399.95,
  ]);
});

test.each([
  ['nowhere when it is invisible', glyph('a', { invisible: true })],
  ['nowhere as a space', glyph(' ')],
])('a glyph that draws nothing reaches %s', (_, hidden) => {
  expect(new GlyphInk([hidden], NONE).touches(box(0, 0, 9, 9))).toBe(false);
});

test('a glyph reaches into boxes as a space whose meaning is a guess', () => {
  expect(new GlyphInk([glyph(' ', {}, false)], NONE).touches(box(0.9, 0.9, 1.2, 1.2))).toBe(true);
});

const inside = box(0.98, 0.98, 1.12, 1.12);
test.each([
  ['by an X as large as the box', [glyph('X')], inside, true],
  ['by a tick', [glyph('✔')], inside, true],
  ['not by another letter', [glyph('N')], inside, false],
  ['not by an X beside it', [glyph('X')], box(1.06, 0.98, 1.2, 1.12), false],
  ['not by an X that is too small for it', [glyph('X')], box(0.9, 0.9, 1.2, 1.2), false],
  ['not by an X that is too large for it', [glyph('X')], box(1.02, 1.02, 1.08, 1.08), false],
  ['not by an X that is invisible', [glyph('X', { invisible: true })], inside, false],
  ['not by an X that may leave no mark', [glyph('X', { operation: 3 })], inside, false],
  ['not by an X at a slant', [glyph('X', { angle: 30 })], inside, false],
])('a box is ticked %s', (_, glyphs, where, expected) => {
  expect(new GlyphInk(glyphs, new Set([3])).ticks(where)).toBe(expected);
});
