/** The second look: areas of scans where a value of strict form may have been misread are read once more. */
// See docs/language/01-document-anchors-fields.md#112-the-second-look

import { isInterruption } from '../async/interrupt.js';
import {
  type Box,
  boundingBox,
  boxHeight,
  boxPolygon,
  centreX,
  centreY,
  overlapY,
  roundPoint,
  unionBox,
} from '../document/geometry.js';
import { linePart } from '../document/line-edits.js';
import type { Line, Page } from '../document/model.js';
import type { Limits } from '../limits.js';
import type { Capture, Piece } from '../methods/definition.js';
import { agreedDate, lacksSlash, mayBeMade, mayBeSame } from '../text/look-alikes.js';
import type { ExtractionRun } from './runner.js';
import type { TracedRereading } from './trace.js';

/** An area of a page; lengths in inches. */
interface Area {
  readonly area: Box;
  /** What is known and left out. */
  readonly covered: readonly Box[];
}

/** Who looks at pages more closely. */
interface CloseReader {
  /** The box around the letters in an area; undefined where there are none, or where they go on beyond it. */
  lettersIn(page: Page, area: Area): Promise<Box | undefined>;
  /**
   * Reads an area as one block. Undefined where there is nobody who can.
   * @param area may name the only characters that the text may be read as, beside spaces
   */
  read(page: Page, area: Area & { readonly characters?: string }): Promise<readonly Line[] | undefined>;
}

/** Reads areas for the fields of one extraction, as many as its limits let it. */
export class SecondLook {
  readonly #reader: CloseReader;
  readonly #limits: Limits;
  readonly #warn: ExtractionRun['warn'];
  readonly #now: () => number;
  #areas = 0;
  #milliseconds = 0;
  #hasEnded = false;

  /** @param now milliseconds since any fixed moment */
  constructor(reader: CloseReader, limits: Limits, warn: ExtractionRun['warn'], now: () => number) {
    this.#reader = reader;
    this.#limits = limits;
    this.#warn = warn;
    this.#now = now;
  }

  lettersIn(page: Page, area: Area): Promise<Box | undefined> {
    return this.#reader.lettersIn(page, area);
  }

  /** What is in an area of a page; undefined where nobody can read it, or the limits are reached. */
  async read(
    page: Page,
    area: Area & { readonly characters?: string },
  ): Promise<readonly Line[] | undefined> {
    if (this.#hasEnded) return undefined;
    const limit = this.#reached();
    if (limit) return this.#end(`the limit "${limit}" is reached`, 'SECOND_LOOK_ENDED', page);
    const start = this.#now();
    this.#areas++;
    try {
      return await this.#reader.read(page, area);
    } catch (error) {
      if (isInterruption(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      return this.#end(reason, 'OCR_FAILED', page);
    } finally {
      this.#milliseconds += this.#now() - start;
    }
  }

  #reached(): keyof Limits | undefined {
    if (this.#areas >= this.#limits.secondLookAreas) return 'secondLookAreas';
    return this.#milliseconds >= this.#limits.secondLookMilliseconds ? 'secondLookMilliseconds' : undefined;
  }

  #end(reason: string, code: string, { index }: Page): undefined {
    this.#hasEnded = true;
    const message = `no more areas of scans are read a second time: ${reason}`;
    this.#warn({ code, message, page: index });
    return undefined;
  }
}

/** What a method captured without a value of the field's type in it. */
interface Doubt {
  readonly capture: Capture;
  /** What filters left of it. */
  readonly kept: readonly Piece[];
  /** The line of the anchor, which is known. */
  readonly anchor: Line | undefined;
  /** Characters of the type. */
  readonly characters: string;
}

/** What was read, as the method would have captured it, and what the trace says of it. */
interface LookedAgain<Result> {
  /** Undefined where what was read has no value either, or is not certain. */
  readonly result?: Result;
  readonly reread: readonly TracedRereading[];
}

/**
 * Confidence, 0 to 1, of a second reading that only settles how signs of the first one are to be read, and of one of
 * letters that nobody has read before.
 */
const CONFIRMED = 0.7;
const CERTAIN = 0.85;
/** Confidence from which on an engine is sure of a letter, so that no figure is put in its place. */
const SURE = 0.9;
/** Directions this far from level are not read again: blocks are level; in degrees. */
const LEVEL = 2;
/** In types that have it, it is between the figures of dates. */
const SLASH = '/';
/** Figures of the shortest value that may come from letters which the first reading missed. */
const LEAST_FIGURES = 2;

/**
 * Reads once more what a method captured of a scan: text that looks like a misread value, else the letters in the
 * method's region that nothing has been read of.
 * @param resultOf the field's result for a capture, undefined where that has no value
 */
export async function lookAgain<Result>(
  { capture, kept, anchor, characters }: Doubt,
  pages: ReadonlyMap<number, Page>,
  look: SecondLook,
  resultOf: (capture: Capture) => Result | undefined,
): Promise<LookedAgain<Result>> {
  const keptLines = new Set(kept.map(({ line }) => line));
  const doubtful = capture.pieces.filter(
    (piece) => keptLines.has(piece.line) && mayBeMisread(piece, characters),
  );
  const context = { capture, pages, look, characters, resultOf };
  if (doubtful.length > 0) return confirmed(doubtful, context);
  if (capture.pieces.length > 0 && kept.length === 0) return { reread: [] };
  return missed(anchor, context);
}

interface Context<Result> {
  readonly capture: Capture;
  readonly pages: ReadonlyMap<number, Page>;
  readonly look: SecondLook;
  readonly characters: string;
  readonly resultOf: (capture: Capture) => Result | undefined;
}

/** Whether text looks like a value of a type and may be another than what was read. */
function mayBeMisread({ text, line }: Piece, characters: string): boolean {
  if (line.source !== 'ocr' || Math.abs(line.angle) > LEVEL || !mayBeMade(text, characters)) return false;
  const isOfType = [...text].every((sign) => sign === ' ' || characters.includes(sign));
  return !isOfType || leastConfidence([line]) < SURE || (characters.includes(SLASH) && lacksSlash(text));
}

/** Text of one row that is read again together. */
interface Stretch {
  readonly page: Page;
  readonly pieces: readonly [Piece, ...Piece[]];
  readonly area: Box;
}

/** Gap between pieces of one value at most, in heights of their row: parts of a date are in boxes of their own. */
const ONE_VALUE_GAP = 4;
/** Share of the lower piece that two pieces of one row have in common. */
const ONE_ROW = 0.5;

/** Pieces that follow each other in one row, together. */
function stretchesOf(pieces: readonly Piece[], pages: ReadonlyMap<number, Page>): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const piece of pieces) {
    const page = pages.get(piece.line.page);
    const area = areaOf(piece);
    if (!page || !area) continue;
    const last = stretches.at(-1);
    if (last?.page === page && follows(area, last.area)) {
      stretches.pop();
      stretches.push({ page, pieces: [...last.pieces, piece], area: unionBox(last.area, area) });
    } else {
      stretches.push({ page, pieces: [piece], area });
    }
  }
  return stretches;
}

