import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greyOf } from '../../../src/graphics/ink/grey.js';
import { slantedAreas } from '../../../src/ocr/tesseract/slanted.js';
import { unreadInk } from '../../../src/ocr/tesseract/unread.js';
import { testFont } from '../../support/scans.js';

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

describe('slanted text', () => {
  it('is found where it stands, with its direction', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 160 }), (turn) => {
        const [area, ...others] = slantedAreas(unreadInk(page(turn), []));
        expect(others).toEqual([]);
        const off = Math.abs(area!.degrees - turn) % 180;
        expect(Math.min(off, 180 - off)).toBeLessThan(6);
        expect(area!.box.left < 400 && area!.box.right > 400).toBe(true);
        expect(area!.box.top < 300 && area!.box.bottom > 300).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('is not level text', () => {
    for (const degrees of [-5, 0, 5]) expect(slantedAreas(unreadInk(page(degrees), []))).toEqual([]);
  });

  it('is not what was read already, too little, or nothing', () => {
    expect(slantedAreas(unreadInk(page(60), [{ left: 200, top: 100, right: 600, bottom: 500 }]))).toEqual([]);
    expect(slantedAreas(unreadInk(page(60, 'i'), []))).toEqual([]);
    expect(slantedAreas(unreadInk(page(60, ''), []))).toEqual([]);
  });

  it('is not looked for in noise', () => {
    let seed = 1;
    const data = Uint8Array.from({ length: 800 * 600 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % 3 === 0 ? 0 : 255;
    });
    expect(slantedAreas(unreadInk({ width: 800, height: 600, dpi: 100, data }, []))).toEqual([]);
  });
});
