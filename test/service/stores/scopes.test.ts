import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Scopes } from '../../../src/service/stores/scopes.js';

const letters = new Scopes<{ letter: string }>();
const digits = new Scopes<{ digit: number }>();

test('a scope is seen by what is called inside of it, and by nothing else', async () => {
  const a = { letter: 'a' };
  const seen = await Promise.all([
    letters.within(a, async () => {
      await nextTurn();
      return letters.current();
    }),
    nextTurn().then(() => letters.current()),
    letters.within({ letter: 'b' }, () => letters.current()),
  ]);
  expect(seen).toEqual([a, undefined, { letter: 'b' }]);
  expect(seen[0]).toBe(a);
  expect(letters.current()).toBeUndefined();
});

test('scopes of different kinds are seen through each other, and the innermost of one kind counts', async () => {
  await letters.within({ letter: 'a' }, () =>
    digits.within({ digit: 1 }, async () => {
      await nextTurn();
      expect([letters.current(), digits.current()]).toEqual([{ letter: 'a' }, { digit: 1 }]);
      await letters.within({ letter: 'b' }, async () => {
        expect([letters.current(), digits.current()]).toEqual([{ letter: 'b' }, { digit: 1 }]);
      });
      expect(letters.current()).toEqual({ letter: 'a' });
    }),
  );
});

test('errors pass, and end the scope', async () => {
  const broken = letters.within({ letter: 'a' }, () => {
    throw new RangeError('broken');
  });
  await expect(broken).rejects.toThrow(RangeError);
  expect(letters.current()).toBeUndefined();
});

test('storage is off as soon as no scope is open, and not before', async () => {
  const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable');
  try {
    await letters.within({ letter: 'a' }, async () => {
      await digits.within({ digit: 1 }, nextTurn).catch(() => {});
      expect(disable).not.toHaveBeenCalled();
      expect(letters.current()).toEqual({ letter: 'a' });
    });
    expect(disable).toHaveBeenCalledTimes(1);
  } finally {
    disable.mockRestore();
  }
});
