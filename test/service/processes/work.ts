/** The life of a process that works until it is told to stop, or nobody is there to tell it. */
import type { openService, Setup } from './setup.js';

/** Works, and reports so to the parent process. */
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
