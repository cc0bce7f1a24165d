/**
 * Text printed twice in one place: bold by overprinting, and lines that are printed again with other cuts. No value of
 * 137 documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#131-what-is-printed

import { angleDifference } from '../../document/geometry.js';
import type { Glyph, TextStyle } from '../../document/glyph.js';
import { compareNumbers, compareText } from '../../document/order.js';
import { across, along, axesOf } from '../../document/text-axes.js';
import type { RunPlace } from './run-places.js';

/** A sign is printed again where it begins this near, along and across the text: in text heights, or in inches. */
const AGAIN_HEIGHT = 0.1;
const AGAIN_LEAST = 0.02;
/** And nearer than this share of its advance, so that double letters of narrow print stay: `ll`. */
const AGAIN_ADVANCE = 0.4;
/** No second print is further away, in inches. */
const AGAIN_MOST = 0.05;
/** Directions of two prints differ by at most this, in degrees. */
const SAME_ANGLE = 1;
/** Of the signs of a show operation this share is printed elsewhere, or it is a text of its own that lies over another. */
const SECOND_PRINT = 0.5;
/** Pairs of neighbours that are looked at for each run of a page before it is taken to hold repeated text. */
const MOST_PAIRS = 32;
/** Glyphs that are looked at for the place of a sign in another print: a line has fewer. */
const MOST_STEPS = 512;
/** Overlap along the text from which runs may print the same sign, in text heights. */
const OVERLAP = 0.1;

/**
 * The show operations that may print a text twice, by the places of their runs alone: none on most pages. Errs on the
 * side of more.
 * @param placed by their bottoms
 */
export function suspectsOf(placed: readonly RunPlace[]): Suspects {
  const operations = new Set<number>();
  const suspect = ({ run }: RunPlace) => {
    for (let operation = run.operation; operation <= run.lastOperation; operation++)
      operations.add(operation);
  };
  let pairs = MOST_PAIRS * placed.length;
  for (let i = 0; i < placed.length; i++) {
    const place = placed[i]!;
    const { left, right, bottom, run } = place;
    if (run.reprints) suspect(place);
    const reach = Math.max(AGAIN_LEAST, AGAIN_HEIGHT * run.size);
    for (let j = i - 1; j >= 0 && bottom - placed[j]!.bottom <= reach; j--) {
      const other = placed[j]!;
      if (--pairs < 0) return ALL;
      const common = Math.min(right, other.right) - Math.max(left, other.left);
      if (common <= OVERLAP * run.size || !shareSign(run.text, other.run.text)) continue;
      suspect(place);
      suspect(other);
    }
  }
  return operations;
}

/** Show operations, or all of a page on which runs are crowded. */
export type Suspects = Pick<ReadonlySet<number>, 'has' | 'size'>;
const ALL: Suspects = { size: Number.POSITIVE_INFINITY, has: () => true };

/** Whether two texts have a visible sign in common. */
function shareSign(first: string, second: string): boolean {
  const [shorter, longer] = first.length < second.length ? [first, second] : [second, first];
  for (const sign of shorter) if (sign !== ' ' && longer.includes(sign)) return true;
  return false;
}

/** The glyphs of one show operation, from one index to before another. */
interface Print {
  readonly from: number;
  readonly to: number;
  readonly visible: number;
}

/**
 * The glyphs of a page, each sign that is printed again in its place left out. The fullest print stays; what only
 * another print of it shows is put into it.
 * @param suspects all others print nothing twice
 */
export function printedOnce(glyphs: readonly Glyph[], suspects: Suspects): readonly Glyph[] {
  const kept = new KeptSigns();
  /** Signs to put before a glyph, or behind the last of its print, by its index. */
  const added = new Map<number, Glyph[]>();
  const dropped = new Set<number>();
  for (const print of printsOf(glyphs, suspects)) {
    const alone: { readonly index: number; readonly host: number | undefined }[] = [];
    let host: number | undefined;
    let again = 0;
    for (let index = print.from; index < print.to; index++) {
      if (isSpace(glyphs[index]!)) continue;
      const twin = kept.twinOf(glyphs, index);
      if (twin === undefined) {
        alone.push({ index, host });
        kept.add(glyphs, index);
      } else if (twin >= print.from && twin < print.to) {
        dropped.add(index);
      } else {
        host = twin;
        again++;
      }
    }
    if (host === undefined || again < SECOND_PRINT * (again + alone.length)) continue;
    for (let index = print.from; index < print.to; index++) dropped.add(index);
    for (const sign of alone) {
      const beside = sign.host ?? host;
      const moved = withStyle(glyphs[sign.index]!, glyphs[beside]!.style);
      const at = placeIn(glyphs, beside, moved, dropped);
      const others = added.get(at);
      if (others) others.push(moved);
      else added.set(at, [moved]);
    }
  }
  return dropped.size === 0 ? glyphs : assembled(glyphs, dropped, added);
}

