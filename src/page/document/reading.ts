/** What is known of a page that was read by OCR, and how sure an engine was. */
// See docs/language/01-document-anchors-fields.md#111-ocr
import type { Line, Page, PageReading } from './model.js';

/**
 * Confidence below which text is doubtful, 0 to 1: engines give sharp print 0.85 and more, and what they
 * guess from stains and rulings less than a half.
 */
const LEAST_CONFIDENCE = 0.6;

/** Whether an engine was not sure of what it read; where it says nothing, nobody knows. */
export function isDoubtful(confidence: number | undefined): confidence is number {
  return confidence !== undefined && confidence < LEAST_CONFIDENCE;
}

/** What an OCR engine read of a page. */
export interface ReadLines {
  /** The page that was read; turned, where its text did not run level. */
  readonly page: Page;
  /** In document order, in inches on the page. */
  readonly lines: readonly Line[];
  /** Id of the engine. */
  readonly engine: string;
  /** Most of the print is in a script that the engine does not know; it is not among the lines. */
  readonly unknownScript?: boolean;
}

/** What is reported of a page that is in a script which an engine does not know. */
export function unknownScript(engine: string) {
  const message = `most of the print on the page was not read: the OCR engine ${engine} does not know its script, or cannot make it out; only what was read surely is kept. Read it with an engine that knows the script (ocrEngines)`;
  return { code: 'OCR_UNKNOWN_SCRIPT', message } as const;
}

/** The mean of the confidences that are known; undefined without any. */
export function meanConfidence(confidences: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  let known = 0;
  for (const confidence of confidences) {
    if (confidence === undefined) continue;
    sum += confidence;
    known++;
  }
  return known === 0 ? undefined : sum / known;
}

const WORD = /\S+/g;

/**
 * What is reported of a page that an engine read.
 * @param lines those that the engine read
 */
export function pageReading(
  engine: string,
  part: PageReading['part'],
  lines: readonly Pick<Line, 'text' | 'segments'>[],
): PageReading {
  const words = lines.reduce((sum, { text }) => sum + (text.match(WORD)?.length ?? 0), 0);
  const confidence = meanConfidence(
    lines.flatMap(({ segments }) => segments.map((segment) => segment.confidence)),
  );
  return { engine, part, words, ...(confidence !== undefined && { confidence }) };
}

/** A page that was read, in the terms of results. */
interface OcrPage extends PageReading {
  /** Zero-based page of the original file. */
  readonly page: number;
}

/** What was read by OCR. */
export interface OcrReport {
  /** In the order of the file. */
  readonly pages: readonly OcrPage[];
}

/**
 * The member `ocr` of a result; none where no page was read, so that results of documents with text of their own are
 * what they would be without OCR.
 * @param pages those of the document, then what preprocessors made of them: the last reading of a page counts
 */
// See docs/language/01-document-anchors-fields.md#60-the-extraction-result
export function ocrMember(pages: readonly Page[]): { readonly ocr?: OcrReport } {
  const read = new Map<number, OcrPage>();
  for (const { index, ocr } of pages) if (ocr) read.set(index, { page: index, ...ocr });
  if (read.size === 0) return {};
  return { ocr: { pages: [...read.values()].sort((a, b) => a.page - b.page) } };
}
