import { expect, test } from 'vitest';
import type { JobInput } from '../../../src/service/queue.js';
import { merged } from '../../../src/service/queues/merged.js';

test('the earliest time and the highest priority count among jobs of a kind and key', () => {
  const job = (key: string, over: Partial<JobInput> = {}): JobInput => ({ kind: 'process', key, ...over });
  const jobs = merged([
    job('b', { runAt: 5, priority: -1, account: 'acme' }),
    job('a', { runAt: 9 }),
    job('b', { runAt: 3, priority: -2 }),
    job('a'),
    { kind: 'fetch', key: 'b' },
  ]);
  expect(jobs).toEqual([
    { kind: 'fetch', key: 'b', runAt: null, priority: 0, account: '' },
    { kind: 'process', key: 'a', runAt: null, priority: 0, account: '' },
    { kind: 'process', key: 'b', runAt: 3, priority: -1, account: 'acme' },
  ]);
});