function follows(next: Box, before: Box): boolean {
  const lower = Math.min(boxHeight(next), boxHeight(before));
  const gap = next.left - before.right;
  return overlapY(next, before) >= ONE_ROW * lower && gap >= -lower && gap <= ONE_VALUE_GAP * lower;
}

/**
 * Reads text again that has figures and no value. What agrees with the first reading takes its place: first read as
 * any characters; then, where the engine is not sure of those, as characters of the type; then, where both readings
 * have the figures of one date, as that date.
 */
async function confirmed<Result>(
  doubtful: readonly Piece[],
  { capture, pages, look, characters, resultOf }: Context<Result>,
): Promise<LookedAgain<Result>> {
  const reread: TracedRereading[] = [];
  const replaced = new Map<Piece, Piece | undefined>();
  const dates = new Map<Piece, Piece>();
  const readAs = async ({ page, pieces, area }: Stretch, allowed?: string): Promise<Reading | undefined> => {
    const request = { area, covered: [], ...(allowed !== undefined && { characters: allowed }) };
    const again = readingOf(await look.read(page, request));
    if (!again) return undefined;
    const first = pieces.map(({ text }) => text).join(' ');
    const least = allowed === undefined ? CONFIRMED : CERTAIN;
    const isUsed = again.confidence >= least && mayBeSame(first, again.text);
    reread.push(traced(page, area, again, isUsed, allowed));
    if (isUsed) {
      for (const piece of pieces) replaced.set(piece, undefined);
      replaced.set(pieces[0], { text: again.text, line: again.line });
      const date = characters.includes(SLASH) ? agreedDate(first, again.text) : undefined;
      if (date !== undefined) dates.set(pieces[0], { text: date, line: again.line });
    }
    return again;
  };
  const unsure: Stretch[] = [];
  for (const stretch of stretchesOf(doubtful, pages)) {
    const again = await readAs(stretch);
    if (again && again.confidence < SURE && mayBeMade(again.text, characters)) unsure.push(stretch);
  }
  const result = resultOf(swapped(capture, replaced));
  if (result !== undefined) return { result, reread };
  for (const stretch of unsure) await readAs(stretch, characters);
  const last = unsure.length > 0 ? resultOf(swapped(capture, replaced)) : undefined;
  if (last !== undefined) return { result: last, reread };
  const dated = dates.size > 0 ? resultOf(swapped(capture, new Map([...replaced, ...dates]))) : undefined;
  return dated === undefined ? { reread } : { result: dated, reread };
}

