/**
 * Frames of paths that a mark crosses. Painted together the two are connected, and draw no frame; the level and upright
 * lines of the page draw it as if no mark were there.
 */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection
import type { PaintedPath, Subpath } from '../document/page-graphics.js';
import { type BoxShape, FRAME_MAX, FRAME_MIN, MAX_SHAPES, outlinedShape } from './box-shapes.js';
import { paintPaths } from './paint.js';
import { isSlanted } from './pen-lines.js';
import { PixelRegions } from './pixel-regions.js';
import { withScratch } from './scratch.js';
import { DARK, lightFrom } from './threshold.js';

/**
 * The frames that the paths of a page draw without their slanted lines, and with the gaps of dashes closed, as a drawing
 * of the page does not show them; none where nothing is slanted or dashed.
 * @param size of the page in pixels
 */
export function framesUnderMarks(
  paths: readonly PaintedPath[],
  size: { readonly width: number; readonly height: number },
  dpi: number,
): readonly BoxShape[] {
  const level = paths.map(withoutSlanted);
  if (level.every((path, index) => path === paths[index] && !path.stroke?.dashes)) return [];
  const left = level.filter(({ subpaths }) => subpaths.length > 0);
  if (left.length === 0) return [];
  const dark = withScratch(size.width * size.height, (pixels) => {
    const painted = paintPaths(left, size, dpi, pixels);
    return painted && new PixelRegions(painted.bitmap, lightFrom(DARK), 'dark');
  });
  if (!dark) return [];
  const frames: BoxShape[] = [];
  for (const region of dark.regions(FRAME_MIN * dpi - 1, FRAME_MAX * dpi + 1)) {
    if (frames.length >= MAX_SHAPES) break;
    const shape = outlinedShape(dark, region, dpi);
    if (shape?.kind === 'frame') frames.push(shape);
  }
  return frames;
}

/** A path without its slanted lines; of fills the whole path counts, as one line of it may be the hole of another. */
function withoutSlanted(path: PaintedPath): PaintedPath {
  const { subpaths, fill } = path;
  const level = subpaths.filter((subpath) => !isSlantedLine(subpath));
  if (level.length === subpaths.length || (fill && level.length > 0)) return path;
  return { ...path, subpaths: level };
}

function isSlantedLine({ points, closed }: Subpath): boolean {
  return isSlanted(closed ? [...points, points[0]!] : points);
}
