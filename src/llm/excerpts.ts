/** The chosen chunks as text: what overlaps is printed once, and no more than a model takes. */
// See docs/language/08-language-models.md#846-choosing-chunks
import type { Box } from '../page/document/geometry.js';
import type { Chunk, ModelScope } from './chunks.js';
import { dataText } from './frame.js';
import { type PrintedRow, renderLines, textOfRows } from './render.js';

/** A run of context that is printed as one block. */
export interface Excerpt {
  /** Positions in pages of the scope, from its top. */
  readonly start: number;
  readonly end: number;
  readonly rows: readonly PrintedRow[];
  /** Positions in the scope of the lines that rows count from 0. */
  readonly lines: readonly number[];
  readonly text: string;
  /** Where it is, in words; undefined where pages are not named. */
  readonly hint: string | undefined;
}

export interface ExcerptOptions {
  readonly pageHinting: boolean;
  /** Tokens of all excerpts together, at most. */
  readonly maxTokens: number;
  countTokens(text: string): number;
}

export interface Excerpts {
  readonly excerpts: readonly Excerpt[];
  /** Chunks that are shown, counted from the best one. */
  readonly shown: number;
  /** Whether some of what was chosen had to be left out. */
  readonly isCut: boolean;
}

/**
 * Excerpts of the chosen chunks in document order. What is too much is left out, the worst chunk first; the last
 * one is cut at its end.
 * @param chunks best first
 */
export function excerptsOf(scope: ModelScope, chunks: readonly Chunk[], options: ExcerptOptions): Excerpts {
  for (let count = chunks.length; count > 0; count--) {
    const excerpts = merged(chunks.slice(0, count)).map((chunk) => excerptOf(scope, chunk, options));
    const tokens = options.countTokens(excerpts.map(({ text }) => text).join('\n'));
    if (tokens <= options.maxTokens) return { excerpts, shown: count, isCut: count < chunks.length };
    if (count === 1)
      return { excerpts: excerpts.map((excerpt) => cut(excerpt, options)), shown: 1, isCut: true };
  }
  return { excerpts: [], shown: 0, isCut: false };
}

/** The whole scope as one excerpt. */
export function wholeExcerpt(scope: ModelScope, pageHinting: boolean): Excerpt {
  const whole = { start: 0, end: scope.pages.length, lines: [...scope.lines.keys()] };
  return excerptOf(scope, whole, { pageHinting });
}

/** Chunks that overlap or touch, as one; in document order. */
export function merged(chunks: readonly Chunk[]): readonly Chunk[] {
  const result: { start: number; end: number; lines: Set<number> }[] = [];
  for (const { start, end, lines } of chunks.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end + SLACK) {
      last.end = Math.max(last.end, end);
      for (const line of lines) last.lines.add(line);
    } else {
      result.push({ start, end, lines: new Set(lines) });
    }
  }
  return result.map(({ start, end, lines }) => ({ start, end, lines: [...lines].sort((a, b) => a - b) }));
}

const SLACK = 1e-9;

/** One chunk as an excerpt. */
export function excerptOf(
  scope: ModelScope,
  { start, end, lines }: Chunk,
  { pageHinting }: { readonly pageHinting: boolean },
): Excerpt {
  const rows = renderLines(
    lines.map((position) => scope.lines[position]!),
    { pageHinting },
  );
  const hint = pageHinting ? hintOf(scope, start, end) : undefined;
  return { start, end, rows, lines, text: dataText(textOfRows(rows)), hint };
}

/** An excerpt with some of its rows only. */
export function withRows(excerpt: Excerpt, rows: Excerpt['rows']): Excerpt {
  return { ...excerpt, rows, text: dataText(textOfRows(rows)) };
}

/** As many rows from the top as fit, by halving; the start of the first where not even that does. */
function cut(excerpt: Excerpt, { maxTokens, countTokens }: ExcerptOptions): Excerpt {
  let fits = 0;
  let tooMany = excerpt.rows.length + 1;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    const text = textOfRows(excerpt.rows.slice(0, middle));
    if (countTokens(text) <= maxTokens) fits = middle;
    else tooMany = middle;
  }
  const rows = excerpt.rows.slice(0, fits);
  const [first] = excerpt.rows;
  if (first && fits === 0) rows.push({ ...first, text: cutRow(first.text, maxTokens, countTokens) });
  return withRows(excerpt, rows);
}

/** The start of a row that is too long by itself, about as much as fits. */
function cutRow(text: string, maxTokens: number, countTokens: (text: string) => number): string {
  return text.slice(0, Math.floor((text.length * maxTokens) / countTokens(text)));
}

/** Quarters of a page, in words. */
// See docs/language/08-language-models.md#844-chunks
const QUARTERS = ['top', 'one quarter down', 'middle', 'three quarters down', 'bottom'] as const;

function hintOf(scope: ModelScope, start: number, end: number): string {
  const first = Math.min(Math.floor(start + SLACK), scope.pages.length - 1);
  const last = Math.max(first, Math.ceil(end - SLACK) - 1);
  const from = QUARTERS[Math.round((start - first) * 4)] ?? 'top';
  const to = QUARTERS[Math.round((end - last) * 4)] ?? 'bottom';
  return `from the ${from} of page ${pageNumber(scope, first)} to the ${to} of page ${pageNumber(scope, last)}`;
}

function pageNumber({ pages }: ModelScope, ordinal: number): number {
  return (pages[ordinal]?.index ?? ordinal) + 1;
}

/** A rectangle of a page, by its index. */
export interface PageBox {
  readonly page: number;
  readonly box: Box;
}

/** The stretches of pages that spans of the strip cover, full page width, one a page and span. */
export function pageBoxes(
  { pages }: ModelScope,
  spans: readonly { readonly start: number; readonly end: number }[],
): readonly PageBox[] {
  return spans.flatMap(({ start, end }) =>
    pages.flatMap(({ index, width, height }, ordinal) => {
      const top = Math.max(0, start - ordinal);
      const bottom = Math.min(1, end - ordinal);
      if (bottom - top <= SLACK) return [];
      return [{ page: index, box: { left: 0, right: width, top: top * height, bottom: bottom * height } }];
    }),
  );
}
