/** A way to a server that can be cut: a TCP proxy on loopback. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class Way {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #isStill = false;

  constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
  }

  /** The port on 127.0.0.1, the same after each cut. */
  get port(): number {
    return this.#port;
  }

  /** Lets connections through, for the first time or again. */
  async open(): Promise<void> {
    const server = createServer((near) => this.#join(near));
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Breaks all connections and refuses new ones. */
  async cut(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(server, 'close');
  }

  /** Breaks no connection, but lets nothing through any more; `flow` ends that. */
  hold(): void {
    this.#isStill = true;
    for (const socket of this.#sockets) socket.pause();
  }

  flow(): void {
    this.#isStill = false;
    for (const socket of this.#sockets) socket.resume();
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isStill) from.pause();
    }
  }
}
