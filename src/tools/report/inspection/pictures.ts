/** The pictures of a report: each drawing once, however often it is shown, and all within a bound. */
import type { Page } from '../../../page/document/model.js';
import type { PageGraphics } from '../../../page/document/page-graphics.js';
import { pagePicture } from './picture.js';

/** Pixels of the longer side of a picture: small print can be read at twice its size. */
const USUAL_PIXELS = 1_500;
const LEAST_PIXELS = 500;
/** Pages of the usual size that a report holds, about 8 MB; of more pages each is smaller. */
const USUAL_PAGES = 80;

/** Pictures that are kept from one report to the next, as long as their drawings live. */
export type PictureCache = WeakMap<PageGraphics, { readonly pixels: number; readonly jpeg: Uint8Array }>;

/** Collects the pictures that a report shows. */
export class Pictures {
  readonly #cache: PictureCache;
  readonly #pixels: number;
  readonly #numbers = new Map<PageGraphics, number>();
  readonly #jpegs: Uint8Array[] = [];

  /** @param pages how many may be asked for */
  constructor(pages: number, cache: PictureCache) {
    this.#cache = cache;
    const share = Math.floor(USUAL_PIXELS * Math.sqrt(USUAL_PAGES / Math.max(1, pages)));
    this.#pixels = Math.max(LEAST_PIXELS, Math.min(USUAL_PIXELS, share));
  }

  /** The number of a page's picture; undefined where no engine draws it. @throws DocumentError `closed` */
  async number(page: Page): Promise<number | undefined> {
    const { graphics } = page;
    if (!graphics) return undefined;
    const known = this.#numbers.get(graphics);
    if (known !== undefined) return known;
    const jpeg = await this.#jpeg(page, graphics);
    if (!jpeg) return undefined;
    const number = this.#jpegs.push(jpeg) - 1;
    this.#numbers.set(graphics, number);
    return number;
  }

  /** All that were asked for, by their numbers. */
  get jpegs(): readonly Uint8Array[] {
    return this.#jpegs;
  }

  async #jpeg(page: Page, graphics: PageGraphics): Promise<Uint8Array | undefined> {
    const kept = this.#cache.get(graphics);
    if (kept?.pixels === this.#pixels) return kept.jpeg;
    const jpeg = await pagePicture(page, this.#pixels);
    if (jpeg) this.#cache.set(graphics, { pixels: this.#pixels, jpeg });
    return jpeg;
  }
}
