/** Functions of the host that workers may ask: where they are kept, by number, and how they are called. */
import { disclose, type Envelope, enclose } from '../wall/envelope.js';
import { ERRORS, type FromWorker, type HostStub, isSignalStub, type ToWorker } from './protocol.js';

// Functions have arguments of all kinds; nobody here looks at them.
type AnyFunction = (...args: never[]) => unknown;

/** The functions of an extractor and of the calls that run. */
export class HostFunctions {
  readonly #functions = new Map<number, AnyFunction>();
  #next = 0;

  /** Keeps a function. @param answers whether workers wait for what it gives */
  add(work: AnyFunction, answers: boolean): HostStub {
    const hostFunction = this.#next++;
    this.#functions.set(hostFunction, work);
    return { hostFunction, answers };
  }

  /** Forgets the functions of a call that has ended. */
  remove(stubs: readonly HostStub[]): void {
    for (const { hostFunction } of stubs) this.#functions.delete(hostFunction);
  }

  /** Calls one. @throws whatever it throws */
  call(host: number, args: readonly unknown[]): unknown {
    const work = this.#functions.get(host);
    return work?.(...(args as never[]));
  }
}

/** The questions of one worker that its host has not answered yet. */
export class OpenQuestions {
  readonly #functions: HostFunctions;
  readonly #send: (message: ToWorker) => Promise<void>;
  readonly #open = new Map<number, AbortController>();

  /** @param send @throws DataCloneError for what cannot be sent */
  constructor(functions: HostFunctions, send: (message: ToWorker) => Promise<void>) {
    this.#functions = functions;
    this.#send = send;
  }

  /** Answers a question in its own time. An answer that cannot be sent is a failure, as the worker would wait for ever. */
  async ask({ id, host, args }: Extract<FromWorker, { type: 'ask' }>): Promise<void> {
    const abort = new AbortController();
    this.#open.set(id, abort);
    try {
      const value = await this.#functions.call(host, argumentsOf(args, abort.signal));
      await this.#answer({ type: 'answer', id, value: enclose(value, ERRORS) });
    } catch (error) {
      await this.#answer({ type: 'refusal', id, error: ERRORS.pack(error) });
    }
  }

  /** Notifies a function. What it throws is ignored. */
  tell({ host, args }: Extract<FromWorker, { type: 'tell' }>): void {
    this.#functions.call(host, argumentsOf(args, new AbortController().signal));
  }

  /** Nobody wants the answer any more. */
  drop(id: number): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  /** The worker has ended. */
  dropAll(): void {
    for (const id of [...this.#open.keys()]) this.drop(id);
  }

  async #answer(message: Extract<ToWorker, { id: number }>): Promise<void> {
    if (!this.#open.has(message.id)) return;
    await this.#send(message);
    this.#open.delete(message.id);
  }
}

/** Arguments with a signal in the place of the worker's. */
function argumentsOf(envelope: Envelope, signal: AbortSignal): readonly unknown[] {
  const args = disclose(envelope, ERRORS) as readonly unknown[];
  return args.map((arg) => {
    if (isSignalStub(arg)) return signal;
    if (typeof arg !== 'object' || arg === null || ArrayBuffer.isView(arg)) return arg;
    return 'signal' in arg && isSignalStub(arg.signal) ? { ...arg, signal } : arg;
  });
}
