/** Numbers of a file that are out of all proportion: a digit more in a damaged or hostile file is a page of miles. */
import type { Glyph } from '../../page/document/glyph.js';
import type { Dashes, PaintedPath } from '../../page/document/page-graphics.js';
import type { PdfPage, PdfPageContent } from './engine.js';

/** Longest side of a page, in inches: ten times that which PDF allows without `UserUnit`, 14,400 units. */
const MAX_SIDE = 2_000;

/** How far from the page's top left anything is kept, in inches: as far as the largest page, on each side. */
const MAX_PLACE = 2 * MAX_SIDE;

/** Largest text, in inches: that of a banner. Ordinary pages have less than one. */
const MAX_TEXT_SIZE = 100;

/** Smallest text, in inches: a hundredth of a point has no strokes that could be drawn. */
const MIN_TEXT_SIZE = 0.01 / 72;

/** Shortest pattern of dashes, in inches: that of a twentieth of a pixel looks like a solid line. */
const MIN_DASHES = 0.0005;

/** A page or its content within proportion, and what was changed for it: parts of a sentence. */
interface Proportioned<T> {
  readonly kept: T;
  readonly changes: readonly string[];
}

/** The page with sides of `MAX_SIDE` at most; what lies beyond is cut off. */
export function proportionedPage(
  page: PdfPage,
): Proportioned<Pick<PdfPage, 'index' | 'width' | 'height' | 'rotation'>> {
  const { index, rotation, width, height } = page;
  const kept = { index, rotation, width: sideOf(width), height: sideOf(height) };
  const isKept = kept.width === width && kept.height === height;
  if (isKept) return { kept, changes: [] };
  return {
    kept,
    changes: [`its size of ${width.toPrecision(3)} by ${height.toPrecision(3)} in was cut to ${MAX_SIDE} in`],
  };
}

function sideOf(side: number): number {
  return Number.isFinite(side) ? Math.min(side, MAX_SIDE) : MAX_SIDE;
}

/** The content without glyphs that are too large, too small or too far away, and with paths that end at the same bounds. */
export function proportionedContent(content: PdfPageContent): Proportioned<PdfPageContent> {
  const glyphs = areAllKept(content.glyphs) ? content.glyphs : content.glyphs.filter(isGlyphKept);
  const paths = content.paths.every(isPathKept) ? content.paths : content.paths.map(boundedPath);
  const dropped = content.glyphs.length - glyphs.length;
  const bounded = paths.filter((path, i) => path !== content.paths[i]).length;
  if (dropped === 0 && bounded === 0) return { kept: content, changes: [] };
  return {
    kept: { ...content, glyphs, paths },
    changes: [
      ...(dropped > 0 ? [`${dropped} of ${content.glyphs.length} characters were left out`] : []),
      ...(bounded > 0 ? [`${bounded} of ${paths.length} paths were bounded`] : []),
    ],
  };
}

/** In a loop of its own: every page passes here with all of its glyphs. */
function areAllKept(glyphs: readonly Glyph[]): boolean {
  for (const glyph of glyphs) if (!isGlyphKept(glyph)) return false;
  return true;
}

function isGlyphKept({ x, y, advance, style: { size } }: Glyph): boolean {
  const isPlaced = Math.abs(x) <= MAX_PLACE && Math.abs(y) <= MAX_PLACE && Math.abs(advance) <= MAX_SIDE;
  // Text without any size is left to the layout, which knows what it represents.
  return isPlaced && size <= MAX_TEXT_SIZE && !(size > 0 && size < MIN_TEXT_SIZE);
}

function isPathKept({ subpaths, stroke, clip }: PaintedPath): boolean {
  if (stroke && !(stroke.width <= MAX_SIDE)) return false;
  if (stroke?.dashes && !areDashesKept(stroke.dashes)) return false;
  if (clip && !(isPlace(clip.left) && isPlace(clip.right) && isPlace(clip.top) && isPlace(clip.bottom)))
    return false;
  return subpaths.every(({ points }) => points.every(({ x, y }) => isPlace(x) && isPlace(y)));
}

function isPlace(coordinate: number): boolean {
  return Math.abs(coordinate) <= MAX_PLACE;
}

function areDashesKept({ lengths, phase }: Dashes): boolean {
  const period = lengths.reduce((sum, length) => sum + length, 0);
  return period >= MIN_DASHES && Number.isFinite(period) && Math.abs(phase) <= MAX_PLACE;
}

function boundedPath(path: PaintedPath): PaintedPath {
  if (isPathKept(path)) return path;
  const { subpaths, stroke, clip, ...rest } = path;
  return {
    ...rest,
    subpaths: subpaths.map((subpath) => ({
      ...subpath,
      points: subpath.points.map(({ x, y }) => ({ x: placeOf(x), y: placeOf(y) })),
    })),
    ...(stroke && { stroke: boundedStroke(stroke) }),
    ...(clip && {
      clip: {
        left: placeOf(clip.left),
        top: placeOf(clip.top),
        right: placeOf(clip.right),
        bottom: placeOf(clip.bottom),
      },
    }),
  };
}

/** A dashed line whose pattern cannot be drawn is a solid one. */
function boundedStroke(stroke: NonNullable<PaintedPath['stroke']>): NonNullable<PaintedPath['stroke']> {
  const { dashes, ...solid } = stroke;
  const width = Number.isFinite(stroke.width) ? Math.min(stroke.width, MAX_SIDE) : 0;
  return { ...solid, width, ...(dashes && areDashesKept(dashes) && { dashes }) };
}

function placeOf(coordinate: number): number {
  if (Number.isNaN(coordinate)) return 0;
  return Math.max(-MAX_PLACE, Math.min(coordinate, MAX_PLACE));
}
