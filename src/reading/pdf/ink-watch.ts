/** What a pass over a page notices about its ink besides glyphs and paths, without decoding or drawing anything. */

import type { Subpath } from '../../page/document/page-graphics.js';
import type { InkFacts } from './engine.js';
import type { PathState } from './painted-paths.js';

/** Paint fainter than this opacity is left out of the layer of paths, but may be seen. */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths
const FAINT_ALPHA = 0.3;
/** Text brighter than this luma, or fainter than this opacity, may leave no mark. */
const FAINT_TEXT_LUMINANCE = 0.6;
const FAINT_TEXT_ALPHA = 0.5;
/** Text rendering modes that fill glyphs. */
const FILLING_MODES: ReadonlySet<number> = new Set([0, 2, 4, 6]);
/** Text rendering modes from this one on make glyphs the clip. */
const FIRST_CLIPPING_MODE = 4;
/** Corners of a rectangle that are this near to one line, in inches, lie on it. */
const LEVEL = 1e-4;
/** pdf.js' name of the mode without blending. */
const NO_BLENDING = 'source-over';

/** How text is painted. */
interface TextPaint extends Pick<PathState, 'fill' | 'fillAlpha' | 'groupAlpha'> {
  readonly renderingMode: number;
}

/** Collects the facts of one page; everything reported to it is on the page and not hidden. */
export class InkWatch {
  readonly faintText = new Set<number>();
  #plain = true;

  /** Something is shown that is in neither glyphs nor paths nor images. */
  sawMore(): void {
    this.#plain = false;
  }

  /** A path is painted with the paint of a state. */
  sawPaint(fills: boolean, strokes: boolean, state: PathState): void {
    if (fills && !isCounted(state.fill, state.fillAlpha * state.groupAlpha)) this.sawMore();
    if (strokes && !isCounted(state.stroke, state.strokeAlpha * state.groupAlpha)) this.sawMore();
  }

  /** A path becomes the clip. */
  sawClip(subpaths: readonly Subpath[]): void {
    if (subpaths.length > 1 || subpaths.some((subpath) => !isRectangle(subpath))) this.sawMore();
  }

  /** Text is shown. @param operation its ordinal on the page */
  sawText({ fill, fillAlpha, groupAlpha, renderingMode }: TextPaint, operation: number): void {
    if (renderingMode >= FIRST_CLIPPING_MODE) this.sawMore();
    const isDark = fill !== undefined && fill <= FAINT_TEXT_LUMINANCE;
    const isOpaque = fillAlpha * groupAlpha >= FAINT_TEXT_ALPHA;
    if (!isDark || !isOpaque || !FILLING_MODES.has(renderingMode)) this.faintText.add(operation);
  }

  /** A soft mask or a blend mode is set in an extended graphics state. */
  sawState(key: unknown, value: unknown): void {
    if (key === 'SMask' && value !== false) this.sawMore();
    if (key === 'BM' && value !== NO_BLENDING) this.sawMore();
  }

  /** @param imageArea the most that images can cover, in square inches; infinite where that is not known */
  facts(imageArea: number): InkFacts {
    return { imageArea, plain: this.#plain, faintText: this.faintText };
  }
}

/** Whether paint comes out as its path says. */
function isCounted(luminance: number | undefined, alpha: number): boolean {
  return luminance !== undefined && alpha >= FAINT_ALPHA;
}

/** Whether a subpath is a rectangle along the axes of the page. */
export function isRectangle({ points, curved }: Subpath): boolean {
  if (curved || points.length < 4 || points.length > 5) return false;
  return points.every((point, index) => {
    const next = points[(index + 1) % points.length]!;
    return Math.abs(point.x - next.x) < LEVEL || Math.abs(point.y - next.y) < LEVEL;
  });
}
