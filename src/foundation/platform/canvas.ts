/** Canvases: what pictures are drawn on, and encoded with. The package for them is large and native, so it is loaded with the first one. */
import type { Canvas } from '@napi-rs/canvas';

/** A picture: four bytes a pixel, red, green, blue and opacity, row by row. */
interface Rgba {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** An empty canvas. @param width,height in pixels, at least 1 */
export async function emptyCanvas(width: number, height: number): Promise<Canvas> {
  const { createCanvas } = await import('@napi-rs/canvas');
  return createCanvas(width, height);
}

/** A picture on a canvas of its size. */
export async function canvasOf({ data, width, height }: Rgba): Promise<Canvas> {
  const { createCanvas, ImageData } = await import('@napi-rs/canvas');
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}

/** What is drawn on a canvas, as a PNG file. */
export async function pngOf(canvas: Canvas): Promise<Uint8Array> {
  return new Uint8Array(await canvas.encode('png'));
}

/** What is drawn on a canvas, as a JPEG file. @param quality 0 to 100 */
export async function jpegOf(canvas: Canvas, quality: number): Promise<Uint8Array> {
  return new Uint8Array(await canvas.encode('jpeg', quality));
}

/** Frees the memory of a canvas, which the garbage collector does not see. */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = 1;
  canvas.height = 1;
}
