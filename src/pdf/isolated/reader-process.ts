/** A process that reads PDFs, seen from the process that started it. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ProviderError } from '../../errors.js';
import { type Answer, type CallName, type Calls, type READY, revived } from './protocol.js';

/** Name under which failures of the process are reported. */
const PROVIDER = 'pdf';

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface ProcessOptions {
  /** The program to run. */
  readonly program: URL;
  /** Size that its heap may reach, in MiB. */
  readonly memoryMegabytes: number;
}

/** Answers calls until it ends, by itself or because `stop` was called; afterwards every call fails. */
export class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #calls = 0;
  #failure: ProviderError | undefined;
  readonly #program: URL;
  /** Whether its program runs: until then no document can be to blame for its end. */
  #isReady = false;

  /** Starts the process. One that cannot be started fails its calls. */
  constructor({ program, memoryMegabytes }: ProcessOptions) {
    this.#program = program;
    this.#child = fork(program, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMegabytes}`],
      env: neededEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (message) => this.#received(message as Answer | typeof READY));
    this.#child.on('error', (error) => this.#ended(`failed: ${error.message}`, error));
    this.#child.on('exit', (code, signal) => {
      const end = () => this.#ended(`ended with ${signal ?? `exit code ${code}`}`);
      // What it said before its end may still be on the way.
      if (this.#child.connected) this.#child.once('disconnect', end);
      else end();
    });
    this.#keepAlive(false);
  }

  /** Whether calls can still be answered. */
  get isUsable(): boolean {
    return this.#failure === undefined;
  }

  /**
   * Asks for something.
   * @param milliseconds after which the process is ended, because nothing else stops it for sure
   * @throws what the engine throws; ProviderError `crashed`, `timed_out`, `stopped` when the process is gone,
   *   `unavailable` when it did not start
   */
  async call<Name extends CallName>(
    name: Name,
    ask: Calls[Name]['ask'],
    milliseconds: number,
  ): Promise<Calls[Name]['answer']> {
    if (this.#failure) throw this.#failure;
    const id = this.#calls++;
    const answered = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    const timer = setTimeout(
      () => this.stop('timed_out', `took longer than ${milliseconds} ms`),
      milliseconds,
    );
    this.#keepAlive(true);
    this.#child.send({ id, name, ask }, (error) => {
      if (error) this.#ended(`cannot be reached: ${error.message}`, error);
    });
    try {
      return (await answered) as Calls[Name]['answer'];
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#keepAlive(false);
    }
  }

  /** Ends the process at once, whatever it does. Calls that wait are rejected. */
  stop(code: 'stopped' | 'timed_out' = 'stopped', what = 'was stopped'): void {
    this.#failed(code, what);
    this.#child.kill('SIGKILL');
  }

  #received(message: Answer | typeof READY): void {
    if ('ready' in message) this.#isReady = true;
    else this.#answered(message);
  }

  #answered(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    if ('error' in answer) pending?.reject(revived(answer.error));
    else pending?.resolve(answer.value);
  }

  /** The process is gone, and nobody here has stopped it. */
  #ended(what: string, cause?: unknown): void {
    if (this.#isReady) {
      this.#failed('crashed', `${what}; the document may have crashed it`, cause);
      return;
    }
    const advice =
      `Check that ${fileURLToPath(this.#program)} is there (a bundler must leave this package, pdfjs-dist and ` +
      '@napi-rs/canvas out of the bundle), and that the host may start processes; or read PDFs without isolation';
    this.#failed('unavailable', `${what} before it had started. ${advice}`, cause);
  }

  #failed(code: string, what: string, cause?: unknown): void {
    this.#failure ??= new ProviderError(PROVIDER, code, `The process that reads the PDF ${what}.`, { cause });
    for (const { reject } of this.#pending.values()) reject(this.#failure);
  }

  /** A process that has nothing to do must not keep the one that started it from ending. */
  #keepAlive(keeps: boolean): void {
    for (const handle of [this.#child, this.#child.channel]) {
      if (keeps) handle?.ref();
      else handle?.unref();
    }
  }
}

/** Nothing of the host's environment, which may hold secrets, but what Windows needs to start a process. */
function neededEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
