/** Pages with marks at known places: a black square, a ruling, and lines of text that show a skew. */
import fc from 'fast-check';
import { applyTransform, type Point } from '../../../src/page/document/geometry.js';
import { DocumentMemory } from '../../../src/page/document/memory.js';
import type { Page } from '../../../src/page/document/model.js';
import type { Bitmap, PageGraphics, PaintedPath } from '../../../src/page/document/page-graphics.js';
import { drawnGraphics } from '../../../src/page/ink/drawn-graphics.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import type { Entry } from './support.js';

/** Half the side of the black square, in inches. */
const HALF = 0.5;

/** The ruling, from left to right, in inches. */
export const RULING: readonly [Point, Point] = [
  { x: 2, y: 8 },
  { x: 5, y: 8 },
];

export interface MarkedPage {
  readonly page: Page;
  /** The page with the square alone. */
  readonly bare: Page;
  /** Centre of the black square, in inches on the page as it was made. */
  readonly mark: Point;
}

/** Lines at three corners of the page, by which it can be straightened. */
const CORNERS = [
  { text: 'north', left: 1, top: 1 },
  { text: 'south', left: 1, top: 9.5 },
  { text: 'east', left: 6.5, top: 1 },
];

/** Letter pages with the text `Mark` along the upper edge of a square, turned by quarters or a little askew. */
export const markedPages: fc.Arbitrary<readonly MarkedPage[]> = fc
  .array(
    fc.record({
      x: fc.integer({ min: 20, max: 65 }).map((x) => x / 10),
      y: fc.integer({ min: 25, max: 70 }).map((y) => y / 10),
      angle: fc.constantFrom(0, 0, 3, 90, 180, -90),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((marks) =>
    marks.map(({ x, y, angle }, index) => {
      const square = [
        { x: x - HALF, y: y - HALF },
        { x: x + HALF, y: y - HALF },
        { x: x + HALF, y: y + HALF },
        { x: x - HALF, y: y + HALF },
      ];
      const paths: PaintedPath[] = [
        { subpaths: [{ points: square, closed: true, curved: false }], fill: { luminance: 0, alpha: 1 } },
        {
          subpaths: [{ points: RULING, closed: false, curved: false }],
          stroke: { luminance: 0, alpha: 1, width: 0.01 },
        },
      ];
      const sketches = [...CORNERS, { text: 'Mark', left: x, top: y, angle }];
      const { pages } = documentFromLines(sketches.map((sketch) => ({ ...sketch, page: index })));
      const page = pages[index]!;
      return {
        page: { ...page, graphics: drawn(page, paths) },
        bare: { ...page, graphics: drawn(page, paths.slice(0, 1)) },
        mark: { x, y },
      };
    }),
  );

/** Graphics that hand the same bitmap out each time, as those of files do: whoever changes it is found out. */
function drawn(page: Page, paths: readonly PaintedPath[]): PageGraphics {
  const graphics = drawnGraphics(page, paths, new DocumentMemory().page('drawn'));
  const known = new Map<number, Promise<Bitmap>>();
  return {
    ...graphics,
    raster(options) {
      const bitmap = known.get(options.dpi) ?? graphics.raster(options);
      known.set(options.dpi, bitmap);
      return bitmap;
    },
  };
}

const nudge = fc.integer({ min: -5, max: 5 }).map((tenths) => tenths / 10);
const corner = (match: string, x: number, y: number) =>
  fc.record({ dx: nudge, dy: nudge }).map(({ dx, dy }) => ({
    match,
    targetPosition: { x: x + dx, y: y + dy },
  }));

/** Entries that move pages, so that nothing is drawn too small to be seen or too large to be drawn. */
export const moves: Readonly<Record<'deskew' | 'rotatePage' | 'scale', fc.Arbitrary<Entry>>> = {
  deskew: fc.record({
    type: fc.constant('deskew'),
    fixedPoints: fc.tuple(corner('north', 1, 1), corner('south', 1, 9.5), corner('east', 6.5, 1)),
    matchAll: fc.boolean(),
  }),
  rotatePage: fc.record({
    type: fc.constant('rotatePage'),
    match: fc.constant('mark'),
    matchAll: fc.boolean(),
  }),
  scale: fc.record({
    type: fc.constant('scale'),
    samples: fc
      .record({ match: fc.constantFrom('mark', 'north'), targetHeight: fc.constantFrom(0.1, 0.139, 0.25) })
      .map((sample) => [sample]),
    perPage: fc.boolean(),
  }),
};

/** Brightness of a bitmap at a place in inches, 0 black to 255; undefined outside. */
export function brightness({ width, height, dpi, data }: Bitmap, { x, y }: Point): number | undefined {
  const [column, row] = [Math.floor(x * dpi), Math.floor(y * dpi)];
  if (column < 0 || row < 0 || column >= width || row >= height) return undefined;
  return data[(row * width + column) * 4];
}

/** Where a page shows what was at a place when it was made. */
export function shownAt(page: Page, place: Point): Point {
  return applyTransform(page.transform, place);
}
