import { expect, test } from 'vitest';
import { Wakeup } from '../../../src/service/queues/wakeup.js';

const never = new AbortController().signal;
/** Longer than a test may take. */
const FOR_EVER = 3_600_000;

test('a ring wakes all who wait', async () => {
  const wakeup = new Wakeup();
  const waits = [wakeup.wait(never, FOR_EVER), wakeup.wait(never, FOR_EVER)];
  wakeup.ring();
  expect(await Promise.all(waits)).toHaveLength(2);
});

test('a ring that nobody heard wakes the next, once', async () => {
  const wakeup = new Wakeup();
  wakeup.ring();
  wakeup.ring();
  await wakeup.wait(never, FOR_EVER);
  const order: string[] = [];
  const waits = wakeup.wait(never, 1).then(() => order.push('time'));
  await Promise.resolve();
  expect(order).toEqual([]);
  await waits;
  expect(order).toEqual(['time']);
});
