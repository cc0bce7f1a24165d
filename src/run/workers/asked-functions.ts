/** Functions of the host, as a worker sees them: asking one is a message, and its answer another. */
import { disclose, enclose } from '../wall/envelope.js';
import { ERRORS, type FromWorker, isHostStub, SIGNAL_STUB, type ToWorker } from './protocol.js';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class AskedFunctions {
  readonly #send: (message: FromWorker) => void;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;

  constructor(send: (message: FromWorker) => void) {
    this.#send = send;
  }

  /** Options with functions in the place of their stubs. What was one object stays one. */
  revive<Value>(value: Value, known = new Map<object, unknown>()): Value {
    if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
    const made = known.get(value);
    if (made !== undefined) return made as Value;
    const revived = Array.isArray(value)
      ? value.map((item) => this.revive(item, known))
      : isHostStub(value)
        ? this.#functionOf(value.hostFunction, value.answers)
        : Object.fromEntries(
            Object.entries(value).map(([name, member]) => [name, this.revive(member, known)]),
          );
    known.set(value, revived);
    return revived as Value;
  }

  answered(message: Extract<ToWorker, { type: 'answer' | 'refusal' }>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === 'refusal') waiting?.reject(ERRORS.revive(message.error));
    else waiting?.resolve(disclose(message.value, ERRORS));
  }

  #functionOf(host: number, answers: boolean): (...args: unknown[]) => unknown {
    if (answers) return (...args) => this.#ask(host, args);
    return (...args) => this.#send({ type: 'tell', host, args: enclose(args, ERRORS) });
  }

  async #ask(host: number, args: readonly unknown[]): Promise<unknown> {
    const id = this.#next++;
    const signal = signalIn(args);
    signal?.throwIfAborted();
    const drop = () => {
      this.#send({ type: 'drop', id });
      this.#waiting.get(id)?.reject(signal?.reason);
      this.#waiting.delete(id);
    };
    signal?.addEventListener('abort', drop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        this.#send({ type: 'ask', id, host, args: enclose(args.map(withoutSignal), ERRORS) });
      });
    } finally {
      this.#waiting.delete(id);
      signal?.removeEventListener('abort', drop);
    }
  }
}

function isPlain(value: object): boolean {
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** The signal among arguments, or in one of them: no function of the host is given two. */
function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  for (const arg of args) {
    if (arg instanceof AbortSignal) return arg;
    if (typeof arg === 'object' && arg !== null && 'signal' in arg && arg.signal instanceof AbortSignal)
      return arg.signal;
  }
  return undefined;
}

function withoutSignal(arg: unknown): unknown {
  if (arg instanceof AbortSignal) return SIGNAL_STUB;
  if (typeof arg !== 'object' || arg === null || !('signal' in arg)) return arg;
  return arg.signal instanceof AbortSignal ? { ...arg, signal: SIGNAL_STUB } : arg;
}
