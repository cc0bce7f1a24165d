/**
 * The check boxes and radio buttons of a page: from the form, from pixels and from text. No value of 137 documents and
 * no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection

import { orElse } from '../../foundation/async/interrupt.js';
import { onceFor } from '../../foundation/async/once.js';
import { memo } from '../../foundation/objects/memo.js';
import {
  type Box,
  boundingBox,
  boxArea,
  boxWidth,
  grownBox,
  isCentreIn,
  sharedArea,
} from '../document/geometry.js';
import { linesNear } from '../document/lines-near.js';
import type { Line, Page } from '../document/model.js';
import type { FormWidget } from '../document/page-graphics.js';
import { BoxIndex } from '../ink/box-index.js';
import type { BoxShape } from '../ink/box-shapes.js';
import { inkOfEmpty } from '../ink/empty-boxes.js';
import { type GreyBitmap, inchesOf } from '../ink/grey.js';
import type { InkLayer } from '../ink/ink-layer.js';
import { loadedInkOf } from '../ink/loaded-ink.js';
import {
  insideOf,
  isFilled,
  isUprightPair,
  MARK_MIN,
  markRatio,
  markRatioBesideRules,
  usualInside,
} from '../ink/mark.js';
import type { PageInk } from '../ink/page-ink.js';
import { besideBoxes, isBoxSymbol, textBoxesOf } from './text-boxes.js';
import { isTypedBoxTicked } from './typed-boxes.js';

/** A box to tick. */
export interface Checkbox {
  readonly kind: 'widget' | BoxShape['kind'] | 'glyph' | 'bracket';
  /** With its border, in inches. */
  readonly outer: Box;
  /** Whether it may be what a bar that blackens text leaves free of a cell. */
  readonly besideBar?: boolean | undefined;
  /** Whether it is ticked; looked at when first asked, because it may take a drawing of the page. */
  isSelected(): Promise<boolean>;
}

/** Share of the smaller of two candidates above which they are the same box. */
const SAME_BOX = 0.5;
/** Share of a shape that lies in a word when it is a letter of the word. */
const IN_WORD = 0.5;
/**
 * Shares of marked pixels up to which a box is empty, and from which it is marked, beyond doubt: of real boxes the
 * empty ones have 0.02 at most, the marked ones 0.08 at least.
 */
// See docs/language/02-layout-methods-geometry.md#101-checkbox
const CLEARLY_EMPTY = 0.02;
const CLEARLY_MARKED = 0.1;
/** Letters that are boxes in the usual symbol fonts when their codes were taken for letters. */
const SYMBOL_LETTER = /^[nopqr]$/;
/** Words that symbol fonts may show as a box, in a text or by themselves: those letters, and signs that no font need have. */
const MAYBE_BOX = /(?<!\S)[nopqr](?!\S)|[\0\ufffd\p{Co}]/u;
/** What is typed into a box to say no. */
const NO = /^(?:n|no|0)$/i;
/** How far out of its line a word may reach, in inches: words are placed by the segments of lines, whose ends are rounded. */
const WORD_REACH = 0.05;
/** Side of the squares by which boxes are looked up, in inches; larger than any box to tick. */
const INDEX_SIDE = 0.5;

/** Visible check boxes and radio buttons of the interactive form on a page. */
export async function buttonsOf(page: Page): Promise<readonly FormWidget[]> {
  const fields = await orElse(async () => (await page.graphics?.formFields()) ?? [], []);
  return fields.filter(({ kind, hidden }) => (kind === 'checkbox' || kind === 'radio') && !hidden);
}

/**
 * All boxes to tick on a page. Where the page has form buttons only these count, because pixels would add noise.
 * @param wanted places in inches: boxes that reach into none of them may be left out
 */
// See docs/language/02-layout-methods-geometry.md#102-nearestcheckbox
export async function checkboxesOn(
  page: Page,
  ignoreFormData = false,
  wanted?: readonly Box[],
): Promise<readonly Checkbox[]> {
  if (!ignoreFormData) {
    const buttons = await buttonsOf(page);
    if (buttons.length > 0) {
      return buttons.map(({ box, selected = false }) => knownState('widget', box, selected));
    }
  }
  if (!page.graphics) return typedCheckboxes(page);
  return page.graphics.memory.own(DrawnCheckboxes, () => new DrawnCheckboxes()).on(page, wanted);
}

/** The symbols of boxes on a page that nothing is drawn on, as those of a Word document. Cells of sheets hold values. */
export function typedCheckboxes({ lines }: Page): readonly Checkbox[] {
  return lines
    .filter(({ cell }) => !cell)
    .flatMap(textBoxesOf)
    .filter(isBoxSymbol)
    .map(({ kind, outer, selected }) => knownState(kind, outer, selected));
}

