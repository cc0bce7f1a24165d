/** Processes whose clocks differ: all moments that they share are those of the store. */
import { describe, expect, test } from 'vitest';
import { SharedTime } from '../../src/service/shared-time.js';
import { StoreError } from '../../src/service/store-error.js';
import { memoryBackend } from './contracts/backends.js';
import { clocksApartContract } from './contracts/clocks-apart.js';
import { TestClock } from './harness.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('services an hour ahead and an hour behind, on one store in memory', () => {
  clocksApartContract(memoryBackend().open);
});

function timed() {
  const clock = new TestClock();
  const state = { ahead: HOUR, isAway: false, asked: 0 };
  const now = async () => {
    state.asked += 1;
    if (state.isAway) throw new StoreError('unavailable', 'away');
    return clock.now() + state.ahead;
  };
  return { clock, state, time: new SharedTime({ now }, clock), there: () => clock.now() + state.ahead };
}

test('the time of the store is asked for once a minute, however many want it', async () => {
  const { clock, state, time, there } = timed();
  expect(await Promise.all([time.now(), time.now()])).toEqual([there(), there()]);
  clock.turn(MINUTE - 1);
  expect(await time.now()).toBe(there());
  expect(state.asked).toBe(1);
  clock.turn(1);
  state.ahead = 0;
  expect(await time.now()).toBe(there());
  expect(state.asked).toBe(2);
});

test('goes on while the store is away, and is unknown before it has answered', async () => {
  const { clock, state, time, there } = timed();
  state.isAway = true;
  await expect(time.now()).rejects.toMatchObject({ code: 'unavailable' });
  state.isAway = false;
  expect(await time.now()).toBe(there());
  state.isAway = true;
  clock.turn(HOUR);
  expect(await time.now()).toBe(there());
});

test('the time of the store is asked for again when the clock of the process is set', async () => {
  const { clock, state, time, there } = timed();
  await time.now();
  clock.turn(-HOUR);
  state.ahead += HOUR;
  expect(await time.now()).toBe(there());
});
