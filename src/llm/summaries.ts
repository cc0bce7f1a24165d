/** Finding the parts of a long document by summaries that a model makes of all of them. */
// See docs/language/08-language-models.md#847-search-by-summaries
import type { Asked } from './ask.js';
import { type Chunk, chunkText, type ModelScope, positionsOf } from './chunks.js';
import { excerptOf } from './excerpts.js';
import {
  OUTLINE_SCHEMA,
  outlinePrompt,
  type PartText,
  PICK_SCHEMA,
  pickPrompt,
  SUMMARIES_SCHEMA,
  summaryPrompt,
} from './prompts/summaries.js';
import type { LlmMessage, LlmPurpose } from './provider.js';
import { renderLines } from './render.js';
import type { JsonSchemaSubset } from './schema.js';
import { scoreTogether, wordScorer } from './scorers.js';
import { WORDS_AND_SHAPES } from './shapes.js';

/** A part of a document with what is said of it. */
export interface SummarisedUnit {
  readonly chunk: Chunk;
  readonly title: string;
  readonly summary: string;
}

/** Asks a model for JSON; `ask` of the extraction, bound to its field and provider. */
export type AskModel = (request: {
  readonly purpose: LlmPurpose;
  readonly messages: readonly LlmMessage[];
  readonly schema: JsonSchemaSubset;
  readonly maxOutputTokens: number;
}) => Promise<Asked>;

export interface SummaryOptions {
  readonly pageHinting: boolean;
  /** Tokens of text that are summarised in one call. */
  readonly summaryTokens: number;
  /** Tokens of summaries that are chosen among in one call. */
  readonly choiceTokens: number;
  readonly summaryAnswerTokens: number;
  readonly choiceAnswerTokens: number;
  countTokens(text: string): number;
}

/** Documents up to this many pages are shown whole. */
export const UNSUMMARISED_PAGES = 5;
/** Parts that are shown. */
export const CHOSEN_UNITS = 5;
/** Parts that are summarised in one call. */
const UNITS_A_CALL = 6;
/** Share of the tokens of a call that one part may have; it is cut there. */
const UNIT_SHARE = 0.5;
/** Pages of a segment of an outline; longer ones are divided between pages. */
const SEGMENT_PAGES = 2;

