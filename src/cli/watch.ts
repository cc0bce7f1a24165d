/** Waits for changes of files. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { failureLine, InputFailure } from './failure.js';
import { describeIo } from './input.js';

/** Milliseconds of quiet after which a change counts as done: editors write files in several steps. */
const QUIET = 80;

/** What is watched. */
interface Watched {
  readonly folders: readonly string[];
  /** Absolute paths of the only files that count, which stand in the folders themselves; default all, in their folders too. */
  readonly files?: readonly string[];
}

/**
 * Gives a value after each change in folders. Changes while the last one is being worked on give one value together.
 * @param signal ends the watching
 * @throws InputFailure a folder cannot be watched
 */
export async function* changesIn(
  { folders, files }: Watched,
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
    for (const folder of new Set(folders)) watchers.push(watcherOf(folder, files, onChange));
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

function watcherOf(folder: string, files: Watched['files'], onChange: () => void): FSWatcher {
  try {
    const watcher = watch(folder, { recursive: files === undefined }, (_, name) => {
      // Not every system tells the name.
      if (files === undefined || name === null || files.includes(join(folder, name))) onChange();
    });
    // A folder that goes away is no reason to end: the next run tells what is missing.
    watcher.on('error', onChange);
    return watcher;
  } catch (error) {
    throw new InputFailure([failureLine(folder, `cannot be watched: ${describeIo(error)}`)]);
  }
}
