/** Graphics and text state while the operators of a page are walked. */
import { type Box, composeTransforms, IDENTITY, type Transform } from '../../../page/document/geometry.js';
import type { PathState } from '../painted-paths.js';
import type { PdfjsFont } from './fonts.js';

/** Deeper nesting of saved states than this is counted, but no longer stored. */
const MAX_SAVED_STATES = 4096;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What `q` saves and `Q` restores. Mutable: operators write into it. */
export interface GraphicsState extends Writable<PathState> {
  /** Of what is filled, `0xRRGGBB`; undefined for a pattern. */
  fillColour: number | undefined;
  font: PdfjsFont | undefined;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  /** 1 is normal. */
  horizontalScale: number;
  leading: number;
  rise: number;
  renderingMode: number;
  textMatrix: Transform;
  /** Pen and start of the line in the space of the text matrix. */
  x: number;
  y: number;
  lineX: number;
  lineY: number;
}

/** The state at the start of a page, or of an annotation's appearance. */
export function initialState(ctm: Transform, clip: Box): GraphicsState {
  return {
    ctm,
    clip,
    lineWidth: 1,
    dashes: undefined,
    fill: 0,
    fillColour: 0,
    stroke: 0,
    fillAlpha: 1,
    strokeAlpha: 1,
    groupAlpha: 1,
    font: undefined,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderingMode: 0,
    textMatrix: IDENTITY,
    x: 0,
    y: 0,
    lineX: 0,
    lineY: 0,
  };
}

/** The current state and those saved below it. */
export class StateStack {
  current: GraphicsState;
  #saved: GraphicsState[] = [];
  #unstored = 0;

  constructor(initial: GraphicsState) {
    this.current = initial;
  }

  save(): void {
    if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push({ ...this.current });
    else this.#unstored += 1;
  }

  /** Does nothing when nothing is saved. */
  restore(): void {
    if (this.#unstored > 0) {
      this.#unstored -= 1;
      return;
    }
    const saved = this.#saved.pop();
    if (saved !== undefined) this.current = saved;
  }

  /** Forgets everything and starts from another state. */
  reset(state: GraphicsState): void {
    this.current = state;
    this.#saved = [];
    this.#unstored = 0;
  }

  /** Puts a matrix before the current one, as `cm` does. */
  transform(matrix: ArrayLike<number> | null | undefined): void {
    if (!matrix) return;
    this.current.ctm = composeTransforms(toTransform(matrix), this.current.ctm);
  }

  /** Narrows the clip to the part inside a box. */
  clip(box: Box): void {
    const { clip } = this.current;
    this.current.clip = {
      left: Math.max(clip.left, box.left),
      top: Math.max(clip.top, box.top),
      right: Math.min(clip.right, box.right),
      bottom: Math.min(clip.bottom, box.bottom),
    };
  }
}

/** A matrix as PDF writes it, six numbers; the identity for anything else. */
export function toTransform(matrix: ArrayLike<number>): Transform {
  if (matrix.length < 6) return IDENTITY;
  return {
    a: matrix[0] as number,
    b: matrix[1] as number,
    c: matrix[2] as number,
    d: matrix[3] as number,
    e: matrix[4] as number,
    f: matrix[5] as number,
  };
}
