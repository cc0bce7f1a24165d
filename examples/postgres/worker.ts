/** Extracts from the documents that servers accept. Any number of these may run, on any number of machines. */
import { openService } from './service.js';

const { service, close } = await openService();
service.worker({ concurrency: 1 }).start();
console.log(`worker ${process.pid} is ready`);

/** Documents under way are finished, or given back to the queue. */
process.once('SIGTERM', async () => {
  await close();
});
