/** A process that reads PDFs, seen from the process that started it. */
import { type ChildProcess, fork } from 'node:child_process';
import { ProviderError } from '../../errors.js';
import { type Answer, type CallName, type Calls, revived } from './protocol.js';

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

  /** Starts the process. One that cannot be started fails its calls. */
  constructor({ program, memoryMegabytes }: ProcessOptions) {
    this.#child = fork(program, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${memoryMegabytes}`],
      env: neededEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (answer) => this.#answered(answer as Answer));
    this.#child.on('error', (error) => this.#failed('crashed', `failed: ${error.message}`, error));
    this.#child.on('exit', (code, signal) => {
      this.#failed(
        'crashed',
        `ended with ${signal ?? `exit code ${code}`}; the document may have crashed it`,
      );
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
   * @throws what the engine throws; ProviderError `crashed`, `timed_out`, `stopped` when the process is gone
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
      if (error) this.#failed('crashed', `cannot be reached: ${error.message}`, error);
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

  #answered(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    if ('error' in answer) pending?.reject(revived(answer.error));
    else pending?.resolve(answer.value);
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
