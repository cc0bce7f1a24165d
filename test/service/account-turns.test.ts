import { describe, expect, test } from 'vitest';
import { AccountTurns } from '../../src/service/account-turns.js';

const NEVER = new AbortController().signal;

/** Work that ends when it is told to; what has begun is kept, in its order. */
function working(turns: AccountTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal = NEVER) =>
    turns.within(name.slice(0, 1), signal, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  return { begun, ask, end };
}

describe('turns of accounts', () => {
  test('one who comes late does not wait behind all that another has asked for', async () => {
    const { begun, ask, end } = working(new AccountTurns(1));
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => ask(name));
    for (let i = 0; i < all.length; i += 1) await end(begun.at(-1)!);
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('no more run at once than there are places, and all of them may be of one account', async () => {
    const { begun, ask, end } = working(new AccountTurns(2));
    const all = ['a1', 'a2', 'a3'].map((name) => ask(name));
    expect(begun).toEqual(['a1', 'a2']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    await end('a1');
    await end('a3');
    await Promise.all(all);
  });

  test('an account that gives up while waiting takes no place', async () => {
    const { begun, ask, end } = working(new AccountTurns(1));
    const gone = new AbortController();
    const [first, second, third] = [ask('a1'), ask('b1', gone.signal), ask('c1')];
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(ask('d1', gone.signal)).rejects.toThrow('gone');
    await end('a1');
    await end('c1');
    await Promise.all([first, third]);
    expect(begun).toEqual(['a1', 'c1']);
    const after = ask('e1');
    await end('e1');
    await after;
  });

  test('work that fails gives its place back', async () => {
    const turns = new AccountTurns(1);
    const failing = () => Promise.reject(new Error('failed'));
    for (let i = 0; i < 3; i += 1) await expect(turns.within('a', NEVER, failing)).rejects.toThrow('failed');
  });
});
