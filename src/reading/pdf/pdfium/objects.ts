/** Walks the objects of a page in painting order, those of its forms in line. */

import { PDF_LIMITS } from '../../../limits.js';
import { type Box, composeTransforms, type Transform } from '../../../page/document/geometry.js';
import type { Subpath } from '../../../page/document/page-graphics.js';
import { tooLarge } from '../bitmap-limit.js';
import { boxAround, isDrawable, type Polyline } from '../painted-paths.js';
import type { Pdfium } from './library.js';
import { POINT_BYTES, POINT_CURVE, POINT_MOVE } from './memory-layout.js';

/** PDFium's numbers of kinds of objects. */
export const TEXT = 1;
export const PATH = 2;
export const IMAGE = 3;
export const FORM = 5;

/** Forms nested deeper are not entered. */
const MAX_FORM_DEPTH = 32;

/** Objects after which the walk asks whether it may go on. */
const OBJECTS_BETWEEN_CHECKS = 256;

/** Where an object is: in the page itself, or in forms. */
export interface Surroundings {
  /** User space of what is around to inches on the displayed page. */
  readonly matrix: Transform;
  /** Box of the clip around, in inches. */
  readonly clip: Box;
  /** Opacity of the forms around. */
  readonly alpha: number;
  /** The appearance of an annotation. */
  readonly isAnnotation: boolean;
  /** The forms around, the outermost first. */
  readonly forms: readonly number[];
  /** Boxes of clips by the addresses of their data. */
  readonly clips: Map<number, ObjectClip>;
}

/** What is left of the clip around an object. */
interface ObjectClip {
  readonly box: Box;
  /** The clip of its own, if it has one. */
  readonly subpaths: readonly Subpath[];
}

export interface ObjectVisitor {
  /** An object that is no form. @param object its address */
  object(object: number, kind: number, around: Surroundings): void;
  /** A form is entered. */
  form(object: number, around: Surroundings): void;
  /** Called now and then; may throw to end the walk. */
  check(): void;
}

/** The page to walk. */
export interface PageSource {
  readonly index: number;
  /** PDFium's handles. */
  readonly document: number;
  readonly page: number;
  /** User space to inches on the displayed page. */
  readonly base: Transform;
  /** The page, in inches: the clip of what is not clipped. */
  readonly box: Box;
  /** Objects of the page's own content; those behind are appearances of annotations. */
  readonly ownObjects: number;
  /** Ordinals of text objects by show operation of the page's content stream, where that is at hand. */
  textObjects(): readonly number[] | undefined;
}

/** Goes through the objects of a page. */
export class PageObjects {
  readonly #pdfium: Pdfium;
  readonly #visitor: ObjectVisitor;
  #met = 0;

  constructor(pdfium: Pdfium, visitor: ObjectVisitor) {
    this.#pdfium = pdfium;
    this.#visitor = visitor;
  }

  /** Walks a page. @throws whatever the visitor throws */
  walk({ page, base, box, ownObjects }: PageSource): void {
    const { exports } = this.#pdfium;
    const own = { matrix: base, clip: box, alpha: 1, isAnnotation: false, forms: [], clips: new Map() };
    const annotations = { ...own, isAnnotation: true };
    const count = exports.FPDFPage_CountObjects(page);
    for (let index = 0; index < count; index++) {
      const around = index < ownObjects ? own : annotations;
      this.#visit(exports.FPDFPage_GetObject(page, index), around, 0);
    }
  }

