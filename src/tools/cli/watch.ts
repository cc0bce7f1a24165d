/** Waits for changes of files. */
import { accessSync, constants, type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { failureLine, InputFailure } from './failure.js';
import { describeIo } from './input.js';

/** Milliseconds of quiet after which a change counts as done: editors write files in several steps. */
const QUIET = 80;

/** What is watched. */
interface Watched {
  readonly folders: readonly string[];
  /**
   * Absolute paths of the only files that count, which are in the folders themselves; default all, in their folders
   * too.
   */
  readonly files?: readonly string[];
}

/**
 * Gives a value after each change in folders, from the moment on that this is made: what is saved during the run before
 * counts. Changes while the last one is being worked on give one value together.
 */
export class Changes implements AsyncIterable<void> {
  readonly #watchers: FSWatcher[] = [];
  readonly #signal: AbortSignal | undefined;
  #isChanged = false;
  #wake: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param signal ends the values
   * @throws InputFailure a folder cannot be watched
   */
  constructor({ folders, files }: Watched, signal: AbortSignal | undefined) {
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort);
    try {
      for (const folder of new Set(folders)) this.#watchers.push(watcherOf(folder, files, this.#onChange));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<void> {
    while (!this.#signal?.aborted) {
      if (!this.#isChanged) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      this.#isChanged = false;
      yield;
    }
  }

  /** Ends the watching, which keeps the process from ending. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }

  readonly #onAbort = () => this.#wake();

  readonly #onChange = () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isChanged = true;
      this.#wake();
    }, QUIET);
  };
}

function watcherOf(folder: string, files: Watched['files'], onChange: () => void): FSWatcher {
  try {
    // Newer releases of Node report a folder that is missing or closed only later, as an event.
    accessSync(folder, constants.R_OK);
    const watcher = watch(folder, { recursive: files === undefined }, (_, name) => {
      // Not every system gives the name.
      if (files === undefined || name === null || files.includes(join(folder, name))) onChange();
    });
    // A folder that goes away is no reason to end: the next run reports what is missing.
    watcher.on('error', onChange);
    return watcher;
  } catch (error) {
    throw new InputFailure([failureLine(folder, `cannot be watched: ${describeIo(error)}`)]);
  }
}
