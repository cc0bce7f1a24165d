/**
 * An extraction service on plain `node:http`. Without `DATABASE_URL`, types, results and keys are in memory: they end with
 * the process.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceFromEnv, toNodeListener } from 'anchorline/service';
import { addInvoices } from './invoices.js';

const { service, worker, port, origin, close } = await serviceFromEnv(process.env);
await addInvoices(service);
const { key } = await service.keys.create({ name: 'first', scopes: ['*'] });

service.worker(worker).start();

const server = createServer(toNodeListener(service, origin ? { origin } : {}));
server.listen(port, () => {
  const { port: open } = server.address() as AddressInfo;
  console.log(`http://localhost:${open}/v0 with the key ${key}`);
});

/** What is under way ends in good order. */
process.once('SIGTERM', async () => {
  server.close();
  await close();
});
