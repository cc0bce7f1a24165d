/**
 * The boxes to tick of a document, each with its caption and with the texts around it that say what it asks. Of the 469
 * boxes of `bench:suggest` 370 are found by the words of their ids, and 320 where captions are looked for that have a box
 * beside them: 274 instead of 231 of 321 in the tuned half, 96 instead of 89 of 148 in the other.
 */

import { memo } from '../../foundation/objects/memo.js';
import {
  type Box,
  boundingBox,
  boxHeight,
  centreX,
  centreY,
  overlapX,
  overlapY,
  unionBox,
} from '../../page/document/geometry.js';
import type { Document, Line, Page } from '../../page/document/model.js';
import { type Checkbox, checkboxesOn } from '../../page/drawn/checkboxes.js';
import type { Captions } from './captions.js';
import { folded } from './id-words.js';
import type { PageIndex } from './page-index.js';

/** Inches from a box to a caption after it, and to one before it. */
const BESIDE = { after: 0.35, before: 3 };
/** How much nearer, in inches, texts before boxes are than those after them where they are the captions. */
const NEARER_BEFORE = 0.06;
/** Inches from a box to the texts on both sides that link it to the next box, and what counts for none at all. */
const LINK = 0.6;
const FAR = 1;
/** Inches within which lines of one caption begin, or end. */
const ONE_EDGE = 0.05;
/** Share of the lower of two that a box and a text beside it have in common. */
const LEVEL = 0.5;
/** Inches within which boxes of one column of a grid begin. */
const ALIGNED = 0.05;
/** Inches between two boxes of one column of a grid, and between the highest and its heading. */
const GRID_STEP = 0.5;
/** Inches above the row of a box within which a question begins, and a heading over its column is. */
const QUESTION_REACH = 0.6;
const COLUMN_REACH = 2.5;
/** Inches by which a heading may begin right of a box. */
const MARGIN = 0.06;
/** Words that answer a question, in the languages that dates are read in: what they mean, the question says. */
const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'y', 'true', 'ja', 'j', 'oui', 'sim', 'sí', 'si'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', 'nein', 'nee', 'non', 'não'].map((word) => [word, false] as const),
]);

/** A text near a box. */
export interface MarkText {
  readonly line: Line;
  /** The part of the line that is meant. */
  readonly text: string;
  /** How near to the box it belongs: 1 what captions it for sure. */
  readonly weight: number;
}

/** What texts say by where they are; further ones of a kind say less. */
const WEIGHT = {
  /** The question that an answer belongs to. */
  question: 0.95,
  /** Left of the box in its row, the nearest first, and right of it. */
  left: [0.7, 0.5, 0.3],
  right: [0.35],
  /** Above the row, left of the box, as a question of several lines, or the caption of a list. */
  before: [0.5, 0.4, 0.3],
  /** Above it in its column. */
  above: [0.7, 0.5, 0.4],
  /** Alone in their rows further up. */
  heading: [0.45, 0.3, 0.2],
} as const;

/** A box to tick, as its author may mean it. */
export interface Mark {
  readonly page: number;
  /** In inches. */
  readonly bounds: Box;
  readonly box: Checkbox;
  /** The text beside it, and its lines; none where it has no caption. */
  readonly caption: string;
  readonly captionLines: readonly Line[];
  /** What its caption answers where that is but an answer: true for yes, false for no. */
  readonly answer: boolean | undefined;
  /** The question before the answers, in a grid the text of the row; of other boxes undefined. */
  readonly question: string | undefined;
  /** All texts around it, its caption first. */
  readonly texts: readonly MarkText[];
}

/** The boxes of a document, looked for page by page when they are asked for. */
export class Marks {
  readonly #pages: ReadonlyMap<number, Page>;
  readonly #on: (page: Page) => Promise<readonly Mark[]>;

  constructor(document: Document, index: PageIndex) {
    this.#pages = new Map(document.pages.map((page) => [page.index, page]));
    this.#on = memo((page: Page) => marksOn(page, index));
  }

  async on(page: number): Promise<readonly Mark[]> {
    const own = this.#pages.get(page);
    return own ? this.#on(own) : [];
  }
}

/** What a box is called: by its caption, of an answer by its question; undefined where nothing captions it. */
export function nameOf({ caption, question, answer }: Mark, captions: Captions): string | undefined {
  const named = captions.captionIn(question ?? caption);
  const isOneOfMany = answer === false || (question !== undefined && answer === undefined);
  return named !== undefined && isOneOfMany ? `${named} ${caption}` : named;
}

