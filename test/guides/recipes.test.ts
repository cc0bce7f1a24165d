/** The programs of the recipes do what the recipes say. That of each page is run with the page's examples, too. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inExpress, inHono, inNext, theService } from '../../examples/recipes/mount.js';
import { createService, memoryKeys, type NodeListener } from '../../src/service/index.js';
import { fixture } from '../cli/run-cli.js';

const bytesOf = (name: string) => new Uint8Array(readFileSync(fixture(name)));

beforeAll(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe('the ledger', () => {
  it('is refused where balances are missing', async () => {
    const { ledger } = await import('../../examples/recipes/ledger.js');
    await expect(ledger(bytesOf('invoice.pdf'))).rejects.toThrow('Missing prerequisites: opening');
  });

  it('adds up', async () => {
    const { ledger } = await import('../../examples/recipes/ledger.js');
    const entries = await ledger(bytesOf('bank-statement.pdf'));
    const cents = entries.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 341_275);
    expect(cents).toBe(673_675);
  });
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

  it('answers in Express, by a listener that gets the whole address', async () => {
    const routes: { readonly path: RegExp; readonly listener: NodeListener }[] = [];
    inExpress({ all: (path, listener) => routes.push({ path, listener }) }, service);
    const server = createServer((request, response) => {
      const route = routes.find(({ path }) => path.test(request.url ?? ''));
      if (route) void route.listener(request, response);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      expect((await fetch(`http://127.0.0.1:${port}/v0/health`)).status).toBe(200);
      expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(404);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('is one for the process', async () => {
    const one = theService();
    expect(theService()).toBe(one);
    await one.close();
  });
});
