import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Slots } from '../../../src/foundation/async/slots.js';

it('let no more work go on than there are', async () => {
  const slots = new Slots(2);
  let busy = 0;
  let busiest = 0;
  const work = async () => {
    busiest = Math.max(busiest, ++busy);
    await delay(1);
    busy--;
  };
  await Promise.all(Array.from({ length: 20 }, () => slots.run(work, {})));
  expect(busiest).toBe(2);
});

it('slots are free again after work that failed or was not waited for', async () => {
  const slots = new Slots(1);
  let finish = () => {};
  const first = slots.run(() => new Promise<void>((resolve) => (finish = resolve)), {});
  const abort = new AbortController();
  const second = slots.run(async () => 'second', { signal: abort.signal });
  const third = slots.run(async () => Promise.reject(new Error('broken')), {});
  const fourth = slots.run(async () => 'fourth', {});
  abort.abort();
  await expect(second).rejects.toMatchObject({ code: 'aborted' });
  finish();
  await first;
  await expect(third).rejects.toThrow('broken');
  await expect(fourth).resolves.toBe('fourth');
});
