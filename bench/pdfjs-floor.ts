/**
 * The least that reading a PDF can cost: pdf.js alone, without anything of the project. `operators` is the
 * pass over a page that every reader needs, without pictures; `text` is pdf.js' own text extraction.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

export type FloorPass = 'operators' | 'text';

/** pdf.js leaves pictures of more pixels undecoded. */
const NO_IMAGES = 1;

const FOLDER = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Reads all pages of a document. @returns how many there are */
export async function readWithPdfjs(bytes: Uint8Array, pass: FloorPass): Promise<number> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    maxImageSize: NO_IMAGES,
    standardFontDataUrl: `${FOLDER}/standard_fonts/`,
    cMapUrl: `${FOLDER}/cmaps/`,
    cMapPacked: true,
    wasmUrl: `${FOLDER}/wasm/`,
  });
  try {
    const document = await task.promise;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      if (pass === 'operators') await page.getOperatorList();
      else await page.getTextContent();
      page.cleanup();
    }
    return document.numPages;
  } finally {
    await task.destroy();
  }
}
