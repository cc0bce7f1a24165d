import { defineType } from './definition.js';
import { compileMeasure, MEASURE, type Unit } from './measure.js';

export const WEIGHT_UNITS: readonly Unit[] = [
  { name: 'pounds', spellings: 'pounds?|lbs?\\.?' },
  { name: 'kilograms', spellings: 'kilograms?|kilos?|kgs?\\.?' },
];

/** A number of pounds or kilograms. */
// See docs/language/04-types.md#47-distance-and-weight
export const weight = defineType({
  id: 'weight',
  summary: 'A number of pounds or kilograms; the unit may be missing',
  ...MEASURE,
  compile: (options) => compileMeasure(options, 'weight', WEIGHT_UNITS),
  examples: [
    {
      title: 'Inside a line',
      lines: ['Gross 18,250 kg, 12 pallets'],
      result: { source: '18,250 kg', value: 18250, unit: 'kilograms', type: 'weight' },
    },
    { title: 'Without unit', lines: ['Tare 94.5'], result: { source: '94.5', value: 94.5, type: 'weight' } },
    {
      title: 'With a comma as decimal separator',
      options: { decimalSeparator: ',' },
      lines: ['Gewicht 70,5 kg'],
      result: { source: '70,5 kg', value: 70.5, unit: 'kilograms', type: 'weight' },
    },
  ],
});
