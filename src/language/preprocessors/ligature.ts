/** `ligature`: puts letters back that a font's ligatures have swallowed. */
// See docs/language/05-preprocessors.md#583-ligature
import * as z from 'zod';
import { withDefault } from '../../foundation/schema/defaults.js';
import { listOf } from '../../foundation/schema/grammar.js';
import type { WordList } from '../../foundation/text/english-words.js';
import { type TextEdit, withEdits } from '../../page/document/line-edits.js';
import type { Line } from '../../page/document/model.js';
import { definePreprocessor } from './definition.js';
import { pageByPage, withLines } from './shared.js';

/** Combinations of replacements that are tried for one token. */
const MOST_COMBINATIONS = 4096;
/** Longer tokens are no words. */
const LONGEST_TOKEN = 256;

type Mappings = Readonly<Record<string, readonly string[]>>;

export const ligature = definePreprocessor({
  id: 'ligature',
  summary: 'Replaces characters that mean several letters, so that English words result',
  options: () => ({
    mappings: z
      .record(z.string().min(1), listOf(z.string(), 'what it is for stays as it is'))
      .describe('What to replace, each with what it may mean, the likeliest first'),
    forceReplaceAll: withDefault(z.boolean(), false).describe(
      'Always use the first replacement, whether or not words result',
    ),
  }),
  async apply(pages, { mappings, forceReplaceAll }, context) {
    const keys = new Keys(mappings);
    const affected = pages.some((page) => page.lines.some((line) => keys.isIn(line.rawText)));
    if (!affected) return pages;
    const repair = forceReplaceAll
      ? (line: Line) =>
          keys.occurrences(line.rawText).map(({ start, end, by }) => ({ start, end, text: by[0]! }))
      : wordRepair(keys, await context.words());
    return pageByPage(pages, context, (page) =>
      withLines(
        page,
        page.lines.map((line) => {
          if (!keys.isIn(line.rawText)) return line;
          context.checkpoint();
          return withEdits(line, repair(line));
        }),
      ),
    );
  },
  examples: [
    {
      title: 'a character that a font shows as fi or fl',
      lines: [{ text: 'The ?re department sent no over?ow report?', left: 1, top: 1 }],
      preprocessor: { type: 'ligature', mappings: { '?': ['ff', 'fi', 'fl'] } },
      result: [['The fire department sent no overflow report?']],
    },
    {
      title: 'without asking for words',
      lines: [{ text: '|orin', left: 1, top: 1 }],
      preprocessor: { type: 'ligature', mappings: { '|': ['fl'] }, forceReplaceAll: true },
      result: [['florin']],
    },
  ],
});

interface Occurrence {
  readonly start: number;
  readonly end: number;
  /** What it may represent; never empty. */
  readonly by: readonly string[];
}

/** The texts to replace; of two that begin at one place the longer is meant. */
class Keys {
  readonly #entries: readonly (readonly [string, readonly string[]])[];

  constructor(mappings: Mappings) {
    const replaced = Object.entries(mappings).filter(([, by]) => by.length > 0);
    this.#entries = replaced.sort(([a], [b]) => b.length - a.length);
  }

  isIn(text: string): boolean {
    return this.#entries.some(([key]) => text.includes(key));
  }

  occurrences(text: string): Occurrence[] {
    const found: Occurrence[] = [];
    for (let start = 0; start < text.length; ) {
      const entry = this.#entries.find(([key]) => text.startsWith(key, start));
      const end = start + (entry?.[0].length ?? 1);
      if (entry) found.push({ start, end, by: entry[1] });
      start = end;
    }
    return found;
  }
}

const TOKEN = /\S+/g;

/** The edits that make words of the tokens of a line; a token of which no word can be made stays. */
function wordRepair(keys: Keys, words: WordList): (line: Line) => TextEdit[] {
  const known = new Map<string, readonly TextEdit[]>();
  return (line) =>
    [...line.rawText.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
      let edits = known.get(token);
      if (!edits) {
        edits = token.length > LONGEST_TOKEN ? [] : repairToken(token, keys.occurrences(token), words);
        known.set(token, edits);
      }
      return edits.map(({ start, end, text }) => ({ start: start + index, end: end + index, text }));
    });
}

/** The first combination of replacements that makes a word, the leftmost replacement changing slowest. */
function repairToken(token: string, occurrences: readonly Occurrence[], words: WordList): TextEdit[] {
  const choice = occurrences.map(() => 0);
  for (let tried = 0; tried < MOST_COMBINATIONS && occurrences.length > 0; tried++) {
    const edits = occurrences.map(({ start, end, by }, i) => ({ start, end, text: by[choice[i]!]! }));
    if (isWord(replaced(token, edits), words)) return edits;
    if (!advance(choice, occurrences)) break;
  }
  return [];
}

/** Moves on to the next combination; false after the last. */
function advance(choice: number[], occurrences: readonly Occurrence[]): boolean {
  for (let i = choice.length - 1; i >= 0; i--) {
    choice[i]! += 1;
    if (choice[i]! < occurrences[i]!.by.length) return true;
    choice[i] = 0;
  }
  return false;
}

function replaced(token: string, edits: readonly TextEdit[]): string {
  let text = '';
  let position = 0;
  for (const edit of edits) {
    text += token.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return text + token.slice(position);
}

const LEADING = /^[^\p{L}\p{N}]+/u;
const TRAILING = /[\p{L}\p{N}]/u;
const POSSESSIVE = /['\u2019]s$/i;

/** Whether a token is a word of the list, or several with hyphens between; signs around it do not count. */
function isWord(token: string, words: WordList): boolean {
  const bare = withoutTrailing(token.replace(LEADING, '')).replace(POSSESSIVE, '').toLowerCase();
  return bare !== '' && bare.split('-').every((part) => part !== '' && words.has(part));
}

/** Without the characters at the end that are neither letters nor digits. */
function withoutTrailing(token: string): string {
  const characters = [...token];
  while (characters.length > 0 && !TRAILING.test(characters.at(-1)!)) characters.pop();
  return characters.join('');
}
