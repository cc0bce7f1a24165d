/** `tfidf`: the example text that a value is most like. */
// See docs/language/08-language-models.md#8113-tfidf
import * as z from 'zod';
import { memo } from '../../foundation/objects/memo.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { FieldValue } from '../../foundation/schema/language.js';
import { STOP_WORDS } from '../../foundation/text/stop-words.js';
import { defineComputed } from './definition.js';
import { forEachText } from './each.js';

const exampleSchema = closedObject({
  id: z.string().describe('Name of the class'),
  document: z.string().describe('A text with words that are typical of it'),
});

type Example = z.output<typeof exampleSchema>;

export const tfidf = defineComputed({
  id: 'tfidf',
  summary: 'Deprecated: classifies a text by the example text with which it shares the most rare words',
  deprecated: 'a query group that reads the value by source_ids',
  ignoresType: true,
  options: () => ({
    source_id: z.string().describe('The field to classify; the elements of an array one by one'),
    corpus: z.array(exampleSchema).describe('An example text for each class; the first wins a tie'),
  }),
  reads: ({ source_id }) => [source_id],
  compute(context) {
    const { source_id, corpus } = context.options;
    if (corpus.length === 0) return null;
    const weights = weightsOf(corpus);
    return forEachText(context, source_id, (_field, text): FieldValue => {
      const example = mostAlike(text, corpus, weights);
      return example ? { id: example.id, document: example.document } : null;
    });
  },
  examples: [
    {
      title: 'what a line of an account is about',
      values: {
        line: [
          { value: 'Fuel, Main St. station', type: 'string' },
          { value: 'Hotel, 2 nights', type: 'string' },
        ],
      },
      field: {
        method: {
          id: 'tfidf',
          source_id: 'line',
          corpus: [
            { id: 'car', document: 'fuel, parking, toll, car wash' },
            { id: 'lodging', document: 'hotel, motel, nights, room' },
          ],
        },
      },
      result: [
        { id: 'car', document: 'fuel, parking, toll, car wash' },
        { id: 'lodging', document: 'hotel, motel, nights, room' },
      ],
    },
  ],
});

/** Weights of the words of each example, in the order of the examples. */
type Weights = readonly ReadonlyMap<string, number>[];

/**
 * Occurrences of a word in an example × (1 + ln(examples / (1 + examples with the word))). Made once of a corpus:
 * sections classify with the same one again and again.
 */
const weightsOf = memo((corpus: readonly Example[]): Weights => {
  const counts = corpus.map(({ document }) => countWords(document));
  const holders = new Map<string, number>();
  for (const count of counts) {
    for (const word of count.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const rarity = (word: string) => 1 + Math.log(corpus.length / (1 + (holders.get(word) ?? 0)));
  return counts.map((count) => new Map([...count].map(([word, times]) => [word, times * rarity(word)])));
});

/** The example with the highest sum of weights of the text's words; undefined for a text without words. */
function mostAlike(text: string, corpus: readonly Example[], weights: Weights): Example | undefined {
  const words = [...countWords(text).keys()];
  if (words.length === 0) return undefined;
  const scores = weights.map((weight) => words.reduce((sum, word) => sum + (weight.get(word) ?? 0), 0));
  return corpus[scores.indexOf(Math.max(...scores))];
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!STOP_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
