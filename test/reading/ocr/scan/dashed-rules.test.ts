import { expect, it } from 'vitest';
import { withoutDashedRules } from '../../../../src/reading/ocr/scan/dashed-rules.js';
import { paper } from '../../../support/scans.js';

type InPixels = readonly [left: number, top: number, right: number, bottom: number, luma?: number];

/** Dashes below each other, in pixels. */
function dashes(x: number, lengths: readonly number[], gap: number, thick = 3): readonly InPixels[] {
  let top = 100;
  return lengths.map((length): InPixels => {
    const box: InPixels = [x, top, x + thick, top + length];
    top += length + gap;
    return box;
  });
}

const inkOf = ({ data }: ReturnType<typeof paper>) => data.filter((luma) => luma < 160).length;

it.each([
  ['of equal dashes', [9, 9, 9, 9], 6],
  ['whose ends are cut', [5, 9, 9, 5], 7],
  ['of three dashes', [8, 8, 8], 13],
])('dashed rules: %s are gone, and letters beside them stay', (_, lengths, gap) => {
  const letter: InPixels = [220, 95, 225, 140];
  const cleaned = withoutDashedRules(paper(400, 300, [...dashes(200, lengths, gap), letter]));
  expect(inkOf(cleaned)).toBe(5 * 45);
});

it('dashed rules are gone that stand on a level rule, with letters below it', () => {
  const level: InPixels = [100, 139, 300, 141];
  const below: InPixels = [200, 145, 203, 152];
  const cleaned = withoutDashedRules(paper(400, 300, [...dashes(200, [9, 9, 9], 7), level, below]));
  expect(cleaned.data.subarray(0, 139 * cleaned.width).every((luma) => luma > 200)).toBe(true);
  expect(inkOf({ ...cleaned, data: cleaned.data.subarray(142 * cleaned.width) })).toBe(3 * 7);
});

it('dashed rules are gone with the last dash, half of which is the level rule it stands on', () => {
  const level: InPixels = [100, 138, 300, 144];
  const shaded: InPixels = [100, 137, 210, 138, 150];
  const cleaned = withoutDashedRules(paper(400, 300, [...dashes(200, [9, 9, 9], 7), level, shaded]));
  expect(cleaned.data.subarray(0, 137 * cleaned.width).every((luma) => luma > 200)).toBe(true);
});

it('dashed rules leave no shades of their ends, which would be read as points', () => {
  const shades = dashes(200, [9, 9, 9, 9], 6).map(([left, top, right, bottom]): InPixels => {
    return [left, top - 1, right, bottom + 1, 190];
  });
  const cleaned = withoutDashedRules(paper(400, 300, [...shades, ...dashes(200, [9, 9, 9, 9], 6)]));
  expect(cleaned.data.every((luma) => luma === 255)).toBe(true);
});

it.each<[string, readonly InPixels[]]>([
  ['two dots of a colon', dashes(200, [5, 5], 12, 5)],
  ['the arms of an E', dashes(200, [5, 5, 5], 10, 20)],
  ['strokes of different lengths', dashes(200, [5, 12, 6, 14], 6)],
  ['letters below each other', dashes(200, [30, 30, 30], 12, 4)],
  ['stems of small print', dashes(200, [15, 15, 15, 15], 9)],
  [
    'small letters close to each other',
    [...dashes(200, [10, 10, 10, 10], 12), ...dashes(206, [10, 10, 10, 10], 12)],
  ],
  ['strokes far from each other', dashes(200, [9, 9, 9], 40)],
])('dashed rules are not seen in %s', (_, boxes) => {
  const image = paper(400, 500, boxes);
  expect(withoutDashedRules(image)).toBe(image);
});
