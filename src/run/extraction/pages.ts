/** A document as the fields of a config see it. */
import type { Config } from '../../language/config/config-types.js';
import { doubt } from '../../language/fields/doubts.js';
import type { ExtractionIssue, ExtractionWarning } from '../../language/fields/runner.js';
import { applyPreprocessors } from '../../language/preprocessors/apply.js';
import { pageByPage } from '../../language/preprocessors/shared.js';
import { finishLines } from '../../page/document/line.js';
import type { Document, Page } from '../../page/document/model.js';
import { isDoubtful } from '../../page/document/reading.js';
import { type BasicRun, type LazyReader, type RunOptions, runBasics } from './run.js';

/** The pages of a document after the preprocessors of a config. @throws DocumentError `timed_out`, `aborted` */
export async function preprocessedPages(
  { pages }: Document,
  { preprocessors = [] }: Config,
  { run, reader }: { readonly run: BasicRun; readonly reader: LazyReader | undefined },
  { language, words }: Pick<RunOptions, 'language' | 'words'>,
): Promise<readonly Page[]> {
  const { warn, error, checkpoint, turn, patternTime, forgivingAnchors } = run;
  const after = await applyPreprocessors(pages, preprocessors, {
    definitions: language.preprocessors,
    warn,
    error,
    checkpoint,
    turn,
    patternTime,
    forgivingAnchors,
    ocr: reader && ((page, request) => reader.read(page, request)),
    words,
  });
  return pageByPage(after, { turn }, finishedPage);
}

/** The page without empty lines; itself where it has none, so that what is known of it serves many extractions. */
function finishedPage(page: Page): Page {
  const lines = finishLines(page.lines);
  return lines === page.lines ? page : { ...page, lines };
}

/** Warns of pages that an OCR engine was not sure of. */
export function warnOfDoubtfulPages(
  pages: readonly Page[],
  warn: (warning: ExtractionWarning) => void,
): void {
  for (const { index, ocr } of pages) {
    if (ocr && isDoubtful(ocr.confidence)) warn({ ...doubt('the page', ocr.confidence), page: index });
  }
}

/**
 * Warns of a document without a single line, in which no field can find anything.
 * @param pages those of the document, and what preprocessors made of them
 */
// See docs/language/01-document-anchors-fields.md#64-errors-log-and-warnings
export function warnOfEmptyDocument(
  pages: readonly Page[],
  warn: (warning: ExtractionWarning) => void,
): void {
  if (pages.some(({ lines }) => lines.length > 0)) return;
  const isPicture = pages.some(({ graphics }) => graphics !== undefined);
  const message = `the document has no line of text${isPicture ? ', and none was read from its pictures' : ''}; no field can find anything in it`;
  warn({ code: 'EMPTY_DOCUMENT', message });
}

/**
 * A document as the fields of a config see it. It ends with the one that it was made of.
 * @throws DocumentError `timed_out`, `aborted`
 */
export async function preprocessDocument(
  document: Document,
  config: Config,
  options: Pick<
    RunOptions,
    'language' | 'words' | 'ocr' | 'interrupt' | 'patternLimits' | 'forgivingAnchors'
  >,
): Promise<{ readonly document: Document; readonly errors: readonly ExtractionIssue[] }> {
  const begun = runBasics(options);
  const pages = await preprocessedPages(document, config, begun, options);
  return {
    document: {
      ...document,
      pages,
      warnings: [...document.warnings, ...begun.warnings],
      isClosed: () => document.isClosed(),
      close: () => document.close(),
    },
    errors: begun.errors,
  };
}
