import * as z from 'zod';
import { defineType } from './definition.js';
import { MEASURE_PROMPT_HINT, measureCandidates, type Unit } from './measure.js';

export const WEIGHT_UNITS: readonly Unit[] = [
  { name: 'pounds', spellings: 'pounds?|lbs?\\.?' },
  { name: 'kilograms', spellings: 'kilograms?|kilos?|kgs?\\.?' },
];

/** A number of pounds or kilograms. */
// See docs/language/04-types.md#47-distance-and-weight
export const weight = defineType({
  id: 'weight',
  summary: 'A number of pounds or kilograms; the unit may be missing',
  plain: true,
  output: { source: z.string(), value: z.number(), unit: z.string().optional() },
  promptHint: () => MEASURE_PROMPT_HINT,
  options: () => ({}),
  compile: () => ({ candidates: measureCandidates('weight', WEIGHT_UNITS) }),
  examples: [
    {
      title: 'Inside a line',
      lines: ['Gross 18,250 kg, 12 pallets'],
      result: { source: '18,250 kg', value: 18250, unit: 'kilograms', type: 'weight' },
    },
    { title: 'Without unit', lines: ['Tare 94.5'], result: { source: '94.5', value: 94.5, type: 'weight' } },
  ],
});
