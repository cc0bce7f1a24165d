/** A worker, seen from its host: it serves one call after the other, and is ended when one breaks a limit. */
import { deserialize } from 'node:v8';
import { ConfigError, DocumentError, ProviderError } from '../../errors.js';
import { aborted, guarded, LONGEST_TIMER, timedOut } from '../../foundation/async/interrupt.js';
import type { Program } from '../../foundation/platform/program.js';
import type { ResolvedWorkers } from '../../options.js';
import type { Progress } from '../extraction/run.js';
import { disclose, type Envelope, enclose } from '../wall/envelope.js';
import type { GuardedProcess, ProcessEnd } from '../wall/guarded-process.js';
import { startedProcess } from '../wall/head-start.js';
import { type ConfigPacker, SentConfigs } from './configs.js';
import { type HostFunctions, OpenQuestions } from './host-functions.js';
import {
  type CallArguments,
  type CallName,
  type DocumentPart,
  ERRORS,
  type FromWorker,
  type Stage,
  type StartMessage,
  type ToWorker,
} from './protocol.js';

/** A call that a worker is to serve. */
export interface WorkerCall {
  readonly name: CallName;
  readonly bytes: Uint8Array | undefined;
  /** Its other arguments, with configs as a worker is sent them. */
  argumentsFor(configs: ConfigPacker): CallArguments;
  /** Time that it may take. */
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** What all workers of an extractor have in common. */
export interface WorkerSetting {
  readonly program: Program;
  readonly limits: ResolvedWorkers;
  readonly start: StartMessage;
  readonly functions: HostFunctions;
  /** Whether a config is one that the extractor has checked. */
  isChecked(config: object): boolean;
}

/** Time that a worker has to end a call by itself when its time is over, in milliseconds; then it is ended. */
const TIME_GRACE = 150;

/** Time that a worker has to give up a call that was aborted, in milliseconds; its caller does not wait. */
const ABORT_GRACE = 150;

/** Bytes of a document in one message, so that sending a large one takes no second copy of it. */
const PART_BYTES = 1024 * 1024;

interface RunningCall {
  readonly onProgress: ((progress: Progress) => void) | undefined;
  stage: Stage;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class ExtractionWorker {
  /** Settles when it takes calls. @throws ProviderError `unavailable`; TypeError for options that do not fit */
  readonly started: Promise<void>;
  readonly #process: GuardedProcess;
  readonly #setting: WorkerSetting;
  readonly #questions: OpenQuestions;
  readonly #configs: SentConfigs;
  #begin: { resolve(): void; reject(error: unknown): void } = { resolve() {}, reject() {} };
  #running: RunningCall | undefined;
  #free: Promise<void> = Promise.resolve();
  #release = () => {};
  #isWorn = false;

  constructor(setting: WorkerSetting) {
    this.#setting = setting;
    this.#configs = new SentConfigs(setting.isChecked);
    this.started = new Promise((resolve, reject) => {
      this.#begin = { resolve, reject };
    });
    // Who waits for it hears of a failure; nobody may.
    this.started.catch(() => undefined);
    this.#process = startedProcess(setting.program, setting.limits, {
      ready: () => this.#send({ type: 'start', start: enclose(setting.start, ERRORS) }),
      received: (message) => this.#received(message as FromWorker),
      ended: (end) => this.#ended(end),
    });
    this.#questions = new OpenQuestions(setting.functions, (message) => this.#send(message));
  }

  /** Whether it can take another call, now or when it is free. */
  get isUsable(): boolean {
    return this.#process.isRunning && !this.#isWorn;
  }

  /** When the last call has ended in it, which may be after its caller was answered. */
  get free(): Promise<void> {
    return this.#free;
  }

