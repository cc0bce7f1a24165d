/** What callers write is evaluated behind the wall: while that takes long, others are answered. */
import { afterAll, expect, test } from 'vitest';
import { createExtractor, type Extractor } from '../../src/index.js';
import { harness, INVOICE, totalConfig, typeWith, uploaded } from './harness.js';

/** Workers run TypeScript here, and the machine may be busy. */
const PATIENCE = 240_000;

const walled = createExtractor({ workers: 1 });
afterAll(() => walled.close());

/** The extractor, which says when a call of it has begun. */
function saying(name: 'recheck' | 'check'): { readonly extractor: Extractor; readonly begun: Promise<void> } {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const call = (...args: never[]) => {
    begin();
    return (walled[name] as (...args: never[]) => Promise<never>)(...args);
  };
  return { extractor: { ...walled, [name]: call }, begun };
}

/** Takes its whole time on the text that it is run on. */
const SLOW = '^(a+)+$';
const TEXT = `${'a'.repeat(40)}!`;

const slowChecks = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    description: `check ${i}`,
    condition: { '!': [{ match: [{ var: 'total.value' }, SLOW] }] },
  }));

test('others are answered while a review with 20 slow patterns is checked', {
  timeout: PATIENCE,
}, async () => {
  const { extractor, begun } = saying('recheck');
  const h = await harness({ extractor });
  const schema = { review_triggers: ['all'], validations: slowChecks(20) };
  await typeWith(h, 'invoices', { north: totalConfig() }, schema);
  const id = await uploaded(h, 'invoices', INVOICE);
  const order: string[] = [];
  const review = h.call('PUT', `/extractions/${id}`, { body: { fields: { total: TEXT } } }).then((answer) => {
    order.push('review');
    return answer;
  });
  await begun;
  for (let reads = 0; reads < 20; reads++) {
    const { status } = await h.call('GET', `/documents/${id}`);
    order.push(`read ${status}`);
  }
  const answer = await review;
  expect(order).toEqual([...Array.from({ length: 20 }, () => 'read 200'), 'review']);
  expect([answer.status, answer.body.parsed_document.total.value]).toEqual([200, TEXT]);
});

test('others are answered while a large configuration is published', { timeout: PATIENCE }, async () => {
  const { extractor, begun } = saying('check');
  const h = await harness({ extractor });
  const id = await typeWith(h, 'invoices', {});
  const field = totalConfig() as { readonly fields: readonly object[] };
  const fields = Array.from({ length: 3_000 }, (_, i) => ({ ...field.fields[0], id: `total ${i}` }));
  const order: string[] = [];
  const published = h
    .call('POST', `/document_types/${id}/configurations`, {
      body: { name: 'large', configuration: { fields }, publish_as: 'production' },
    })
    .then(({ status }) => order.push(`published ${status}`));
  await begun;
  for (let reads = 0; reads < 5; reads++) {
    const { status } = await h.call('GET', `/document_types/${id}`);
    order.push(`read ${status}`);
  }
  await published;
  expect(order).toEqual([...Array.from({ length: 5 }, () => 'read 200'), 'published 200']);
});

test('all patterns of a document that is checked again share one time', { timeout: PATIENCE }, async () => {
  const result = { parsed_document: { total: { type: 'string', value: TEXT } } } as never;
  const limits = { patternMilliseconds: 20, patternTotalMilliseconds: 50 };
  const work = { validations: slowChecks(50), config: undefined };
  for (const extractor of [walled, createExtractor()]) {
    const { errors } = await extractor.recheck(result, work, { limits });
    const spent = errors.filter(({ message }) => message.includes('used up their time'));
    // Each of them would have had 20 ms; the first few took all that there was. How many is not exact: a search is
    // stopped up to a millisecond early, and what that leaves goes to the next one.
    expect(spent.length).toBeGreaterThanOrEqual(40);
  }
});

test('a check that is given up ends, and its worker serves others', { timeout: PATIENCE }, async () => {
  const result = { parsed_document: { total: { type: 'string', value: TEXT } } } as never;
  const giveUp = new AbortController();
  const given = walled.recheck(result, { validations: slowChecks(50) }, { signal: giveUp.signal });
  giveUp.abort();
  await expect(given).rejects.toMatchObject({ code: 'aborted' });
  expect((await walled.recheck(result, {})).coverage).toBe(1);
});
