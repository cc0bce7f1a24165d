import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dashedPieces } from '../../../src/page/ink/dashes.js';

/** The pieces of a level line from 0 to `length`, as pairs of x. */
function level(length: number, lengths: readonly number[], phase = 0): number[][] {
  const line = [
    { x: 0, y: 1 },
    { x: length, y: 1 },
  ];
  return [...dashedPieces(line, { lengths, phase })].map((piece) =>
    piece.map(({ x }) => Math.round(x * 1000) / 1000),
  );
}

test.each([
  [
    'are painted in turn',
    1,
    [0.2, 0.3],
    0,
    [
      [0, 0.2],
      [0.5, 0.7],
    ],
  ],
  [
    'begin at the phase',
    1,
    [0.2, 0.3],
    0.1,
    [
      [0, 0.1],
      [0.4, 0.6],
      [0.9, 1],
    ],
  ],
  ['of a negative phase', 0.5, [0.2, 0.3], -0.1, [[0.1, 0.3]]],
  [
    'of one length',
    1,
    [0.25],
    0,
    [
      [0, 0.25],
      [0.5, 0.75],
    ],
  ],
  ['with short gaps are a solid line', 1, [0.05, 0.03], 0, [[0, 1]]],
  [
    'with a short and a long gap are closed over the short one',
    1,
    [0.1, 0.02, 0.1, 0.28],
    0,
    [
      [0, 0.22],
      [0.5, 0.72],
    ],
  ],
  [
    'of no length are dots',
    0.5,
    [0, 0.2],
    0,
    [
      [0, 0],
      [0.2, 0.2],
      [0.4, 0.4],
    ],
  ],
])('the dashes of a line %s', (_, length, lengths, phase, expected) => {
  expect(level(length, lengths, phase)).toEqual(expected);
});

test('dashes go around corners', () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
  ];
  const [first, second] = [...dashedPieces(corner, { lengths: [0.6, 0.2], phase: 0 })];
  expect(first).toHaveLength(2);
  expect(second!.map(({ x, y }) => [x, y])).toEqual([
    [expect.closeTo(0.8, 6), 0],
    [1, 0],
    [1, expect.closeTo(0.4, 6)],
  ]);
});

test('dashes and gaps together are as long as the line', () => {
  const lengths = fc.array(fc.double({ min: 0.04, max: 0.5, noNaN: true }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(lengths, fc.double({ min: 0, max: 3, noNaN: true }), (pattern, phase) => {
      const even = pattern.length % 2 === 0 ? pattern : pattern.slice(1);
      const period = even.reduce((sum, each) => sum + each, 0);
      const share = even.filter((_, i) => i % 2 === 0).reduce((sum, each) => sum + each, 0) / period;
      const painted = level(period * 3, even, phase).reduce((sum, [from, to]) => sum + to! - from!, 0);
      expect(painted).toBeCloseTo(share * period * 3, 1);
    }),
  );
});
