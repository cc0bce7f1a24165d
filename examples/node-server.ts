/** An extraction service on plain `node:http`. Types, results and keys are in memory: they end with the process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createService, memoryKeys, toNodeListener } from 'anchorline/service';
import { addInvoices } from './invoices.js';

/** Where clients reach the server: links begin with it. Without it they would begin with what a client's `Host` says. */
const origin = process.env['ORIGIN'];
const service = createService({ keys: memoryKeys(), ...(origin && { baseUrl: origin }) });
await addInvoices(service);
const { key } = await service.keys.create({ name: 'first', scopes: ['*'] });

service.worker().start();

const server = createServer(toNodeListener(service, origin ? { origin } : {}));
server.listen(Number(process.env['PORT'] ?? 3000), () => {
  const { port } = server.address() as AddressInfo;
  console.log(`http://localhost:${port}/v0 with the key ${key}`);
});

/** What is under way ends in good order. */
process.once('SIGTERM', async () => {
  server.close();
  await service.close();
});
