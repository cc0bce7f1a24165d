/** Accounts that ask for much do not hold up others: requests that wait, jobs, pushes. */
import { expect, test } from 'vitest';
import { extractor, harness, INVOICE, totalConfig, typeWith } from './harness.js';

const TEXT = { 'content-type': 'text/plain' };

test.each([
  ['extract', 'extractBestFit', '/extract/invoices'],
  ['classify', 'classify', '/classify'],
] as const)('requests to %s take turns', async (_id, method, path) => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const held = async (...given: never[]) => {
    begun.push(new TextDecoder().decode(given[0] as unknown as Uint8Array).slice(0, 2));
    await new Promise<void>((resolve) => ends.push(resolve));
    return (extractor[method] as (...all: never[]) => Promise<never>)(...given);
  };
  const h = await harness({ extractor: { ...extractor, [method]: held }, limits: { maxSyncAtOnce: 1 } });
  const keys = { a: await h.newKey({ account: 'a' }), b: await h.newKey({ account: 'b' }) };
  for (const account of ['a', 'b'] as const) {
    const call: typeof h.call = (verb, to, options) => h.call(verb, to, { key: keys[account], ...options });
    await typeWith({ ...h, call }, 'invoices', { north: totalConfig({ fingerprint: 'North Company' }) });
  }
  const ask = (name: string) => {
    const key = keys[name[0] as 'a' | 'b'];
    return h.call('POST', path, { key, raw: `${name}\n${INVOICE}`, headers: TEXT });
  };
  const answers = [];
  for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) {
    answers.push(ask(name));
    // Each comes after the one before has its place or waits for it.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(begun).toEqual(['a1']);
  for (let ended = 0; ended < answers.length; ended += 1) {
    while (ends.length <= ended) await new Promise((resolve) => setTimeout(resolve, 1));
    ends[ended]?.();
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('documents that wait in the queue take turns', async () => {
  const done: string[] = [];
  const h = await harness({ hooks: { onEvent: ({ account }) => void done.push(account) } });
  for (const account of ['a', 'a', 'a', 'b', 'c', 'b']) {
    const key = await h.newKey({ account });
    const call: typeof h.call = (verb, to, options) => h.call(verb, to, { key, ...options });
    await typeWith({ ...h, call }, 'invoices', { north: totalConfig() }).catch(() => undefined);
    const { body } = await call('POST', '/generate_upload_url/invoices', {
      body: { content_type: 'text/plain' },
    });
    await call('PUT', body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
  }
  await h.service.runPending();
  expect(done).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});
