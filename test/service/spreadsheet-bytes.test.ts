/** What bounds the results that a spreadsheet is made of, on each store. */
import { expect, test } from 'vitest';
import { type Backend, memoryBackend, pgliteBackend, START } from './contracts/backends.js';
import { harness, INVOICE, TestClock, totalConfig, typeWith, uploaded } from './harness.js';

const BACKENDS: readonly (readonly [string, () => Backend | Promise<Backend>])[] = [
  ['in memory', memoryBackend],
  ['on PostgreSQL', pgliteBackend],
];

test.each(BACKENDS)(
  'results with too many bytes make no spreadsheet, and the rest of them is not read, %s',
  async (_where, make) => {
    const backend = await make();
    try {
      const { store, queue } = await backend.open();
      const read: string[] = [];
      const getResult: typeof store.getResult = async (id, tx) => {
        const result = await store.getResult(id, tx);
        read.push(id);
        return result && { ...result, result: result.result + ' '.repeat(25_000) };
      };
      const clock = new TestClock(START);
      const limits = { maxSpreadsheetBytes: 60_000 };
      const h = await harness({ clock, store: { ...store, getResult }, queue, limits });
      await typeWith(h, 'invoices', { north: totalConfig() });
      const ids: string[] = [];
      for (let n = 0; n < 4; n++) ids.push(await uploaded(h, 'invoices', INVOICE));
      const { body } = await h.call('GET', `/generate_csv/${ids.slice(0, 2).join(',')}`);
      expect((await h.call('GET', body.url, { key: null })).text).toBe('total\r\n4200\r\n4200\r\n');
      read.length = 0;
      const refused = await h.call('GET', `/generate_csv/${ids.join(',')}`);
      expect([refused.status, refused.body.error.code]).toEqual([413, 'spreadsheet_too_large']);
      expect(read).toEqual(ids.slice(0, 3));
    } finally {
      await backend.close();
    }
  },
);
