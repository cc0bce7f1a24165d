/** Pages described by hand: lines and drawn paths, for documents without a file and for examples of concepts. */

/** A line of text by its place; all lengths in inches. */
export interface LineSketch {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  /** Default: 0.07 in a character. */
  readonly width?: number;
  /** Default: 0.139 in, 10 points. */
  readonly height?: number;
  /** Zero-based; default 0. */
  readonly page?: number;
  /** Direction of the text in degrees, clockwise; the line is turned about its top left corner. Default 0. */
  readonly angle?: number;
}

/** A line drawn in black from point to point. */
export interface PathSketch {
  /** x and y of each point in turn, in inches. */
  readonly points: readonly number[];
  /** Draw back to the first point; default false. */
  readonly closed?: boolean;
  /** Zero-based; default 0. */
  readonly page?: number;
}
