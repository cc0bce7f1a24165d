import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import { type LineParts, makeLine, partsOf } from '../../../src/page/document/line.js';
import type { GlyphRun, Segment } from '../../../src/page/document/model.js';
import { PackedNumbers } from '../../../src/page/document/packed-numbers.js';

const inches = fc.integer({ min: -20_000, max: 20_000 }).map((thousandths) => thousandths / 1000 + 0);
const point = fc.record({ x: inches, y: inches });
const box = fc
  .record({ left: inches, top: inches, width: fc.nat(9), height: fc.nat(2) })
  .map(({ left, top, width, height }) =>
    boxPolygon({ left, top, right: Math.round(left) + width + 1, bottom: Math.round(top) + height + 1 }),
  );
const stretch = { start: fc.nat(99), end: fc.nat(99), left: inches, right: inches };
const run: fc.Arbitrary<GlyphRun> = fc.record({ ...stretch, baseline: inches, size: inches });
const segment: fc.Arbitrary<Segment> = fc.record({ ...stretch });
const readSegment: fc.Arbitrary<Segment> = fc.record(
  { ...stretch, confidence: fc.double({ min: 0, max: 1, noNaN: true }) },
  { requiredKeys: ['start', 'end', 'left', 'right'] },
);

const parts: fc.Arbitrary<LineParts> = fc.record({
  rawText: fc.constantFrom('', 'one', ' two  words '),
  page: fc.nat(5),
  boundingPolygon: fc.oneof(box, fc.tuple(point, point, point, point)),
  source: fc.constantFrom('text' as const, 'ocr' as const),
  angle: fc.integer({ min: -179, max: 180 }),
  flow: fc.nat(3),
  runs: fc.array(run, { maxLength: 40 }),
  segments: fc.oneof(fc.array(segment, { maxLength: 40 }), fc.array(readSegment, { maxLength: 40 })),
  overlapJoins: fc.constant([]),
});

describe('a line', () => {
  it('gives what it was made of, however many share the row of its numbers', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 5 }), (all) => {
        const numbers = new PackedNumbers();
        const lines = all.map((each) => makeLine(each, numbers));
        numbers.trim();
        expect(lines.map(partsOf)).toEqual(all);
        expect(lines.map(partsOf)).toEqual(all);
      }),
    );
  });

  it('shows all that it is made of in JSON', () => {
    const made = {
      rawText: 'ab  c',
      page: 2,
      boundingPolygon: boxPolygon({ left: 1, top: 2, right: 3, bottom: 2.125 }),
      source: 'text' as const,
      angle: 0,
      flow: 1,
      runs: [{ start: 0, end: 5, left: 1, right: 3, baseline: 2.125, size: 0.125 }],
      segments: [
        { start: 0, end: 2, left: 1, right: 1.5 },
        { start: 4, end: 5, left: 2.5, right: 3 },
      ],
      overlapJoins: [],
    };
    expect(JSON.parse(JSON.stringify(makeLine(made)))).toEqual({
      ...made,
      text: 'ab c',
      left: 1,
      top: 2,
      right: 3,
      bottom: 2.125,
      lineHeight: 0.125,
    });
  });

  it('a line is as high as its side edges on the mean', () => {
    const slanted = makeLine({
      rawText: 'slanted',
      page: 0,
      boundingPolygon: [
        { x: 1, y: 1 },
        { x: 2, y: 1 },
        { x: 2, y: 1.3 },
        { x: 1, y: 1.2 },
      ],
      source: 'ocr',
    });
    expect([slanted.lineHeight, slanted.bottom]).toEqual([0.25, 1.3]);
  });
});
