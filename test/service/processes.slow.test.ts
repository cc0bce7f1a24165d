/** Several processes on a PostgreSQL server: workers are killed, the database goes away. Skipped where none answers. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { randomFrom } from '../../src/run/workers/seeded-random.js';
import { verifyWebhook } from '../../src/service/webhooks/signature.js';
import { answers, NATS, REDIS } from '../support/ports.js';
import { SERVER_URL, serverPool } from '../support/postgres.js';
import { INVOICE, WEBHOOK_SECRET } from './harness.js';
import { Fleet } from './processes/fleet.js';
import { openSite, type Site, type SiteOptions } from './processes/site.js';
import { Way } from './processes/way.js';

const server = await serverPool();
afterAll(() => server?.end());

/** Enough for a machine that is very busy; a test takes a tenth of it. */
const PATIENCE_MS = 900_000;
/** Short leases, so that what a dead process held is soon free; attempts for more kills than there are. */
const LIMITS = { leaseMs: 1_500, pushMs: 3_000, maxAttempts: 100 };
/** Documents take a while, so that workers are at work when something happens. */
const PACE_MS = 150;
const POLL_MS = 50;

const pdf = new Uint8Array(await readFile(new URL('../../fixtures/documents/invoice.pdf', import.meta.url)));
const text = new TextEncoder().encode(INVOICE);
/** A config that finds something in both. */
const CONFIG = {
  fields: [
    {
      id: 'invoice',
      anchor: { match: { type: 'startsWith', text: 'invoice' } },
      method: { id: 'passthrough' },
    },
  ],
};

