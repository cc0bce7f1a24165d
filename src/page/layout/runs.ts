/**
 * From glyphs to runs. A run is what one line is at least made of. Thresholds a fifth smaller change 1 value of 104
 * documents, a quarter larger 11 values.
 */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs

import { cleanGlyph, isBlank } from '../document/cleaning.js';
import type { Point } from '../document/geometry.js';
import type { Glyph, TextStyle } from '../document/glyph.js';
import { across, along, axesOf, pointAt, type TextAxes } from '../document/text-axes.js';
import { hasRightToLeft, isMark } from './bidi.js';
import { type LetterSpacing, letterSpacing } from './letter-spacing.js';
import { mayTouch, type Seam } from './print/seam.js';
import { areSetAlike, isSameBaseline } from './same-row.js';
import { WordExtents } from './word-extents.js';

/** Text of one font, size and baseline. */
export interface TextRun {
  /** Origin of the first visible glyph on its baseline, in inches on the page. */
  readonly x: number;
  readonly y: number;
  /** Direction in degrees, clockwise. */
  readonly angle: number;
  /** Font size in inches, the height of the box. */
  readonly size: number;
  /** Extent of the box along the baseline in inches, to the end of the last glyph that prints. */
  readonly length: number;
  /** Inches of spaces behind it that were shown with it, where they are no more than may be typed between words. */
  readonly trail: number;
  readonly text: string;
  /** Its words: the extents from `from` on, before `to`, counted from the beginning of the text and the origin. */
  readonly words: WordExtents;
  readonly from: number;
  readonly to: number;
  /** Its glyphs and the spaces between them, on a page that has right-to-left text; else none. */
  readonly pieces: readonly RunPiece[];
  /** Visible glyphs in it. */
  readonly visible: number;
  /** The show operations that it begins and ends with. */
  readonly operation: number;
  readonly lastOperation: number;
  /** It is a cell of its own, though it touches what is before it. */
  readonly beginsCell: boolean;
  /** Where other operations go on with it that may be cells; left out is the shift of the origin. */
  readonly seams: readonly Seam[];
  /** A glyph of it may be printed again over itself. */
  readonly reprints: boolean;
  /** A space glyph followed the run. */
  readonly pendingSpace: boolean;
  /** Inches before the origin at which the spaces begin that the run's first show operation begins with; 0: none. */
  readonly lead: number;
  readonly rightToLeft: boolean;
  /** It leaves no mark, as the text that was read from a scan; its sizes are guesses. */
  readonly invisible: boolean;
}

