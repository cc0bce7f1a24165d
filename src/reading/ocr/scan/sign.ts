/** Which ink can be a letter or digit. */
import { boxHeight, boxWidth } from '../../../page/document/geometry.js';
import type { PixelRegion } from '../../../page/ink/pixel-regions.js';
import { rimShare, type Sample } from './areas.js';

/** What size signs have. */
export interface SignSize {
  /** Height in inches. */
  readonly least: number;
  readonly most: number;
  /** How many times as wide as high they are at most. */
  readonly widest: number;
}

/** Share of its box that a sign fills at most: more is a tick, a dash or a full stop. */
const FULLEST = 0.85;
/** Share of the edges of its box that a sign fills at most: more is the frame of a checkbox. */
const RIM = 0.8;

/** Whether ink that hangs together can be a letter or digit by its size, and by how much of its box it fills. */
export function isSign(
  area: PixelRegion,
  sample: Sample,
  dpi: number,
  { least, most, widest }: SignSize,
): boolean {
  const width = boxWidth(area);
  const height = boxHeight(area);
  if (height < least * dpi || height > most * dpi || width > widest * height) return false;
  return area.area <= FULLEST * width * height && rimShare(area, sample) <= RIM;
}
