/** `topic` (deprecated): the lines or paragraphs whose words fit some terms best. */
// See docs/language/03-layout-methods-ranges-tables.md#314-keyvalue-and-topic
import * as z from 'zod';
import { termScorer } from '../../foundation/text/bag-of-words.js';
import type { Line } from '../../page/document/model.js';
import { paragraphsOf } from '../../page/layout/paragraphs.js';
import { defineMethod } from './definition.js';
import { wholeLines } from './shared.js';
import { termsMember } from './tables/members.js';

export const topic = defineMethod({
  id: 'topic',
  summary: 'Deprecated: the consecutive lines or paragraphs that fit some words best',
  deprecated: 'documentRange or paragraph, or a query',
  anchor: 'optional',
  countsOnce: true,
  options: () => ({
    terms: termsMember('Words that should be frequent in the text'),
    stopTerms: z.array(z.string()).optional().describe('Words that count against a text'),
    numParagraphs: z.int().min(1).optional().describe('Number of paragraphs to take; give this or numLines'),
    numLines: z.int().min(1).optional().describe('Number of lines to take; give this or numParagraphs'),
  }),
  check({ numParagraphs, numLines }, context) {
    if ((numParagraphs === undefined) !== (numLines === undefined)) return;
    const message =
      numLines === undefined
        ? 'is required, or numParagraphs instead'
        : 'cannot be combined with numParagraphs; give one of them';
    context.addIssue({ code: 'custom', path: ['numLines'], message });
  },
  capture({ options, scope, anchor }) {
    const lines = scope.lines.slice(anchor?.index ?? 0);
    const units =
      options.numLines === undefined ? paragraphsOf(lines, scope.pages) : lines.map((line) => [line]);
    const best = bestWindow(units, options.numLines ?? options.numParagraphs ?? 1, options);
    return {
      pieces: wholeLines(best),
      ...(best.length === 0 && { reason: 'no text contains the terms more often than the stop terms' }),
    };
  },
  examples: [
    {
      title: 'the two lines that speak of rent',
      lines: [
        { text: 'The house has a garden.', left: 1, top: 1 },
        { text: 'Rent is due each month.', left: 1, top: 1.3 },
        { text: 'Late rent costs a fee.', left: 1, top: 1.6 },
        { text: 'Pets are welcome.', left: 1, top: 1.9 },
      ],
      field: { method: { id: 'topic', terms: ['rent', 'fee'], numLines: 2 } },
      result: { type: 'string', value: 'Rent is due each month. Late rent costs a fee.' },
    },
  ],
});

/** The consecutive units that score highest, the last of equal ones; none when nothing scores above 0. */
function bestWindow(
  units: readonly (readonly Line[])[],
  size: number,
  {
    terms,
    stopTerms,
  }: { readonly terms: readonly string[]; readonly stopTerms?: readonly string[] | undefined },
): readonly Line[] {
  const scorer = termScorer(terms, stopTerms);
  const scores = units.map((unit) => unit.reduce((sum, line) => sum + scorer.score(line.text), 0));
  const width = Math.min(size, units.length);
  let sum = scores.slice(0, width).reduce((total, score) => total + score, 0);
  let best = sum;
  let at = 0;
  for (let start = 1; start + width <= units.length; start += 1) {
    sum += scores[start + width - 1]! - scores[start - 1]!;
    if (sum < best) continue;
    best = sum;
    at = start;
  }
  return best > 0 ? units.slice(at, at + width).flat() : [];
}
