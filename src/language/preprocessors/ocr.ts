/** `ocr`: reads pages by OCR, in place of their own text. */
// See docs/language/05-preprocessors.md#59-ocr

import { isInterruption, orElse } from '../../foundation/async/interrupt.js';
import { wholeNumber } from '../../foundation/schema/grammar.js';
import { withFlow } from '../../page/document/line-edits.js';
import type { Page } from '../../page/document/model.js';
import { pageReading, unknownScript } from '../../page/document/reading.js';
import { anchorMatchSchema } from '../anchors/schema.js';
import { definePreprocessor, type PreprocessorContext } from './definition.js';
import { choosePages, pageChoice, withLines } from './shared.js';

export const ocr = definePreprocessor({
  id: 'ocr',
  summary: 'Reads pages by OCR, in place of their own text',
  cost: 'ocr',
  options: ({ ocrEngine }) => ({
    match: anchorMatchSchema.optional().describe('Line on a page to read'),
    matchAll: pageChoice.matchAll.describe('Read the page of every such line, not only of the first'),
    pageOffset: pageChoice.pageOffset.describe('Read the page this many pages later; negative for earlier'),
    pageLinesLimit: wholeNumber(0)
      .optional()
      .describe('Read every page that has a picture or drawing and at most this many lines'),
    engine: ocrEngine.optional().describe('OCR engine; without it, that of the extraction'),
  }),
  check({ match, pageLinesLimit }, context) {
    if (match !== undefined || pageLinesLimit !== undefined) return;
    const message = 'match or pageLinesLimit is required: they say which pages to read';
    context.addIssue({ code: 'custom', path: [], message, params: { code: 'required' } });
  },
  async apply(pages, { match, matchAll, pageOffset, pageLinesLimit, engine }, context) {
    const chosen = match === undefined ? [] : choosePages(pages, { match, matchAll, pageOffset }, context);
    const sparse = pageLinesLimit === undefined ? [] : await sparsePages(pages, pageLinesLimit);
    const targets = new Set([...chosen, ...sparse]);
    const read: Page[] = [];
    for (const [position, page] of pages.entries()) {
      context.checkpoint();
      const wanted = targets.has(position) && !isRead(page);
      read.push(wanted ? await readPage(page, engine, context) : page);
    }
    return read;
  },
  examples: [
    {
      title: 'without an OCR engine pages keep their text',
      lines: [{ text: 'see picture', left: 1, top: 1 }],
      preprocessor: { type: 'ocr', match: 'see picture' },
      result: [['see picture']],
    },
  ],
});

/** Positions of the pages with few lines and something drawn on them; on others there is nothing to read. */
async function sparsePages(pages: readonly Page[], limit: number): Promise<number[]> {
  const positions: number[] = [];
  for (const [position, page] of pages.entries()) {
    const lines = page.lines.filter((line) => line.text !== '').length;
    if (lines <= limit && !isRead(page) && (await isDrawnOn(page))) positions.push(position);
  }
  return positions;
}

/** Whether all of a page was read already. */
function isRead({ ocr }: Page): boolean {
  return ocr?.part === 'page';
}

async function isDrawnOn({ graphics }: Page): Promise<boolean> {
  if (!graphics) return false;
  if ((await orElse(() => graphics.images(), [])).length > 0) return true;
  return (await orElse(() => graphics.paths(), [])).length > 0;
}

async function readPage(page: Page, engine: string | undefined, context: PreprocessorContext): Promise<Page> {
  if (!context.ocr) {
    warnOfFailure(
      page,
      'OCR_UNAVAILABLE',
      "there is no OCR engine, or OCR is switched off (ocr: 'never'); the page keeps its own text",
      context,
    );
    return page;
  }
  try {
    const read = await context.ocr(page, {
      engine,
      warn: (warning) => context.warn({ ...warning, path: ['engine'] }),
    });
    if (read) {
      if (read.unknownScript) context.warn({ ...unknownScript(read.engine), page: page.index });
      const lines = read.lines.map((line) => withFlow(line, 0));
      return withLines({ ...read.page, ocr: pageReading(read.engine, 'page', lines) }, lines);
    }
    warnOfFailure(page, 'OCR_UNAVAILABLE', 'the page has no pixels to read; it keeps its own text', context);
  } catch (error) {
    if (isInterruption(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    warnOfFailure(
      page,
      'OCR_FAILED',
      `the OCR engine failed; the page keeps its own text: ${reason}`,
      context,
    );
  }
  return page;
}

/** A page that has text lost nothing; one that has none lost all of it. */
// See docs/language/01-document-anchors-fields.md#111-ocr
function warnOfFailure(
  page: Page,
  code: 'OCR_UNAVAILABLE' | 'OCR_FAILED',
  message: string,
  context: PreprocessorContext,
): void {
  if (page.lines.length > 0) context.warn({ code, message, page: page.index });
  else context.error({ type: 'ocr', code, message, page: page.index });
}
