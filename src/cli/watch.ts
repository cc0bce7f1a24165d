/** Waits for changes of files. */
import { type FSWatcher, watch } from 'node:fs';
import { failureLine, InputFailure } from './failure.js';
import { describeIo } from './input.js';

/** Milliseconds of quiet after which a change counts as done: editors write files in several steps. */
const QUIET = 80;

/**
 * Gives a value after each change in folders or the folders in them. Changes while the last one is being worked on
 * give one value together.
 * @param signal ends the watching
 * @throws InputFailure a folder cannot be watched
 */
export async function* changesIn(
  folders: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<void> {
  let isChanged = false;
  let wake: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isChanged = true;
      wake();
    }, QUIET);
  };
  const onAbort = () => wake();
  const watchers: FSWatcher[] = [];
  try {
    for (const folder of new Set(folders)) watchers.push(watcherOf(folder, onChange));
    signal?.addEventListener('abort', onAbort);
    while (!signal?.aborted) {
      if (!isChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      isChanged = false;
      yield;
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  }
}

function watcherOf(folder: string, onChange: () => void): FSWatcher {
  try {
    const watcher = watch(folder, { recursive: true }, onChange);
    // A folder that goes away is no reason to end: the next run tells what is missing.
    watcher.on('error', onChange);
    return watcher;
  } catch (error) {
    throw new InputFailure([failureLine(folder, `cannot be watched: ${describeIo(error)}`)]);
  }
}
