/** An extraction service on plain `node:http`. Types, results and keys are in memory: they end with the process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createService, memoryKeys, toNodeListener } from 'anchorline/service';
import { addInvoices } from './invoices.js';

const service = createService({ keys: memoryKeys() });
await addInvoices(service);
const { key } = await service.keys.create({ name: 'first', scopes: ['*'] });

const worker = service.worker();
worker.start();

const server = createServer(toNodeListener(service));
server.listen(Number(process.env['PORT'] ?? 3000), () => {
  const { port } = server.address() as AddressInfo;
  console.log(`http://localhost:${port}/v0 with the key ${key}`);
});

/** What is under way ends in good order. */
process.once('SIGTERM', async () => {
  server.close();
  await worker.stop();
  await service.close();
});
