/** What bounds the results that a spreadsheet is made of. */
import { expect, test } from 'vitest';
import { harness, INVOICE, TestClock, totalConfig, typeWith, uploaded } from '../harness.js';
import { type Backend, START } from './backends.js';

/** Runs the contract. @param open gives an empty store */
export function spreadsheetBytesContract(open: Backend['open']): void {
  test('results with too many bytes make no spreadsheet, and the rest of them is not read', async () => {
    const { store, queue } = await open();
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
  });
}
