import { expect, it, vi } from 'vitest';
import { kept } from '../../../src/foundation/objects/memo.js';

it('keeps what was made for a text, and lets all go where there are too many', () => {
  const values = new Map<string, string>();
  const make = vi.fn((text: string) => `${text}!`);
  const of = (text: string) => kept(values, text, 2, () => make(text));
  expect([of('a'), of('a'), of('b')]).toEqual(['a!', 'a!', 'b!']);
  expect(make).toHaveBeenCalledTimes(2);
  expect(of('c')).toBe('c!');
  expect([...values.keys()]).toEqual(['c']);
});
