/** The life of a process that works until it is told to stop, or nobody is there to tell it. */
import type { openService, Setup } from './setup.js';

/** Works, and tells the parent process that it does. */
export function work(
  { service, close }: Awaited<ReturnType<typeof openService>>,
  { concurrency }: Pick<Setup, 'concurrency'>,
): void {
  const worker = service.worker({ concurrency });
  worker.start();
  process.on('SIGTERM', async () => {
    await worker.stop();
    await close();
    process.disconnect();
  });
  // Its parent has died.
  process.on('disconnect', () => process.exit());
  process.send!('ready');
}
