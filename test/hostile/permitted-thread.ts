/** Says what is refused in a thread of a process with few permissions. */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { parentPort } from 'node:worker_threads';

const refused: string[] = [];
try {
  readFileSync('/etc/hostname');
} catch {
  refused.push('thread: file');
}
try {
  net.connect(1);
} catch {
  refused.push('thread: network');
}
parentPort?.postMessage(refused);
