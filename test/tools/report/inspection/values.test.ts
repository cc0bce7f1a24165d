import { expect, test } from 'vitest';
import { shownValue } from '../../../../src/tools/report/inspection/browser/values.js';
import type { FieldNode } from '../../../../src/tools/report/inspection/payload.js';

function shown(value: unknown): string | undefined {
  const node: FieldNode = { id: 'a', kind: 'field', value, present: true, runs: [], children: [] };
  return shownValue(node)?.text;
}

test('dates are days, percentages have their sign', () => {
  const day = { type: 'date', value: '2024-06-21T00:00:00.000Z', source: 'June 21, 2024' };
  expect(shown(day)).toBe('2024-06-21');
  expect(shown({ type: 'date', value: '2024-06-21T10:30:00.000Z' })).toBe('2024-06-21T10:30:00.000Z');
  expect(shown({ type: 'percentage', value: 7.25, source: '7.25 %' })).toBe('7.25%');
  expect(shown([day, null])).toBe('2024-06-21, –');
  expect(shown({ type: 'currency', value: 7.25, unit: '$' })).toBe('7.25 $');
});
