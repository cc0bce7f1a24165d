import { expect, test } from 'vitest';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import { withoutPenLines } from '../../../src/page/ink/pen-lines.js';
import { fill, frame, penLine, ring, stroke } from '../../support/paths.js';

const crossing = penLine({ x: 1, y: 0.5 }, { x: 2, y: 2.5 });

/** A rounded border whose corners a program drew in many pieces. */
const rounded = (): PaintedPath => {
  const corner = (x: number, y: number, turn: number) =>
    Array.from({ length: 9 }, (_, i) => {
      const angle = turn + (Math.PI / 2) * (i / 8);
      return [x + 0.1 * Math.cos(angle), y + 0.1 * Math.sin(angle)];
    }).flat();
  const points = [0, 1, 2, 3].flatMap((i) => corner([3, 1, 1, 3][i]!, [2, 2, 1, 1][i]!, (i * Math.PI) / 2));
  return stroke(points);
};

test.each<[string, PaintedPath, boolean]>([
  ['a line of many slanted pieces', crossing, true],
  [
    'a closed line',
    { ...crossing, subpaths: crossing.subpaths.map((each) => ({ ...each, closed: true })) },
    false,
  ],
  ['a filled shape', { ...crossing, fill: { luminance: 0, alpha: 1 } }, false],
  ['a line of one piece', stroke([1, 1, 3, 3]), false],
  ['a tick', penLine({ x: 1, y: 1 }, { x: 1.4, y: 1.5 }), false],
  ['a rounded border', rounded(), false],
  ['a large ring', ring(3, 3, 1), false],
  ['a frame', frame(1, 1, 3, 2), false],
  ['a rule', fill(1, 1, 3, 1.01), false],
])('a line of a pen is recognised by how it is drawn: %s', (_, path, isLeftOut) => {
  expect(withoutPenLines([frame(0, 0, 1, 1), path])).toHaveLength(isLeftOut ? 1 : 2);
});

test('paths without pen lines are given back as they are', () => {
  const paths = [frame(1, 1, 3, 2)];
  expect(withoutPenLines(paths)).toBe(paths);
});
