/** Bounds what the anchor matches of a field capture together: the rest of a document from each of its lines is its square. */
// See docs/language/01-document-anchors-fields.md#33-choosing-among-candidates-match
import type { Line } from '../../page/document/model.js';

/**
 * Characters that all fields of an extraction may capture at second and later matches of their anchors: 100 to 200 MB. 2,000
 * matches of a field that capture ten pages each, of 4,000 characters, take 80,000,000.
 */
const MAX_CHARACTERS = 100_000_000;

/** What a line costs beside its text, in characters. */
const LINE = 16;
/** What a piece of text costs that a trace shows. */
const TRACED = 100;

/** What the matches of a field captured is too much. */
export class TooMuchCaptured extends Error {
  override readonly name = 'TooMuchCaptured';
}

export class CaptureBudget {
  #left: number;

  /** @param characters all that may be captured */
  constructor(characters: number = MAX_CHARACTERS) {
    this.#left = characters;
  }

  /**
   * Counts what a match captured.
   * @param traced pieces of text that the trace shows of it
   * @param more characters besides, as those of a picture
   * @throws TooMuchCaptured
   */
  take(lines: readonly Line[], traced: number, more = 0): void {
    let size = more + traced * TRACED;
    for (const { text } of lines) size += text.length + LINE;
    if (size > this.#left) {
      throw new TooMuchCaptured(
        'the matches of the anchor capture too much text together; give the method or the anchor an end, or choose an anchor that is found less often',
      );
    }
    this.#left -= size;
  }
}