  /**
   * Waits until it takes calls.
   * @param milliseconds time that it has for that; then it is ended
   * @throws as `started`; DocumentError `aborted`
   */
  async startedWithin(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const timer = setTimeout(() => this.#late(milliseconds), Math.min(milliseconds, LONGEST_TIMER));
    try {
      await guarded(this.#process.while(this.started), { signal });
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Serves a call; it must be free.
   * @throws what the call throws in the worker; DocumentError `timed_out`, `too_large`, `crashed`, `aborted`, `closed`;
   *   ConfigError `too_costly`
   */
  async run(call: WorkerCall): Promise<unknown> {
    const { signal, onProgress, milliseconds } = call;
    if (signal?.aborted) throw aborted(signal);
    this.#free = new Promise((resolve) => {
      this.#release = resolve;
    });
    const result = new Promise<unknown>((resolve, reject) => {
      this.#running = { onProgress, stage: 'config', resolve, reject };
    });
    const timer = setTimeout(() => this.#overdue(), Math.min(milliseconds + TIME_GRACE, LONGEST_TIMER));
    const onAbort = () => this.#abort(signal!);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#free = this.#process.while(this.#free).finally(() => clearTimeout(timer));
    try {
      void this.#ask(call);
      return await result;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Ends it. A call that runs fails as `closed`. */
  stop(): void {
    this.#process.stop();
  }

  /** Ends it as `stop` does, and waits until it is gone. */
  remove(): Promise<void> {
    return this.#process.remove();
  }

  /** Sends a call, its document in parts. Arguments that cannot be sent fail it. */
  async #ask({ name, bytes, argumentsFor, onProgress }: WorkerCall): Promise<void> {
    try {
      const last = bytes && (await this.#sendAllButLast(bytes));
      const packer = this.#configs.packer();
      const args = enclose(argumentsFor(packer), ERRORS);
      const { forgotten, hasUnread } = packer;
      const stage = hasUnread || name === 'check' ? 'config' : 'document';
      if (this.#running) this.#running.stage = stage;
      const wantsProgress = onProgress !== undefined;
      await this.#send({ type: 'call', name, args, forgotten, stage, last, wantsProgress });
      // What could not be sent, the worker does not know.
      this.#configs.sent(packer);
    } catch (error) {
      this.#running?.reject(error);
      this.#done();
    }
  }

  /** Sends the parts of a document but the last, which goes with its call: a message less for most. */
  async #sendAllButLast(bytes: Uint8Array): Promise<DocumentPart> {
    const { length } = bytes;
    let at = 0;
    for (; at + PART_BYTES < length && this.#running; at += PART_BYTES)
      await this.#send({ type: 'bytes', length, at, part: bytes.subarray(at, at + PART_BYTES) });
    return { length, at, part: bytes.subarray(at, at + PART_BYTES) };
  }

  #send(message: ToWorker): Promise<void> {
    return this.#process.send(message);
  }

  /** What functions of the host throw ends the call, as it would without workers. */
  #received(message: FromWorker): void {
    try {
      this.#heed(message);
    } catch (error) {
      this.#running?.reject(error);
      this.#giveUp();
    }
  }

  #heed(message: FromWorker): void {
    const running = this.#running;
    switch (message.type) {
      case 'started':
        this.#begin.resolve();
        return;
      case 'unfit':
        this.#begin.reject(ERRORS.revive(message.error));
        this.stop();
        return;
      case 'stage':
        if (running) running.stage = message.stage;
        return;
      case 'progress':
        running?.onProgress?.(message.progress);
        return;
      case 'ask':
        void this.#questions.ask(message);
        return;
      case 'drop':
        this.#questions.drop(message.id);
        return;
      case 'tell':
        this.#questions.tell(message);
        return;
      case 'done':
        running?.resolve(disclose(deserialize(message.value) as Envelope, ERRORS));
        this.#done(message.isWorn);
        return;
      case 'failed':
        running?.reject(ERRORS.revive(message.error));
        this.#done(message.isWorn);
        return;
    }
  }

  #done(isWorn = false): void {
    this.#running = undefined;
    this.#isWorn ||= isWorn;
    this.#questions.dropAll();
    this.#release();
  }

  #late(milliseconds: number): void {
    const message =
      `A worker had not started after ${milliseconds} ms. Check that the module workers.setup, if there is one, ` +
      'comes to its end; or make the extractor without workers.';
    this.#begin.reject(new ProviderError('workers', 'unavailable', message));
    this.stop();
  }

  #overdue(): void {
    this.#running?.reject(
      this.#running.stage === 'config' ? tooCostly('took longer than allowed') : timedOut(),
    );
    this.stop();
  }

  #abort(signal: AbortSignal): void {
    this.#running?.reject(aborted(signal));
    this.#giveUp();
  }

  /** Nobody waits for the call any more. */
  #giveUp(): void {
    if (!this.#running) return;
    void this.#send({ type: 'abort' });
    const timer = setTimeout(() => this.stop(), ABORT_GRACE);
    void this.#free.then(() => clearTimeout(timer));
  }

  #ended(end: ProcessEnd): void {
    const { limits, program } = this.#setting;
    this.#begin.reject(notStarted(end, program));
    const running = this.#running;
    running?.reject(callFailure(end, running.stage, limits));
    this.#done();
  }
}

function callFailure({ reason, what, cause }: ProcessEnd, stage: Stage, limits: ResolvedWorkers): Error {
  const { heapMegabytes, memoryMegabytes } = limits;
  if (reason === 'stopped') return closed();
  if (reason === 'memory') {
    const memory =
      `took more memory than a worker may use, ${heapMegabytes} MiB of heap or ${memoryMegabytes} MiB in all; ` +
      'raise workers.heapMegabytes and workers.memoryMegabytes';
    if (stage === 'config') return tooCostly(memory);
    return new DocumentError('too_large', `Reading the document ${memory}, or split the document.`);
  }
  return new DocumentError('crashed', `The worker that read the document ${what}.`, { cause });
}

/** The error of a config that breaks a limit while it is read. */
function tooCostly(what: string): ConfigError {
  return new ConfigError(
    [{ path: [], message: `reading it ${what}`, severity: 'error', code: 'too_costly' }],
    'too_costly',
  );
}

function closed(): DocumentError {
  return new DocumentError('closed', 'The extractor was closed.');
}

function notStarted({ reason, what, cause }: ProcessEnd, { url }: Program): Error {
  if (reason === 'stopped') return closed();
  const message =
    `A worker ${what}. Check that ${url.href} is there (a bundler must leave this package out of the bundle), ` +
    'and that the host may start processes; or make the extractor without workers.';
  return new ProviderError('workers', 'unavailable', message, { cause });
}
