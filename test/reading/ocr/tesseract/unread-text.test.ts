import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

describe('unread text that is slanted', () => {
  it('unread text that is slanted is found where it is, with its direction', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 160 }), (turn) => {
        const [area, ...others] = unreadText(unreadInk(page(turn), [])).slanted;
        expect(others).toEqual([]);
        const off = Math.abs(area!.degrees - turn) % 180;
        expect(Math.min(off, 180 - off)).toBeLessThan(6);
        expect(area!.box.left < 400 && area!.box.right > 400).toBe(true);
        expect(area!.box.top < 300 && area!.box.bottom > 300).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('unread text that is slanted is distinguished from level text', () => {
    for (const degrees of [-5, 0, 5]) {
      const { level, slanted } = unreadText(unreadInk(page(degrees), []));
      expect(slanted).toEqual([]);
      expect(level).toHaveLength(1);
      expect(level[0]!.box.left < 400 && level[0]!.box.right > 400).toBe(true);
      expect(level[0]!.box.top < 300 && level[0]!.box.bottom > 300).toBe(true);
    }
  });

  it('unread text that is slanted is not what was read already, too little, or nothing', () => {
    const nothing = { level: [], slanted: [] };
    const read = { left: 200, top: 100, right: 600, bottom: 500 };
    for (const degrees of [0, 60]) {
      expect(unreadText(unreadInk(page(degrees), [read]))).toEqual(nothing);
      expect(unreadText(unreadInk(page(degrees, 'i'), []))).toEqual(nothing);
      expect(unreadText(unreadInk(page(degrees, ''), []))).toEqual(nothing);
    }
  });

  it('unread text that is slanted is not looked for in noise', () => {
    let seed = 1;
    const data = Uint8Array.from({ length: 800 * 600 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % 3 === 0 ? 0 : 255;
    });
    expect(unreadText(unreadInk({ width: 800, height: 600, dpi: 100, data }, []))).toEqual({
      level: [],
      slanted: [],
    });
  });
});
