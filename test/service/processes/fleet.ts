/** Worker processes that come and go. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { javaScript } from '../../support/javascript.js';
import type { Setup } from './setup.js';

const javaScriptOf = await javaScript();
const PROGRAM = javaScriptOf(new URL('./worker.ts', import.meta.url));

/** A process that works, once it is ready. */
export interface WorkerProcess {
  /** Resolves when it has begun to look for work; rejects when it ends before. */
  readonly ready: Promise<void>;
  /** SIGKILL: it ends at once, and cleans nothing up. */
  kill(): Promise<void>;
  /** SIGTERM: it ends in good order. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts a worker process. @param program what it runs, in TypeScript; default a worker of the service */
export function startWorker(setup: Setup, program?: string): WorkerProcess {
  const { library } = setup;
  const own = { ...setup, library: library.endsWith('.ts') ? javaScriptOf(library).href : library };
  const child = fork(program ?? PROGRAM, [JSON.stringify(program === undefined ? own : setup)], {
    execArgv: program === undefined ? [] : ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit') as Promise<[code: number | null]>;
  const ready = Promise.race([
    once(child, 'message').then(() => undefined),
    exited.then(([code]) => {
      throw new Error(`a worker ended before it was ready, with code ${code}`);
    }),
  ]);
  ready.catch(() => undefined);
  const end = async (signal: NodeJS.Signals) => {
    if (isRunning(child)) child.kill(signal);
    return (await exited)[0];
  };
  return { ready, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Some workers at once; whoever is killed is replaced. */
export class Fleet {
  readonly #setup: Setup;
  readonly #program: string | undefined;
  readonly #workers: WorkerProcess[];

  /** @param program what they run; default workers of the service */
  constructor(setup: Setup, size: number, program?: string) {
    this.#setup = setup;
    this.#program = program;
    this.#workers = Array.from({ length: size }, () => startWorker(setup, program));
  }

  get size(): number {
    return this.#workers.length;
  }

  /** Resolves when all are ready. */
  async ready(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.ready));
  }

  /** Kills one of them, and starts another in its place. */
  async replace(place: number): Promise<void> {
    const killed = this.#workers[place];
    this.#workers[place] = startWorker(this.#setup, this.#program);
    await killed?.kill();
  }

  /** Ends all in good order. @returns their exit codes */
  stop(): Promise<(number | null)[]> {
    return Promise.all(this.#workers.map((worker) => worker.stop()));
  }

  /** Ends all at once. */
  async kill(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.kill()));
  }
}
