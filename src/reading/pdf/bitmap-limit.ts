/** How large drawn pages may become. */
import { DocumentError } from '../../errors.js';

/** Pixels of the largest bitmap: Letter at 650 dpi. One takes 160 MB. */
const MAX_PIXELS = 40_000_000;

/**
 * Refuses a bitmap that would be too large.
 * @param width,height in pixels
 * @throws DocumentError `too_large`
 */
export function checkPixels(index: number, dpi: number, width: number, height: number): void {
  if (width * height <= MAX_PIXELS) return; // false for what is no number, too
  throw new DocumentError(
    'too_large',
    `Page ${index + 1} has ${width} x ${height} pixels at ${dpi} dpi, more than ${MAX_PIXELS}; ask for a lower resolution.`,
    { page: index },
  );
}

/** The error for a page that holds more than an engine reads. */
export function tooLarge(index?: number): DocumentError {
  const page = index === undefined ? 'A page' : `Page ${index + 1}`;
  const message = `${page} of the PDF holds more operators, glyphs or points than can be read; leave it out.`;
  return new DocumentError('too_large', message, { page: index });
}