function knownState(kind: Checkbox['kind'], outer: Box, selected: boolean): Checkbox {
  return { kind, outer, isSelected: async () => selected };
}

/** The boxes drawn on a page. They depend on its lines, which preprocessors change. */
class DrawnCheckboxes {
  readonly #all = new WeakMap<Page['lines'], Promise<readonly Checkbox[]>>();
  /** Those that are there without the large images of the page; undefined where these may decide about others, too. */
  readonly #besideLarge = new WeakMap<Page['lines'], Promise<readonly Checkbox[] | undefined>>();

  /**
   * @param page with the drawing that these boxes are kept with
   * @param wanted places that boxes must reach into to count
   */
  async on(page: Page, wanted: readonly Box[] | undefined): Promise<readonly Checkbox[]> {
    const { lines } = page;
    const ink = await loadedInkOf(page);
    if (!ink) return [];
    if (wanted && !this.#all.has(lines) && (await ink.areLargeImagesAway(wanted))) {
      const some = await onceFor(this.#besideLarge, lines, async () => {
        const layer = await ink.boxesBesideLarge(possibleBoxes(page));
        return layer && drawnCheckboxes(page, ink, layer);
      });
      if (some) return some;
    }
    return onceFor(this.#all, lines, async () => {
      const layer = (await ink.allBoxes(possibleBoxes(page))) ?? (await ink.raster()) ?? (await ink.vector());
      return drawnCheckboxes(page, ink, layer);
    });
  }
}

/** @param layer what shows the shapes of the page, if anything does */
async function drawnCheckboxes(
  page: Page,
  ink: PageInk,
  layer: InkLayer | undefined,
): Promise<readonly Checkbox[]> {
  const shapes = layer ? await shapeCheckboxes(page, ink, layer) : [];
  const typed = page.lines.flatMap(textBoxesOf).map((box): Checkbox => {
    const { kind, outer } = box;
    return { kind, outer, isSelected: () => isTypedBoxTicked(box, page.lines, ink) };
  });
  const kept = new BoxIndex<Checkbox>(INDEX_SIDE);
  const all: Checkbox[] = [];
  for (const kind of ['frame', 'circle', 'cell', 'glyph', 'bracket'] as const) {
    for (const candidate of [...shapes, ...typed]) {
      if (candidate.kind !== kind || isTaken(candidate.outer, kept)) continue;
      kept.add(candidate);
      all.push(candidate);
    }
  }
  return all;
}

/** Words that symbol fonts may show as boxes. */
function possibleBoxes(page: Page): readonly Box[] {
  const boxes: Box[] = [];
  for (const line of page.lines) {
    // Few lines have such a word, and the places of words are worked out for it.
    if (!MAYBE_BOX.test(line.rawText)) continue;
    for (const { text, boundingPolygon } of line.words) {
      if (MAYBE_BOX.test(text)) boxes.push(boundingBox(boundingPolygon));
    }
  }
  return boxes;
}

function isTaken(box: Box, kept: BoxIndex<Checkbox>): boolean {
  for (const { outer } of kept.near(box)) {
    if (sharedArea(box, outer) > SAME_BOX * Math.min(boxArea(box), boxArea(outer))) return true;
  }
  return false;
}

/** A word and its place. */
interface PlacedWord {
  readonly text: string;
  readonly outer: Box;
  /** Without the signs that OCR may have made of boxes; undefined where nothing else is left. */
  readonly letters: Box | undefined;
}

/** Words that may reach into a box. Those of a line are worked out for it: most lines of a form are far from all boxes. */
function wordsNear({ lines }: Page, box: Box): readonly PlacedWord[] {
  const { left, top, right, bottom } = grownBox(box, WORD_REACH);
  const words: PlacedWord[] = [];
  for (const line of linesNear(lines, top, bottom)) {
    // Nearly all are beside it.
    if (line.left > right || line.right < left || line.top > bottom || line.bottom < top) continue;
    words.push(...placedWords(line));
  }
  return words;
}

const placedWords = memo((line: Line): readonly PlacedWord[] =>
  line.words.map(({ text, boundingPolygon }) => {
    const outer = boundingBox(boundingPolygon);
    return { text, outer, letters: lettersOf(text, outer) };
  }),
);