/** Waits for a condition. The time limit of the test ends what never comes. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(POLL_MS);
}

describe.skipIf(!server)('processes on PostgreSQL', { timeout: PATIENCE_MS }, async () => {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  async function start(
    options: Partial<SiteOptions> & { readonly workers: number },
  ): Promise<{ site: Site; fleet: Fleet }> {
    const site = await openSite({ databaseUrl: SERVER_URL, limits: LIMITS, paceMs: PACE_MS, ...options });
    open.push(site);
    await site.makeType('invoices', CONFIG);
    const fleet = new Fleet(site.setup, options.workers);
    open.push({ close: () => fleet.kill() });
    await fleet.ready();
    return { site, fleet };
  }

  /** Waits until nothing is left to do, and checks that each extraction was ended, reported and counted once. */
  async function expectAllOnce({ tally, call, receiver, rows }: Site, ids: readonly string[]): Promise<void> {
    const n = ids.length;
    await until(async () => {
      const { complete, failed, delivered, jobs, held } = await tally();
      return complete + failed === n && delivered === n && jobs === 0 && held === 0;
    });
    expect(await rows(`select summary from al_extractions where status = 'FAILED'`)).toEqual([]);
    const counts = { complete: n, failed: 0, results: n, events: n, counted: n, delivered: n };
    expect(await tally()).toMatchObject(counts);
    for (const id of ids) {
      const { body } = await call('GET', `/documents/${id}`);
      expect(body).toMatchObject({
        id,
        status: 'COMPLETE',
        parsed_document: { invoice: { value: expect.any(String) } },
      });
      const pushes = receiver.pushes.filter((push) => push.extractionId === id);
      expect(new Set(pushes.map((push) => push.id)).size).toBe(1);
      expect(new Set(pushes.map((push) => push.body)).size).toBe(1);
      expect(JSON.parse(pushes[0]!.body)).toMatchObject({ id, status: 'COMPLETE' });
    }
    const { headers, body } = receiver.pushes.at(-1)!;
    await verifyWebhook(headers, body, [WEBHOOK_SECRET]);
  }

  /** A server for documents on loopback, whose answers wait for `before`. */
  async function documents(before: () => Promise<unknown>): Promise<string> {
    const files = createServer(async (_request, response) => {
      await before();
      response.end(pdf);
    });
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    open.push({
      close: () => new Promise((resolve) => files.close(resolve).closeAllConnections()),
    });
    return `http://127.0.0.1:${(files.address() as AddressInfo).port}/invoice.pdf`;
  }

  const upload = (site: Site, i: number) =>
    i % 4 === 0
      ? site.upload('invoices', pdf, 'application/pdf')
      : site.upload('invoices', text, 'text/plain');

  const engines = [
    ['PostgreSQL', undefined, true],
    ['Redis', 'redis', await answers(REDIS)],
    ['NATS', 'nats', await answers(NATS)],
  ] as const;
  const there = engines.filter(([, , isThere]) => isThere);
  test.each(there)(
    'workers that are killed lose no extraction, and end none twice: %s',
    async (_, engine) => {
      const random = randomFrom(2_026);
      /** Resolves at the next fetch, or the next push; what came then is not answered. */
      const traps = {
        fetch: undefined as (() => void) | undefined,
        push: undefined as (() => void) | undefined,
      };
      const sprung = (kind: keyof typeof traps) => {
        const spring = traps[kind];
        traps[kind] = undefined;
        spring?.();
        return spring !== undefined;
      };
      const next = (kind: keyof typeof traps) =>
        new Promise<void>((resolve) => {
          traps[kind] = resolve;
        });
      const { site, fleet } = await start({ workers: 2, engine });
      const address = await documents(() => (sprung('fetch') ? new Promise(() => undefined) : pause(0)));
      site.receiver.answerWith((_push, response) => (sprung('push') ? undefined : response.end()));

      const ids: string[] = [];
      const rounds = ['moment', 'fetch', 'moment', 'push'] as const;
      for (const round of rounds) {
        await fleet.ready();
        const moment = round === 'moment' ? pause(random() * 3 * PACE_MS) : next(round);
        for (let i = 0; i < 6; i += 1) ids.push(await upload(site, i));
        ids.push(await site.extractFrom('invoices', address));
        await moment;
        // Fetching and pushing cannot be distinguished.
        const places = round === 'moment' ? [Math.floor(random() * fleet.size)] : [0, 1];
        await Promise.all(places.map((place) => fleet.replace(place)));
      }
      await expectAllOnce(site, ids);
      expect(ids).toHaveLength(7 * rounds.length);
      // Those that were killed as they pushed push again.
      expect((await site.tally()).attempts).toBeGreaterThan(ids.length);
      expect(site.receiver.pushes.length).toBeGreaterThanOrEqual(
        ids.length + rounds.filter((round) => round === 'push').length,
      );
      expect(await fleet.stop()).toEqual([0, 0]);
    },
  );

  describe('the database', () => {
    /** A service that reaches the database by a way that can be cut. */
    async function startOnWay(options: Partial<SiteOptions>) {
      const target = new URL(SERVER_URL);
      const way = new Way({ host: target.hostname, port: Number(target.port || 5432) });
      await way.open();
      open.push({ close: () => way.cut() });
      target.host = `127.0.0.1:${way.port}`;
      return { ...(await start({ workers: 2, serviceDatabaseUrl: target.href, ...options })), way };
    }

    /** Uploads documents, and waits until the first is at work. */
    async function atWork(site: Site, n: number): Promise<string[]> {
      const ids: string[] = [];
      for (let i = 0; i < n; i += 1) ids.push(await upload(site, i));
      await until(async () => (await site.tally()).held > 0);
      return ids;
    }

    test('gone for longer than a lease: 503 meanwhile, and nothing is lost', async () => {
      const { site, fleet, way } = await startOnWay({});
      const made = await site.call('POST', '/generate_upload_url/invoices', {
        content_type: 'text/plain',
        webhook: { url: site.receiver.url },
      });
      const put = () =>
        site.call('PUT', String(made.body['upload_url']), undefined, {
          raw: text,
          headers: { 'content-type': 'text/plain' },
        });
      const ids = await atWork(site, 8);
      await way.cut();
      const answers = [await put(), await site.call('GET', `/documents/${ids[0]}`)];
      await pause(2 * LIMITS.leaseMs);
      answers.push(await site.call('POST', '/generate_upload_url/invoices', {}));
      for (const { status, body, headers } of answers) {
        expect([status, body]).toMatchObject([503, { error: { code: 'unavailable' } }]);
        expect(headers.get('retry-after')).toBe('5');
      }
      await way.open();
      expect((await put()).status).toBe(200);
      await expectAllOnce(site, [...ids, String(made.body['id'])]);
      expect(await fleet.stop()).toEqual([0, 0]);
    });

    test('silent for longer than a lease: nothing is lost', async () => {
      const { site, way } = await startOnWay({});
      const ids = await atWork(site, 8);
      way.hold();
      await pause(2 * LIMITS.leaseMs);
      way.flow();
      await expectAllOnce(site, ids);
    });

    test('ends all sessions, again and again: nothing is lost', async () => {
      const { site } = await start({ workers: 2 });
      const ids = await atWork(site, 12);
      for (let i = 0; i < 6; i += 1) {
        await server!.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
          [site.setup.schema],
        );
        await pause(2 * PACE_MS);
      }
      await expectAllOnce(site, ids);
    });
  });

  test('receivers that hang or fail get their push in the end, and others theirs once', async () => {
    const { site } = await start({ workers: 2 });
    const ids: string[] = [];
    const seen = new Map<string, number>();
    site.receiver.answerWith(({ extractionId }, response) => {
      const times = (seen.get(extractionId) ?? 0) + 1;
      seen.set(extractionId, times);
      const place = ids.indexOf(extractionId);
      // The first hangs, the second fails: both once.
      if (times === 1 && place === 0) return;
      if (times === 1 && place === 1) return void response.writeHead(500).end('broken');
      response.end();
    });
    for (let i = 0; i < 6; i += 1) ids.push(await upload(site, i));
    await expectAllOnce(site, ids);
    expect(ids.map((id) => seen.get(id))).toEqual([2, 2, 1, 1, 1, 1]);
    const attemptsOf = async (id: string) => {
      const { body } = await site.call('GET', `/extractions/${id}/webhook_deliveries`);
      const [delivery] = body['webhook_deliveries'] as { attempts: { status?: number; error?: string }[] }[];
      return delivery!.attempts.map(({ status, error }) => status ?? error);
    };
    expect(await attemptsOf(ids[0]!)).toEqual([expect.stringContaining('took longer'), 200]);
    expect(await attemptsOf(ids[1]!)).toEqual([500, 200]);
  });
});
