/** What a database is asked, without one. */
import { describe, expect, test } from 'vitest';
import { postgresQueue } from '../../../../src/service/queues/postgres.js';
import { StoreError } from '../../../../src/service/store-error.js';
import type { SqlClient } from '../../../../src/service/stores/postgres/connections.js';
import { Database } from '../../../../src/service/stores/postgres/database.js';
import { asStoreError } from '../../../../src/service/stores/postgres/errors.js';
import { instant, isUuid } from '../../../../src/service/stores/postgres/values.js';
import { postgresStore } from '../../../../src/service/stores/postgres.js';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });
const client = (query: SqlClient['query'] = async () => ({ rows: [] })): SqlClient => ({ query });

describe('a database', () => {
  test.each(['', 'a"b', 'a.b', 'A', '1a', 'x'.repeat(64), 'a b'])('a database has no schema %j', (schema) => {
    expect(() => new Database({ client: client(), schema })).toThrow('not a plain name');
  });

  test.each([
    ['08006', 'unavailable'],
    ['57P01', 'unavailable'],
    ['53300', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['23505', 'misuse'],
    ['42P01', 'schema'],
  ])('calls %s %s', (code, told) => {
    const cause = coded(code, 'why');
    expect(asStoreError(cause)).toMatchObject({ name: 'StoreError', code: told, cause });
    expect(String(asStoreError(cause))).toContain('why');
  });

  test('knows lost sessions by their messages', () => {
    for (const message of [
      'Connection terminated unexpectedly',
      'Query read timeout',
      'Cannot use a pool after calling end on the pool',
    ]) {
      expect(asStoreError(new Error(message))).toMatchObject({ code: 'unavailable' });
    }
  });

  test('leaves other errors as they are', () => {
    for (const error of [coded('22P02'), new TypeError('connection'), 'text', new StoreError('full', 'x')]) {
      expect(asStoreError(error)).toBe(error);
    }
  });

  test('tries a statement again when it meets others, but not for ever', async () => {
    let calls = 0;
    const flaky = new Database({
      client: client(async () => {
        if (++calls < 3) throw coded('40P01');
        return { rows: [{ n: 1 }] };
      }),
    });
    expect(await flaky.one(undefined, 'select 1')).toEqual({ n: 1 });
    expect(calls).toBe(3);
    const never = new Database({ client: client(() => Promise.reject(coded('40P01'))) });
    await expect(never.run(undefined, 'select 1')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('sends no U+0000', async () => {
    const sent: unknown[] = [];
    const database = new Database({
      client: client(async (_text, values = []) => {
        sent.push(...values);
        return { rows: [] };
      }),
    });
    await database.run(undefined, 'select $1, $2', ['a\u0000b', 1]);
    expect(sent).toEqual(['a\ufffdb', 1]);
  });

  test('waits for the disk where something counts, not for holds', async () => {
    const sent: string[] = [];
    const store = postgresStore({
      client: client(async (text) => {
        sent.push(text);
        return { rows: [] };
      }),
    });
    const queue = postgresQueue({ store });
    const id = '11111111-1111-4111-8111-111111111111';
    const job = { id, kind: 'process', key: id, token: id, attempt: 1 } as const;
    const lasting = async (work: () => Promise<unknown>) => {
      sent.length = 0;
      await work();
      return !sent.some((text) => text.includes('synchronous_commit'));
    };
    const held = { kinds: ['process'], limit: 1, leaseMs: 1, worker: 'w' } as const;
    expect(await lasting(() => queue.lease(held))).toBe(false);
    expect(await lasting(() => queue.extend(job, 1))).toBe(false);
    expect(await lasting(() => queue.retry(job, { delayMs: 1, error: 'x' }))).toBe(false);
    expect(await lasting(() => queue.done(job))).toBe(false);
    expect(await lasting(() => store.renew(id, id, 1))).toBe(false);
    expect(await lasting(() => store.transaction((tx) => queue.done(job, tx)))).toBe(true);
    expect(await lasting(() => store.transaction((tx) => store.renew(id, id, 1, tx)))).toBe(true);
    expect(await lasting(() => queue.enqueue([job]))).toBe(true);
    expect(await lasting(() => store.claim(id, { leaseMs: 1, worker: 'w', maxAttempts: 3 }))).toBe(true);
  });

  test('reads times of any driver, and no others', () => {
    const at = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
    for (const value of [new Date(at), new Date(at).toISOString(), '2026-01-02 03:04:05.678+00']) {
      expect(instant(value)).toBe(at);
    }
    expect(() => instant('soon')).toThrow(StoreError);
  });

  test('knows ids of ours', () => {
    expect(isUuid('11111111-1111-4111-8111-11111111111a')).toBe(true);
    expect(isUuid('11111111-1111-4111-8111-11111111111A')).toBe(false);
    expect(isUuid('11111111-1111-4111-8111-11111111111a\n')).toBe(false);
  });
});
