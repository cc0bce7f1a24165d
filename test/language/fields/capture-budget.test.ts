/** What the matches of anchors may capture together. */
import { expect, test } from 'vitest';
import { CaptureBudget, TooMuchCaptured } from '../../../src/language/fields/capture-budget.js';
import { oneLine } from '../../support/lines.js';

const line = oneLine('four');

test('lines count with their text and 16 characters each, traced pieces with 100', () => {
  const budget = new CaptureBudget(240);
  budget.take([line, line], 1);
  budget.take([line, line, line, line, line], 0);
  expect(() => budget.take([], 1)).toThrow(TooMuchCaptured);
});

test('what was refused takes nothing', () => {
  const budget = new CaptureBudget(100);
  expect(() => budget.take([line], 1)).toThrow(/less often/u);
  budget.take([], 1);
});
