/** Searching a long document by summaries: of its parts, of its table of contents, and the choice among them. */
// See docs/language/08-language-models.md#847-search-by-summaries
import { configText, dataText } from '../frame.js';
import type { LlmMessage } from '../provider.js';
import { type JsonSchemaSubset, objectSchema } from '../schema.js';
import { messagesOf, paragraphs, rows } from './shared.js';

/** A part of a document that is to be summarised. */
export interface PartText {
  readonly text: string;
  /** One-based, where pages are named. */
  readonly page?: number | undefined;
}

export const SUMMARIES_SCHEMA: JsonSchemaSubset = objectSchema({
  parts: {
    type: 'array',
    items: objectSchema({ part: { type: 'integer' }, summary: { type: 'string' } }),
  },
});

/** Asks for summaries of some parts, numbered from 1. */
export function summaryPrompt(parts: readonly PartText[]): readonly LlmMessage[] {
  const blocks = parts.map(({ text, page }, i) => ({
    label: `part ${i + 1}${page === undefined ? '' : ` | page ${page}`}`,
    text: dataText(text),
  }));
  return messagesOf(blocks, (frames) =>
    paragraphs(
      rows(
        'TASK',
        'For each numbered part of a document write two or three sentences saying what it is and which facts, names, kinds of numbers and tables it holds, so that a reader can tell where to look for a given fact. Do not interpret.',
      ),
      rows(...frames),
      rows('REPLY', '"parts": one {"part": number, "summary": text} per part.'),
    ),
  );
}

export const OUTLINE_SCHEMA: JsonSchemaSubset = objectSchema({
  segments: {
    type: 'array',
    items: objectSchema({
      row: { type: 'integer' },
      title: { type: 'string' },
      summary: { type: 'string' },
      continues: { type: 'boolean' },
    }),
  },
});

/**
 * Asks for a table of contents of some pages.
 * @param numberedRows rows, each with its number and a bar before it
 * @param before title of the last segment of the pages before these
 */
export function outlinePrompt(numberedRows: string, before: string | undefined): readonly LlmMessage[] {
  const blocks = [
    ...(before === undefined
      ? []
      : [{ label: 'last segment of the preceding pages', text: dataText(before) }]),
    { label: 'rows', text: dataText(numberedRows) },
  ];
  return messagesOf(blocks, (frames) =>
    paragraphs(
      rows(
        'TASK',
        'Make a table of contents for these pages. A segment is a run of rows on one subject (a chapter, clause group, form block, table, figure with its caption). Rows are numbered.',
      ),
      rows(...frames),
      rows(
        'REPLY',
        '"segments": in order, each {"row": number of its first row, "title": heading or a short label, "summary": one or two sentences on the facts it holds, "continues": true only for a first segment that carries on the last segment of the preceding pages}.',
      ),
    ),
  );
}

export const PICK_SCHEMA: JsonSchemaSubset = objectSchema({
  parts: { type: 'array', items: { type: 'integer' } },
});

/**
 * Asks which parts hold what is wanted, best first.
 * @param summaries one for each part, numbered from 1
 */
export function pickPrompt(
  requests: readonly string[],
  summaries: readonly string[],
  count: number,
): readonly LlmMessage[] {
  const text = summaries.map((summary, i) => `${i + 1} | ${summary.replace(/\s+/gu, ' ')}`).join('\n');
  return messagesOf([{ label: 'summaries', text: dataText(text) }], (frames) =>
    paragraphs(
      rows(
        'TASK',
        `The requests below must be answered from one document. From the summaries of its parts choose the parts most likely to hold the answers, best first, at most ${count}.`,
      ),
      rows('REQUESTS', ...requests.map((request) => `- ${configText(request)}`)),
      rows(...frames),
      rows('REPLY', '"parts": list of part numbers; empty if none can help.'),
    ),
  );
}
