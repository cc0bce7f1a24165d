import { describe, expect, it } from 'vitest';
import { withDarkLetters } from '../../../../src/reading/ocr/scan/reversed.js';
import { paper } from '../../../support/scans.js';

const at = ({ width, data }: ReturnType<typeof paper>, x: number, y: number) => data[y * width + x];

describe('light letters on a dark band', () => {
  const letters = [120, 150, 180].map((left) => [left, 115, left + 9, 145, 255] as const);

  it.each([0, 60])('become dark on white, whatever the band: luma %d', (luma) => {
    const image = withDarkLetters(paper(400, 300, [[99, 99, 300, 159, luma], ...letters]));
    expect([at(image, 105, 105), at(image, 123, 130), at(image, 290, 150)]).toEqual([255, 0, 255]);
    expect(at(image, 50, 50)).toBe(255);
  });

  it('light letters on a dark band are seen where rules touch the band, and a row of text is close below', () => {
    const rules = [
      [0, 99, 400, 105],
      [0, 153, 400, 159],
      [99, 99, 105, 290],
    ] as const;
    const text = [110, 140, 170].map((left) => [left, 172, left + 20, 200] as const);
    const image = withDarkLetters(paper(400, 300, [...rules, [99, 99, 300, 159], ...letters, ...text]));
    expect([at(image, 115, 130), at(image, 123, 130), at(image, 290, 130)]).toEqual([255, 0, 255]);
    expect([at(image, 350, 102), at(image, 102, 250), at(image, 120, 180)]).toEqual([0, 0, 0]);
  });

  it.each<[string, Parameters<typeof paper>[2]]>([
    ['dark letters on white', [[120, 115, 129, 145]]],
    ['a band without letters', [[99, 99, 300, 159]]],
    [
      'a frame around dark letters',
      [
        [99, 99, 300, 159],
        [105, 105, 294, 153, 255],
        [120, 115, 129, 145],
      ],
    ],
    [
      'a dark letter of an L',
      [
        [99, 99, 130, 300],
        [99, 270, 250, 300],
      ],
    ],
  ])('light letters on a dark band are not seen in %s', (_, boxes) => {
    const image = paper(400, 400, boxes);
    expect(withDarkLetters(image)).toBe(image);
  });
});

describe('dark letters on a grey band', () => {
  const letters = [120, 150, 180].map((left) => [left, 115, left + 9, 145] as const);
  const frame = [95, 95, 304, 163] as const;

  it.each([100, 128, 140])('stay dark, and the band becomes white: luma %d', (luma) => {
    const image = withDarkLetters(paper(400, 300, [frame, [99, 99, 300, 159, luma], ...letters]));
    expect([at(image, 105, 105), at(image, 123, 130), at(image, 290, 150)]).toEqual([255, 0, 255]);
    expect(at(image, 97, 130)).toBe(0);
  });

  it('dark letters on a grey band are not what a bar is that blacks out text beside light letters', () => {
    const light = letters.map(([left, top, right, bottom]) => [left, top, right, bottom, 255] as const);
    const bar = [200, 110, 290, 150] as const;
    const image = withDarkLetters(paper(400, 300, [[99, 99, 300, 159, 70], bar, ...light]));
    expect([at(image, 105, 105), at(image, 123, 130)]).toEqual([255, 0]);
  });

  it('dark letters on a grey band are not looked for where tones are many', () => {
    const tones = Array.from({ length: 20 }, (_, index) => {
      return [99 + 10 * index, 99, 109 + 10 * index, 159, 6 * index] as const;
    });
    const image = paper(400, 300, tones);
    expect(withDarkLetters(image)).toBe(image);
  });
});
