/** The programs of the recipes do what the recipes say. That of each page is run with the page's examples, too. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inExpress, inHono, inNext, theService } from '../../examples/recipes/mount.js';
import { createService, memoryKeys } from '../../src/service/index.js';
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

  it('is one for the process', async () => {
    const one = theService();
    expect(theService()).toBe(one);
    await one.close();
  });
});
