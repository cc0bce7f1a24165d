/** Extracts from the documents that servers accept. Any number of these may run, on any number of machines. */
import { serviceFromEnv } from 'anchorline/service';

const { service, worker, close } = await serviceFromEnv(process.env);
service.worker({ concurrency: 1, ...worker }).start();
console.log(`worker ${process.pid} is ready`);

/** Documents under way are finished, or given back to the queue. */
process.once('SIGTERM', async () => {
  await close();
});
