/** Canvases that pdf.js draws on: they show scans as paper would. */
import type { Canvas, Path2D, SKRSContext2D } from '@napi-rs/canvas';
import { type DrawingPackage, drawingPackage, svgOf } from '../../../foundation/platform/pdfjs.js';
import {
  applyTransform,
  type Box,
  boundingBox,
  IDENTITY,
  type Point,
  type Transform,
} from '../../../page/document/geometry.js';
import type { DrawnPictures } from './drawn-pictures.js';
import { registerFamilies, useFallbackFonts } from './fallback-fonts.js';
import { unavailable } from './installation.js';

/** Loads what canvases come from, with our fonts. @throws ProviderError `unavailable` */
export async function loadDrawing(): Promise<DrawingPackage> {
  try {
    const [loaded] = await Promise.all([drawingPackage(), registerFamilies()]);
    return loaded;
  } catch (error) {
    throw unavailable(error);
  }
}

/** A canvas and the only context that it is drawn on with. */
interface CanvasEntry {
  canvas: Canvas;
  context: SKRSContext2D;
}

/** What pdf.js makes its canvases with: those of pages as well as those of transparent groups and masks. */
export class PageCanvasFactory {
  readonly #package: DrawingPackage;
  readonly #pictures: DrawnPictures;

  /** @param pictures notified of the pictures that are drawn on the canvases */
  constructor(drawing: DrawingPackage, pictures: DrawnPictures) {
    this.#package = drawing;
    this.#pictures = pictures;
  }

  /** @param width,height in pixels, at least 1 */
  create(width: number, height: number): CanvasEntry {
    const { createCanvas, Path2D } = this.#package;
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    useFallbackFonts(context);
    smoothImages(context);
    clipWholePixels(context, Path2D);
    watchPictures(context, this.#pictures);
    return { canvas, context };
  }

  /** Gives a canvas another size and clears it. */
  reset({ canvas }: CanvasEntry, width: number, height: number): void {
    canvas.width = width;
    canvas.height = height;
  }

  /** Gives the memory of a canvas back, which the collector of garbage would not see. */
  destroy({ canvas }: CanvasEntry): void {
    canvas.width = 1;
    canvas.height = 1;
  }
}

/** Has the pictures that are drawn on a canvas reported. */
function watchPictures(context: SKRSContext2D, pictures: DrawnPictures): void {
  const draw = context.drawImage.bind(context) as (...picture: unknown[]) => void;
  const drawWatched = (...picture: unknown[]): void => {
    draw(...picture);
    const { width, height } = picture[0] as { readonly width: number; readonly height: number };
    pictures.drew(context, width * height);
  };
  context.drawImage = drawWatched;
}

/**
 * pdf.js draws enlarged images with hard pixels, as paper would never show them. Scans of 100 dpi come out
 * unreadable for OCR that way, so its wish is not heeded.
 */
function smoothImages(context: object): void {
  Object.defineProperty(context, 'imageSmoothingEnabled', { get: () => true, set: () => undefined });
}

/**
 * Clips to a rectangle take in every pixel that it touches, as PDF has it (ISO 32000-1, 10.6.5). Clips with soft
 * edges let the white paper shine through between the strips that many scanners cut their pictures into, and
 * these seams make the rows of text under them unreadable.
 */
function clipWholePixels(context: SKRSContext2D, Path: DrawingPackage['Path2D']): void {
  const clip = context.clip.bind(context) as (...region: unknown[]) => void;
  const clipTo = (...region: unknown[]): void => {
    const transform = context.getTransform();
    const box = region[0] instanceof Path ? touchedPixels(region[0], transform) : undefined;
    if (!box) {
      clip(...region);
      return;
    }
    const pixels = new Path();
    pixels.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    context.setTransform(IDENTITY);
    clip(pixels);
    context.setTransform(transform);
  };
  context.clip = clipTo;
}

/** Pixels, of one, by which an edge may miss the border of a pixel: paths are kept in single precision. */
const EDGE_SLACK = 0.01;

/** The whole pixels that a path touches, if it is a rectangle that is upright on the canvas. */
function touchedPixels(path: Path2D, transform: Transform): Box | undefined {
  const corners = cornersOf(path)?.map((corner) => applyTransform(transform, corner));
  if (!corners?.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) return undefined;
  const isUpright = corners.every((corner, index) => isLevel(corner, corners[(index + 1) % corners.length]!));
  if (!isUpright) return undefined;
  const { left, top, right, bottom } = boundingBox(corners);
  return {
    left: Math.floor(left + EDGE_SLACK),
    top: Math.floor(top + EDGE_SLACK),
    right: Math.ceil(right - EDGE_SLACK),
    bottom: Math.ceil(bottom - EDGE_SLACK),
  };
}

function isLevel(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < EDGE_SLACK || Math.abs(a.y - b.y) < EDGE_SLACK;
}

/** Four lines and back to the start, as the package writes paths down. */
const FOUR_CORNERS = /^M([\d.e+-]+) ([\d.e+-]+)(?:L[\d.e+-]+ [\d.e+-]+){3}(?:L\1 \2)?Z?$/;

/** The corners of a path of four straight sides. */
function cornersOf(path: Path2D): readonly Point[] | undefined {
  const text = svgOf(path);
  if (text === undefined || text.length > LONGEST_RECTANGLE || !FOUR_CORNERS.test(text)) return undefined;
  const [, ...corners] = text.replace(/Z$/, '').split(/[ML]/);
  return corners.slice(0, 4).map((corner) => {
    const [x = Number.NaN, y = Number.NaN] = corner.split(' ').map(Number);
    return { x, y };
  });
}

/** Characters of five corners written at full length: two numbers of at most 16, and what is between. */
const LONGEST_RECTANGLE = 5 * (2 * 16 + 2) + 1;