/** Where the letters of a word are, by their number. */
function lettersOf(text: string, outer: Box): Box | undefined {
  const range = besideBoxes(text);
  const step = boxWidth(outer) / text.length;
  return range && { ...outer, left: outer.left + range.start * step, right: outer.left + range.end * step };
}

/** Shapes on the drawn page; among the paths where all boxes are drawn by them, or the page cannot be drawn. */
async function shapeCheckboxes(page: Page, ink: PageInk, layer: InkLayer): Promise<readonly Checkbox[]> {
  const scan = await ink.isScan();
  const { dpi } = layer.bitmap;
  const found: Checkbox[] = [];
  for (const { kind, outer, interior, besideBar } of layer.shapes()) {
    const box = inchesOf(outer, dpi);
    if (layer.isDrawnAt(outer) && isLetter(box, kind, page, scan)) continue;
    const inside = inchesOf(interior, dpi);
    let state: Promise<boolean> | undefined;
    const isSelected = () => {
      state ??= isSelectedShape(ink, inside, page);
      return state;
    };
    found.push({ kind, outer: box, besideBar, isSelected });
  }
  return found;
}

/**
 * Whether a shape is a part of the text: a bold letter on a scan looks like a frame, an O like a ring. Where OCR read
 * brackets and marks a box may be drawn: what the page shows there decides.
 */
function isLetter(box: Box, kind: BoxShape['kind'], page: Page, scan: boolean): boolean {
  for (const { text, letters } of wordsNear(page, box)) {
    if (!letters || sharedArea(box, letters) <= IN_WORD * boxArea(box)) continue;
    if (scan || kind !== 'frame' || !SYMBOL_LETTER.test(text)) return true;
  }
  return false;
}

async function isSelectedShape(ink: PageInk, interior: Box, page: Page): Promise<boolean> {
  const typed = typedIn(interior, page);
  if (NO.test(typed)) return false;
  const inside = insideOf(interior);
  const { marked, shown } = await markIn(ink, inside, true, () => typed !== '');
  return marked && !(shown && isUprightPair(shown, inside));
}

/** Words whose centres lie in a box, joined. */
function typedIn(box: Box, page: Page): string {
  return wordsNear(page, box)
    .filter(({ outer }) => isCentreIn(box, outer))
    .map(({ text }) => text)
    .join(' ');
}

/** Whether a rectangle is marked, and what shows it; nothing where a glyph or a filled box alone shows it. */
interface Mark {
  readonly marked: boolean;
  readonly shown?: GreyBitmap | undefined;
}

/**
 * Looks for a mark in a rectangle. The full drawing is looked at, because typed and pictured marks count, unless
 * paths and glyphs answer beyond doubt; where the page cannot be drawn, its paths and its text.
 * @param isBox the rectangle is the inside of a box to tick
 * @param isTyped whether text is in it; asked only where the page cannot be drawn, as paths do not show it
 */
async function markIn(ink: PageInk, inside: Box, isBox: boolean, isTyped: () => boolean): Promise<Mark> {
  if (isBox && (await ink.known())?.typed?.ticks(inside)) return { marked: true };
  const plain = await (isBox ? ink.allInBorders(inside) : ink.allInPaths(inside));
  if (plain) {
    const { bitmap: shown } = plain;
    const usual = usualInside(shown, inside);
    if (isFilled(shown, inside, usual)) return { marked: true };
    const ratio = markRatio(shown, inside, usual);
    if (ratio <= CLEARLY_EMPTY) return { marked: false, shown };
    if (isBox && ratio >= CLEARLY_MARKED) return { marked: true, shown };
  }
  const drawn = await ink.drawnAt(inside);
  if (drawn) {
    const usual = usualInside(drawn, inside);
    if (isFilled(drawn, inside, usual)) return { marked: true };
    const ratio = isBox ? markRatio(drawn, inside, usual) : markRatioBesideRules(drawn, inside);
    const scan = (await ink.isScan()) ? await ink.raster() : undefined;
    return { marked: ratio > MARK_MIN + (scan ? inkOfEmpty(scan) : 0), shown: drawn };
  }
  const vector = await ink.vector();
  const marked = isTyped() || (vector !== undefined && markRatio(vector.bitmap, inside) > MARK_MIN);
  return { marked, shown: vector?.bitmap };
}

/**
 * Whether a rectangle of a page is marked.
 * @param inset the rectangle is the inside of a box, along whose border nothing counts
 */
export async function isMarkedOn(page: Page, ink: PageInk, box: Box, inset: boolean): Promise<boolean> {
  const inside = inset ? insideOf(box) : box;
  return (await markIn(ink, inside, inset, () => typedIn(inside, page) !== '')).marked;
}
