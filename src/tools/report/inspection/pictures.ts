/** The pictures of a report: each drawing once, however often it is shown, and all within a bound. */
import type { Page } from '../../../page/document/model.js';
import type { PageGraphics } from '../../../page/document/page-graphics.js';
import { type PagePicture, pagePicture } from './picture.js';

/** Pixels of the longer side of a picture: small print can be read at twice its size. */
const USUAL_PIXELS = 1_500;
const LEAST_PIXELS = 500;
/** Pages of the usual size that a report holds, about 8 MB; of more pages each is smaller. */
const USUAL_PAGES = 80;

/** Pictures that are kept from one report to the next, as long as their drawings live. */
export type PictureCache = WeakMap<PageGraphics, { readonly pixels: number; readonly jpeg: Uint8Array }>;

/** A picture of a report. */
interface NumberedPicture {
  readonly picture: number;
  /** Why it shows the lines alone, where an engine failed to draw the page. */
  readonly undrawn?: string;
}

/** Collects the pictures that a report shows. */
export class Pictures {
  readonly #cache: PictureCache;
  readonly #pixels: number;
  readonly #numbers = new Map<PageGraphics, NumberedPicture>();
  readonly #jpegs: Uint8Array[] = [];

  /** @param pages how many may be asked for */
  constructor(pages: number, cache: PictureCache) {
    this.#cache = cache;
    const share = Math.floor(USUAL_PIXELS * Math.sqrt(USUAL_PAGES / Math.max(1, pages)));
    this.#pixels = Math.max(LEAST_PIXELS, Math.min(USUAL_PIXELS, share));
  }

  /** A page's picture by its number; undefined where no engine draws it. @throws DocumentError `closed` */
  async of(page: Page): Promise<NumberedPicture | undefined> {
    const { graphics } = page;
    if (!graphics) return undefined;
    const known = this.#numbers.get(graphics);
    if (known !== undefined) return known;
    const drawn = await this.#drawn(page, graphics);
    if (!drawn) return undefined;
    const { jpeg, ...rest } = drawn;
    const numbered = { picture: this.#jpegs.push(jpeg) - 1, ...rest };
    this.#numbers.set(graphics, numbered);
    return numbered;
  }

  /** All that were asked for, by their numbers. */
  get jpegs(): readonly Uint8Array[] {
    return this.#jpegs;
  }

  /** A page that could not be drawn is drawn again for the next report. */
  async #drawn(page: Page, graphics: PageGraphics): Promise<PagePicture | undefined> {
    const kept = this.#cache.get(graphics);
    if (kept?.pixels === this.#pixels) return kept;
    const drawn = await pagePicture(page, this.#pixels);
    if (drawn && drawn.undrawn === undefined)
      this.#cache.set(graphics, { pixels: this.#pixels, jpeg: drawn.jpeg });
    return drawn;
  }
}
