/** The finished document in another structure. */
// See docs/language/08-language-models.md#8114-jsonschema-postprocessor
import type { LlmMessage } from '../provider.js';
import { jsonBlock, messagesOf, paragraphs, rows } from './shared.js';

/** Asks for the values of a document in the structure of a schema. @param json of the document */
export function postprocessPrompt(json: string): readonly LlmMessage[] {
  return messagesOf([jsonBlock(json)], (frames) =>
    paragraphs(
      rows(
        'TASK',
        'Rearrange the extracted data below into the structure given by the schema. Follow the descriptions in the schema. Take values only from the data; use null where the data has none.',
      ),
      ...frames,
      rows('REPLY', 'One JSON value of the given structure.'),
    ),
  );
}
