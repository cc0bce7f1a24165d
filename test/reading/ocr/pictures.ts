/** Pictures of paper that something is written on. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Bitmap } from '../../../src/page/document/page-graphics.js';
import { testFont } from '../../support/scans.js';

export const DPI = 150;

const WIDTH = 600;
const HEIGHT = 300;

/** White paper of 4 by 2 inches that something is written on in black, letters 24 pixels high at 150 dpi. */
export function written(write: (context: SKRSContext2D) => void, dpi = DPI): Bitmap {
  const scale = dpi / DPI;
  const [width, height] = [WIDTH * scale, HEIGHT * scale];
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000000';
  context.font = `24px ${testFont()}`;
  context.scale(scale, scale);
  write(context);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data, dpi };
}

/** A picture with two labels and values, hanging by some degrees. */
export function labelledPicture(degrees = 0): Bitmap {
  return written((context) => {
    context.translate(300, 150);
    context.rotate((degrees * Math.PI) / 180);
    context.translate(-300, -150);
    for (const [text, x, y] of [
      ['Policy number', 40, 80],
      ['Premium due', 40, 160],
      ['1234 5678', 380, 80],
      ['27 March', 380, 160],
    ] as const) {
      context.fillText(text, x, y);
    }
  });
}
