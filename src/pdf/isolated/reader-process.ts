/** A process that reads PDFs, seen from the process that started it. */
import { fileURLToPath } from 'node:url';
import { ProviderError } from '../../errors.js';
import {
  type EndReason,
  GuardedProcess,
  type ProcessEnd,
  type ProcessLimits,
} from '../../wall/guarded-process.js';
import type { Program } from '../../wall/program.js';
import { type Answer, type CallName, type Calls, ERRORS } from './protocol.js';

/** Name under which failures of the process are reported. */
const PROVIDER = 'pdf';

/** Codes of what ended a process. */
const CODES: Readonly<Record<EndReason, string>> = {
  stopped: 'stopped',
  memory: 'out_of_memory',
  crashed: 'crashed',
  not_started: 'unavailable',
};

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Answers calls until it ends, by itself or because `stop` was called; afterwards every call fails. */
export class ReaderProcess {
  readonly #process: GuardedProcess;
  readonly #pending = new Map<number, Pending>();
  #calls = 0;
  #failure: ProviderError | undefined;
  readonly #program: Program;

  /** Starts the process. One that cannot be started fails its calls. */
  constructor(program: Program, limits: ProcessLimits) {
    this.#program = program;
    this.#process = new GuardedProcess(program, limits, {
      received: (message) => this.#answered(message as Answer),
      ended: (end) => this.#ended(end),
    });
  }

  /** Whether calls can still be answered. */
  get isUsable(): boolean {
    return this.#failure === undefined;
  }

  /**
   * Asks for something.
   * @param milliseconds after which the process is ended, because nothing else stops it for sure
   * @throws what the engine throws; ProviderError `crashed`, `out_of_memory`, `timed_out`, `stopped` when the process
   *   is gone, `unavailable` when it did not start
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
    this.#process.keepAlive(true);
    void this.#process.send({ id, name, ask });
    try {
      return (await answered) as Calls[Name]['answer'];
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
      // A process that has nothing to do must not keep the one that started it from ending.
      if (this.#pending.size === 0) this.#process.keepAlive(false);
    }
  }

  /** Ends the process at once, whatever it does. Calls that wait are rejected. */
  stop(code: 'stopped' | 'timed_out' = 'stopped', what = 'was stopped'): void {
    this.#failed(code, what);
    this.#process.stop();
  }

  #answered(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    if ('error' in answer) pending?.reject(ERRORS.revive(answer.error));
    else pending?.resolve(answer.value);
  }

  #ended({ reason, what, cause }: ProcessEnd): void {
    const isBlameless = reason === 'not_started';
    const advice = isBlameless
      ? `. Check that ${fileURLToPath(this.#program.url)} is there (a bundler must leave this package, pdfjs-dist and ` +
        '@napi-rs/canvas out of the bundle), and that the host may start processes; or read PDFs without isolation'
      : reason === 'crashed'
        ? '; the document may have crashed it'
        : '';
    this.#failed(CODES[reason], `${what}${advice}`, cause);
  }

  #failed(code: string, what: string, cause?: unknown): void {
    this.#failure ??= new ProviderError(PROVIDER, code, `The process that reads the PDF ${what}.`, { cause });
    for (const { reject } of this.#pending.values()) reject(this.#failure);
  }
}
