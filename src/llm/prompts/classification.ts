/** Of which kind a document is, and where the documents in a file begin. */
import type { Excerpt } from '../excerpts.js';
import { boundaryMark } from '../frame.js';
import type { LlmImagePart, LlmMessage, LlmPart } from '../provider.js';
import { type JsonSchemaSubset, objectSchema } from '../schema.js';
import { type Choice, numberedChoices } from './choice.js';
import { excerptBlocks, messagesOf, paragraphs, rows } from './shared.js';
import { systemText } from './system.js';

const TYPE_TASK =
  'A document has to be filed. Choose the kind it belongs to. Judge by what the document is for, not by single words that many kinds share.';
const TYPE_REPLY = '"choice": the number of the kind, or null if it is none of them.';

/** Asks of which kind a document is, from the text of some of its pages. */
export function typePrompt(kinds: readonly Choice[], excerpts: readonly Excerpt[]): readonly LlmMessage[] {
  return messagesOf(excerptBlocks(excerpts), (frames) =>
    paragraphs(
      rows('TASK', TYPE_TASK),
      rows('KINDS', ...numberedChoices(kinds)),
      rows('CONTENT (first pages and last page)', ...frames),
      rows('REPLY', TYPE_REPLY),
    ),
  );
}

/** Asks of which kind a document is, from pictures of its first pages. */
export function pictureTypePrompt(
  kinds: readonly Choice[],
  images: readonly LlmImagePart[],
): readonly LlmMessage[] {
  const parts: LlmPart[] = [
    { type: 'text', text: paragraphs(rows('TASK', TYPE_TASK), rows('KINDS', ...numberedChoices(kinds))) },
    ...images.flatMap((image, i): LlmPart[] => [{ type: 'text', text: `IMAGE ${i + 1}` }, image]),
    { type: 'text', text: rows('REPLY', TYPE_REPLY) },
  ];
  return [
    { role: 'system', content: systemText(boundaryMark(images.map(({ ref }) => ref))) },
    { role: 'user', content: parts },
  ];
}

/** What is on a page, in short. */
export interface PageDigest {
  /** From 1. */
  readonly page: number;
  readonly text: string;
}

/** The schema of kinds of pages: for each its number, its kind, and whether a document begins there. */
export const PAGES_SCHEMA: JsonSchemaSubset = objectSchema({
  pages: {
    type: 'array',
    items: objectSchema({
      page: { type: 'integer' },
      type: { type: ['integer', 'null'] },
      first: { type: 'boolean' },
    }),
  },
});

/** Asks of which kind the pages of a file are, and where documents begin. @param previous kind of the page before, from 1 */
export function segmentPrompt(
  kinds: readonly Choice[],
  digests: readonly PageDigest[],
  previous: number | undefined,
): readonly LlmMessage[] {
  const blocks = digests.map(({ page, text }) => ({ label: `page ${page}`, text }));
  return messagesOf(blocks, (frames) =>
    paragraphs(
      rows(
        'TASK',
        'One file holds several documents one after another. For every page below say which kind it belongs to and whether a new document begins there. Two documents of the same kind in a row are still two: look for signs of a first page such as a title block, "page 1 of", a new name, number or date.',
      ),
      rows(
        'KINDS',
        ...numberedChoices(kinds),
        previous === undefined ? undefined : `The page before these belonged to kind ${previous}.`,
      ),
      rows(...frames),
      rows(
        'REPLY',
        '"pages": for each page, in order, {"page": its number, "type": number of the kind or null, "first": true or false}.',
      ),
    ),
  );
}