  #visit(object: number, around: Surroundings, depth: number): void {
    const { exports } = this.#pdfium;
    this.#met += 1;
    if (this.#met % OBJECTS_BETWEEN_CHECKS === 0) this.#visitor.check();
    const kind = exports.FPDFPageObj_GetType(object);
    if (kind !== FORM) {
      this.#visitor.object(object, kind, around);
      return;
    }
    if (depth >= MAX_FORM_DEPTH) return;
    this.#visitor.form(object, around);
    const inside: Surroundings = {
      matrix: objectMatrix(this.#pdfium, object, around.matrix),
      clip: clipOf(this.#pdfium, object, around).box,
      alpha: around.alpha * fillAlpha(this.#pdfium, object),
      isAnnotation: around.isAnnotation,
      forms: [...around.forms, object],
      clips: new Map(),
    };
    const count = exports.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count; index++) {
      this.#visit(exports.FPDFFormObj_GetObject(object, index), inside, depth + 1);
    }
  }
}

/** The space of an object to inches. */
export function objectMatrix({ exports, scratch }: Pdfium, object: number, around: Transform): Transform {
  if (exports.FPDFPageObj_GetMatrix(object, scratch.at) === 0) return around;
  const { floats, at } = scratch;
  const from = at >> 2;
  const own: Transform = {
    a: floats[from] ?? 1,
    b: floats[from + 1] ?? 0,
    c: floats[from + 2] ?? 0,
    d: floats[from + 3] ?? 1,
    e: floats[from + 4] ?? 0,
    f: floats[from + 5] ?? 0,
  };
  return composeTransforms(own, around);
}

/** Paint of an object: luma and opacity from 0 to 1, and the colour as `0xRRGGBB`. */
interface ObjectPaint {
  readonly colour: number;
  readonly luminance: number;
  readonly alpha: number;
}

/** Undefined where the object has no such paint. */
export function fillPaint({ exports, scratch }: Pdfium, object: number): ObjectPaint | undefined {
  const { at } = scratch;
  const found = exports.FPDFPageObj_GetFillColor(object, at, at + 4, at + 8, at + 12);
  return found === 0 ? undefined : readPaint(scratch);
}

/** Undefined where the object has no such paint. */
export function strokePaint({ exports, scratch }: Pdfium, object: number): ObjectPaint | undefined {
  const { at } = scratch;
  const found = exports.FPDFPageObj_GetStrokeColor(object, at, at + 4, at + 8, at + 12);
  return found === 0 ? undefined : readPaint(scratch);
}

function readPaint(scratch: Pdfium['scratch']): ObjectPaint {
  const [red, green, blue, alpha] = [scratch.word(0), scratch.word(1), scratch.word(2), scratch.word(3)];
  const luminance = (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  return { colour: (red << 16) | (green << 8) | blue, luminance, alpha: alpha / 255 };
}

function fillAlpha(pdfium: Pdfium, object: number): number {
  return fillPaint(pdfium, object)?.alpha ?? 1;
}

/** The clip of an object within that of its surroundings; clips that are no rectangles count with their boxes. */
export function clipOf(pdfium: Pdfium, object: number, { matrix, clip, clips }: Surroundings): ObjectClip {
  const { exports, scratch } = pdfium;
  const path = exports.FPDFPageObj_GetClipPath(object);
  const key = scratch.words[path >> 2] ?? 0;
  let known = clips.get(key);
  if (known === undefined) {
    known = key === 0 ? { box: clip, subpaths: [] } : readClip(pdfium, path, matrix, clip);
    clips.set(key, known);
  }
  return known;
}

function readClip({ exports, scratch }: Pdfium, path: number, matrix: Transform, around: Box): ObjectClip {
  let box = around;
  const all: Subpath[] = [];
  const count = exports.FPDFClipPath_CountPaths(path);
  for (let index = 0; index < count; index++) {
    const points = exports.FPDFClipPath_CountPathSegments(path, index);
    const first = points > 0 ? exports.FPDFClipPath_GetPathSegment(path, index, 0) : 0;
    const subpaths = first === 0 ? [] : readPoints(scratch, first, points, matrix);
    const own = subpaths.length === 0 ? NOWHERE : boxAround(subpaths);
    box = {
      left: Math.max(box.left, own.left),
      top: Math.max(box.top, own.top),
      right: Math.min(box.right, own.right),
      bottom: Math.min(box.bottom, own.bottom),
    };
    all.push(...subpaths);
  }
  return { box, subpaths: all };
}

const NOWHERE: Box = { left: 0, top: 0, right: -1, bottom: -1 };

/** The subpaths of a path object. Curves become straight pieces to their end points. */
export function readPath({ exports, scratch }: Pdfium, object: number, matrix: Transform): Subpath[] {
  const count = exports.FPDFPath_CountSegments(object);
  const first = count > 0 ? exports.FPDFPath_GetPathSegment(object, 0) : 0;
  return first === 0 ? [] : readPoints(scratch, first, count, matrix);
}

/** Bytes of a point before its kind and its closing. */
const KIND = 8;
const CLOSES = 9;

/** @throws DocumentError `too_large` */
function readPoints({ bytes, floats }: Pdfium['scratch'], first: number, count: number, matrix: Transform) {
  if (count > PDF_LIMITS.pathPoints) throw tooLarge();
  const { a, b, c, d, e, f } = matrix;
  const subpaths: Polyline[] = [];
  let current: Polyline | undefined;
  let inCurve = 0;
  for (let index = 0; index < count; index++) {
    const at = first + index * POINT_BYTES;
    const kind = bytes[at + KIND];
    const px = floats[at >> 2] ?? 0;
    const py = floats[(at >> 2) + 1] ?? 0;
    const point = { x: a * px + c * py + e, y: b * px + d * py + f };
    if (kind === POINT_MOVE || current === undefined) {
      current = { points: [point], closed: false, curved: false };
      subpaths.push(current);
      inCurve = 0;
      continue;
    }
    if (kind === POINT_CURVE) {
      current.curved = true;
      inCurve = (inCurve + 1) % CURVE_POINTS;
      if (inCurve === 0) current.points.push(point);
    } else {
      current.points.push(point);
    }
    if (bytes[at + CLOSES] === 1) current.closed = true;
  }
  return subpaths.filter(isDrawable);
}

/** Points of a curve after its start: two that direct it, and its end. */
const CURVE_POINTS = 3;
