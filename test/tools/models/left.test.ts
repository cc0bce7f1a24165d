import { expect, test } from 'vitest';
import { LEFT, LeftColumns, whyLeft } from '../../../src/tools/models/left.js';
import type { Trial } from '../../../src/tools/models/prove.js';

const NONE: Trial = { same: [], differs: [], alone: [], left: [], given: [] };
/** Of four samples, of which the last is held out. */
const why = (trial: Partial<Trial>, steadiness: 'unsteady' | 'steady' | 'quiet' = 'quiet') =>
  whyLeft({ trial: { ...NONE, ...trial }, steadiness }, [3], 4);

test('a value is left to the model for what its nearest field lacks', () => {
  expect(whyLeft(undefined, [3], 4)).toBe('unproposed');
  expect(why({ same: [0, 2, 3], differs: [1] })).toBe('differs');
  expect(why({ same: [0, 1, 2], differs: [3] })).toBe('heldOut');
  expect(why({ same: [0, 1, 2, 3] }, 'unsteady')).toBe('moves');
  expect(why({ same: [0, 3], alone: [1, 2] })).toBe('alone');
  expect(why({ same: [0, 1], left: [2, 3] })).toBe('few');
  expect(why({ same: [0, 1, 3], left: [2] })).toBe('contested');
});

test('a column is left for what the way to read it lacks that came nearest to a proof', () => {
  const left = new LeftColumns();
  left.note(['vin', 'year'], 'rows');
  left.note(['vin'], 'otherRows');
  left.note(['vin'], 'unproposed');
  expect(left.of(['vin', 'year', 'driver'])).toEqual([
    { column: 'vin', because: 'otherRows' },
    { column: 'year', because: 'rows' },
    { column: 'driver', because: 'noRows' },
  ]);
});

test('each reason is said in its own words', () => {
  const words = Object.values(LEFT);
  expect(new Set(words).size).toBe(words.length);
});