/** A box with the texts of its row, and those of them that may be its caption. */
interface Row {
  readonly box: Checkbox;
  /** From left to right. */
  readonly stretches: readonly Stretch[];
  readonly after: Beside;
  readonly before: Beside;
  readonly cell: Cell | undefined;
}

/** The text on one side of a box: its lines from top to bottom, and inches to it; none where it is too far away. */
interface Beside {
  readonly lines: readonly Stretch[];
  readonly gap: number;
  /** Whether another box is nearer to it. */
  readonly isTaken: boolean;
}

/** Words of a line that no box is between. */
interface Stretch extends Box {
  readonly line: Line;
  readonly text: string;
}

async function marksOn(page: Page, index: PageIndex): Promise<readonly Mark[]> {
  const boxes = await checkboxesOn(page);
  const lines = index.on(page.index);
  const rows = boxes.map((box): Row => {
    const level = boxes.filter(({ outer }) => isLevel(outer, box.outer)).map(({ outer }) => outer);
    const stretches = lines
      .filter((line) => isLevel(line, box.outer) && !level.some((other) => isInside(line, other)))
      .flatMap((line) => cutAt(line, level))
      .toSorted((a, b) => a.left - b.left);
    const sides = sidesOf(box.outer, stretches, level);
    return { box, stretches, ...sides, cell: cellOf(box.outer, stretches, level, boxes, lines) };
  });
  const captioned = rows.map((row) => ({ ...row, caption: captionOf(row, rows) }));
  const captions = new Set(captioned.flatMap(({ caption }) => caption.map(({ line }) => line)));
  return captioned.map((each) => markOf(each, page.index, index, captions));
}

/** Whether a text is in a box: a cross is no caption, and a box around a word is the cell of a heading. */
function isInside(line: Box, box: Box): boolean {
  const y = centreY(line);
  return (
    line.left >= box.left - ALIGNED && line.right <= box.right + ALIGNED && y > box.top && y < box.bottom
  );
}

/** A box of a grid: the text of its row, and the heading of its column. */
interface Cell {
  readonly question: Stretch;
  readonly heading: Stretch;
}

/**
 * The cell of a grid that a box is: it touches another box of its row, text is before them, and their columns have
 * headings. Of the 55 boxes of an evidence of insurance, which has its questions in such rows, 52 are found instead of 16.
 */
function cellOf(
  box: Box,
  stretches: readonly Stretch[],
  level: readonly Box[],
  boxes: readonly Checkbox[],
  lines: readonly Line[],
): Cell | undefined {
  const neighbours = level.filter((other) => other !== box && isTouching(other, box));
  const heading = headingOf(box, boxes, lines);
  if (neighbours.length === 0 || !heading) return undefined;
  if (!neighbours.every((other) => headingOf(other, boxes, lines))) return undefined;
  const question = stretches.findLast(
    ({ right, text }) => right <= box.left + MARGIN && /\p{L}{2}/u.test(text),
  );
  return question && { question, heading };
}

function isTouching(a: Box, b: Box): boolean {
  return Math.max(a.left - b.right, b.left - a.right) <= ALIGNED;
}

/** What is written in the highest box of a column, or just above it, no wider than two boxes. */
function headingOf(box: Box, boxes: readonly Checkbox[], lines: readonly Line[]): Stretch | undefined {
  let top = box;
  const isNext = (other: Box) =>
    Math.abs(other.left - top.left) <= ALIGNED && other.top < top.top && top.top - other.bottom <= GRID_STEP;
  for (;;) {
    const next = boxes
      .map(({ outer }) => outer)
      .filter(isNext)
      .reduce<Box | undefined>(
        (lowest, each) => (lowest && lowest.top > each.top ? lowest : each),
        undefined,
      );
    if (!next) break;
    top = next;
  }
  const line = lines
    .filter(
      (each) =>
        overlapX(each, top) > 0 &&
        each.right - each.left <= 2 * (top.right - top.left) &&
        /\p{L}/u.test(each.text) &&
        (isInside(each, top) || (each.bottom <= top.top + MARGIN && top.top - each.bottom <= GRID_STEP)),
    )
    .toSorted((a, b) => overlapX(b, top) - overlapX(a, top) || b.top - a.top)[0];
  if (!line || line.top > box.top - MARGIN) return undefined;
  const { left, right, bottom, text } = line;
  return { line, text, left, top: line.top, right, bottom };
}

