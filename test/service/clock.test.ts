import { describe, expect, test } from 'vitest';
import { deadlineIn, type ServiceClock, systemClock } from '../../src/service/clock.js';

/** A clock whose sleepers wake when they are told to. */
function handClock() {
  const sleepers: (() => void)[] = [];
  const clock: ServiceClock = {
    now: () => 0,
    sleep: (_, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        sleepers.push(resolve);
      }),
  };
  return { clock, ring: () => sleepers.forEach((wake) => void wake()) };
}

test('says the time and sleeps', async () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000);
  const begun = performance.now();
  await systemClock.sleep(20);
  // Timers count whole milliseconds, and may be one early.
  expect(performance.now() - begun).toBeGreaterThan(18);
});

test('the clock of the machine is woken by a signal', async () => {
  const abort = new AbortController();
  const sleep = systemClock.sleep(2 ** 40, abort.signal);
  abort.abort(new Error('enough'));
  await expect(sleep).rejects.toThrow('enough');
  await expect(systemClock.sleep(1, abort.signal)).rejects.toThrow('enough');
});

describe('a deadline', () => {
  test('aborts when its time is over', async () => {
    const { clock, ring } = handClock();
    const deadline = deadlineIn(5, clock);
    expect(deadline.signal.aborted).toBe(false);
    ring();
    await new Promise(setImmediate);
    expect([deadline.signal.aborted, deadline.isOver()]).toEqual([true, true]);
  });

  test('aborts with its parent, without being over', async () => {
    const { clock, ring } = handClock();
    const parent = new AbortController();
    const deadline = deadlineIn(5, clock, parent.signal);
    parent.abort(new Error('stop'));
    ring();
    await new Promise(setImmediate);
    expect(deadline.signal.reason).toEqual(new Error('stop'));
    expect(deadline.isOver()).toBe(false);
    expect(deadlineIn(5, clock, parent.signal).signal.aborted).toBe(true);
  });

  test('a deadline that is let go does nothing more', async () => {
    const { clock, ring } = handClock();
    const parent = new AbortController();
    const deadline = deadlineIn(5, clock, parent.signal);
    deadline.release();
    parent.abort();
    ring();
    await new Promise(setImmediate);
    expect(deadline.signal.aborted).toBe(false);
  });
});
