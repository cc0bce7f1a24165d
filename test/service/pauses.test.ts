/** Pausing work. */
import { expect, test } from 'vitest';
import { Pauses } from '../../src/service/pauses.js';
import { harness, INVOICE, TestClock, totalConfig, typeWith } from './harness.js';

test('documents wait while their kind is paused, and are worked on once it is resumed', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  await h.service.queue.pause(['process']);
  const body = { content_type: 'text/plain' };
  const made = (await h.call('POST', '/generate_upload_url/invoices', { body })).body;
  const headers = { 'content-type': 'text/plain' };
  expect((await h.call('PUT', made.upload_url, { key: null, raw: INVOICE, headers })).status).toBe(200);
  expect(await h.service.runPending()).toBe(0);
  const { paused, sizes } = await h.service.queue.state();
  expect([paused, sizes.process.ready]).toEqual([['process'], 1]);
  expect(await h.service.metrics()).toContain('anchorline_queue_paused{kind="process"} 1\n');
  await h.service.queue.resume();
  h.clock.turn(1_000);
  expect(await h.service.runPending()).toBe(1);
  expect((await h.call('GET', `/documents/${made.id}`)).body.status).toBe('COMPLETE');
  expect((await h.service.queue.state()).paused).toEqual([]);
});

test('a process asks for pauses once a second', async () => {
  const clock = new TestClock();
  let asked = 0;
  const store = {
    pausedKinds: async () => {
      asked += 1;
      return ['fetch' as const];
    },
  };
  const pauses = new Pauses({ store, clock });
  for (let i = 0; i < 10; i += 1) expect(await pauses.running(['fetch', 'process'])).toEqual(['process']);
  clock.turn(999);
  await pauses.running([]);
  expect(asked).toBe(1);
  clock.turn(1);
  await pauses.running([]);
  expect(asked).toBe(2);
});
