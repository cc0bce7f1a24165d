/** An extraction service on Hono. Without `DATABASE_URL`, types, results and keys are in memory: they end with the process. */
import { serve } from '@hono/node-server';
import { serviceFromEnv } from 'anchorline/service';
import { Hono } from 'hono';
import { addInvoices } from './invoices.js';

const { service, worker, port, close } = await serviceFromEnv(process.env);
await addInvoices(service);
const { key } = await service.keys.create({ name: 'first', scopes: ['*'] });

service.worker(worker).start();

const app = new Hono();
app.all('/v0/*', (context) => service.handle(context.req.raw));

const server = serve({ fetch: app.fetch, port }, ({ port: open }) => {
  console.log(`http://localhost:${open}/v0 with the key ${key}`);
});

/** What is under way ends in good order. */
process.once('SIGTERM', async () => {
  server.close();
  await close();
});