function isLevel(a: Box, b: Box): boolean {
  return overlapY(a, b) >= LEVEL * Math.min(boxHeight(a), boxHeight(b));
}

function cutAt(line: Line, boxes: readonly Box[]): readonly Stretch[] {
  const inside = boxes
    .map(centreX)
    .filter((x) => x > line.left && x < line.right)
    .toSorted((a, b) => a - b);
  const { left, top, right, bottom } = line;
  if (inside.length === 0) return [{ line, text: line.text, left, top, right, bottom }];
  const words = line.words
    .map(({ text, boundingPolygon }) => ({ text, box: boundingBox(boundingPolygon) }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return [Number.NEGATIVE_INFINITY, ...inside].flatMap((from, i) => {
    const to = inside[i] ?? Number.POSITIVE_INFINITY;
    const own = words.filter(({ box }) => centreX(box) >= from && centreX(box) < to);
    if (own.length === 0) return [];
    const box = boundingBox(own.flatMap((word) => [corner(word.box, 0), corner(word.box, 1)]));
    return [{ line, text: own.map(({ text }) => text).join(' '), ...box }];
  });
}

function corner({ left, top, right, bottom }: Box, which: 0 | 1) {
  return which === 0 ? { x: left, y: top } : { x: right, y: bottom };
}

/**
 * The texts next to a box: of those level with it, all that begin, or end, where the nearest one does.
 * @param level boxes of the row
 */
function sidesOf(
  box: Box,
  stretches: readonly Stretch[],
  level: readonly Box[],
): Pick<Row, 'after' | 'before'> {
  const telling = stretches.filter(({ text }) => /\p{L}/u.test(text));
  const side = (own: readonly Stretch[], gapOf: (other: Box) => number, most: number): Beside => {
    const gap = own.reduce((least, each) => Math.min(least, gapOf(each)), Number.POSITIVE_INFINITY);
    if (gap > most) return { lines: [], gap: Number.POSITIVE_INFINITY, isTaken: false };
    const lines = own.filter((each) => gapOf(each) <= gap + ONE_EDGE);
    const isTaken = level.some((other) => gapOf(other) > 0 && gapOf(other) < gap);
    return { lines: lines.toSorted((a, b) => a.top - b.top), gap, isTaken };
  };
  return {
    after: side(
      telling.filter((each) => centreX(each) > box.right),
      ({ left }) => left - box.right,
      BESIDE.after,
    ),
    before: side(
      telling.filter((each) => centreX(each) < box.left),
      ({ right }) => box.left - right,
      BESIDE.before,
    ),
  };
}

/**
 * The caption of a box: on the side where those of the other boxes in its chain are, too. Of "Self [ ] Spouse [ ]" the
 * second box has nothing after it.
 */
function captionOf(row: Row, rows: readonly Row[]): readonly Stretch[] {
  const { after, before, cell } = row;
  if (cell) return [cell.heading];
  if (after.lines.length === 0 || before.lines.length === 0) return [...after.lines, ...before.lines];
  if (after.isTaken !== before.isTaken) return after.isTaken ? before.lines : after.lines;
  const chain = [...linked(row, rows, 'before'), row, ...linked(row, rows, 'after')];
  const gapsOf = (side: 'after' | 'before') =>
    chain.reduce((sum, each) => sum + Math.min(each[side].gap, FAR), 0) / chain.length;
  return gapsOf('after') <= gapsOf('before') + NEARER_BEFORE ? after.lines : before.lines;
}

/** The boxes that follow one on a side, each with nothing but one caption between. */
function linked(row: Row, rows: readonly Row[], side: 'after' | 'before'): readonly Row[] {
  const other = side === 'after' ? 'before' : 'after';
  const found: Row[] = [];
  let last = row;
  for (;;) {
    const [first] = last[side].lines;
    const next = rows.find(
      (each) =>
        each !== last &&
        first !== undefined &&
        isSame(each[other].lines[0], first) &&
        each[other].gap <= LINK,
    );
    if (!next || found.includes(next) || next === row || last[side].gap > LINK) return found;
    found.push(next);
    last = next;
  }
}

/** Whether two stretches are one: each box cuts its row by itself. */
function isSame(a: Stretch | undefined, b: Stretch): boolean {
  return a !== undefined && a.line === b.line && a.left === b.left;
}

function markOf(
  { box, stretches, caption, cell }: Row & { readonly caption: readonly Stretch[] },
  page: number,
  index: PageIndex,
  captions: ReadonlySet<Line>,
): Mark {
  const bounds = box.outer;
  const own = caption.map(({ text }) => text).join(' ');
  const answer = answerIn(own);
  const others = stretches.filter(
    (each) => !caption.includes(each) && !captions.has(each.line) && /\p{L}{2}/u.test(each.text),
  );
  const left = others.filter(({ right }) => right <= bounds.left + MARGIN).toReversed();
  const right = others.filter((each) => each.left >= bounds.right - MARGIN);
  const reach = [bounds, ...caption].reduce<Box>(unionBox, bounds);
  const higher = index
    .on(page)
    .filter(
      (line) => line.bottom <= bounds.top + MARGIN && !captions.has(line) && /\p{L}{2}/u.test(line.text),
    )
    .toSorted((a, b) => b.bottom - a.bottom);
  const before = higher.filter(
    (line) =>
      line.left < bounds.left &&
      line.right <= bounds.left + MARGIN &&
      bounds.top - line.bottom <= QUESTION_REACH,
  );
  const column = higher.filter((line) => bounds.top - line.top <= COLUMN_REACH);
  const over = column.filter((line) => overlapX(line, bounds) > 0);
  const above = [...over, ...column.filter((line) => overlapX(line, reach) > 0 && !over.includes(line))];
  const headings = higher.filter(
    (line) => line.left <= bounds.left + MARGIN && index.rowOf(line).length === 0,
  );
  const texts: MarkText[] = caption.map(({ line, text }) => ({ line, text, weight: 1 }));
  const seen = new Set(texts.map(({ line }) => line));
  const add = (each: { readonly line: Line; readonly text: string }, weight: number | undefined) => {
    if (weight === undefined || seen.has(each.line)) return;
    seen.add(each.line);
    texts.push({ line: each.line, text: each.text, weight });
  };
  const questions = cell
    ? [cell.question]
    : answer === undefined
      ? []
      : questionOf(reach, left, above, before);
  for (const each of questions) add(each, WEIGHT.question);
  const whole = (line: Line) => ({ line, text: line.text });
  for (const [i, each] of left.entries()) add(each, WEIGHT.left[i]);
  for (const [i, each] of right.entries()) add(each, WEIGHT.right[i]);
  for (const [i, line] of above.entries()) add(whole(line), WEIGHT.above[i]);
  for (const [i, line] of before.entries()) add(whole(line), WEIGHT.before[i]);
  for (const [i, line] of headings.entries()) add(whole(line), WEIGHT.heading[i]);
  return {
    page,
    bounds,
    box,
    captionLines: caption.map(({ line }) => line),
    caption: own,
    answer,
    question: questions.length > 0 ? questions.map(({ text }) => text).join(' ') : undefined,
    texts,
  };
}

/** What a caption answers where all its words are answers: the first of "Y / N". */
function answerIn(caption: string): boolean | undefined {
  const words = folded(caption).match(/\p{L}+/gu) ?? [];
  const answers = words.map((word) => ANSWERS.get(word));
  return answers.every((answer) => answer !== undefined) ? answers[0] : undefined;
}

/** The lines of a question, from the first to the one before its answers: in their row, else above them. */
function questionOf(
  bounds: Box,
  left: readonly Stretch[],
  above: readonly Line[],
  before: readonly Line[],
): readonly { readonly line: Line; readonly text: string }[] {
  const [beside] = left;
  const [over] = above.filter((line) => bounds.top - line.bottom <= QUESTION_REACH);
  const nearest = beside ?? over ?? before[0];
  if (!nearest) return [];
  const lines: { readonly line: Line; readonly text: string }[] = [
    'line' in nearest ? nearest : { line: nearest, text: nearest.text },
  ];
  let below: Box = nearest;
  for (const line of [...new Set([...above, ...before])].toSorted((a, b) => b.bottom - a.bottom)) {
    if (line === lines[0]!.line || line.top >= below.top) continue;
    const isNext = below.top - line.bottom <= boxHeight(line) / 2 && overlapX(line, nearest) > 0;
    if (!isNext || /[.?:]$/u.test(line.text)) break;
    lines.unshift({ line, text: line.text });
    below = line;
  }
  return lines;
}
