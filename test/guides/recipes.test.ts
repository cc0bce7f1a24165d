/** The programs of the recipes do what the recipes say. That of each page is run with the page's examples, too. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inExpress, inHono, inNext, theService } from '../../examples/recipes/mount.js';
import { runByTemporal, sqsQueue } from '../../examples/recipes/queues.js';
import { createService, memoryKeys, memoryQueue, memoryStore, type Queue } from '../../src/service/index.js';
import { testQueue } from '../service/contracts/queue-contract.js';
import { harness, INVOICE, totalConfig, typeWith, uploaded } from '../service/harness.js';
import { fixture } from '../tools/cli/run-cli.js';

const bytesOf = (name: string) => new Uint8Array(readFileSync(fixture(name)));

beforeAll(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
});

it('the ledger is refused where balances are missing', async () => {
  const { ledger } = await import('../../examples/recipes/ledger.js');
  await expect(ledger(bytesOf('invoice.pdf'))).rejects.toThrow('Missing prerequisites: opening');
});

it('the ledger adds up', async () => {
  const { ledger } = await import('../../examples/recipes/ledger.js');
  const entries = await ledger(bytesOf('bank-statement.pdf'));
  const cents = entries.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 341_275);
  expect(cents).toBe(673_675);
});

describe('the service', () => {
  const service = createService({ keys: memoryKeys(), workers: 0 });
  const health = expect.objectContaining({ status: 200 });
  afterAll(() => service.close());

  it('answers in Hono', async () => {
    const app = inHono(new Hono(), service);
    expect(await app.request('/v0/health')).toEqual(health);
    expect((await app.request('/other')).status).toBe(404);
  });

  it('answers in Next', async () => {
    const { GET, POST } = inNext(service);
    expect(await GET(new Request('http://localhost/v0/health'))).toEqual(health);
    const refused = await POST(new Request('http://localhost/v0/extract/invoice', { method: 'POST' }));
    expect(refused.status).toBe(401);
  });

  it('answers in Express, in front of what reads bodies', async () => {
    const app = express();
    inExpress(app, service);
    app.use(express.json());
    app.post('/own', ({ body }, response) => void response.json(body));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const call = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
    try {
      expect((await call('/v0/health')).status).toBe(200);
      expect((await call('/v0/generate_upload_url/invoice', json)).status).toBe(401);
      expect((await call('/health')).status).toBe(404);
      expect(await (await call('/own', json)).json()).toEqual({ a: 1 });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('the service is one for the process', async () => {
    const one = theService();
    expect(theService()).toBe(one);
    await one.close();
  });
});

describe('a queue of a cloud', () => {
  /** What an engine keeps: messages that nobody sees before their time. */
  function messages() {
    const all: { kind: string; seq: number; body: string; visibleAt: number; count: number }[] = [];
    let last = 0;
    return {
      all,
      add: (kind: string, body: string, delayMs = 0) => {
        all.push({ kind, seq: ++last, body, visibleAt: Date.now() + delayMs, count: 0 });
      },
      take: (kind: string, max: number, hiddenMs: number) => {
        const due = all.filter((each) => each.kind === kind && each.visibleAt <= Date.now()).slice(0, max);
        for (const each of due) {
          each.count += 1;
          each.visibleAt = Date.now() + hiddenMs;
        }
        return due;
      },
      /** Whoever took it last changes it. */
      change: (token: string, visibleAt: number | undefined) => {
        const at = all.findIndex(({ seq, count }) => `${seq} ${count}` === token);
        if (at < 0) return false;
        if (visibleAt === undefined) all.splice(at, 1);
        else all[at]!.visibleAt = visibleAt;
        return true;
      },
    };
  }

  function sqs() {
    const kept = messages();
    const queue = sqsQueue({
      send: async (kind, body, delay) => kept.add(kind, body, delay * 1_000),
      receive: async (kind, { max, visibleAfterSeconds }) =>
        kept.take(kind, max, visibleAfterSeconds * 1_000).map(({ seq, body, count }) => {
          return { id: String(seq), receipt: `${seq} ${count}`, body, receiveCount: count };
        }),
      hide: async (_kind, receipt, after) => kept.change(receipt, Date.now() + after * 1_000),
      delete: async (_kind, receipt) => kept.change(receipt, undefined),
      size: async (kind) => {
        const own = kept.all.filter((each) => each.kind === kind);
        const due = own.filter(({ visibleAt }) => visibleAt <= Date.now());
        const leased = own.filter(({ visibleAt, count }) => count > 0 && visibleAt > Date.now()).length;
        const oldest = Math.min(Date.now(), ...due.map(({ visibleAt }) => visibleAt));
        return { ready: due.length, leased, oldestMs: Date.now() - oldest };
      },
    });
    return { kept, queue };
  }

  const engines: readonly (readonly [string, () => { kept: ReturnType<typeof messages>; queue: Queue }])[] = [
    ['SQS', sqs],
  ];

  it.each(engines)(
    'a queue of a cloud of %s gives out a job once, at its time, and again when it is given back',
    async (_name, make) => {
      const { queue, kept } = make();
      const lease = () => queue.lease({ kinds: ['process'], limit: 9, leaseMs: 60_000, worker: 'w' });
      await queue.enqueue([
        { kind: 'process', key: 'now' },
        { kind: 'process', key: 'later', runAt: Date.now() + 3_600_000 },
        { kind: 'fetch', key: 'other' },
      ]);
      const [first, ...others] = await lease();
      expect([first, others]).toMatchObject([{ kind: 'process', key: 'now', attempt: 1 }, []]);
      expect(await lease()).toEqual([]);
      expect(await queue.extend(first!, 60_000)).toBe(true);
      expect(await queue.retry(first!, { delayMs: 0, error: 'x' })).toBe(true);
      const [again] = await lease();
      expect(again).toMatchObject({ key: 'now', attempt: 2 });
      expect(await queue.done(first!)).toBe(false);
      expect(await queue.done(again!)).toBe(true);
      expect(kept.all.map(({ body }) => JSON.parse(body).key)).toEqual(['later', 'other']);
    },
  );

  it.each(engines)('a queue of a cloud of %s carries an extraction', async (_name, make) => {
    const { queue, kept } = make();
    const h = await harness({ store: memoryStore(), queue });
    await typeWith(h, 'invoices', { north: totalConfig() });
    const id = await uploaded(h, 'invoices', INVOICE);
    expect((await h.call('GET', `/documents/${id}`)).body).toMatchObject({ status: 'COMPLETE' });
    expect(kept.all).toEqual([]);
  });

  describe('SQS', () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
    afterEach(() => vi.useRealTimers());
    const open = async () => ({
      queue: sqs().queue,
      now: () => Date.now(),
      advance: async (ms: number) => void vi.setSystemTime(Date.now() + ms),
    });
    testQueue(open, {
      joins: false,
      wakes: false,
      knowsPriorities: false,
      pullsForward: false,
      mergesRetries: false,
      takesTurns: false,
      waitsOnce: false,
    });
  });

  it('a queue of a cloud is signalled to Temporal with each job, which fails for no signal', async () => {
    let signals = 0;
    const signal = async () => {
      signals += 1;
      if (signals > 1) throw new Error('no answer');
    };
    const queue = runByTemporal(memoryQueue(memoryStore()), { signal });
    await queue.enqueue([{ kind: 'process', key: 'a' }]);
    await queue.enqueue([{ kind: 'process', key: 'b' }]);
    expect(signals).toBe(2);
    expect((await queue.size()).process.ready).toBe(2);
  });
});
