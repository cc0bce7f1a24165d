/** `tfidf`: the example text that a value is most like (chapter 8, 8.11.3). */
import { z } from 'zod';
import type { FieldValue } from '../fields/definition.js';
import { STOP_WORDS } from '../stop-words.js';
import { defineComputed } from './definition.js';
import { forEachText } from './each.js';

const exampleSchema = z.strictObject({
  id: z.string().describe('Name of the class'),
  document: z.string().describe('Words that are typical of it, as a text'),
});

type Example = z.output<typeof exampleSchema>;

export const tfidf = defineComputed({
  id: 'tfidf',
  summary: 'Classifies a text: gives the example text whose rare words it shares most',
  ignoresType: true,
  options: () => ({
    source_id: z.string().describe('The field to classify; each element of an array by itself'),
    corpus: z.array(exampleSchema).describe('One example text for each class; the first wins ties'),
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

/** What was made of a corpus once: sections classify with the same one again and again. */
const knownWeights = new WeakMap<readonly Example[], Weights>();

/** Occurrences of a word in an example × (1 + ln(examples / (1 + examples with the word))). */
function weightsOf(corpus: readonly Example[]): Weights {
  const known = knownWeights.get(corpus);
  if (known) return known;
  const counts = corpus.map(({ document }) => countWords(document));
  const holders = new Map<string, number>();
  for (const count of counts) {
    for (const word of count.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const rarity = (word: string) => 1 + Math.log(corpus.length / (1 + (holders.get(word) ?? 0)));
  const weights = counts.map(
    (count) => new Map([...count].map(([word, times]) => [word, times * rarity(word)])),
  );
  knownWeights.set(corpus, weights);
  return weights;
}

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
