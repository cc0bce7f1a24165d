import { expect, it, vi } from 'vitest';
import { findFrom } from '../../../../src/reading/pdf/objects/byte-search.js';

it('looks at the text at each place of a word, until it is what is looked for', () => {
  const look = vi.fn((text: string) => text === '/A 2');
  expect(findFrom(Buffer.from('/A 1 /B /A 2 /A 3'), '/A', 4, look)).toBe('found');
  expect(look.mock.calls.map(([text]) => text)).toEqual(['/A 1', '/A 2']);
  expect(findFrom(Buffer.from('/A 1 /A'), '/A', 4, look)).toBe('none');
  expect(look).toHaveBeenLastCalledWith('/A');
});

it('looks at 100,000 places at most, and says so', () => {
  const look = vi.fn(() => false);
  expect(findFrom(Buffer.from('/A'.repeat(100_000)), '/A', 4, look)).toBe('none');
  expect(findFrom(Buffer.from('/A'.repeat(100_001)), '/A', 4, look)).toBe('too many places');
  expect(look).toHaveBeenCalledTimes(200_000);
});