/** A capture with pieces in place of others, or without them. */
function swapped(capture: Capture, replaced: ReadonlyMap<Piece, Piece | undefined>): Capture {
  const pieces = capture.pieces.flatMap((piece) =>
    replaced.has(piece) ? (replaced.get(piece) ?? []) : piece,
  );
  return { ...capture, pieces };
}

/**
 * Reads letters of a region that nothing has been read of. There is no first reading to agree with, so two
 * readings must: one of any characters and one of the type's.
 */
async function missed<Result>(
  anchor: Line | undefined,
  { capture, pages, look, characters, resultOf }: Context<Result>,
): Promise<LookedAgain<Result>> {
  const reread: TracedRereading[] = [];
  for (const { page: index, boundingPolygon } of capture.regions ?? []) {
    const page = pages.get(index);
    const region = boundingBox(boundingPolygon);
    const covered = page && knownIn(region, page, capture, anchor);
    if (!page || !covered) continue;
    const area = await look.lettersIn(page, { area: region, covered });
    const lines = area && (await look.read(page, { area, covered }));
    const first = readingOf(lines);
    if (!area || !lines || !first) continue;
    const figures = first.text.match(/\d/g)?.length ?? 0;
    const isCertain = figures >= LEAST_FIGURES && first.confidence >= CERTAIN;
    const second = isCertain ? readingOf(await look.read(page, { area, covered, characters })) : undefined;
    const agree = second !== undefined && withoutSpaces(second.text) === withoutSpaces(first.text);
    reread.push(traced(page, area, first, agree));
    const pieces = lines.map((line) => ({ text: line.text, line }));
    const result = agree ? resultOf({ ...capture, pieces }) : undefined;
    if (result !== undefined) return { result, reread };
  }
  return { reread };
}

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '');
}

/**
 * The words in a region that are known; undefined where some of them are of lines that the method left out, so that
 * what is in the region has been read, and where the page is no scan.
 */
function knownIn(
  region: Box,
  { lines }: Page,
  { pieces }: Capture,
  anchor: Line | undefined,
): readonly Box[] | undefined {
  const taken = new Set<Line | undefined>([anchor, ...pieces.map(({ line }) => line)]);
  const known: Box[] = [];
  let isScan = false;
  for (const line of lines) {
    isScan ||= line.source === 'ocr';
    if (line.right < region.left || line.left > region.right) continue;
    if (line.bottom < region.top || line.top > region.bottom) continue;
    const inside = line.words
      .map(({ boundingPolygon }) => boundingBox(boundingPolygon))
      .filter((word) => holds(region, centreX(word), centreY(word)));
    if (inside.length > 0 && !taken.has(line)) return undefined;
    known.push(...inside);
  }
  return isScan ? known : undefined;
}

function holds({ left, top, right, bottom }: Box, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Where a piece is; undefined where its text is missing from its line, or there more than once. */
function areaOf({ text, line }: Piece): Box | undefined {
  if (text === line.text) return boundingBox(line.boundingPolygon);
  const at = line.rawText.indexOf(text);
  if (at < 0 || line.rawText.indexOf(text, at + 1) >= 0) return undefined;
  const part = linePart(line, at, at + text.length);
  return part && boundingBox(part.boundingPolygon);
}

/** What was read of an area. */
interface Reading {
  readonly text: string;
  /** The line that it begins in. */
  readonly line: Line;
  /** Of the word that is least sure; 0 where the engine gives none. */
  readonly confidence: number;
}

function readingOf(lines: readonly Line[] | undefined): Reading | undefined {
  const [line] = lines ?? [];
  if (!lines || !line) return undefined;
  return { text: lines.map((each) => each.text).join(' '), line, confidence: leastConfidence(lines) };
}

/** Of the word that is least sure; 0 where the engine gives none. */
function leastConfidence(lines: readonly Line[]): number {
  const confidences = lines.flatMap(({ segments, confidence }) =>
    segments.length > 0 ? segments.map((segment) => segment.confidence ?? 0) : [confidence ?? 0],
  );
  return Math.min(...confidences);
}

function traced(
  { index }: Page,
  area: Box,
  { text, confidence }: Reading,
  used: boolean,
  characters?: string,
): TracedRereading {
  return {
    page: index,
    boundingPolygon: boxPolygon(area).map(roundPoint),
    text,
    confidence,
    used,
    ...(characters !== undefined && { characters }),
  };
}
