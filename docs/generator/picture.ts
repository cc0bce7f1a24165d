/** The pictures of the pages: `docs/images`. */
import { writeFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const IMAGES = new URL('../images/', import.meta.url);

/** Of WebP, 0 to 100: letters of screenshots look as in the PNG, which is four times as large. */
const QUALITY = 60;

/** Keeps a picture, packed so small that the package can hold those of all pages. @param name without an extension */
export async function keepPicture(name: string, png: Uint8Array): Promise<void> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  await writeFile(new URL(`${name}.webp`, IMAGES), await canvas.encode('webp', QUALITY));
}
