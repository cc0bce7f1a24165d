import { defineType } from './definition.js';
import { compileMeasure, MEASURE, type Unit } from './measure.js';

export const DISTANCE_UNITS: readonly Unit[] = [
  { name: 'kilometers', spellings: 'kilomet(?:er|re)s?|kms?\\.?' },
  { name: 'miles', spellings: 'miles?|mi\\.?' },
];

/** A number of kilometres or miles. */
// See docs/language/04-types.md#47-distance-and-weight
export const distance = defineType({
  id: 'distance',
  summary: 'A number of kilometres or miles; the unit may be missing',
  ...MEASURE,
  compile: (options) => compileMeasure(options, 'distance', DISTANCE_UNITS),
  examples: [
    {
      title: 'A number with a unit is preferred',
      lines: ['4 legs, 1,940.5 km'],
      result: { source: '1,940.5 km', value: 1940.5, unit: 'kilometers', type: 'distance' },
    },
    { title: 'Without unit', lines: ['615'], result: { source: '615', value: 615, type: 'distance' } },
    {
      title: 'A fraction',
      lines: ['Berth in 2 1/2 miles'],
      result: { source: '2 1/2 miles', value: 2.5, unit: 'miles', type: 'distance' },
    },
    { title: 'A speed is no distance', lines: ['55 km/h'], result: null },
  ],
});
