/** Answers requests, and works on none of the documents. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceFromEnv, toNodeListener } from 'anchorline/service';
import { addInvoices } from '../invoices.js';

const { service, port, origin, close } = await serviceFromEnv(process.env);
await addInvoices(service);
const { key } = await service.keys.create({ name: 'first', scopes: ['*'] });

const server = createServer(toNodeListener(service, origin ? { origin } : {}));
server.listen(port, () => {
  const { port: open } = server.address() as AddressInfo;
  console.log(`http://localhost:${open}/v0 with the key ${key}`);
});

process.once('SIGTERM', async () => {
  server.close();
  await close();
});
