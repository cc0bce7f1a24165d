import { expect, test } from 'vitest';
import { isTimeout } from '../../../src/foundation/platform/time-box.js';
import { type Clocks, runWithinOwn } from '../../../src/foundation/text/own-time.js';

/** A machine that gives a share of a processor, and work that takes milliseconds of it. */
function machine(share: number, takes: number) {
  let own = 0;
  const waits: number[] = [];
  const clocks: Clocks = {
    ownMilliseconds: () => own,
    runWithin(milliseconds, work) {
      waits.push(milliseconds);
      own += Math.min(takes, milliseconds * share);
      if (takes <= milliseconds * share) return work();
      throw Object.assign(new Error('stopped'), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
    },
  };
  return { clocks, waits, used: () => own };
}

test.each([
  [1, 80, [100]],
  [0.5, 80, [100, 200]],
  [0.1, 80, [100, 200, 400, 800]],
])('work gets its time on a machine that gives %f of a processor', (share, takes, waits) => {
  const given = machine(share, takes);
  expect(runWithinOwn(100, () => 'found', given.clocks)).toBe('found');
  expect(given.waits).toEqual(waits);
});

test.each([
  [1, [100]],
  [0.89, [100, 200]],
  [0.4, [100, 200, 400]],
  [0.001, [100, 200, 400, 800, 1_600]],
])('work without an end is stopped on a machine that gives %f of a processor', (share, waits) => {
  const given = machine(share, Number.POSITIVE_INFINITY);
  let error: unknown;
  try {
    runWithinOwn(100, () => 'never', given.clocks);
  } catch (caught) {
    error = caught;
  }
  expect(isTimeout(error)).toBe(true);
  expect(given.waits).toEqual(waits);
  expect(given.used()).toBeLessThan(400);
});

test('what work throws is thrown at once', () => {
  const fail = () => {
    throw new Error('own');
  };
  expect(() => runWithinOwn(100, fail)).toThrow('own');
});

test('a search without an end is stopped by the real clock', () => {
  const search = () => /^(?:a+)+$/u.test(`${'a'.repeat(60)}b`);
  expect(() => runWithinOwn(5, search)).toThrow(
    expect.objectContaining({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }),
  );
});
