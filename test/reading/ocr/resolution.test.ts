import { describe, expect, test } from 'vitest';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import type { PlacedImage } from '../../../src/page/document/page-graphics.js';
import { readingDpi } from '../../../src/reading/ocr/resolution.js';

const LETTER = { width: 8.5, height: 11 };

/** A picture of some pixels on a part of a page. */
function picture(width: number, height: number, { right = 8.5, bottom = 11 } = {}): PlacedImage {
  return { polygon: boxPolygon({ left: 0, top: 0, right, bottom }), pixels: { width, height }, mask: false };
}

const scanned = (dpi: number) => [picture(8.5 * dpi, 11 * dpi)];

test.each([
  [72, 288],
  [100, 300],
  [144, 288],
  [150, 300],
  [152, 304],
  [280, 280],
  [300, 300],
])('a page that is one picture of %i pixels an inch is drawn at %i', (own, dpi) => {
  expect(readingDpi(LETTER, scanned(own))).toBeCloseTo(dpi, 6);
});

test('a page that is one picture is drawn the same when it lies on its side', () => {
  expect(readingDpi(LETTER, [picture(11 * 144, 8.5 * 144)])).toBeCloseTo(288, 6);
});

test.each([200, 230, 123])(
  'a page that is one picture of %i pixels an inch is drawn at 300, as no multiple is near',
  (own) => {
    expect(readingDpi(LETTER, scanned(own))).toBe(300);
  },
);

test('a page that is one picture is drawn at 300 where its own resolution is higher', () => {
  expect(readingDpi(LETTER, scanned(600))).toBe(300);
  expect(readingDpi(LETTER, scanned(400))).toBe(300);
});

describe('all other pages are drawn at 300', () => {
  test.each<[string, readonly PlacedImage[]]>([
    ['without a picture', []],
    ['with a picture on half of them', [picture(612, 1584, { right: 4.25 })]],
    ['with several', [...scanned(144), picture(50, 50, { right: 1, bottom: 1 })]],
    ['of a fax, whose rows are coarser than its columns', [picture(8.5 * 204, 11 * 98)]],
    ['with a picture of an unknown size', [{ polygon: picture(1, 1).polygon, mask: false }]],
  ])('a page %s is drawn at 300 pixels an inch', (_, images) => {
    expect(readingDpi(LETTER, images)).toBe(300);
  });
});

test('large pages get less, whatever their pictures', () => {
  const page = { width: 34, height: 22 };
  expect(readingDpi(page, [])).toBeCloseTo(150, 6);
  const whole = { right: 34, bottom: 22 };
  expect(readingDpi(page, [picture(34 * 100, 22 * 100, whole)])).toBeCloseTo(150, 6);
  expect(readingDpi(page, [picture(34 * 144, 22 * 144, whole)])).toBeCloseTo(144, 6);
});
