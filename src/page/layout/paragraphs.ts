/**
 * Paragraphs of a document, over columns and pages. No value of 104 documents changes where its thresholds are a fifth
 * smaller, or a quarter larger. No value of 137 documents and no cell of their tables changes where its thresholds are
 * a fifth smaller, or a quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#352-paragraphs

import type { Line, Page } from '../document/model.js';
import { visualRows } from '../document/order.js';
import { type ColumnBlock, columnBlocks } from './columns.js';
import { followsClosely } from './running-text.js';

/** Font sizes that differ by more than this share are not one paragraph. */
const SIZE_CHANGE = 0.1;
/** A band of at most this many rows, inside this share of the page at its top or bottom, is a header or footer. */
const MARGIN_ROWS = 2;
const MARGIN_SHARE = 0.1;

const SENTENCE_END = /[.!?:;]["'\u2019\u201d)\]]*$/u;
const LIST_MARKER = /^(?:\d{1,3}[.)]|[a-z][.)]|[\u2022\u25cf\u25aa\u2013*-])\s/iu;

interface TextBlock {
  readonly rows: readonly (readonly Line[])[];
  readonly page: Page | undefined;
  readonly kind: ColumnBlock['kind'];
  /** Lines of each paragraph, in reading order. */
  readonly paragraphs: readonly (readonly Line[])[];
}

/** All paragraphs of some lines in reading order; each is a list of lines. */
export function paragraphsOf(
  lines: readonly Line[],
  pages: ReadonlyMap<number, Page>,
): readonly (readonly Line[])[] {
  const blocks = blocksOf(lines, pages);
  const margins = marginBands(blocks);
  const paragraphs: Line[][] = [];
  let open: Line[] | undefined;
  for (const block of blocks) {
    const own = block.paragraphs.map((paragraph) => [...paragraph]);
    if (margins.has(block)) {
      paragraphs.push(...own);
      continue;
    }
    const first = own[0];
    if (open && first && continues(open, first)) {
      open.push(...first);
      own.shift();
    }
    paragraphs.push(...own);
    open = own.at(-1) ?? open;
  }
  return paragraphs;
}

function blocksOf(lines: readonly Line[], pages: ReadonlyMap<number, Page>): TextBlock[] {
  const byPage = new Map<number, Line[]>();
  for (const line of lines) {
    const onPage = byPage.get(line.page);
    if (onPage) onPage.push(line);
    else byPage.set(line.page, [line]);
  }
  const blocks: TextBlock[] = [];
  for (const [index, onPage] of byPage) {
    for (const block of pageBlocks(onPage)) {
      const rows = visualRows(block.lines);
      blocks.push({ rows, page: pages.get(index), kind: block.kind, paragraphs: splitRows(rows) });
    }
  }
  return blocks;
}

/** The blocks that a preprocessor numbered, else those between gutters. */
function pageBlocks(lines: readonly Line[]): readonly ColumnBlock[] {
  if (lines.every((line) => line.flow === 0)) return columnBlocks(lines);
  const flows = new Map<number, Line[]>();
  for (const line of lines) {
    const flow = flows.get(line.flow);
    if (flow) flow.push(line);
    else flows.set(line.flow, [line]);
  }
  return [...flows].sort(([a], [b]) => a - b).map(([, own]) => ({ lines: own, kind: 'column' }));
}

function splitRows(rows: readonly (readonly Line[])[]): Line[][] {
  const paragraphs: Line[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const current = paragraphs.at(-1);
    if (current && followsClosely(row, bottom)) current.push(...row);
    else paragraphs.push([...row]);
    bottom = Math.max(...row.map((line) => line.bottom));
  }
  return paragraphs;
}

/** Whether a paragraph that ends its block goes on with the first one of the next block; one below it does so only closely. */
function continues(open: readonly Line[], next: readonly Line[]): boolean {
  const last = open.at(-1)!;
  const first = next[0]!;
  return goesOn(last, first) && (!isBelow(first, last) || followsClosely([first], last.bottom));
}

/** Whether a line is below another on its page, and not at the head of a further column. */
export function isBelow(line: Line, other: Line): boolean {
  return line.page === other.page && line.top >= other.bottom;
}

/** Whether a line ends in the middle of a sentence that another may go on with. */
export function goesOn(last: Line, first: Line): boolean {
  if (SENTENCE_END.test(last.text.trim()) || LIST_MARKER.test(first.text)) return false;
  return (
    Math.abs(first.lineHeight - last.lineHeight) <= SIZE_CHANGE * Math.max(first.lineHeight, last.lineHeight)
  );
}

/** Bands that are running headers or footers: a paragraph goes on past them. */
function marginBands(blocks: readonly TextBlock[]): ReadonlySet<TextBlock> {
  const bands = blocks.filter((block) => block.kind === 'band');
  const pagesByText = new Map<string, Set<Page | undefined>>();
  for (const band of bands) {
    const text = repeatedText(band);
    pagesByText.set(text, (pagesByText.get(text) ?? new Set()).add(band.page));
  }
  return new Set(
    bands.filter((band) => (pagesByText.get(repeatedText(band))?.size ?? 0) > 1 || inMargin(band)),
  );
}

function repeatedText(block: TextBlock): string {
  return block.rows
    .flat()
    .map((line) => line.text)
    .join(' ')
    .replace(/\d/gu, '');
}

function inMargin({ rows, page }: TextBlock): boolean {
  if (rows.length > MARGIN_ROWS || !page) return false;
  const lines = rows.flat();
  const atTop = lines.every((line) => line.bottom <= MARGIN_SHARE * page.height);
  const atBottom = lines.every((line) => line.top >= (1 - MARGIN_SHARE) * page.height);
  return atTop || atBottom;
}
