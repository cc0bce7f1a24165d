import { expect, test } from 'vitest';
import { percentText } from '../../../src/foundation/text/percent.js';

test('a share is said in whole percent', () => {
  expect([0, 0.004, 0.666, 1].map(percentText)).toEqual(['0%', '0%', '67%', '100%']);
});
