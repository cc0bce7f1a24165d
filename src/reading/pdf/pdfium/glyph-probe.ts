/** Measures glyphs of a font by codes, in a text object that is on no page. */
import type { Pdfium } from './library.js';
import { shownCodes } from './memory-layout.js';

/** Size of the text: measures are thousandths of it, as PDFium keeps them. */
const SIZE = 1000;

/** Codes of which PDFium is asked at once whether any of them draws. */
const MANY_CODES = 4096;

export class GlyphProbe {
  readonly #pdfium: Pdfium;
  readonly #object: number;

  private constructor(pdfium: Pdfium, object: number) {
    this.#pdfium = pdfium;
    this.#object = object;
  }

  /**
   * Works with a probe of a font.
   * @param font its address, which holds as long as its page is open
   * @param document PDFium's handle
   * @returns undefined where PDFium makes no such text
   */
  static with<T>(
    pdfium: Pdfium,
    font: number,
    document: number,
    work: (probe: GlyphProbe) => T,
  ): T | undefined {
    const object = pdfium.exports.FPDFPageObj_CreateTextObj(document, font, SIZE);
    if (object === 0) return undefined;
    try {
      return work(new GlyphProbe(pdfium, object));
    } finally {
      pdfium.exports.FPDFPageObj_Destroy(object);
    }
  }

  /** The advance by which PDFium moves on behind a code, in thousandths of the font size. */
  advance(code: number): number | undefined {
    if (!this.#show([code, code])) return undefined;
    const { scratch } = this.#pdfium;
    const { count, positions } = shownCodes(scratch, this.#object);
    return count === 2 ? scratch.floats[positions] : undefined;
  }

  /** Whether some of the codes draw anything; undefined where PDFium does not report it. */
  draws(codes: readonly number[]): boolean | undefined {
    const { exports, scratch } = this.#pdfium;
    if (!this.#show(codes)) return undefined;
    const { at } = scratch;
    if (exports.FPDFPageObj_GetBounds(this.#object, at, at + 4, at + 8, at + 12) === 0) return undefined;
    return scratch.float(3) > scratch.float(1);
  }

  /** The same of the first codes of any font. */
  drawsAny(): boolean | undefined {
    return this.draws(Array.from({ length: MANY_CODES }, (_, code) => code));
  }

  #show(codes: readonly number[]): boolean {
    const { exports, scratch } = this.#pdfium;
    const bytes = new Uint8Array(Uint32Array.from(codes).buffer);
    return scratch.with(bytes, (at) => exports.FPDFText_SetCharcodes(this.#object, at, codes.length)) !== 0;
  }
}
