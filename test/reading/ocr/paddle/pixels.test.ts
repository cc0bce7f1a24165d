import { describe, expect, it } from 'vitest';
import { levelled, widened } from '../../../../src/reading/ocr/paddle/pixels.js';

describe('what lies in a box', () => {
  const size = { width: 60, height: 40 };
  const image = {
    ...size,
    dpi: 300,
    data: Uint8Array.from({ length: 2400 }, (_, i) => (i * 37 + (i % 60) * 11) % 256),
  };

  it('what lies in a level box is what lies in one that is hardly turned', () => {
    const box = { centre: { x: 31.3, y: 19.6 }, width: 50.7, height: 37.1 };
    const level = levelled(image, { ...box, degrees: 0 }, 8, 12);
    const turned = levelled(image, { ...box, degrees: 1e-9 }, 8, 12);
    expect(level).toEqual(turned);
  });

  it('what lies beyond the picture is white', () => {
    const beyond = levelled(image, { centre: { x: -30, y: 20 }, width: 20, height: 20, degrees: 0 }, 4, 4);
    expect([...beyond.data]).toEqual(new Array(16).fill(255));
  });
});

it('a picture that is widened keeps its rows, and the order of the tones in each', () => {
  const tones = Uint8Array.of(0, 90, 200, 10, 10, 10, 0, 0, 0);
  const { width, height, data } = widened({ width: 3, height: 3, data: tones }, 2);
  expect([width, height]).toEqual([6, 3]);
  const [upper, lower] = [[...data.subarray(1, 5)], [...data.subarray(7, 11)]];
  expect(upper).toEqual(upper.toSorted((a, b) => a - b));
  expect(upper[0]).toBeLessThan(90);
  expect(upper[3]).toBeGreaterThan(90);
  expect(lower).toEqual([10, 10, 10, 10]);
});
