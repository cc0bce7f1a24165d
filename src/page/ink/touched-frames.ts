/** Frames that a mark touches or crosses: as it hangs together with the mark, their ink draws no frame by itself. */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection
import { boxArea, sharedArea } from '../document/geometry.js';
import { BoxIndex } from './box-index.js';
import { type BoxShape, FRAME_MAX, hasFrameSides, MAX_SHAPES } from './box-shapes.js';
import type { PixelBox } from './grey.js';
import { frameInterior, type Inked, markedFrames, type ThinFrame } from './thin-frames.js';

/** Share of the smaller of two shapes above which they are one. */
const SAME = 0.5;
/** Share of the inside of a frame above which a cell is all of it: no mark is in there. */
const WHOLE = 0.93;

/** The frames of a picture that have the size and the shape of a box to tick. */
export function framesToTick(image: Inked): readonly BoxShape[] {
  return markedFrames(image)
    .filter((frame) => hasFrameSides(frame, image.dpi))
    .map(frameShape);
}

/**
 * Shapes with the frames that are not among them, and without the cells that marks cut out of those.
 * @param frames whatever touches them
 */
export function withTouchedFrames(
  shapes: readonly BoxShape[],
  frames: readonly BoxShape[],
  dpi: number,
): readonly BoxShape[] {
  const known = new BoxIndex(FRAME_MAX * dpi, shapes);
  const touched = frames
    .filter((frame) => !isKnown(frame, known))
    .slice(0, Math.max(0, MAX_SHAPES - shapes.length));
  if (touched.length === 0) return shapes;
  const added = new BoxIndex(FRAME_MAX * dpi, touched);
  return [...touched, ...shapes.filter(({ kind, outer }) => kind !== 'cell' || !isSameAsAny(outer, added))];
}

function frameShape(frame: ThinFrame): BoxShape {
  const { left, top, right, bottom } = frame;
  return { kind: 'frame', outer: { left, top, right, bottom }, interior: frameInterior(frame) };
}

/** Whether a frame is a shape that is free, or a cell with nothing in it. */
function isKnown(frame: BoxShape, shapes: BoxIndex<BoxShape>): boolean {
  for (const { kind, outer } of shapes.near(frame.outer)) {
    const isCell = kind === 'cell';
    const least = isCell
      ? WHOLE * boxArea(frame.interior)
      : SAME * Math.min(boxArea(frame.outer), boxArea(outer));
    if (sharedArea(isCell ? frame.interior : frame.outer, outer) > least) return true;
  }
  return false;
}

function isSameAsAny(box: PixelBox, shapes: BoxIndex<BoxShape>): boolean {
  for (const { outer } of shapes.near(box)) {
    if (sharedArea(box, outer) > SAME * Math.min(boxArea(box), boxArea(outer))) return true;
  }
  return false;
}