/** Raised when a model gives no usable summaries: the failure of its call. */
export class SummaryFailure extends Error {
  override readonly name = 'SummaryFailure';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Every page of a scope as a chunk. */
export function pageChunks(scope: ModelScope): readonly Chunk[] {
  const positions = positionsOf(scope);
  return scope.pages.map((_, ordinal) => ({
    start: ordinal,
    end: ordinal + 1,
    lines: [...positions.keys()].filter((i) => Math.floor(positions[i]!) === ordinal),
  }));
}

/** Summaries of all pages, or of the segments of an outline. @throws SummaryFailure */
export async function summarise(
  scope: ModelScope,
  mode: 'page' | 'outline',
  askModel: AskModel,
  options: SummaryOptions,
): Promise<readonly SummarisedUnit[]> {
  if (mode === 'outline') {
    const outlined = await outline(scope, askModel, options);
    if (outlined) return outlined;
  }
  return summarisePages(scope, askModel, options);
}

async function summarisePages(
  scope: ModelScope,
  askModel: AskModel,
  options: SummaryOptions,
): Promise<readonly SummarisedUnit[]> {
  const chunks = pageChunks(scope).filter(({ lines }) => lines.length > 0);
  const texts = chunks.map((chunk) => cut(excerptOf(scope, chunk, { pageHinting: false }).text, options));
  const batches = batchesOf(texts, options);
  const summaries = await Promise.all(
    batches.map(async (batch) => {
      const parts = batch.map(
        (i): PartText => ({ text: texts[i]!, page: pageOf(scope, chunks[i]!, options) }),
      );
      const asked = await askModel({
        purpose: 'summary',
        messages: summaryPrompt(parts),
        schema: SUMMARIES_SCHEMA,
        maxOutputTokens: options.summaryAnswerTokens,
      });
      if ('failure' in asked) throw new SummaryFailure(asked.failure.code, asked.failure.message);
      const { parts: summaries } = asked.value as { parts: { part: number; summary: string }[] };
      return batch.map((_, i) => summaries.find(({ part }) => part === i + 1)?.summary ?? '');
    }),
  );
  const flat = summaries.flat();
  return chunks.map((chunk, i) => ({
    chunk,
    title: `page ${(scope.pages[chunk.start]?.index ?? chunk.start) + 1}`,
    summary: flat[i] ?? '',
  }));
}

function pageOf(scope: ModelScope, { start }: Chunk, { pageHinting }: SummaryOptions): number | undefined {
  return pageHinting ? (scope.pages[start]?.index ?? start) + 1 : undefined;
}

function cut(text: string, { summaryTokens, countTokens }: SummaryOptions): string {
  const most = summaryTokens * UNIT_SHARE;
  const tokens = countTokens(text);
  return tokens <= most ? text : text.slice(0, Math.floor((text.length * most) / tokens));
}

/** Positions of texts that are asked about together. */
function batchesOf(
  texts: readonly string[],
  { summaryTokens, countTokens }: SummaryOptions,
): readonly (readonly number[])[] {
  const batches: number[][] = [];
  let tokens = 0;
  for (const [i, text] of texts.entries()) {
    const own = countTokens(text);
    const batch = batches.at(-1);
    if (batch && batch.length < UNITS_A_CALL && tokens + own <= summaryTokens) {
      batch.push(i);
      tokens += own;
    } else {
      batches.push([i]);
      tokens = own;
    }
  }
  return batches;
}

interface Segment {
  readonly row: number;
  readonly title: string;
  readonly summary: string;
  readonly continues: boolean;
}

/** The segments of an outline, made window by window; undefined when a model gives none that can be used. */
async function outline(
  scope: ModelScope,
  askModel: AskModel,
  options: SummaryOptions,
): Promise<readonly SummarisedUnit[] | undefined> {
  const positions = positionsOf(scope);
  const units: { start: number; end: number; title: string; summary: string }[] = [];
  for (const { pages, rows } of windowsOf(scope, options)) {
    const asked = await askModel({
      purpose: 'outline',
      messages: outlinePrompt(
        rows.map(({ text }, i) => `${i + 1} | ${text}`).join('\n'),
        units.at(-1)?.title,
      ),
      schema: OUTLINE_SCHEMA,
      maxOutputTokens: options.summaryAnswerTokens,
    });
    if ('failure' in asked) return undefined;
    const { segments } = asked.value as { segments: Segment[] };
    const usable = segments.filter(({ row }) => row >= 1 && row <= rows.length).sort((a, b) => a.row - b.row);
    if (usable.length === 0) return undefined;
    const startOf = (row: number) => positions[rows[row - 1]!.line]!;
    const windowStart = pages[0]!;
    const windowEnd = pages.at(-1)! + 1;
    const [first] = usable;
    if (first?.continues && units.length > 0) units.at(-1)!.end = startOf(usable[1]?.row ?? rows.length);
    else if (first && startOf(first.row) > windowStart + 0.01) {
      units.push({
        start: windowStart,
        end: startOf(first.row),
        title: 'before the first heading',
        summary: '',
      });
    }
    for (const [i, segment] of usable.entries()) {
      if (i === 0 && segment.continues && units.length > 0) {
        if (usable.length === 1) units.at(-1)!.end = windowEnd;
        continue;
      }
      const next = usable[i + 1];
      const start = startOf(segment.row);
      const end = next ? startOf(next.row) : windowEnd;
      units.push({ start, end, title: segment.title, summary: segment.summary });
    }
  }
  return units.flatMap((unit) => divided(unit, positions)).filter(({ chunk }) => chunk.lines.length > 0);
}

/** Consecutive pages whose rows go into one call, with the first line of each row. */
function windowsOf(scope: ModelScope, { summaryTokens, countTokens }: SummaryOptions) {
  const windows: { pages: number[]; rows: { text: string; line: number }[] }[] = [];
  let tokens = 0;
  for (const [ordinal, chunk] of pageChunks(scope).entries()) {
    const lines = chunk.lines.map((position) => scope.lines[position]!);
    const rows = renderLines(lines, { pageHinting: false })
      .filter((row) => row.lines.length > 0)
      .map((row) => ({ text: row.text, line: chunk.lines[row.lines[0]!]! }));
    const own = countTokens(rows.map(({ text }) => text).join('\n'));
    const window = windows.at(-1);
    if (window && tokens + own <= summaryTokens) {
      window.pages.push(ordinal);
      window.rows.push(...rows);
      tokens += own;
    } else {
      windows.push({ pages: [ordinal], rows });
      tokens = own;
    }
  }
  return windows.filter(({ rows }) => rows.length > 0);
}

/** A segment, divided between pages where it is long. */
function divided(
  { start, end, title, summary }: { start: number; end: number; title: string; summary: string },
  positions: readonly number[],
): readonly SummarisedUnit[] {
  const units: SummarisedUnit[] = [];
  let from = start;
  while (from < end) {
    const to = end - from > SEGMENT_PAGES ? Math.floor(from) + SEGMENT_PAGES : end;
    const lines = [...positions.keys()].filter((i) => positions[i]! >= from && positions[i]! < to);
    units.push({ chunk: { start: from, end: to, lines }, title, summary });
    from = to;
  }
  return units;
}

/**
 * The parts that a model takes to hold the answers, best first; when it names none, those whose texts fit the
 * requests best by their words.
 */
export async function pickUnits(
  scope: ModelScope,
  units: readonly SummarisedUnit[],
  requests: readonly string[],
  askModel: AskModel,
  options: SummaryOptions,
): Promise<readonly SummarisedUnit[]> {
  const picked = await pick(units, requests, askModel, options);
  if (picked.length > 0) return picked;
  const scorer = wordScorer(
    units.map(({ chunk }) => chunkText(scope, chunk)),
    WORDS_AND_SHAPES,
  );
  const scores = scoreTogether(requests.map((request) => scorer.score(request)));
  return [...units.keys()]
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, CHOSEN_UNITS)
    .map((i) => units[i]!);
}

async function pick(
  units: readonly SummarisedUnit[],
  requests: readonly string[],
  askModel: AskModel,
  options: SummaryOptions,
): Promise<readonly SummarisedUnit[]> {
  const texts = units.map(({ title, summary }) => `${title}: ${summary}`);
  if (options.countTokens(texts.join('\n')) > options.choiceTokens && units.length > 2 * CHOSEN_UNITS) {
    const half = Math.ceil(units.length / 2);
    const [upper, lower] = await Promise.all([
      pick(units.slice(0, half), requests, askModel, options),
      pick(units.slice(half), requests, askModel, options),
    ]);
    return pick([...upper, ...lower], requests, askModel, options);
  }
  const asked = await askModel({
    purpose: 'pick',
    messages: pickPrompt(requests, texts, CHOSEN_UNITS),
    schema: PICK_SCHEMA,
    maxOutputTokens: options.choiceAnswerTokens,
  });
  if ('failure' in asked) return [];
  const { parts } = asked.value as { parts: number[] };
  const valid = [...new Set(parts)].filter((part) => part >= 1 && part <= units.length);
  return valid.slice(0, CHOSEN_UNITS).map((part) => units[part - 1]!);
}
