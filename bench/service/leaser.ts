/** A process that leases jobs, one by one, and takes them away, until it is told to stop: `leaser.ts SETUP`. */
import { JOB_KINDS } from '../../src/service/queue.js';
import { openService, type Setup } from '../../test/service/processes/setup.js';

const setup: Setup = JSON.parse(process.argv[2]!);
const { queue, close } = await openService(setup);
let isOver = false;
process.on('SIGTERM', () => {
  isOver = true;
});
process.on('disconnect', () => process.exit());
process.send!('ready');

async function take(): Promise<void> {
  while (!isOver) {
    const jobs = await queue.lease({ kinds: JOB_KINDS, limit: 1, leaseMs: 60_000, worker: 'bench' });
    for (const job of jobs) await queue.done(job);
  }
}

await Promise.all(Array.from({ length: setup.concurrency }, take));
await close();
process.disconnect();
