/** Drawings as pictures that other programs show. */

import { canvasOf, pngOf } from '../../foundation/platform/canvas.js';
import type { Bitmap } from '../document/page-graphics.js';

/** A drawing as PNG, in a URI that holds all of it. */
export async function pngUri(bitmap: Bitmap): Promise<string> {
  const png = await pngOf(await canvasOf(bitmap));
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
