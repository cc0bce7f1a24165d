import { expect, test } from 'vitest';
import { coverageBucket } from '../../src/service/processing/outcome.js';

test.each([
  [0, 0],
  [0.0999, 0],
  [0.1, 1],
  [0.29, 2],
  [0.3, 3],
  [0.8999, 8],
  [0.9, 9],
  [0.9499, 9],
  [0.95, 10],
  [0.999, 10],
  [1, 11],
])('a coverage of %d counts in bucket %d', (coverage, bucket) => {
  expect(coverageBucket(coverage)).toBe(bucket);
});
