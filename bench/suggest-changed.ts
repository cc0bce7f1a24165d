/** Another document of the same layout: the same lines with other values in them, as long as those that they replace. */
import { finishLines } from '../src/page/document/line.js';
import { withEdits } from '../src/page/document/line-edits.js';
import type { Document, Line } from '../src/page/document/model.js';

/** How values change: equal ones alike, as if all equal values were one, or each place by itself, as if none were. */
export type Change = 'alike' | 'apart';

/** Values of a place that is wanted. */
export interface WantedText {
  /** The line as the fields see it. */
  readonly line: string;
  readonly page: number;
  /** Inches. */
  readonly top: number;
  readonly left: number;
  /** The part of the line that is the value. */
  readonly text: string;
}

/** Texts as long as these, but for amounts and dates, are the same thing wherever they appear: names, policies. */
const NAME = 5;
/** Inches within which two places are the same. */
const SAME_PLACE = 0.01;
/** What is a value wherever it appears: amounts with cents or thousands, dates, numbers with many digits. */
const VALUES =
  /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d{2}(?!\d)|\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? \d{4}|[(]\d{3}[)] ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4}|[\dA-Z-]*\d{5,}[\dA-Z-]*/giu;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}$|[a-z]{3,}\.? \d{1,2},? \d{4}$/iu;

/** The document with all its values changed. @param round another one gives other values */
export function changedDocument(
  document: Document,
  wanted: readonly WantedText[],
  change: Change,
  round = 0,
): Document {
  const names = new Set(wanted.filter(({ text }) => isName(text)).map(({ text }) => text));
  let place = 0;
  const changed = (line: Line): Line => {
    const [finished] = finishLines([line]);
    const own = wanted.filter((each) => finished !== undefined && isAt(each, finished));
    const texts = [...new Set([...own.map(({ text }) => text), ...names])].toSorted(
      (a, b) => b.length - a.length,
    );
    const spans = [...texts.flatMap((text) => spansOf(line.rawText, text)), ...valueSpans(line.rawText)];
    const taken: { start: number; end: number }[] = [];
    for (const span of spans) {
      if (!taken.some((other) => span.start < other.end && span.end > other.start)) taken.push(span);
    }
    const edits = taken
      .toSorted((a, b) => a.start - b.start)
      .map(({ start, end }) => {
        const text = line.rawText.slice(start, end);
        place++;
        const isOne = change === 'alike' || names.has(text);
        return { start, end, text: otherValue(text, (isOne ? sumOf(text) : place) + round) };
      });
    return edits.length === 0 ? line : withEdits(line, edits);
  };
  return {
    ...document,
    pages: document.pages.map((page) => ({ ...page, lines: page.lines.map(changed) })),
    isClosed: () => document.isClosed(),
    close: () => document.close(),
  };
}

function isName(text: string): boolean {
  return text.length >= NAME && !/^[$(-]*\d[\d,]*(?:\.\d+)?[)%]*$/u.test(text) && !DATE.test(text);
}

/** The document without some values: nothing is printed in their places. */
export function blankedDocument(document: Document, blank: readonly WantedText[]): Document {
  const left = (line: Line): readonly Line[] => {
    const [finished] = finishLines([line]);
    const spans = blank
      .filter((each) => finished !== undefined && isAt(each, finished))
      .flatMap(({ text }) => spansOf(line.rawText, text).slice(0, 1))
      .toSorted((a, b) => a.start - b.start);
    if (spans.length === 0) return [line];
    const edited = withEdits(
      line,
      spans.map((span) => ({ ...span, text: '' })),
    );
    return edited.rawText.trim() === '' ? [] : [edited];
  };
  return {
    ...document,
    pages: document.pages.map((page) => ({ ...page, lines: page.lines.flatMap(left) })),
    isClosed: () => document.isClosed(),
    close: () => document.close(),
  };
}

function isAt({ line, page, top, left }: WantedText, at: Line): boolean {
  return (
    at.page === page &&
    Math.abs(at.top - top) <= SAME_PLACE &&
    Math.abs(at.left - left) <= SAME_PLACE &&
    at.text === line
  );
}

/** Where a text appears as whole words. */
function spansOf(line: string, text: string): { start: number; end: number }[] {
  const spans = [];
  if (text === '') return [];
  for (let start = line.indexOf(text); start >= 0; start = line.indexOf(text, start + text.length)) {
    const end = start + text.length;
    const isPart = /[\p{L}\p{N}]/u.test(line[start - 1] ?? ' ') || /[\p{L}\p{N}]/u.test(line[end] ?? ' ');
    if (!isPart) spans.push({ start, end });
  }
  return spans;
}

function valueSpans(line: string): { start: number; end: number }[] {
  return [...line.matchAll(VALUES)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }));
}

/** A small number that is the same for the same text. */
function sumOf(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9_973, 7);
}

/** Another value of the same form: of dates another year, of other values other digits, letters turned by one. */
function otherValue(text: string, seed: number): string {
  const by = 1 + (seed % 8);
  // Another answer, and not another letter.
  if (/^[YN]$/u.test(text)) return text === 'Y' ? 'N' : 'Y';
  if (DATE.test(text)) return text.replace(/\d(?=\D*$)/u, (digit) => String((Number(digit) + by) % 10));
  let at = 0;
  return text
    .replace(/\d/gu, (digit) => String(1 + ((Number(digit) + by + at++ * (seed % 7)) % 9)))
    .replace(/[a-y]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))
    .replace(/[A-Y]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));
}
