/** Text printed twice in one place: bold by overprinting, and lines that are printed again with other cuts. */
// See docs/language/01-document-anchors-fields.md#131-what-is-printed

import { angleDifference } from '../../document/geometry.js';
import type { Glyph, TextStyle } from '../../document/glyph.js';
import { compareNumbers, compareText } from '../../document/order.js';
import { across, along, axesOf } from '../../document/text-axes.js';
import type { TextRun } from '../runs.js';

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

/** What of a run decides whether its page may hold repeated text. */
type RunPlace = Pick<TextRun, 'x' | 'y' | 'angle' | 'size' | 'length' | 'reprints'>;

/** Whether some text may be printed twice, by the places of runs alone: most pages have none. Errs on the side of yes. */
export function mayBePrintedTwice(runs: readonly RunPlace[]): boolean {
  const places: { left: number; right: number; bottom: number; size: number }[] = [];
  for (const { x, y, angle, size, length, reprints } of runs) {
    if (reprints) return true;
    const axes = axesOf(angle);
    const left = along(axes, x, y);
    places.push({ left, right: left + length, bottom: across(axes, x, y), size });
  }
  places.sort((a, b) => a.bottom - b.bottom);
  let pairs = MOST_PAIRS * places.length;
  for (let i = 1; i < places.length; i++) {
    const { left, right, bottom, size } = places[i]!;
    const reach = Math.max(AGAIN_LEAST, AGAIN_HEIGHT * size);
    for (let j = i - 1; j >= 0 && bottom - places[j]!.bottom <= reach; j--) {
      const other = places[j]!;
      if (--pairs < 0) return true;
      if (Math.min(right, other.right) - Math.max(left, other.left) > OVERLAP * size) return true;
    }
  }
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
 */
export function printedOnce(glyphs: readonly Glyph[]): readonly Glyph[] {
  const kept = new KeptSigns();
  /** Signs to put before a glyph, or behind the last of its print, by its index. */
  const added = new Map<number, Glyph[]>();
  const dropped = new Set<number>();
  for (const print of printsOf(glyphs)) {
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

/** The show operations of a page, those with the most signs first. */
function printsOf(glyphs: readonly Glyph[]): Print[] {
  const prints: Print[] = [];
  for (let from = 0, to = 0; from < glyphs.length; from = to) {
    let visible = 0;
    const { style } = glyphs[from]!;
    for (to = from; to < glyphs.length && glyphs[to]!.style === style; to++) {
      if (!isSpace(glyphs[to]!)) visible++;
    }
    prints.push({ from, to, visible });
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

/** Signs by text and place. */
class KeptSigns {
  readonly #cells = new Map<string, number[]>();

  add(glyphs: readonly Glyph[], index: number): void {
    const { text, x, y, advance } = glyphs[index]!;
    if (!(advance > 0)) return;
    const key = cellKey(text, x, y, 0, 0);
    const cell = this.#cells.get(key);
    if (cell) cell.push(index);
    else this.#cells.set(key, [index]);
  }

  /** Index of the sign that is printed again by the one at an index. */
  twinOf(glyphs: readonly Glyph[], index: number): number | undefined {
    const glyph = glyphs[index]!;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const cell = this.#cells.get(cellKey(glyph.text, glyph.x, glyph.y, dx, dy));
        const twin = cell?.find((other) => other !== index && isAgain(glyphs[other]!, glyph));
        if (twin !== undefined) return twin;
      }
    }
    return undefined;
  }
}

function cellKey(text: string, x: number, y: number, dx: number, dy: number): string {
  return `${text} ${Math.floor(x / AGAIN_MOST) + dx} ${Math.floor(y / AGAIN_MOST) + dy}`;
}

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
