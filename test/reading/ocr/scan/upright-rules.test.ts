import { expect, it } from 'vitest';
import { withoutLevelRules, withoutUprightRules } from '../../../../src/reading/ocr/scan/upright-rules.js';
import { paper } from '../../../support/scans.js';

const darkOf = ({ data }: { readonly data: Uint8Array }) => data.filter((luma) => luma < 128).length;
const left = (...boxes: Parameters<typeof paper>[2]) => darkOf(withoutUprightRules(paper(300, 300, boxes)));

it('upright rules that are free are gone, with the shades of their edges', () => {
  expect(left([100, 50, 103, 200])).toBe(0);
  const shaded = withoutUprightRules(
    paper(300, 300, [
      [99, 50, 104, 200, 200],
      [100, 50, 103, 200],
    ]),
  );
  expect(shaded.data.every((luma) => luma === 255)).toBe(true);
});

it('upright rules at the edge of the picture are gone, too', () => {
  expect(left([0, 0, 3, 300], [297, 0, 300, 300])).toBe(0);
});

it.each<[string, readonly [number, number, number, number]]>([
  ['letters', [100, 50, 104, 95]],
  ['the stems of titles', [100, 50, 112, 200]],
  ['the thin stems of large letters', [100, 50, 107, 120]],
  ['level rules', [50, 100, 250, 103]],
])('upright rules are not %s', (_, box) => {
  expect(left(box)).toBe((box[2] - box[0]) * (box[3] - box[1]));
});

it('leave what touches them, and stay where something crosses them', () => {
  expect(left([100, 50, 103, 200], [103, 100, 130, 104])).toBe(27 * 4);
  expect(left([100, 50, 103, 200], [70, 100, 130, 104])).toBe(60 * 4);
});

const below = (...boxes: Parameters<typeof paper>[2]) => darkOf(withoutLevelRules(paper(300, 200, boxes)));

it('level rules that are free are gone', () => {
  expect(below([50, 100, 250, 103])).toBe(0);
});

it('leave letters, dashes and what touches them', () => {
  expect(below([50, 100, 90, 104])).toBe(40 * 4);
  expect(below([100, 50, 103, 180])).toBe(3 * 130);
  expect(below([50, 100, 250, 103], [100, 103, 104, 130])).toBe(27 * 4);
});
