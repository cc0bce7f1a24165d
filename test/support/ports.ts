/** Engines that listen on this machine; tests that need one are skipped, with a message, where none does. */
import { createConnection } from 'node:net';

export const REDIS = 6379;
export const NATS = 4222;

/** Whether something listens at a port of this machine. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const end = (does: boolean) => {
      socket.destroy();
      if (!does) console.warn(`Nothing answers at port ${port}, its tests are skipped`);
      resolve(does);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
