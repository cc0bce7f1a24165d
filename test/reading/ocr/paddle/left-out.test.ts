import { expect, it } from 'vitest';
import type { Bitmap } from '../../../../src/page/document/page-graphics.js';
import { greyOf } from '../../../../src/page/ink/grey.js';
import { leftOutBoxes } from '../../../../src/reading/ocr/paddle/left-out.js';
import { preparePart } from '../../../../src/reading/ocr/scan/scan.js';
import { written } from '../pictures.js';

const WORD = { left: 40, top: 60, right: 200, bottom: 86 };
const word = {
  text: 'Premium',
  confidence: 1,
  polygon: [
    { x: WORD.left, y: WORD.top },
    { x: WORD.right, y: WORD.top },
    { x: WORD.right, y: WORD.bottom },
    { x: WORD.left, y: WORD.bottom },
  ] as const,
};

const prepared = (bitmap: Bitmap) => preparePart(greyOf(bitmap))!.image;

it('print that was passed over is what no word covers, signs of one row together', () => {
  const image = prepared(
    written((context) => {
      context.fillText('Premium', 45, 82);
      context.fillText('0', 400, 82);
      context.fillText('15', 400, 160);
    }),
  );
  const boxes = leftOutBoxes(image, [word]);
  expect(boxes).toHaveLength(2);
  const [zero, fifteen] = boxes;
  expect(zero!.centre.x).toBeGreaterThan(400);
  expect(zero!.centre.x).toBeLessThan(414);
  expect(fifteen!.width).toBeGreaterThan(zero!.width);
});

it('print that was passed over is a whole row: thin letters and small ones belong to the signs beside them', () => {
  const image = prepared(written((context) => context.fillText('go to line 6.', 300, 160)));
  const [row, ...others] = leftOutBoxes(image, []);
  expect(others).toEqual([]);
  expect(row!.centre.x - row!.width / 2).toBeLessThan(300);
  expect(row!.width).toBeGreaterThan(120);
});

it('print that was passed over is not two rows at once, however close they are', () => {
  const image = prepared(
    written((context) => {
      context.fillText('Trade name', 300, 140);
      context.fillText('Sample, Inc', 300, 162);
    }),
  );
  const boxes = leftOutBoxes(image, []);
  for (const { height } of boxes) expect(height).toBeLessThan(45);
  expect(boxes.length).toBeGreaterThan(1);
});

it('print that was passed over is no ruling, full stop, frame or large drawing', () => {
  const image = prepared(
    written((context) => {
      context.fillRect(40, 100, 500, 2);
      context.fillRect(300, 60, 3, 3);
      context.strokeRect(400, 60, 20, 20);
      context.fillRect(100, 150, 100, 100);
    }),
  );
  expect(leftOutBoxes(image, [])).toEqual([]);
});
