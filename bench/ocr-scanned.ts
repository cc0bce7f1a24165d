/** Pages as scanners, cameras and fax machines give them: pictures without text, made from documents that have text. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Document } from '../src/page/document/model.js';
import type { Bitmap } from '../src/page/document/page-graphics.js';

/** How pages become pictures. */
export interface ScanWay {
  readonly dpi: number;
  /** Of JPEG, of 100; undefined for the black and white of a fax. */
  readonly quality?: number;
  /** Clockwise, in degrees. */
  readonly skew: number;
}

/** Quality of JPEG where a way names none, as scanners use for text. */
const QUALITY = 85;
const POINTS_OF_INCH = 72;
const FAX: ScanWay = { dpi: 200, skew: 0 };
/** Luma below which a fax is black. */
const FAX_BLACK = 150;
/** How far the middle of a row hangs below its ends on a fax, in inches: as far as it does on faxes of the corpus. */
const FAX_HANG = 0.05;
/** One pixel of so many is a speck. */
const FAX_SPECKS = 4000;

/**
 * A way by its name: `fax`, or pixels an inch, with `q` and the quality of JPEG and `s` and degrees of skew if need be:
 * `200`, `200q70`, `300q50s1.5`.
 * @throws RangeError
 */
export function scanWay(name: string): ScanWay {
  if (name === 'fax') return FAX;
  const found = /^(\d+)(?:q(\d+))?(?:s(-?[\d.]+))?$/u.exec(name);
  if (!found)
    throw new RangeError('a way is "drawn", "fax", or pixels an inch as in 200, 200q70, 200q70s1.5');
  const [, dpi, quality = QUALITY, skew = 0] = found;
  return { dpi: Number(dpi), quality: Number(quality), skew: Number(skew) };
}

/** The pages of a document as pictures, without any text. */
export async function scanned({ pages }: Document, way: ScanWay): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  for (const { graphics, width, height } of pages) {
    const bitmap = await graphics!.raster({ dpi: way.dpi });
    const picture =
      way.quality === undefined
        ? await file.embedPng(faxed(bitmap))
        : await file.embedJpg(skewed(bitmap, way.skew).toBuffer('image/jpeg', way.quality));
    const size = { width: width * POINTS_OF_INCH, height: height * POINTS_OF_INCH };
    file.addPage([size.width, size.height]).drawImage(picture, { x: 0, y: 0, ...size });
  }
  return file.save();
}

function canvasOf({ width, height, data }: Bitmap): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  pixels.data.set(data);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

function skewed(bitmap: Bitmap, degrees: number): Canvas {
  const level = canvasOf(bitmap);
  if (degrees === 0) return level;
  const canvas = createCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  whiten(context, bitmap);
  context.translate(bitmap.width / 2, bitmap.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(level, -bitmap.width / 2, -bitmap.height / 2);
  return canvas;
}

function whiten(context: SKRSContext2D, { width, height }: Bitmap): void {
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
}

/** In black and white, with specks, and rows that hang in the middle. */
function faxed(bitmap: Bitmap): Buffer {
  const { width, height, data, dpi } = bitmap;
  const black = new Uint8ClampedArray(data.length).fill(255);
  let seed = 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const hang = Math.round(FAX_HANG * dpi * Math.sin((Math.PI * x) / width));
      const from = ((y - hang) * width + x) * 4;
      const luma = y < hang ? 255 : 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!;
      if (luma >= FAX_BLACK && seed % FAX_SPECKS > 0) continue;
      black.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return canvasOf({ ...bitmap, data: black }).toBuffer('image/png');
}
