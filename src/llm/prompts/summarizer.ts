/** Rows of named values made of one text. */
// See docs/language/08-language-models.md#8112-summarizer
import { configText, dataText } from '../frame.js';
import type { LlmMessage } from '../provider.js';
import { messagesOf, paragraphs, rows } from './shared.js';

interface SummarizerPromptInput {
  readonly instructions?: string | undefined;
  /** Names of the values. */
  readonly fields: readonly string[];
  readonly samples: readonly { readonly prompt: string; readonly rows: readonly (readonly string[])[] }[];
  readonly text: string;
}

/** Asks for the values that a text holds. */
export function summarizerPrompt(input: SummarizerPromptInput): readonly LlmMessage[] {
  const { instructions, fields, samples, text } = input;
  const names = fields.map((field, i) => `f${i + 1} = ${configText(field)}`).join(', ');
  const examples = samples.map(
    ({ prompt, rows: values }) => `text: ${configText(prompt)} -> ${JSON.stringify(values.map(byNumber))}`,
  );
  return messagesOf([{ label: 'text', text: dataText(text) }], (frames) =>
    paragraphs(
      rows(
        'TASK',
        instructions === undefined
          ? 'Extract the values named below from the text.'
          : configText(instructions),
        `Values, in this order: ${names}`,
      ),
      examples.length > 0 ? rows('EXAMPLES', ...examples) : undefined,
      ...frames,
      rows('REPLY', '"rows": one object per set of values found; usually one.'),
    ),
  );
}

function byNumber(values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value, i) => [`f${i + 1}`, value]));
}
