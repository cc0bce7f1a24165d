/**
 * Watches the pictures that pdf.js draws. The canvas only notes what it is to draw, and paints it when it is asked for its
 * pixels; and one operator of pdf.js may draw a picture a thousand times. So pictures are painted as they come, within the
 * time of the page.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { DocumentError } from '../../../errors.js';

/** Pixels of pictures that may wait to be painted: they take some 10 ms. A scan of a page has 2,000,000 to 35,000,000. */
const PAINTED_FROM = 10_000_000;

/**
 * Pixels of pictures that may be painted between two pauses, in which nobody is heard: some 0.3 s. Those of four pictures
 * as large as any that is decoded; pages of scans draw one or two.
 */
export const MOST_WITHOUT_PAUSE = 240_000_000;

/** What is drawn with pictures, of one page of a document at a time. */
export class DrawnPictures {
  #check: () => void = () => undefined;
  #sincePause = 0;
  #unpainted = 0;

  /** @param check ends the drawing of the page by what it throws */
  begin(check: () => void): void {
    this.#check = check;
    this.paused();
  }

  /** Others have had their turn. */
  paused(): void {
    this.#sincePause = 0;
  }

  /**
   * A picture was drawn.
   * @throws DocumentError `too_large` when pictures take too long without a pause; what `check` throws
   */
  drew(context: Pick<SKRSContext2D, 'getImageData'>, pixels: number): void {
    this.#unpainted += pixels;
    if (this.#unpainted < PAINTED_FROM) return;
    this.#sincePause += this.#unpainted;
    this.#unpainted = 0;
    context.getImageData(0, 0, 1, 1);
    this.#check();
    if (this.#sincePause <= MOST_WITHOUT_PAUSE) return;
    throw new DocumentError(
      'too_large',
      `A page of the PDF draws large pictures too often: more than ${MOST_WITHOUT_PAUSE} pixels at once; leave it out.`,
    );
  }
}
