/** Reading pages: which engine, at what resolution, how long, and what its answer becomes. */

import { DocumentError, ProviderError } from '../../errors.js';
import { deadlineIn, guarded, type Interrupt } from '../../foundation/async/interrupt.js';
import { Slots } from '../../foundation/async/slots.js';
import { memo } from '../../foundation/objects/memo.js';
import type { Limits } from '../../limits.js';
import type { Box } from '../../page/document/geometry.js';
import type { Page } from '../../page/document/model.js';
import type { Bitmap, PageGraphics } from '../../page/document/page-graphics.js';
import type { ReadLines } from '../../page/document/reading.js';
import { levelMove } from '../../page/drawn/level.js';
import { moveDrawn, quarterMove, rotationAfter } from '../../page/drawn/move.js';
import { cutOut } from '../../page/ink/cut.js';
import { type GreyBitmap, greyed } from '../../page/ink/grey.js';
import { inkOf } from '../../page/ink/page-ink.js';
import { rowHang } from '../../page/ink/skew.js';
import { type Quarter, turnBitmap } from '../../page/layout/page-rotation.js';
import { checkedReading, movedReading, type PlacedText, type Reading } from './answer.js';
import { withoutBars } from './blackened.js';
import { withoutEmptyBoxes } from './drawn-boxes.js';
import type { OcrEngine } from './engine.js';
import { type OcrEngines, OWN_ENGINES, registeredEngine } from './engines.js';
import { withoutFrameSides } from './frame-sides.js';
import { ocrLines } from './lines.js';
import { openBook } from './open-book.js';
import { busiestPart, fullest, isClearlyMore, mayBeTurned, possibleQuarters } from './orientation.js';
import { withPoints } from './points.js';
import { digestOf, readingsOf } from './readings.js';
import { pictureDpi, readingDpi } from './resolution.js';
import { withRulesBefore } from './rules-before.js';
import { isOfUnknownScript, withoutScraps } from './unknown-script.js';

export interface PageReaderOptions {
  /** Id of the engine that reads where a request names none; default the embedded one. */
  readonly ocrEngine?: string | undefined;
  readonly ocrEngines?: OcrEngines | undefined;
  /** The engines of the library, made when first asked for. */
  readonly embedded: EmbeddedEngines;
  readonly limits: Limits;
  readonly preventDefaultMergeLines?: boolean | undefined;
}

/** An engine of the library by its id, undefined where there is none; or the one that reads by default. */
export interface EmbeddedEngines {
  (): Promise<OcrEngine>;
  (id: string): Promise<OcrEngine | undefined>;
}

interface ReadRequest {
  /** Engine that a config names. */
  readonly engine?: string | undefined;
  /** Called when that engine does not exist here; default what the reader was given. */
  readonly warn?: WarnUnavailable | undefined;
}

/** Where a reader reports that the engine that was named does not exist here. */
type WarnUnavailable = (warning: { readonly code: 'OCR_UNAVAILABLE'; readonly message: string }) => void;

/** Reads pages for one document, or one run of a config over it. */
export class PageReader {
  readonly #options: PageReaderOptions;
  readonly #interrupt: Interrupt;
  readonly #warn: WarnUnavailable;
  readonly #missing = new Set<string>();

  constructor(options: PageReaderOptions, interrupt: Interrupt, warn: WarnUnavailable) {
    this.#options = options;
    this.#interrupt = interrupt;
    this.#warn = warn;
  }

  /**
   * Reads a page, or takes what the same engine read of the same page before.
   * @returns its lines in document order, in inches on this page, and the id of the engine; undefined for a page
   *   without pixels
   * @throws ProviderError when the engine fails; DocumentError `aborted`, `timed_out`
   */
  async read(page: Page, { engine: id, warn }: ReadRequest = {}): Promise<ReadLines | undefined> {
    if (!page.graphics) return undefined;
    return this.readUpright(await this.engine(id, warn), page);
  }

