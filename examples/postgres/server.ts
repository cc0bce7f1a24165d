/** Answers requests, and works on none of the documents. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeListener } from 'anchorline/service';
import { addInvoices } from '../invoices.js';
import { openService, origin } from './service.js';

const { service, close } = await openService();
await addInvoices(service);
const { key } = await service.keys.create({ name: 'first', scopes: ['*'] });

const server = createServer(toNodeListener(service, origin ? { origin } : {}));
server.listen(Number(process.env['PORT'] ?? 3000), () => {
  const { port } = server.address() as AddressInfo;
  console.log(`http://localhost:${port}/v0 with the key ${key}`);
});

process.once('SIGTERM', async () => {
  server.close();
  await close();
});
