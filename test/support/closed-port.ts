import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A port of this machine where nobody listens, and nobody else can begin to until it is released. */
export async function closedPort(): Promise<{ readonly port: number; release(): void }> {
  const server = createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The port of a connection is taken, and refuses others.
  const holder = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(holder, 'connect');
  const { port } = holder.address() as AddressInfo;
  return {
    port,
    release() {
      holder.destroy();
      server.close();
    },
  };
}
