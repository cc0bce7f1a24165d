import { expect, it } from 'vitest';
import { retryAfterOf } from '../../src/llm/retry-after.js';

const NOW = Date.UTC(2026, 0, 1);

it.each([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': ' 1.5 ' }, 1_500],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '' }, undefined],
  [{}, undefined],
])('retryAfterOf reads the header %j', (headers, wanted) => {
  expect(retryAfterOf(headers, NOW)).toBe(wanted);
});
