/** An extraction service on Hono. Types, results and keys are in memory: they end with the process. */
import { serve } from '@hono/node-server';
import { createService, memoryKeys } from 'anchorline/service';
import { Hono } from 'hono';
import { addInvoices } from './invoices.js';

/** Where clients reach the server: links begin with it. Without it they would begin with what a client's `Host` says. */
const origin = process.env['ORIGIN'];
const service = createService({ keys: memoryKeys(), ...(origin && { baseUrl: origin }) });
await addInvoices(service);
const { key } = await service.keys.create({ name: 'first', scopes: ['*'] });

service.worker().start();

const app = new Hono();
app.all('/v0/*', (context) => service.handle(context.req.raw));

const server = serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) }, ({ port }) => {
  console.log(`http://localhost:${port}/v0 with the key ${key}`);
});

/** What is under way ends in good order. */
process.once('SIGTERM', async () => {
  server.close();
  await service.close();
});