/** Some show operations of a page, those with the most signs first. */
function printsOf(glyphs: readonly Glyph[], suspects: Suspects): Print[] {
  const prints: Print[] = [];
  for (let from = 0, to = 0; from < glyphs.length; from = to) {
    let visible = 0;
    const { style } = glyphs[from]!;
    for (to = from; to < glyphs.length && glyphs[to]!.style === style; to++) {
      if (!isSpace(glyphs[to]!)) visible++;
    }
    if (suspects.has(style.operation)) prints.push({ from, to, visible });
  }
  const at = ({ from }: Print) => glyphs[from]!;
  return prints.sort(
    (a, b) =>
      b.visible - a.visible ||
      compareNumbers(at(a).y, at(b).y) ||
      compareNumbers(at(a).x, at(b).x) ||
      compareText(at(a).text, at(b).text) ||
      a.from - b.from,
  );
}

function isSpace({ text }: Glyph): boolean {
  return text.trim() === '';
}

function withStyle({ text, x, y, advance, mapped, inferred, actualText }: Glyph, style: TextStyle): Glyph {
  return { text, x, y, advance, style, mapped, inferred, actualText };
}

/** Signs by their place. */
class KeptSigns {
  readonly #cells = new Map<number, number[]>();

  add(glyphs: readonly Glyph[], index: number): void {
    const { x, y, advance } = glyphs[index]!;
    if (!(advance > 0)) return;
    const key = cellKey(cellOf(x), cellOf(y));
    const cell = this.#cells.get(key);
    if (cell) cell.push(index);
    else this.#cells.set(key, [index]);
  }

  /** Index of the sign that is printed again by the one at an index. */
  twinOf(glyphs: readonly Glyph[], index: number): number | undefined {
    const glyph = glyphs[index]!;
    const row = cellOf(glyph.y);
    const column = cellOf(glyph.x);
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        for (const other of this.#cells.get(cellKey(column + dx, row + dy)) ?? NONE) {
          if (other !== index && glyphs[other]!.text === glyph.text && isAgain(glyphs[other]!, glyph))
            return other;
        }
      }
    }
    return undefined;
  }
}

const NONE: readonly number[] = [];

/** Number of the square, as large as the furthest second print is away, that a coordinate is in. */
function cellOf(coordinate: number): number {
  return Math.floor(coordinate / AGAIN_MOST);
}

/** Columns beside each other have keys of their own as far as pages are wide; signs that share one are compared. */
function cellKey(column: number, row: number): number {
  return row * ROW_CELLS + column;
}

/** Squares of a row: 200 inches, the widest page. */
const ROW_CELLS = 4096;

function isAgain(first: Glyph, second: Glyph): boolean {
  const { size, angle } = first.style;
  if (angleDifference(angle, second.style.angle) > SAME_ANGLE) return false;
  const axes = axesOf(angle);
  const reach = Math.min(AGAIN_MOST, Math.max(AGAIN_LEAST, AGAIN_HEIGHT * size));
  const dx = second.x - first.x;
  const dy = second.y - first.y;
  if (Math.abs(across(axes, dx, dy)) > reach) return false;
  return Math.abs(along(axes, dx, dy)) < Math.min(reach, AGAIN_ADVANCE * first.advance);
}

/**
 * Index of the glyph before which a sign belongs in a print; the index after the print where that is its end. The
 * space that is in its place in this print is dropped.
 * @param beside a glyph of the print that is not far from it
 */
function placeIn(glyphs: readonly Glyph[], beside: number, sign: Glyph, dropped: Set<number>): number {
  const { style } = glyphs[beside]!;
  const axes = axesOf(style.angle);
  const at = along(axes, sign.x, sign.y);
  const leftOf = (index: number) => along(axes, glyphs[index]!.x, glyphs[index]!.y);
  let place = beside;
  for (let steps = 0; steps < MOST_STEPS && glyphs[place]?.style === style && leftOf(place) <= at; steps++)
    place++;
  for (
    let steps = 0;
    steps < MOST_STEPS && glyphs[place - 1]?.style === style && leftOf(place - 1) > at;
    steps++
  )
    place--;
  for (const index of [place - 1, place]) {
    const glyph = glyphs[index];
    if (glyph?.style !== style || !isSpace(glyph)) continue;
    if (leftOf(index) < at + sign.advance && leftOf(index) + glyph.advance > at) dropped.add(index);
  }
  return place;
}

function assembled(
  glyphs: readonly Glyph[],
  dropped: ReadonlySet<number>,
  added: ReadonlyMap<number, readonly Glyph[]>,
): Glyph[] {
  const shown: Glyph[] = [];
  for (let i = 0; i <= glyphs.length; i++) {
    for (const glyph of added.get(i) ?? []) shown.push(glyph);
    if (i < glyphs.length && !dropped.has(i)) shown.push(glyphs[i]!);
  }
  return shown;
}
