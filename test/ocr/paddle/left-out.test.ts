import { describe, expect, it } from 'vitest';
import { greyOf } from '../../../src/graphics/ink/grey.js';
import { leftOutBoxes } from '../../../src/ocr/paddle/left-out.js';
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

describe('print that was passed over', () => {
  it('is what no word covers, signs of one row together', () => {
    const image = greyOf(
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

  it('is no ruling, full stop, frame or large drawing', () => {
    const image = greyOf(
      written((context) => {
        context.fillRect(40, 100, 500, 2);
        context.fillRect(300, 60, 3, 3);
        context.strokeRect(400, 60, 20, 20);
        context.fillRect(100, 150, 100, 100);
      }),
    );
    expect(leftOutBoxes(image, [])).toEqual([]);
  });
});
