/** Shows codes of fonts on a page of its own, so that PDFium lists their characters without listing those of a whole page. */
import type { Pdfium } from './library.js';

/** Codes of a font that are wanted. */
export interface WantedCodes {
  /** Its address, which holds as long as its page is open. */
  readonly fontAddress: number;
  readonly codes: readonly number[];
}

/** Font size, and distance of the lines, in points: far enough apart that none counts as part of another. */
export const SAMPLE_SIZE = 10;
const LEADING = 40;

/** Codes of one text object. */
const CODES_OF_LINE = 64;

/** Side of the page, in points. */
const SIDE = 14_000;

/** An empty page of a document of its own, by its instance, in which it stays: to make one takes half as long as to list its characters. */
const pages = new WeakMap<Pdfium, number>();

/** PDFium's handle; undefined where it makes no such page. */
function samplePage(pdfium: Pdfium): number | undefined {
  const known = pages.get(pdfium);
  if (known !== undefined) return known;
  const { exports } = pdfium;
  const own = exports.FPDF_CreateNewDocument();
  const page = own === 0 ? 0 : exports.FPDFPage_New(own, 0, SIDE, SIDE);
  if (page === 0) return undefined;
  pages.set(pdfium, page);
  return page;
}

/**
 * Works with PDFium's list of characters of a page that shows codes, in text objects that each show codes of one font.
 * @param document PDFium's handle of the fonts' document
 * @param work gets the handle of the list, and by the addresses of its text objects what each shows
 * @returns undefined where PDFium makes no such page
 */
export function withSamplePage<T, Wanted extends WantedCodes>(
  pdfium: Pdfium,
  document: number,
  wanted: readonly Wanted[],
  work: (textPage: number, shown: ReadonlyMap<number, Wanted>) => T,
): T | undefined {
  const { exports, scratch } = pdfium;
  const page = samplePage(pdfium);
  if (page === undefined) return undefined;
  const shown = new Map<number, Wanted>();
  let textPage = 0;
  try {
    for (const each of wanted) {
      for (let from = 0; from < each.codes.length; from += CODES_OF_LINE) {
        const object = exports.FPDFPageObj_CreateTextObj(document, each.fontAddress, SAMPLE_SIZE);
        if (object === 0) return undefined;
        const codes = Uint32Array.from(each.codes.slice(from, from + CODES_OF_LINE));
        scratch.with(new Uint8Array(codes.buffer), (at) =>
          exports.FPDFText_SetCharcodes(object, at, codes.length),
        );
        exports.FPDFPageObj_Transform(object, 1, 0, 0, 1, SAMPLE_SIZE, SIDE - (shown.size + 1) * LEADING);
        exports.FPDFPage_InsertObject(page, object);
        shown.set(object, each);
      }
    }
    textPage = exports.FPDFText_LoadPage(page);
    return textPage === 0 ? undefined : work(textPage, shown);
  } finally {
    if (textPage !== 0) exports.FPDFText_ClosePage(textPage);
    // Before their fonts are closed.
    for (const object of shown.keys()) {
      exports.FPDFPage_RemoveObject(page, object);
      exports.FPDFPageObj_Destroy(object);
    }
  }
}
