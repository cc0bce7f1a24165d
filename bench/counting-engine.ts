/** A PDF engine that counts the pages it was asked to draw; OCR and the raster layers of methods draw pages. */
import type { PdfEngine, PdfPage } from '../src/reading/pdf/engine.js';
import { builtEngines } from './built.js';

/** An engine and the number of times that pages were drawn with it so far. */
export interface CountingEngine {
  readonly pdf: PdfEngine;
  readonly renders: () => number;
}

const { pdfium } = await builtEngines();

/** The project's PDF engine, counting. */
export function countingEngine(): CountingEngine {
  const pdf = pdfium();
  let renders = 0;
  const countOn = (page: PdfPage) => {
    const render = page.render.bind(page);
    page.render = (options) => {
      renders += 1;
      return render(options);
    };
    return page;
  };
  const open = pdf.open.bind(pdf);
  pdf.open = async (...request) => {
    const file = await open(...request);
    const page = file.page.bind(file);
    file.page = async (...place) => countOn(await page(...place));
    return file;
  };
  return { pdf, renders: () => renders };
}
