/** Asks for an answer again that could not be used. */
// See docs/language/08-language-models.md#8411-asking-reading-repairing
import type { LlmMessage } from '../provider.js';

/** Characters of the unusable answer that are shown again. */
const MOST_SHOWN = 4_000;

/** The messages of a request, the answer that they had, and what is wrong with it. */
export function repairPrompt(
  messages: readonly LlmMessage[],
  answer: string,
  problems: readonly string[],
): readonly LlmMessage[] {
  return [
    ...messages,
    { role: 'assistant', content: answer.slice(0, MOST_SHOWN) },
    {
      role: 'user',
      content: [
        'That reply cannot be used:',
        ...problems,
        'Send the whole result again as one JSON value that fits the schema. Same content, no comments.',
      ].join('\n'),
    },
  ];
}
