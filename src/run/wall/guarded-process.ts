/**
 * A process of its own, with a limit on its heap and one on all its memory, which can be ended from outside whatever
 * it does. A process and no thread, because a thread shares with its host what must be walled off: a crash of native
 * code ends both, its array buffers count towards no limit, and native code in it cannot be stopped.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { neededEnvironment } from '../../foundation/platform/process-environment.js';
import type { Program } from '../../foundation/platform/program.js';
import { patientCompiler } from './patient-compiler.js';

/** What a process may use. */
export interface ProcessLimits {
  /** Size that its heap may reach, in MiB. */
  readonly heapMegabytes: number;
  /** Size that all its memory may reach, in MiB: heap, array buffers and native code together. */
  readonly memoryMegabytes?: number | undefined;
}

/** Why a process has ended. */
type EndReason =
  /** It was asked to. */
  | 'stopped'
  /** It used more memory than it may. */
  | 'memory'
  /** It ended by itself, or something in it did so. */
  | 'crashed'
  /** It never came to listen. */
  | 'not_started';

/** How a process has ended. */
export interface ProcessEnd {
  readonly reason: EndReason;
  /** In words, after "the process": `ended with SIGSEGV`. */
  readonly what: string;
  readonly cause?: unknown;
}

/** What a process says first, when its program is loaded and listens. */
export const READY = { ready: true } as const;

/** Passes the limit of all memory to the program; `memory-watch.ts` keeps it. */
export const MEMORY_ARGUMENT = '--memory-megabytes=';

/** Characters of what a process says before its end that are kept; V8 names its reason in the first lines. */
const LAST_WORDS = 8_192;

/** How V8 says that memory is short, as in "Reached heap limit Allocation failed - JavaScript heap out of memory". */
const OUT_OF_MEMORY = /out of memory|Allocation failed|invalid (?:table|array|string) (?:size|length)/iu;

/** What is heard of a process. */
export interface ProcessListener {
  /** A message, other than that it is ready. */
  received(message: unknown): void;
  /** It listens. */
  ready?(): void;
  /** It has ended; called once, and immediately when it is stopped. */
  ended(end: ProcessEnd): void;
}

/** A process that is running, or has ended. One that nobody waits for keeps no other process from ending. */
export class GuardedProcess {
  readonly #child: ChildProcess;
  #listener: ProcessListener;
  #end: ProcessEnd | undefined;
  #isReady = false;
  /** How many wait for it. */
  #waiting = 0;
  #words = '';
  readonly #gone: Promise<void>;

  /** Starts it. One that cannot be started ends as `not_started`. */
  constructor(
    { url, nodeOptions, args = [] }: Program,
    { heapMegabytes, memoryMegabytes }: ProcessLimits,
    listener: ProcessListener,
  ) {
    this.#listener = listener;
    const watch = memoryMegabytes === undefined ? [] : [`${MEMORY_ARGUMENT}${memoryMegabytes}`];
    this.#child = fork(url, [...watch, ...args], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMegabytes}`, ...patientCompiler(), ...nodeOptions],
      env: neededEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(0, LAST_WORDS);
    });
    this.#gone = new Promise((resolve) => {
      this.#child.once('close', () => resolve());
      // One that could not be started closes nothing.
      this.#child.once('error', () => resolve());
    });
    this.#child.on('message', (message) => this.#received(message));
    this.#child.on('error', (cause) =>
      this.#ended({ reason: 'crashed', what: `failed: ${cause.message}`, cause }),
    );
    // Unlike "exit", it comes when all that the process has said has arrived.
    this.#child.on('close', (code, signal) => this.#ended(this.#endOf(code, signal)));
    this.#reference();
  }

  /** Notifies another listener from now on, also that it is ready or has ended, but not before this returns. */
  handTo(listener: ProcessListener): void {
    this.#listener = listener;
    if (!this.#isReady && !this.#end) return;
    queueMicrotask(() => {
      if (this.#end) listener.ended(this.#end);
      else listener.ready?.();
    });
  }

  /** Whether it has not ended. */
  get isRunning(): boolean {
    return this.#end === undefined;
  }

  /** How it ended. */
  get end(): ProcessEnd | undefined {
    return this.#end;
  }

  /**
   * Sends a message.
   * @returns when it has been handed over; also when the process has ended, of which the listener is notified
   * @throws DataCloneError for what cannot be sent
   */
  send(message: object): Promise<void> {
    if (this.#end) return Promise.resolve();
    return new Promise((resolve) => {
      this.#child.send(message, (cause) => {
        if (cause) {
          // What it said before its end is still on the way, and says why.
          if (this.#child.exitCode === null && this.#child.signalCode === null && this.#child.connected)
            this.#ended({ reason: 'crashed', what: `cannot be reached: ${cause.message}`, cause });
        }
        resolve();
      });
    });
  }

  /** Ends it at once, whatever it does. */
  stop(what = 'was stopped'): void {
    this.#ended({ reason: 'stopped', what });
    this.#child.kill('SIGKILL');
  }

  /** Ends it, and waits until the system has taken it away. */
  async remove(): Promise<void> {
    this.stop();
    await this.while(this.#gone);
  }

  /** This process stays until the promise settles, though nothing else happens in it. */
  async while<T>(waiting: Promise<T>): Promise<T> {
    this.#waiting++;
    this.#reference();
    try {
      return await waiting;
    } finally {
      this.#waiting--;
      this.#reference();
    }
  }

  /** This process stays for it as long as somebody waits. */
  #reference(): void {
    const { channel, stderr } = this.#child;
    // A pipe is a socket, which its type does not say.
    const pipe = stderr as { ref?(): void; unref?(): void } | null;
    for (const handle of [this.#child, channel, pipe]) {
      if (this.#waiting > 0) handle?.ref?.();
      else handle?.unref?.();
    }
  }

  #received(message: unknown): void {
    if (this.#end) return;
    if (typeof message === 'object' && message !== null && 'ready' in message) {
      this.#isReady = true;
      this.#listener.ready?.();
      return;
    }
    this.#listener.received(message);
  }

  #endOf(code: number | null, signal: NodeJS.Signals | null): ProcessEnd {
    // Nobody here has killed it: the watch of its memory has, or the system, to which memory was short.
    if (signal === 'SIGKILL' || OUT_OF_MEMORY.test(this.#words))
      return { reason: 'memory', what: 'used more memory than it may' };
    const cause = this.#words === '' ? {} : { cause: new Error(this.#words) };
    return { reason: 'crashed', what: `ended with ${signal ?? `exit code ${code}`}`, ...cause };
  }

  #ended(end: ProcessEnd): void {
    if (this.#end) return;
    const isStarted = this.#isReady || end.reason === 'stopped';
    this.#end = isStarted
      ? end
      : { ...end, reason: 'not_started', what: `${end.what} before it had started` };
    this.#listener.ended(this.#end);
  }
}
