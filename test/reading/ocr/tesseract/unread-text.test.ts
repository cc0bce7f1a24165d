import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { greyOf } from '../../../../src/page/ink/grey.js';
import { unreadInk } from '../../../../src/reading/ocr/scan/unread.js';
import { unreadText } from '../../../../src/reading/ocr/tesseract/unread-text.js';
import { testFont } from '../../../support/scans.js';

/** A page of 4 by 3 inches with a text about its middle, at an angle. */
function page(degrees: number, text = 'Balance') {
  const context = createCanvas(800, 600).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 800, 600);
  context.fillStyle = '#000000';
  context.font = `32px ${testFont()}`;
  context.textAlign = 'center';
  context.translate(400, 300);
  context.rotate((degrees * Math.PI) / 180);
  context.fillText(text, 0, 10);
  return greyOf({ width: 800, height: 600, dpi: 200, data: context.getImageData(0, 0, 800, 600).data });
}

it('level text that was not read is found where it is', () => {
  for (const degrees of [-5, 0, 5]) {
    const [area, ...others] = unreadText(unreadInk(page(degrees), []));
    expect(others).toEqual([]);
    expect(area!.left < 400 && area!.right > 400).toBe(true);
    expect(area!.top < 300 && area!.bottom > 300).toBe(true);
  }
});

it('text that runs up or down the page, was read already, is too little or nothing gives no level text', () => {
  const read = { left: 200, top: 100, right: 600, bottom: 500 };
  expect(unreadText(unreadInk(page(90), []))).toEqual([]);
  expect(unreadText(unreadInk(page(-90), []))).toEqual([]);
  expect(unreadText(unreadInk(page(0), [read]))).toEqual([]);
  expect(unreadText(unreadInk(page(0, 'i'), []))).toEqual([]);
  expect(unreadText(unreadInk(page(0, ''), []))).toEqual([]);
});

it('level text is not looked for in noise', () => {
  let seed = 1;
  const data = Uint8Array.from({ length: 800 * 600 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % 3 === 0 ? 0 : 255;
  });
  expect(unreadText(unreadInk({ width: 800, height: 600, dpi: 100, data }, []))).toEqual([]);
});
