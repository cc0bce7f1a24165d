/** Pages as pictures: as the engine draws them, or, where nothing is drawn, with their lines on white. */

import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { isInterruption } from '../../../foundation/async/interrupt.js';
import { canvasOf, emptyCanvas, jpegOf } from '../../../foundation/platform/canvas.js';
import type { Line, Page } from '../../../page/document/model.js';
import { FOR_EYES } from '../../../page/document/page-graphics.js';

/** Pixels of a side of a picture, at most: pages may be as large as they like. */
const LONGEST_SIDE = 10_000;
const PAPER = '#ffffff';
const INK = '#1f2937';
/** Share of the height of a line that its letters take up. */
const LETTERS = 0.8;
/** JPEG quality, 0 to 100, at which small print can still be read (invoice.pdf: 95 KB at 1,500 pixels). */
const JPEG_QUALITY = 78;

/** Pixels an inch at which the longer side of a page has so many pixels. */
export function dpiFor({ width, height }: Pick<Page, 'width' | 'height'>, pixels: number): number {
  return Math.min(pixels, LONGEST_SIDE) / Math.max(width, height, 1 / LONGEST_SIDE);
}

/** A page on a canvas. */
interface PageCanvas {
  readonly canvas: Canvas;
  /** Why it shows the lines alone, where an engine failed to draw the page. */
  readonly undrawn?: string;
}

/**
 * Draws a page.
 * @param dpi pixels an inch
 * @throws DocumentError `timed_out`, `aborted`, `closed`
 */
export async function pageCanvas(page: Page, dpi: number): Promise<PageCanvas> {
  const fitting = Math.min(dpi, dpiFor(page, LONGEST_SIDE));
  if (!page.graphics || !isDrawn(page)) return { canvas: await linesCanvas(page, fitting) };
  try {
    return { canvas: await canvasOf(await page.graphics.raster({ dpi: fitting, ...FOR_EYES })) };
  } catch (error) {
    if (isInterruption(error)) throw error;
    const undrawn = error instanceof Error ? error.message : String(error);
    return { canvas: await linesCanvas(page, fitting), undrawn };
  }
}

/** The lines of a page on white. */
async function linesCanvas(page: Page, dpi: number): Promise<Canvas> {
  const canvas = await emptyCanvas(
    Math.max(1, Math.round(page.width * dpi)),
    Math.max(1, Math.round(page.height * dpi)),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = PAPER;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const line of page.lines) writeLine(context, line, dpi);
  return canvas;
}

/** Whether an engine draws the page; of others only the lines are known. */
function isDrawn({ graphics, synthetic }: Page): boolean {
  return graphics !== undefined && synthetic !== true;
}

/** A line of text as wide as its box. */
function writeLine(context: SKRSContext2D, line: Line, dpi: number): void {
  const size = line.lineHeight * LETTERS * dpi;
  if (!(size > 0)) return;
  context.save();
  context.fillStyle = INK;
  context.font = `${size}px sans-serif`;
  context.textBaseline = 'middle';
  const [topLeft, , , bottomLeft] = line.boundingPolygon;
  context.translate(((topLeft.x + bottomLeft.x) / 2) * dpi, ((topLeft.y + bottomLeft.y) / 2) * dpi);
  context.rotate((line.angle * Math.PI) / HALF_TURN);
  context.fillText(line.text, 0, 0, Math.max(1, lengthOf(line) * dpi));
  context.restore();
}

const HALF_TURN = 180;

function lengthOf({ boundingPolygon: [a, b] }: Line): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** A page as JPEG. */
export interface PagePicture {
  readonly jpeg: Uint8Array;
  /** Why it shows the lines alone, where an engine failed to draw the page. */
  readonly undrawn?: string;
}

/**
 * A drawn page; undefined where no engine draws it.
 * @param pixels of its longer side
 * @throws DocumentError `timed_out`, `aborted`, `closed`
 */
export async function pagePicture(page: Page, pixels: number): Promise<PagePicture | undefined> {
  if (!isDrawn(page)) return undefined;
  const { canvas, ...rest } = await pageCanvas(page, dpiFor(page, pixels));
  return { jpeg: await jpegOf(canvas, JPEG_QUALITY), ...rest };
}
