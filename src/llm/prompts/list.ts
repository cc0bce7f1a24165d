/** Lists: one row for each item of a kind. */
// See docs/language/08-language-models.md#814-prompts
import type { Excerpt } from '../excerpts.js';
import { configText, type DataBlock, dataText } from '../frame.js';
import type { LlmMessage } from '../provider.js';
import { type JsonSchemaSubset, objectSchema } from '../schema.js';
import {
  type Asked,
  type AuthorWords,
  excerptBlocks,
  jsonBlock,
  messagesOf,
  numbered,
  paragraphs,
  rows,
  task,
} from './shared.js';

/** The schema of rows: `p1`, `p2` … each a text or null. */
export function rowsSchema(
  letter: 'p' | 'c' | 'f',
  count: number,
  more: Record<string, JsonSchemaSubset> = {},
): JsonSchemaSubset {
  const text = { type: ['string', 'null'] } as const;
  const cells = Object.fromEntries(Array.from({ length: count }, (_, i) => [`${letter}${i + 1}`, text]));
  return objectSchema({ rows: { type: 'array', items: objectSchema({ ...more, ...cells }) } });
}

export interface ListPromptInput extends AuthorWords {
  /** Which items, in the author's words. */
  readonly description: string;
  readonly properties: readonly Asked[];
}

/** A part of a document from which items are read. */
interface ListPart {
  readonly excerpts: readonly Excerpt[];
  /** Which part it is, and of how many. */
  readonly part: number;
  readonly parts: number;
  /** Rows that are right before it, for their headings only; '' for none. */
  readonly before: string;
}

/** Asks for the items in a part of a document. */
export function listPrompt(input: ListPromptInput, from: ListPart): readonly LlmMessage[] {
  const carried: readonly DataBlock[] =
    from.before === ''
      ? []
      : [
          {
            label:
              'already processed, shown only so that you know headings and columns; make no rows from it',
            text: dataText(from.before),
          },
        ];
  return messagesOf([...carried, ...excerptBlocks(from.excerpts)], (frames) =>
    paragraphs(
      task(
        input,
        'Build a list from the document content below: one row for each separate item of this kind, in the order printed.',
        'content',
        `Kind of item: ${configText(input.description)}`,
      ),
      from.parts > 1
        ? `This is part ${from.part} of ${from.parts} of the document. Items may continue from or into other parts; report only what this part prints.`
        : undefined,
      ...frames.slice(0, carried.length),
      rows('CONTENT', ...frames.slice(carried.length)),
      columnsAndReply(input),
    ),
  );
}

/** Asks for items made of values that were taken from a document before. */
export function listSourcePrompt(input: ListPromptInput, json: string): readonly LlmMessage[] {
  return messagesOf([jsonBlock(json)], (frames) =>
    paragraphs(
      task(
        input,
        'Build a list from the data below, which was taken from a document earlier: one row for each separate item of this kind, in order.',
        'data',
        `Kind of item: ${configText(input.description)}`,
        'Work out counts, totals, ranks or new formats from the data when a column asks for them; otherwise copy.',
      ),
      rows(...frames),
      columnsAndReply(input),
    ),
  );
}

function columnsAndReply({ properties }: ListPromptInput): string {
  return paragraphs(
    rows('COLUMNS', numbered('p', properties)),
    rows(
      'REPLY',
      '"rows": one object per item. Use null for a value the item does not have. Include every item, do not merge items, give an item twice only if it is printed twice, add no headings, totals or summaries unless the description asks for them. No items: an empty list.',
    ),
  );
}
