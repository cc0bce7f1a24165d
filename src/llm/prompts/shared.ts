/** Pieces that prompts have in common. */
// See docs/language/08-language-models.md#814-prompts
import type { Excerpt } from '../excerpts.js';
import { boundaryMark, configText, type DataBlock, dataText, framed } from '../frame.js';
import type { LlmMessage } from '../provider.js';
import { systemText } from './system.js';

/** What an author says of the content, in a config. */
export interface AuthorWords {
  /** Takes the place of the sentence that says what to do. */
  readonly promptIntroduction?: string | undefined;
  readonly contextDescription?: string | undefined;
}

/** A value that is asked for. */
export interface Asked {
  readonly description: string;
  /** How it is printed, such as `date as printed`. */
  readonly hint?: string | undefined;
}

/** Parts of a prompt; undefined ones are left out. */
type PromptPart = string | undefined;

/** Parts of a prompt, an empty row between each. */
export function paragraphs(...parts: readonly PromptPart[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** Rows of a part; undefined ones are left out. */
export function rows(...parts: readonly PromptPart[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

/** The part that says what to do. */
export function task(
  { promptIntroduction, contextDescription }: AuthorWords,
  byDefault: string,
  about = 'content',
  ...more: readonly PromptPart[]
): string {
  return rows(
    'TASK',
    promptIntroduction === undefined ? byDefault : configText(promptIntroduction),
    ...more,
    contextDescription === undefined ? undefined : `About the ${about}: ${configText(contextDescription)}`,
  );
}

/** What is asked for, numbered. @param letter before each number */
export function numbered(letter: string, asked: readonly Asked[]): string {
  return asked
    .map(({ description, hint }, i) => {
      const text = `${letter}${i + 1}: ${configText(description)}`;
      return hint === undefined ? text : `${text} (${hint})`;
    })
    .join('\n');
}

/** The system message and one message of the user, whose data is in blocks. */
export function messagesOf(
  blocks: readonly DataBlock[],
  user: (frames: readonly string[], mark: string) => string,
): readonly LlmMessage[] {
  const mark = boundaryMark(blocks.map(({ text }) => text));
  return [
    { role: 'system', content: systemText(mark) },
    {
      role: 'user',
      content: user(
        blocks.map((block) => framed(mark, block)),
        mark,
      ),
    },
  ];
}

/** Excerpts as blocks of data. */
export function excerptBlocks(excerpts: readonly Pick<Excerpt, 'text' | 'hint'>[]): readonly DataBlock[] {
  return excerpts.map(({ text, hint }, i) => ({
    label: `excerpt ${i + 1} of ${excerpts.length}${hint === undefined ? '' : ` | ${hint}`}`,
    text,
  }));
}

/** Values of fields as a block of data. */
export function jsonBlock(json: string): DataBlock {
  return { label: 'data | JSON', text: dataText(json) };
}
