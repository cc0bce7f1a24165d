import * as z from 'zod';
import { defineType } from './definition.js';
import { MEASURE_PROMPT_HINT, measureCandidates, type Unit } from './measure.js';

export const DISTANCE_UNITS: readonly Unit[] = [
  { name: 'kilometers', spellings: 'kilomet(?:er|re)s?|kms?\\.?' },
  { name: 'miles', spellings: 'miles?|mi\\.?' },
];

/** A number of kilometres or miles. */
// See docs/language/04-types.md#47-distance-and-weight
export const distance = defineType({
  id: 'distance',
  summary: 'A number of kilometres or miles; the unit may be missing',
  plain: true,
  output: { source: z.string(), value: z.number(), unit: z.string().optional() },
  promptHint: () => MEASURE_PROMPT_HINT,
  options: () => ({}),
  compile: () => ({ candidates: measureCandidates('distance', DISTANCE_UNITS) }),
  examples: [
    {
      title: 'A number with a unit is preferred',
      lines: ['4 legs, 1,940.5 km'],
      result: { source: '1,940.5 km', value: 1940.5, unit: 'kilometers', type: 'distance' },
    },
    { title: 'Without unit', lines: ['615'], result: { source: '615', value: 615, type: 'distance' } },
  ],
});
