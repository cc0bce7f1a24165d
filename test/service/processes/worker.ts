/** A process that works until it is told to stop, or nobody is there to tell it: `worker.ts SETUP`. */
import { openService, type Setup } from './setup.js';

const setup: Setup = JSON.parse(process.argv[2]!);
const { service, close } = await openService(setup);
const worker = service.worker({ concurrency: setup.concurrency });
worker.start();

process.on('SIGTERM', async () => {
  await worker.stop();
  await close();
  process.disconnect();
});
// Its parent has died.
process.on('disconnect', () => process.exit());
process.send!('ready');
