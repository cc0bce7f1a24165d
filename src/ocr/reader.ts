/** Reading pages: which engine, at what resolution, how long, and what its answer becomes. */

import type { Box } from '../document/geometry.js';
import type { Line, Page } from '../document/model.js';
import type { Bitmap, PageGraphics } from '../document/page-graphics.js';
import { DocumentError, ProviderError } from '../errors.js';
import { greyOf } from '../graphics/ink/grey.js';
import { deadlineIn, guarded, type Interrupt } from '../interrupt.js';
import type { Limits } from '../limits.js';
import { memo } from '../memo.js';
import { Slots } from '../slots.js';
import { checkedReading, type PlacedText, type Reading } from './answer.js';
import { withoutEmptyBoxes } from './drawn-boxes.js';
import type { OcrEngine } from './engine.js';
import { EMBEDDED_ENGINE, type OcrEngines, registeredEngine } from './engines.js';
import { ocrLines } from './lines.js';
import { withRulesBefore } from './rules-before.js';

export interface PageReaderOptions {
  /** Id of the engine that reads where a request names none; default the embedded one. */
  readonly ocrEngine?: string | undefined;
  readonly ocrEngines?: OcrEngines | undefined;
  /** The embedded engine, made when first asked for. */
  readonly embedded: () => Promise<OcrEngine>;
  readonly limits: Limits;
  readonly preventDefaultMergeLines?: boolean | undefined;
}

interface ReadRequest {
  /** Engine that a config names. */
  readonly engine?: string | undefined;
  /** Told when that engine does not exist here; default what the reader was given. */
  readonly warn?: WarnUnavailable | undefined;
}

/** Where a reader tells that the engine that was named does not exist here. */
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
   * @returns its lines in document order, in inches on this page; undefined for a page without pixels
   * @throws ProviderError when the engine fails; DocumentError `aborted`, `timed_out`
   */
  async read(page: Page, { engine: id, warn }: ReadRequest = {}): Promise<readonly Line[] | undefined> {
    const { graphics } = page;
    if (!graphics) return undefined;
    const engine = await this.engine(id, warn);
    const { byEngine } = graphics.memory.own(Readings, () => new Readings());
    let reading = byEngine.get(engine);
    if (!reading) {
      reading = await this.#recognise(engine, page, graphics);
      byEngine.set(engine, reading);
    }
    return this.#lines(reading, page);
  }

  /**
   * Reads a page, or only what lies in some boxes on it.
   * @throws ProviderError when the engine fails; DocumentError `aborted`, `timed_out`
   */
  async readWith(engine: OcrEngine, page: Page, within?: readonly Box[]): Promise<readonly Line[]> {
    const { graphics } = page;
    if (!graphics) return [];
    return this.#lines(await this.#recognise(engine, page, graphics, within), page);
  }

  /** The engine for a page; one that is not registered is replaced by the default, with a warning. */
  async engine(id?: string, warn: WarnUnavailable = this.#warn): Promise<OcrEngine> {
    const { ocrEngine, ocrEngines = {}, embedded } = this.#options;
    const wanted = [id, ocrEngine, EMBEDDED_ENGINE].filter((each) => each !== undefined);
    for (const each of wanted) {
      const engine = registeredEngine(each, ocrEngines);
      if (engine) return engine;
      if (each === EMBEDDED_ENGINE) break;
      this.#warnMissing(each, each === id ? warn : this.#warn);
    }
    return embedded();
  }

  #warnMissing(id: string, warn: WarnUnavailable): void {
    if (this.#missing.has(id)) return;
    this.#missing.add(id);
    const message = `the OCR engine ${JSON.stringify(id)} is not registered; the default engine reads instead`;
    warn({ code: 'OCR_UNAVAILABLE', message });
  }

  #lines(reading: Reading, page: Page): readonly Line[] {
    const { preventDefaultMergeLines } = this.#options;
    return ocrLines(reading, page.index, { preventDefaultMergeLines });
  }

  /** Pages wait for their engine before they are drawn, so that only those being read are in memory. */
  #recognise(
    engine: OcrEngine,
    page: Page,
    graphics: PageGraphics,
    within?: readonly Box[],
  ): Promise<Reading> {
    return slotsOf(engine).run(async () => {
      const drawing = graphics.raster({ dpi: ocrDpi(page) });
      const drawn = await guarded(drawing, this.#interrupt, page.index);
      const image = within ? onlyWithin(drawn, within) : drawn;
      const answer = await this.#answer(engine, image, page.index);
      const reading = checkedReading(answer, image, engine.id, this.#options.limits.charactersPerPage);
      return { ...reading, words: asDrawn(reading.words, image) };
    }, this.#interrupt);
  }

  async #answer(engine: OcrEngine, image: Bitmap, page: number): Promise<unknown> {
    const abandon = new AbortController();
    const inTime = withinTime(engine, image, abandon.signal, this.#options.limits.ocrMilliseconds);
    try {
      return await guarded(inTime, this.#interrupt, page);
    } catch (error) {
      abandon.abort(error);
      throw error;
    }
  }
}

/** Words as the picture shows them: without those that are empty boxes, and with the rules between them. */
function asDrawn(words: readonly PlacedText[], image: Bitmap): readonly PlacedText[] {
  if (words.length === 0) return words;
  const grey = greyOf(image);
  return withRulesBefore(withoutEmptyBoxes(words, grey), grey);
}

/** What engines have read of a page as it lies. */
// See docs/language/05-preprocessors.md#592-algorithm
class Readings {
  readonly byEngine = new WeakMap<OcrEngine, Reading>();
}

/** Places for pages at an engine, shared by all documents. */
const slotsOf = memo(({ concurrency = 1 }: OcrEngine) => new Slots(Math.max(1, Math.floor(concurrency))));

const now = () => performance.now();

/** What the engine answers. @throws ProviderError alone, whatever the engine throws */
async function withinTime(
  engine: OcrEngine,
  image: Bitmap,
  signal: AbortSignal,
  milliseconds: number,
): Promise<unknown> {
  const deadline = deadlineIn(milliseconds, now);
  const reading = (async () => engine.recognise(image, { signal }))();
  try {
    return await guarded(reading, { deadline });
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (!(error instanceof DocumentError && error.code === 'timed_out')) throw failed(engine, error);
    throw new ProviderError(
      engine.id,
      'timed_out',
      `The OCR engine ${engine.id} did not read the page within ${milliseconds} ms; raise the limit "ocrMilliseconds".`,
      { cause: error },
    );
  }
}

function failed(engine: OcrEngine, cause: unknown): ProviderError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ProviderError(engine.id, 'failed', `The OCR engine ${engine.id} failed: ${reason}`, { cause });
}

/**
 * Resolution at which pages are read, in pixels an inch. Measured on forms and statements: 97.1 % of the words
 * right at 300, 97.0 at 400, 95.9 at 250; 200 reads 1 % fewer than 300.
 */
const OCR_DPI = 300;
/** Pixels of the largest page read: 11 by 17 inches at full resolution; larger ones get a lower one. */
const OCR_PIXELS = 16_830_000;

function ocrDpi({ width, height }: Page): number {
  return Math.min(OCR_DPI, Math.sqrt(OCR_PIXELS / (width * height)));
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
