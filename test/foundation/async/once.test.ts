import { expect, it } from 'vitest';
import { Once } from '../../../src/foundation/async/once.js';

it('work is done when its value is first wanted, and once', async () => {
  let runs = 0;
  const once = new Once(async () => ++runs);
  expect(await once.begun()).toBeUndefined();
  expect(await Promise.all([once.get(), once.get()])).toEqual([1, 1]);
  expect(await once.get()).toBe(1);
  expect(await once.begun()).toBe(1);
});

it('work that failed is done again', async () => {
  let runs = 0;
  const once = new Once(async () => {
    if (++runs === 1) throw new Error('not yet');
    return runs;
  });
  const both = await Promise.allSettled([once.get(), once.get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await once.begun()).toBeUndefined();
  expect(await once.get()).toBe(2);
});
