/** Pictures of scans, drawn pixel by pixel. */
import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { GreyBitmap } from '../../src/page/ink/grey.js';

/** Registers a font that comes with pdf.js, so that letters look the same on every machine; returns its name. */
export function testFont(): string {
  const name = 'Scan Sans';
  const file = 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf';
  if (!GlobalFonts.has(name))
    GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(file), name);
  return JSON.stringify(name);
}

/** Rows of dark dashes at an angle, as text looks from afar. */
export function rows(degrees: number, dark = 0, bright = 255): GreyBitmap {
  const width = 600;
  const height = 600;
  const data = new Uint8Array(width * height).fill(bright);
  const slope = Math.tan((degrees * Math.PI) / 180);
  for (let y = 60; y < 540; y += 24) {
    for (let x = 40; x < 560; x++) {
      if (x % 9 === 0) continue;
      for (let i = 0; i < 8; i++) data[Math.round(y + i + (x - 300) * slope) * width + x] = dark;
    }
  }
  return { width, height, dpi: 100, data };
}

/** White paper with dark boxes on it; all in pixels. */
export function paper(
  width: number,
  height: number,
  boxes: readonly (readonly [left: number, top: number, right: number, bottom: number, luma?: number])[],
  dpi = 300,
): GreyBitmap {
  const data = new Uint8Array(width * height).fill(255);
  for (const [left, top, right, bottom, luma = 0] of boxes) {
    for (let y = top; y < bottom; y++) data.fill(luma, y * width + left, y * width + right);
  }
  return { width, height, dpi, data };
}

/** How a row is set: every letter as wide as it is, or all in cells of one width. */
export type Setting = 'proportional' | 'monospaced';

/** Width of a cell of monospaced print, in font sizes. */
const CELL = 0.6;

/** Ink of a piece of a row along the row, in font sizes from the start of the row. */
export interface Inked {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** The words of a row with their ink, as a font sets them, and where the row ends. Spaces set words apart. */
export function setRow(
  row: string,
  setting: Setting,
): { readonly words: readonly Inked[]; readonly end: number } {
  const context = createCanvas(8, 8).getContext('2d');
  context.font = `100px ${testFont()}`;
  const words: Inked[] = [];
  let at = 0;
  for (const [text] of row.matchAll(/\S+|\s+/g)) {
    let ink: { left: number; right: number } | undefined;
    for (const letter of text) {
      const { width, actualBoundingBoxLeft, actualBoundingBoxRight } = context.measureText(letter);
      const advance = setting === 'monospaced' ? CELL : width / 100;
      const start = at + (advance - width / 100) / 2;
      const right = start + actualBoundingBoxRight / 100;
      ink = { left: ink?.left ?? start - actualBoundingBoxLeft / 100, right };
      at += advance;
    }
    if (text.trim() !== '' && ink) words.push({ text, ...ink });
  }
  return { words, end: at };
}
