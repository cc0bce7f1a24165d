/** Drawings as pictures that other programs show. */
import type { Canvas } from '@napi-rs/canvas';
import type { Bitmap } from '../document/page-graphics.js';

/** A drawing on a canvas of its size. */
export async function canvasOf({
  data,
  width,
  height,
}: Pick<Bitmap, 'data' | 'width' | 'height'>): Promise<Canvas> {
  const { createCanvas, ImageData } = await import('@napi-rs/canvas');
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}

/** A drawing as PNG, in a URI that holds all of it. */
export async function pngUri(bitmap: Bitmap): Promise<string> {
  const png = await (await canvasOf(bitmap)).encode('png');
  return `data:image/png;base64,${png.toString('base64')}`;
}
