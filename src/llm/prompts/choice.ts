/** The choice of one among several descriptions of a document. */
// See docs/language/08-language-models.md#814-prompts
import type { Excerpt } from '../excerpts.js';
import { configText } from '../frame.js';
import type { LlmMessage } from '../provider.js';
import { type JsonSchemaSubset, objectSchema } from '../schema.js';
import { excerptBlocks, messagesOf, paragraphs, rows } from './shared.js';

/** What may be chosen. */
export interface Choice {
  readonly label: string;
  readonly description?: string | undefined;
}

/** Choices as rows, numbered from 1. */
export function numberedChoices(choices: readonly Choice[]): readonly string[] {
  return choices.map(({ label, description }, i) => {
    const text = `${i + 1}: ${configText(label)}`;
    return description === undefined ? text : `${text} - ${configText(description)}`;
  });
}

export const CHOICE_SCHEMA: JsonSchemaSubset = objectSchema({ choice: { type: ['integer', 'null'] } });

/** Asks which description fits a document best. @param description what is decided, in the author's words */
export function branchPrompt(
  choices: readonly Choice[],
  excerpts: readonly Excerpt[],
  description: string | undefined,
): readonly LlmMessage[] {
  return messagesOf(excerptBlocks(excerpts), (frames) =>
    paragraphs(
      rows(
        'TASK',
        'Decide which of these descriptions fits the document best.',
        description === undefined ? undefined : `What is decided: ${configText(description)}`,
        ...numberedChoices(choices),
      ),
      rows('CONTENT', ...frames),
      rows('REPLY', '"choice": the number of the description, or null if none fits.'),
    ),
  );
}