/** Text is dropped when both its size and its advance are below this, in inches. */
const TINY_TEXT = 0.02;
/** Kerning may move back by this many space widths. */
const KERNING_SPACES = 2;
/** Positional gap that still joins, in text heights: 0.6 and a slack of 0.002. */
const JOINING_GAP = 0.602;
/** Overlap along the text up to which pieces of it go on, in text heights: `To` is kerned by 0.172 in DejaVu Sans. */
export const OVERLAP_TOLERANCE = 0.18;
/** Accents that are drawn by themselves, as TeX does. */
const ACCENT = /^[\^`~\u00A8\u00AF\u00B4\u00B8\u02C6-\u02DD\p{M}]$/u;
/** Positional gap up to which no space is read, in text heights. */
const WORD_GAP = 0.16;
/**
 * Jumps of the position around typed spaces that together set text apart, in text heights. Justified lines jump by
 * up to 5 between words; columns that drop a lone space into the gap between them (`-7373 ( ) -5790` in a `TJ`), and
 * corrected lines that leave room for other text, jump further.
 */
const SET_APART = 6;
/** Separately shown spaces that still join, in space widths, with 2.5 % tolerance. */
const JOINING_SPACES = 4 * 1.025;
/** Separately shown spaces over a smaller gap are no spaces (zero-advance control glyphs), in text heights. */
const NO_SPACE_GAP = 0.02;
/** Width of a space where the font has none, in text heights. */
const UNKNOWN_SPACE_WIDTH = 0.28;
/**
 * Letters of a ligature are at least as wide, in text heights, whatever advance the font lists: some list that of the first letter, and
 * place what follows by itself (`fi` of Times and Helvetica: 0.25 to 0.28 a letter).
 */
const LEAST_LETTER = 0.25;
const LIGATURE = /^\p{Script=Latin}{2,3}$/u;
/** A sign that begins again before this share of its advance may be printed twice. */
const REPRINT_SHARE = 0.5;

/** Text between two places along the baseline, in inches from the origin of its run. */
interface RunPiece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The run being built, and what decides whether the next glyph joins it; it serves one run after the other. */
class OpenRun {
  readonly words: WordExtents;
  /** Of its first word. */
  from = 0;
  /** Undefined where none are kept. */
  pieces: RunPiece[] | undefined;
  style: TextStyle;
  axes: TextAxes;
  /** Position of the first visible glyph in the axes. */
  origin = 0;
  lead = 0;
  baseline = 0;
  text = '';
  rightToLeft = false;
  /** Show operation, text, start and end (from the origin) of the last visible glyph. */
  operation = 0;
  lastText = '';
  lastStart = 0;
  lastEnd = 0;
  /** There was a space before a glyph without a text that follows the last visible one. */
  isPassedBehindSpace = false;
  /** End of the last mark over the letters. */
  markEnd = Number.NEGATIVE_INFINITY;
  /** Least start and greatest end of the visible glyphs, from the origin. */
  left = 0;
  right = 0;
  pendingSpaces = 0;
  /** End of the pending spaces that belong to `operation` and follow the text without a jump. */
  pendingEnd = Number.NEGATIVE_INFINITY;
  /** End of the last glyph, visible or a pending space of `operation`. */
  penEnd = 0;
  /** Sum of the jumps of the position before pending spaces of `operation`. */
  pendingJumps = 0;
  visible = 0;
  reprints = false;
  /** Its first show operation, and where its last word begins. */
  first = 0;
  wordStart = 0;
  beginsCell = false;
  seams: Seam[] | undefined;

  constructor(style: TextStyle, words: WordExtents) {
    this.words = words;
    this.style = style;
    this.axes = axesOf(style.angle);
  }
}

/**
 * The runs of a page's glyphs, in content order. Glyphs that are no text, and tiny ones, are dropped.
 * @param cells show operations that begin a cell, whatever is before them
 */
export function runsOf(glyphs: readonly Glyph[], cells: ReadonlySet<number> = NO_CELLS): TextRun[] {
  return readRuns(glyphs, cells, false) ?? readRuns(glyphs, cells, true)!;
}

const NO_CELLS: ReadonlySet<number> = new Set();

/**
 * The runs, with their pieces when asked for: only text that is put in its reading order needs them.
 * @returns undefined when there is such text, and the pieces were not asked for
 */
function readRuns(
  glyphs: readonly Glyph[],
  cells: ReadonlySet<number>,
  withPieces: boolean,
): TextRun[] | undefined {
  const runs: TextRun[] = [];
  const spacing = letterSpacing(glyphs, { word: WORD_GAP, joining: JOINING_GAP });
  const words = new WordExtents();
  let open: OpenRun | undefined;
  let leading: Glyph[] = [];
  let operation: number | undefined;
  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index]!;
    if (!isReadable(glyph)) continue;
    const cleaned = cleanGlyph(glyph.text, glyph.advance, glyph.style.size);
    const text = cleaned === '' && isToBeShown(glyphs, index) ? UNKNOWN : cleaned;
    if (text === '') {
      if (open) passOver(open, glyph);
      continue;
    }
    const begins = glyph.style.operation !== operation;
    operation = glyph.style.operation;
    if (begins && leading.length > 0) leading = [];
    if (isBlank(text)) {
      if (open) addPending(open, glyph, text.length);
      if (begins || leading.length > 0) leading.push(glyph);
      continue;
    }
    if (!withPieces && hasRightToLeft(text)) return undefined;
    if (open && isMarkOver(open, glyph, text)) {
      addMark(open, glyph, text);
      continue;
    }
    const lead = leading.length > 0 ? leadOf(leading, glyph) : 0;
    if (leading.length > 0) leading = [];
    const beginsCell = glyph.style.operation !== open?.operation && cells.has(glyph.style.operation);
    const spaces = open && !beginsCell ? spacesBefore(open, glyph, lead, spacing) : undefined;
    if (open && spaces !== undefined) {
      addVisible(open, glyph, text, open.isPassedBehindSpace ? Math.max(1, spaces) : spaces);
    } else {
      const mark = open && isMark(open.text) && isNear(open, glyph) ? marksBefore(open, glyph) : undefined;
      if (open && !mark) runs.push(close(open, glyph.style.operation));
      open ??= new OpenRun(glyph.style, words);
      begin(open, glyph, text, lead, withPieces);
      open.beginsCell = beginsCell;
      if (mark) addMarkPiece(open, mark.text, mark.at);
    }
  }
  if (open) runs.push(close(open, undefined));
  return runs;
}

/**
 * In place of a glyph of which nobody knows the text, beside figures, where it may be one and a number without it would be another, and
 * in a row of such glyphs, so that text that cannot be read is not taken for none. Elsewhere it is left out.
 */
const UNKNOWN = '\ufffd';
const FIGURE = /^\p{Nd}$/u;

/** Glyphs in a row that are text: a mark of a list, or a ligature, has others beside it. */
const UNKNOWN_IN_ROW = 3;

function isToBeShown(glyphs: readonly Glyph[], index: number): boolean {
  if (!isUnknown(glyphs[index])) return false;
  if (isFigureBeside(glyphs, index - 1, index) || isFigureBeside(glyphs, index + 1, index)) return true;
  let [first, last] = [index, index];
  while (index - first < UNKNOWN_IN_ROW && isUnknown(glyphs[first - 1])) first -= 1;
  while (last - index < UNKNOWN_IN_ROW && isUnknown(glyphs[last + 1])) last += 1;
  return last - first + 1 >= UNKNOWN_IN_ROW;
}

function isUnknown(glyph: Glyph | undefined): boolean {
  return glyph !== undefined && !glyph.mapped && glyph.text === '\0' && glyph.advance > 0;
}

/** Whether a glyph is a figure, on the baseline of another one and no further from it than letters of a word. */
function isFigureBeside(glyphs: readonly Glyph[], index: number, at: number): boolean {
  const [glyph, other] = [glyphs[index], glyphs[at]!];
  if (glyph === undefined || !FIGURE.test(glyph.text) || !areSetAlike(glyph.style, other.style)) return false;
  const axes = axesOf(other.style.angle);
  const [from, to] = index < at ? [glyph, other] : [other, glyph];
  const gap = along(axes, to.x - from.x, to.y - from.y) - from.advance;
  return (
    Math.abs(gap) <= WORD_GAP * other.style.size &&
    isSameBaseline(across(axes, to.x - from.x, to.y - from.y), 0)
  );
}

function isReadable({ x, y, advance, style }: Glyph): boolean {
  if (!Number.isFinite(x + y + advance + style.angle) || !(style.size > 0) || style.size === Infinity)
    return false;
  return style.size >= TINY_TEXT || advance >= TINY_TEXT;
}

function spaceWidthOf({ spaceWidth, size }: TextStyle): number {
  return spaceWidth !== undefined && spaceWidth > 0 ? spaceWidth : UNKNOWN_SPACE_WIDTH * size;
}

/** Position of a glyph along the run, from the run's origin. */
function offsetOf(run: OpenRun, glyph: Glyph): number {
  return along(run.axes, glyph.x, glyph.y) - run.origin;
}

/**
 * How far before a visible glyph the spaces begin that its show operation begins with, in inches. Spaces count
 * from the glyph backwards as far as each reaches the next: a jump of the position after them sets text apart.
 */
function leadOf(leading: readonly Glyph[], glyph: Glyph): number {
  const axes = axesOf(glyph.style.angle);
  const origin = along(axes, glyph.x, glyph.y);
  let start = origin;
  for (let i = leading.length - 1; i >= 0; i--) {
    const space = leading[i]!;
    const left = along(axes, space.x, space.y);
    if (left > start || start - left - space.advance > WORD_GAP * glyph.style.size) break;
    start = left;
  }
  return origin - start;
}

function begin(run: OpenRun, glyph: Glyph, text: string, lead: number, withPieces: boolean): void {
  const { style } = glyph;
  const axes = axesOf(style.angle);
  run.from = run.words.length;
  run.pieces = withPieces ? [] : undefined;
  run.style = style;
  run.axes = axes;
  run.origin = along(axes, glyph.x, glyph.y);
  run.lead = lead;
  run.baseline = across(axes, glyph.x, glyph.y);
  run.text = '';
  run.rightToLeft = false;
  run.left = 0;
  run.right = 0;
  run.visible = 0;
  run.reprints = false;
  run.first = style.operation;
  run.operation = style.operation;
  run.wordStart = 0;
  run.seams = undefined;
  putVisible(run, glyph, text, 0);
}

function addPending(run: OpenRun, glyph: Glyph, spaces: number): void {
  run.pendingSpaces += spaces;
  if (glyph.style.operation !== run.operation || !continues(run, glyph)) return;
  const start = offsetOf(run, glyph);
  run.pendingJumps += jumpTo(run, start);
  run.penEnd = start + Math.max(0, glyph.advance);
  if (run.pendingJumps === 0) run.pendingEnd = run.penEnd;
}

/** Moves on behind a glyph of which nobody knows the text, where it goes on from the run: the room that it takes is no gap. */
function passOver(run: OpenRun, glyph: Glyph): void {
  if (!(glyph.advance > 0) || !areSetAlike(glyph.style, run.style) || !isOnBaseline(run, glyph)) return;
  const start = offsetOf(run, glyph);
  const gap = start - Math.max(run.lastEnd, run.penEnd);
  if (gap > JOINING_GAP * run.style.size || start < run.lastStart) return;
  run.isPassedBehindSpace ||= run.pendingSpaces > 0 || gap > WORD_GAP * run.style.size;
  run.penEnd = start + glyph.advance;
  run.lastEnd = Math.max(run.lastEnd, run.penEnd);
  run.right = Math.max(run.right, run.lastEnd);
}

/** How far the position jumps to a glyph that begins at an offset, in inches; gaps that still join are no jump. */
function jumpTo(run: OpenRun, start: number): number {
  const gap = start - run.penEnd;
  return gap > JOINING_GAP * run.style.size ? gap : 0;
}

/** Whether a glyph is set like the run: text object, font, size, direction and baseline agree. */
function continues(run: OpenRun, glyph: Glyph): boolean {
  const { style } = glyph;
  if (style !== run.style) {
    if (style.textObject !== run.style.textObject || style.font !== run.style.font) return false;
    if (!areSetAlike(style, run.style)) return false;
  }
  return isOnBaseline(run, glyph);
}

function isOnBaseline(run: OpenRun, glyph: Glyph): boolean {
  return isSameBaseline(across(run.axes, glyph.x, glyph.y), run.baseline);
}

/** From the last visible glyph, or a mark over it that takes room, to what begins at an offset, in inches. */
function gapTo(run: OpenRun, start: number): number {
  return start - (start < run.markEnd ? run.lastEnd : Math.max(run.lastEnd, run.markEnd));
}

/**
 * Number of spaces to set before a glyph that joins the run; undefined when it does not.
 * @param lead inches of spaces that the glyph's show operation begins with: they do not set it apart
 * @param spacing letter spacing by show operation: it is no space
 */
function spacesBefore(
  run: OpenRun,
  glyph: Glyph,
  lead: number,
  spacing: ReadonlyMap<number, LetterSpacing>,
): number | undefined {
  const letters = spacing.get(run.operation);
  const isSpaced = letters !== undefined && letters === spacing.get(glyph.style.operation);
  if (!(isSpaced && isOnBaseline(run, glyph)) && !continues(run, glyph)) return undefined;
  const height = run.style.size;
  const spaceWidth = spaceWidthOf(run.style);
  const start = offsetOf(run, glyph);
  const gap = gapTo(run, start);
  const isOneOperation = glyph.style.operation === run.operation;
  if (gap < -KERNING_SPACES * spaceWidth) return undefined;
  // Letters that are shown from right to left, one after the other: their places say in which order they are.
  if (run.rightToLeft && start < run.lastStart) return undefined;
  if (isSpaced && letters.isTyped) return gap > letters.word! ? 1 : 0;
  if (!isOneOperation && isApart(run, start, glyph.text)) return undefined;
  if (run.pendingSpaces === 0) {
    if (gap > JOINING_GAP * height) return undefined;
    if (isSpaced && letters.word !== undefined) return gap > letters.word ? 1 : 0;
    if (gap <= WORD_GAP * height) return 0;
    return gap - (letters?.gap ?? 0) <= WORD_GAP * height ? 0 : 1;
  }
  if (isOneOperation) {
    const jumps = Math.min(gap, run.pendingJumps + jumpTo(run, start));
    return jumps > SET_APART * height ? undefined : run.pendingSpaces;
  }
  if (gap - lead > JOINING_SPACES * spaceWidth) return undefined;
  if (isSpaced) return run.pendingSpaces;
  return gap < NO_SPACE_GAP * height ? 0 : Math.max(1, Math.round(gap / spaceWidth));
}

/**
 * Whether a glyph of another operation was placed by itself: over the end of the run, or over spaces that pad it.
 * Accents are drawn over their letters.
 */
function isApart(run: OpenRun, start: number, text: string): boolean {
  const most = start + OVERLAP_TOLERANCE * run.style.size;
  if (run.pendingEnd > most && run.pendingSpaces > 1) return true;
  return run.lastEnd > most && !ACCENT.test(text) && !ACCENT.test(run.lastText);
}

/** How far from the last letter, and from its baseline, a mark is set that belongs to it or to the next one, in text heights. */
const MARK_REACH = 1;

/**
 * Whether a glyph is a mark over or under the letters of the run, wherever it is set: an accent, a vowel of Arabic, a tone of Thai.
 * Programs move such glyphs up and down by themselves.
 */
function isMarkOver(run: OpenRun, glyph: Glyph, text: string): boolean {
  return isMark(text) && run.pendingSpaces === 0 && isNear(run, glyph);
}

function isNear(run: OpenRun, glyph: Glyph): boolean {
  const reach = MARK_REACH * run.style.size;
  const start = offsetOf(run, glyph);
  const rise = across(run.axes, glyph.x, glyph.y) - run.baseline;
  return start > run.lastStart - reach && start < run.lastEnd + reach && Math.abs(rise) < reach;
}

/** The marks that an open run is, which are set over a glyph that is shown behind them, and where they are from its origin. */
function marksBefore(run: OpenRun, glyph: Glyph): { readonly text: string; readonly at: number } {
  run.words.discard();
  return { text: run.text, at: -offsetOf(run, glyph) };
}

/** A mark has no room of its own: its word ends where the letters do. */
function addMarkPiece(run: OpenRun, text: string, start: number): void {
  const at = Math.min(Math.max(start, run.left), run.right);
  run.words.put(text, run.text.length, at, at);
  run.text += text;
  run.pieces?.push({ text, start, end: start });
}

/** Puts a mark behind the last glyph: what is behind it is as far from the letters as without it, unless it gives it room. */
function addMark(run: OpenRun, glyph: Glyph, text: string): void {
  const start = offsetOf(run, glyph);
  addMarkPiece(run, text, start);
  run.markEnd = start + Math.max(0, glyph.advance);
}

function addVisible(run: OpenRun, glyph: Glyph, text: string, spaces: number): void {
  const start = offsetOf(run, glyph);
  if (start - run.lastStart < REPRINT_SHARE * glyph.advance && run.lastText === text) run.reprints = true;
  if (glyph.style.operation !== run.operation) beginOperation(run, glyph, text, start);
  if (spaces > 0) {
    addPiece(run, ' '.repeat(spaces), run.lastEnd, start);
    run.wordStart = start;
  }
  putVisible(run, glyph, text, start);
}

/** Notes where another show operation begins to show text of the run, where that may be another cell. */
function beginOperation(run: OpenRun, glyph: Glyph, text: string, start: number): void {
  if (run.pendingSpaces === 0 && mayTouch(run.lastText, text)) {
    const { operation } = glyph.style;
    run.seams ??= [];
    run.seams.push({ operation, left: run.wordStart, right: run.lastEnd, start });
  }
}

/** Puts a visible glyph that begins at an offset at the end of the run. */
function putVisible(run: OpenRun, glyph: Glyph, text: string, start: number): void {
  const end = start + Math.max(0, glyph.advance);
  addPiece(run, text, start, end);
  const reach = text.length > 1 && LIGATURE.test(text) ? LEAST_LETTER * text.length * run.style.size : 0;
  run.operation = glyph.style.operation;
  run.lastText = text;
  // Without pieces there is none on the page.
  run.rightToLeft ||= run.pieces !== undefined && hasRightToLeft(text);
  run.lastStart = start;
  run.lastEnd = Math.max(end, start + reach);
  run.markEnd = Number.NEGATIVE_INFINITY;
  run.isPassedBehindSpace = false;
  if (start < run.left) run.left = start;
  if (end > run.right) run.right = end;
  run.pendingSpaces = 0;
  run.pendingEnd = Number.NEGATIVE_INFINITY;
  run.penEnd = end;
  run.pendingJumps = 0;
  run.visible++;
}

function addPiece(run: OpenRun, text: string, start: number, end: number): void {
  run.words.put(text, run.text.length, start, end);
  run.text += text;
  run.pieces?.push({ text, start, end });
}

/**
 * The finished run.
 * @param nextOperation show operation of the visible glyph that ended it: spaces before that are no trail
 */
function close(run: OpenRun, nextOperation: number | undefined): TextRun {
  const trail = nextOperation === run.operation ? 0 : Math.max(0, run.pendingEnd - run.right);
  const shift = run.left;
  const { x, y } = pointAt(run.axes, run.origin + shift, run.baseline);
  run.words.close();
  if (shift !== 0) run.words.shift(run.from, shift);
  return {
    x,
    y,
    angle: run.style.angle,
    size: run.style.size,
    length: run.right - shift,
    trail: trail <= JOINING_SPACES * spaceWidthOf(run.style) ? trail : 0,
    text: run.text,
    words: run.words,
    from: run.from,
    to: run.words.length,
    pieces:
      run.pieces?.map(({ text, start, end }) => ({ text, start: start - shift, end: end - shift })) ?? NONE,
    visible: run.visible,
    reprints: run.reprints,
    operation: run.first,
    lastOperation: run.operation,
    beginsCell: run.beginsCell,
    seams: run.seams ?? NONE,
    pendingSpace: run.pendingSpaces > 0,
    lead: Math.max(0, run.lead + shift),
    rightToLeft: run.rightToLeft,
    invisible: run.style.invisible,
  };
}

/** The two parts of a run, the first of which ends with a word. @param word its index in the words of the run */
export function partRun(run: TextRun, word: number): readonly [TextRun, TextRun] {
  const { words, from, to, text, angle } = run;
  const axes = axesOf(angle);
  const start = words.start(word + 1);
  const shift = words.left(word + 1);
  const rest = new WordExtents();
  for (let i = word + 1; i < to; i++) {
    const at = words.start(i) - start;
    rest.put(text.slice(words.start(i), words.end(i)), at, words.left(i) - shift, words.right(i) - shift);
    rest.close();
  }
  const end = words.right(word);
  const { x, y } = pointAt(axes, along(axes, run.x, run.y) + shift, across(axes, run.x, run.y));
  return [
    { ...run, text: text.slice(0, words.end(word)), length: end, trail: 0, from, to: word + 1 },
    {
      ...run,
      x,
      y,
      text: text.slice(start),
      length: run.length - shift,
      words: rest,
      from: 0,
      to: rest.length,
    },
  ];
}

const NONE: readonly never[] = Object.freeze([]);

/** Corners of a run's box: top left, top right, bottom right, bottom left in its reading direction. */
export function runCorners(run: TextRun): [Point, Point, Point, Point] {
  const axes = axesOf(run.angle);
  const left = along(axes, run.x, run.y);
  const bottom = across(axes, run.x, run.y);
  const right = left + run.length;
  const top = bottom - run.size;
  return [
    pointAt(axes, left, top),
    pointAt(axes, right, top),
    pointAt(axes, right, bottom),
    pointAt(axes, left, bottom),
  ];
}
