import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import type { PdfEngine, PdfFile } from '../../../src/reading/pdf/engine.js';
import { pdfium } from '../../../src/reading/pdf/pdfium/pdfium.js';
import { pdfjs } from '../../../src/reading/pdf/pdfjs/pdfjs.js';
import { type CodedPart, decodeParts } from '../../../src/reading/picture/coded.js';
import { jpegPart, readJpegInfo } from '../../../src/reading/picture/jpeg.js';

const WIDTH = 3_000;
const STRIP = 1_000;
const STRIPS = 7;
const HEIGHT = STRIP * STRIPS;
/** Rows of one grey; JPEG codes blocks of 8. */
const STEP = 8;
const TOLERANCE = 2;

const greyOf = (row: number) => (Math.floor(row / STEP) * 37) % 256;

/** Strips of rows whose grey distinguishes them. */
function strips(): CodedPart[] {
  return Array.from({ length: STRIPS }, (_, index) => {
    const canvas = createCanvas(WIDTH, STRIP);
    const context = canvas.getContext('2d');
    for (let y = 0; y < STRIP; y += STEP) {
      const grey = greyOf(index * STRIP + y);
      context.fillStyle = `rgb(${grey}, ${grey}, ${grey})`;
      context.fillRect(0, y, WIDTH, STEP);
    }
    const bytes = Uint8Array.from(canvas.toBuffer('image/jpeg', 95));
    return { ...jpegPart(bytes, readJpegInfo(bytes)), top: index * STRIP };
  });
}

/** An engine that notes how many pixels it draws at a time. */
function noting(engine: PdfEngine, drawn: number[]): PdfEngine {
  return {
    id: engine.id,
    async open(bytes, options) {
      const file = await engine.open(bytes, options);
      const page: PdfFile['page'] = async (index) => {
        const page = await file.page(index);
        const render: typeof page.render = async (wanted) => {
          const bitmap = await page.render(wanted);
          drawn.push(bitmap.width * bitmap.height);
          return bitmap;
        };
        return Object.assign(Object.create(page) as typeof page, { render, images: () => page.images() });
      };
      return Object.assign(Object.create(file) as typeof file, { page, close: () => file.close() });
    },
  };
}

it.each([pdfium(), pdfjs()])(
  'large pictures are drawn ten million pixels at a time, each pixel in its place: $id',
  async (engine) => {
    const drawn: number[] = [];
    const { width, height, data } = await decodeParts(
      { width: WIDTH, height: HEIGHT },
      strips(),
      noting(engine, drawn),
      {},
    );
    expect([width, height, data.length]).toEqual([WIDTH, HEIGHT, WIDTH * HEIGHT * 4]);
    expect(drawn.reduce((sum, pixels) => sum + pixels, 0)).toBe(WIDTH * HEIGHT);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(10_000_000);
    const wrong = Array.from({ length: HEIGHT }, (_, row) => row).filter((row) =>
      [0, WIDTH - 1].some((x) => Math.abs(data[(row * WIDTH + x) * 4]! - greyOf(row)) > TOLERANCE),
    );
    expect(wrong).toEqual([]);
  },
  60_000,
);