  /**
   * Reads a page; one whose text runs up, down or upside down is turned first.
   * @returns its lines, and the page that they are on: the one given, or that one turned
   * @throws ProviderError when the engine fails; DocumentError `aborted`, `timed_out`
   */
  async readUpright(engine: OcrEngine, page: Page): Promise<ReadLines> {
    const { graphics } = page;
    if (!graphics) return { page, lines: [], engine: engine.id };
    const shown = graphics.memory.own(Shown, () => new Shown());
    const asItLies = shown.hang
      ? undefined
      : await this.#recogniseIf(engine, page, graphics, { isToRead: (image) => isLevel(page, image, shown) });
    const level = asItLies ? page : await levelled(page, shown.hang ?? 0);
    const reading = asItLies ?? (await this.#recognise(engine, level, level.graphics!));
    const turned = mayBeTurned(reading)
      ? await this.#turned(engine, level, level.graphics!, reading)
      : undefined;
    return turned ?? this.#readLines(engine, level, reading);
  }

  /**
   * Reads only what lies in some boxes on a page.
   * @throws ProviderError when the engine fails; DocumentError `aborted`, `timed_out`
   */
  async readWithin(engine: OcrEngine, page: Page, boxes: readonly Box[]): Promise<ReadLines> {
    const { graphics } = page;
    if (!graphics) return { page, lines: [], engine: engine.id };
    return this.#readLines(engine, page, await this.#recognise(engine, page, graphics, boxes));
  }

  /** What is read of a page once it is turned; undefined where that is not clearly more. */
  async #turned(
    engine: OcrEngine,
    page: Page,
    graphics: PageGraphics,
    reading: Reading,
  ): Promise<ReadLines | undefined> {
    const directions = graphics.memory.own(Directions, () => new Directions());
    const quarter = await directions.of(engine, () => this.#directionOf(engine, page, graphics, reading));
    if (quarter === 0) return undefined;
    const rotation = rotationAfter(page, quarter);
    const turned = moveDrawn({ ...page, rotation }, quarterMove(page, quarter));
    const again = await this.#recognise(engine, turned, turned.graphics!);
    if (!isClearlyMore(again, reading)) return undefined;
    return this.#readLines(engine, turned, again);
  }

  /** The direction in which an engine reads most of a part of a page; 0 where it does not read clearly more than level. */
  #directionOf(engine: OcrEngine, page: Page, graphics: PageGraphics, reading: Reading): Promise<Quarter> {
    return slotsOf(engine).run(async () => {
      const image = await guarded(drawn(page, graphics, engine), this.#interrupt, page.index);
      const grey = greyed(image);
      const quarters = possibleQuarters(reading, grey);
      if (quarters.length === 0) return 0;
      const part = cutOut(image, busiestPart(grey));
      const level = await this.#read(engine, part, page.index);
      const turned: { readonly quarter: Quarter; readonly reading: Reading }[] = [];
      for (const quarter of quarters) {
        turned.push({ quarter, reading: await this.#read(engine, turnBitmap(part, quarter), page.index) });
      }
      const best = fullest(turned);
      return best && isClearlyMore(best.reading, level) ? best.quarter : 0;
    }, this.#interrupt);
  }

  /** The engine for a page; one that is not registered is replaced by the default, with a warning. */
  async engine(id?: string, warn: WarnUnavailable = this.#warn): Promise<OcrEngine> {
    const { ocrEngine, ocrEngines = {}, embedded } = this.#options;
    const wanted = [id, ocrEngine].filter((each) => each !== undefined);
    for (const each of wanted) {
      const engine = registeredEngine(each, ocrEngines) ?? (await embedded(each));
      if (engine) return engine;
      this.#warnMissing(each, each === id ? warn : this.#warn);
    }
    const own = OWN_ENGINES.find((each) => Object.hasOwn(ocrEngines, each));
    return own === undefined ? embedded() : ocrEngines[own]!;
  }

  #warnMissing(id: string, warn: WarnUnavailable): void {
    if (this.#missing.has(id)) return;
    this.#missing.add(id);
    const message = `the OCR engine ${JSON.stringify(id)} is not registered; the default engine reads instead`;
    warn({ code: 'OCR_UNAVAILABLE', message });
  }

  #readLines({ id }: OcrEngine, page: Page, reading: Reading): ReadLines {
    const { preventDefaultMergeLines } = this.#options;
    const { unknownScript = false } = reading;
    const kept = unknownScript ? withoutScraps(reading) : reading;
    const lines = ocrLines(kept, page.index, { preventDefaultMergeLines });
    return { page, lines, engine: id, ...(unknownScript && { unknownScript }) };
  }

  /** What the engine reads of a page, or has read of the same picture before. */
  async #recognise(
    engine: OcrEngine,
    page: Page,
    graphics: PageGraphics,
    within?: readonly Box[],
  ): Promise<Reading> {
    return (await this.#recogniseIf(engine, page, graphics, { within }))!;
  }

  /** The same; undefined for a picture that is not to be read. */
  async #recogniseIf(
    engine: OcrEngine,
    page: Page,
    graphics: PageGraphics,
    { within, isToRead }: RecogniseOptions,
  ): Promise<Reading | undefined> {
    const readings = readingsOf(engine);
    const shown = graphics.memory.own(Shown, () => new Shown());
    if (!within && shown.picture !== undefined) {
      const known = await readings.known(this.#keyOf(shown.picture), this.#interrupt);
      if (known) return known;
    }
    // Pages wait to be drawn, so that only those being read, and the next one, are in memory.
    return pagesInHandOf(engine).run(async () => {
      const whole = await guarded(drawn(page, graphics, engine), this.#interrupt, page.index);
      if (isToRead && !(await isToRead(whole))) return undefined;
      const image = within ? onlyWithin(whole, within) : whole;
      const picture = digestOf(image);
      if (!within) shown.picture = picture;
      const read = () =>
        within ? this.#read(engine, image, page.index) : this.#readSheet(engine, image, page);
      const readInTurn = () => slotsOf(engine).run(read, this.#interrupt);
      return readings.get(this.#keyOf(picture), readInTurn, this.#interrupt);
    }, this.#interrupt);
  }

  /** Answers that are too long for one document may not be for another. */
  #keyOf(picture: string): string {
    return `${picture} ${this.#options.limits.charactersPerPage}`;
  }

  /** Reads the picture of a whole page; of a book that was scanned open, each of its pages by itself. */
  async #readSheet(engine: OcrEngine, image: Bitmap, page: Page): Promise<Reading> {
    const book = (await inkOf(page)?.isScan()) ? openBook(image) : undefined;
    if (!book) return this.#read(engine, image, page.index);
    const readings: Reading[] = [];
    for (const part of book.pages) {
      const reading = await this.#read(engine, cutOut(image, part), page.index);
      readings.push(movedReading(reading, { x: part.left, y: part.top }));
    }
    const words = readings.flatMap((reading) => reading.words);
    const lines = readings.flatMap((reading) => reading.lines);
    const written = readings.filter((reading) => reading.words.length + reading.lines.length > 0);
    const passedOver = readings.reduce((sum, reading) => sum + (reading.passedOver ?? 0), 0);
    const unknownScript = readings.some((reading) => reading.unknownScript);
    return { words, lines, passedOver, unknownScript, ...(written.length > 1 && { fold: book.fold }) };
  }

  async #read(engine: OcrEngine, image: Bitmap, page: number): Promise<Reading> {
    const answer = await this.#answer(engine.id, page, (signal) => engine.recognise(image, { signal }));
    const reading = checkedReading(answer, image, engine.id, this.#options.limits.charactersPerPage);
    const unknownScript = isOfUnknownScript(reading, greyed(image));
    return { ...reading, words: asDrawn(reading.words, image), ...(unknownScript && { unknownScript }) };
  }

  async #answer(
    engine: string,
    page: number,
    recognise: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<unknown> {
    const abandon = new AbortController();
    const inTime = withinTime(engine, () => recognise(abandon.signal), this.#options.limits.ocrMilliseconds);
    try {
      return await guarded(inTime, this.#interrupt, page);
    } catch (error) {
      abandon.abort(error);
      throw error;
    }
  }
}

/** What the picture of a page says of the words that were read of it, in this order. */
const STEPS: readonly ((words: readonly PlacedText[], image: GreyBitmap) => readonly PlacedText[])[] = [
  withoutBars,
  withoutEmptyBoxes,
  withoutFrameSides,
  withPoints,
  withRulesBefore,
];

/** Words as the picture shows them. */
function asDrawn(words: readonly PlacedText[], image: Bitmap): readonly PlacedText[] {
  if (words.length === 0) return words;
  const grey = greyed(image);
  return STEPS.reduce((known, step) => step(known, grey), words);
}

/** In which direction text of a page runs, by the engine that looked. */
class Directions {
  readonly #byEngine = new WeakMap<OcrEngine, Quarter>();

  async of(engine: OcrEngine, find: () => Promise<Quarter>): Promise<Quarter> {
    const known = this.#byEngine.get(engine);
    if (known !== undefined) return known;
    const quarter = await find();
    this.#byEngine.set(engine, quarter);
    return quarter;
  }
}

/** What is read of a page: in some boxes alone, and only if its picture is fit to be read. */
interface RecogniseOptions {
  readonly within?: readonly Box[] | undefined;
  readonly isToRead?: (image: Bitmap) => Promise<boolean>;
}

/** The picture of a page as it lies that engines are shown, and by how many degrees it hangs, once it has been drawn. */
class Shown {
  picture: string | undefined;
  hang: number | undefined;
}

/** Whether a page is read as it lies: one whose rows hang is levelled first. The pages of an open book hang by themselves. */
async function isLevel(page: Page, image: Bitmap, shown: Shown): Promise<boolean> {
  const hang = (await inkOf(page)?.isScan()) ? rowHang(greyed(image)) : 0;
  shown.hang = hang !== 0 && openBook(image) ? 0 : hang;
  return shown.hang === 0;
}

/** Places for pages at an engine, shared by all documents. */
const slotsOf = memo((engine: OcrEngine) => new Slots(concurrencyOf(engine)));

/** Places for pages that are drawn to be read: one more than are read, so that the engine need not wait for the next. */
const pagesInHandOf = memo((engine: OcrEngine) => new Slots(pagesInHand(engine)));

function concurrencyOf({ concurrency = 1 }: OcrEngine): number {
  return Math.max(1, Math.floor(concurrency));
}

/** Pages of a document that are drawn or read at the same time. */
export function pagesInHand(engine: OcrEngine): number {
  return concurrencyOf(engine) + 1;
}

const now = () => performance.now();

/** What the engine answers. @throws ProviderError alone, whatever the engine throws */
async function withinTime(
  engine: string,
  recognise: () => Promise<unknown>,
  milliseconds: number,
): Promise<unknown> {
  const deadline = deadlineIn(milliseconds, now);
  const reading = (async () => recognise())();
  try {
    return await guarded(reading, { deadline });
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (!(error instanceof DocumentError && error.code === 'timed_out')) throw failed(engine, error);
    throw new ProviderError(
      engine,
      'timed_out',
      `The OCR engine ${engine} did not read the page within ${milliseconds} ms; raise the limit "ocrMilliseconds".`,
      { cause: error },
    );
  }
}

function failed(engine: string, cause: unknown): ProviderError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ProviderError(engine, 'failed', `The OCR engine ${engine} failed: ${reason}`, { cause });
}

/** A scan with level rows. @param degrees by which they hang */
async function levelled(page: Page, degrees: number): Promise<Page> {
  const images = (await inkOf(page)?.images()) ?? [];
  return moveDrawn(page, levelMove(page, degrees, pictureDpi(page, images)));
}

/** The picture of a page that engines are shown. */
async function drawn(page: Page, graphics: PageGraphics, { drawnBy }: OcrEngine): Promise<Bitmap> {
  const ink = inkOf(page);
  const images = (await ink?.isScan()) ? await ink!.images() : [];
  return graphics.raster({ dpi: readingDpi(page, images), drawnBy });
}

/** A bitmap that is white outside some boxes, given in inches. */
function onlyWithin(image: Bitmap, boxes: readonly Box[]): Bitmap {
  const { width, height, dpi } = image;
  const data = new Uint8ClampedArray(image.data.length).fill(WHITE);
  for (const box of boxes) {
    const left = Math.max(0, Math.floor(box.left * dpi));
    const right = Math.min(width, Math.ceil(box.right * dpi));
    const bottom = Math.min(height, Math.ceil(box.bottom * dpi));
    for (let y = Math.max(0, Math.floor(box.top * dpi)); y < bottom && left < right; y++) {
      const start = (y * width + left) * CHANNELS;
      data.set(image.data.subarray(start, (y * width + right) * CHANNELS), start);
    }
  }
  return { ...image, data };
}

const WHITE = 255;
const CHANNELS = 4;
