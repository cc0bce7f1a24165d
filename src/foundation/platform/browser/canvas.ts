/** Canvases of the browser, which draw as those of the package do, fonts apart. */
import type { Canvas } from '@napi-rs/canvas';

interface Rgba {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export async function emptyCanvas(width: number, height: number): Promise<Canvas> {
  return new OffscreenCanvas(width, height) as unknown as Canvas;
}

export async function canvasOf({ data, width, height }: Rgba): Promise<Canvas> {
  const canvas = await emptyCanvas(width, height);
  const pixels = new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height);
  canvas.getContext('2d').putImageData(pixels as unknown as Parameters<SkiaContext['putImageData']>[0], 0, 0);
  return canvas;
}

type SkiaContext = ReturnType<Canvas['getContext']>;

export async function pngOf(canvas: Canvas): Promise<Uint8Array> {
  return fileOf(canvas, { type: 'image/png' });
}

export async function jpegOf(canvas: Canvas, quality: number): Promise<Uint8Array> {
  return fileOf(canvas, { type: 'image/jpeg', quality: quality / 100 });
}

export function freeCanvas(canvas: Canvas): void {
  canvas.width = 1;
  canvas.height = 1;
}

async function fileOf(canvas: Canvas, options: { type: string; quality?: number }): Promise<Uint8Array> {
  const blob = await (canvas as unknown as OffscreenCanvas).convertToBlob(options);
  return new Uint8Array(await blob.arrayBuffer());
}
