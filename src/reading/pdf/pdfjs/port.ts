/**
 * The wire between the two halves of pdf.js when both run in this thread. pdf.js has one of its own; this one
 * differs in five things: it counts the operators of a page and stops the evaluation at a budget; where
 * nothing is drawn it keeps the operators for the engine, and hands fonts over without copying them (a fifth of
 * the time); it can leave the text out of a page; it does not let pdf.js build outlines that nobody draws; and
 * other work of the process has its turn while a page takes long.
 */
import { TURN_MILLISECONDS } from '../../../foundation/async/interrupt.js';
import { nextTurn } from '../../../foundation/platform/turn.js';

/** Operators of one page beyond which its evaluation is stopped; the list of a page cut so is longer than this. */
export const MAX_OPERATORS = 2_000_000;

/** pdf.js' mark for the answer to a request (`CallbackKind.DATA`). */
const ANSWER = 1;

export interface OperatorChunk {
  readonly fnArray: number[];
  readonly argsArray: unknown[];
  readonly length: number;
  readonly lastChunk: boolean;
}

interface Message {
  readonly sourceName: string;
  readonly targetName: string;
  readonly action?: string;
  readonly data?: unknown;
  readonly callbackId?: number;
  readonly streamId?: number;
  readonly chunk?: unknown;
}

type Listener = (event: { readonly data: unknown }) => void;

interface PortOptions {
  /** Nothing is drawn: share data between the halves, and build no outlines of glyphs. */
  readonly readOnly: boolean;
  /** The operator that shows text. */
  readonly showText: number;
}

/** A message port with both ends in this thread. */
export class InProcessPort {
  /** Leave text-showing operators out of the pages evaluated from now on. */
  withoutText = false;
  readonly #options: PortOptions;
  readonly #listeners = new Set<Listener>();
  #delivery: Promise<void> = Promise.resolve();
  /** When other work had its turn last. */
  #begun = performance.now();
  /** Operators so far, by the stream that carries a page. */
  readonly #counts = new Map<number, number>();
  #collected: OperatorChunk[] = [];

  constructor(options: PortOptions) {
    this.#options = options;
  }

  /** The chunks of the page read last, which are the caller's from now on. Only where nothing is drawn. */
  takeChunks(): readonly OperatorChunk[] {
    const chunks = this.#collected;
    this.#collected = [];
    return chunks;
  }

  postMessage(message: Message, transfer?: Transferable[]): void {
    if (this.#options.readOnly && message.action === 'FontFallback') {
      this.#answer(message);
      return;
    }
    if (isOperatorChunk(message.chunk)) {
      const chunk = this.#passOperators(message.streamId ?? -1, message.chunk);
      this.#deliver(this.#options.readOnly ? { ...message, chunk } : structuredClone({ ...message, chunk }));
      return;
    }
    const shared = this.#options.readOnly && (message.action === 'commonobj' || message.action === 'obj');
    this.#deliver(shared ? message : structuredClone(message, transfer ? { transfer } : undefined));
  }

  addEventListener(_type: string, listener: Listener, options?: { readonly signal?: AbortSignal }): void {
    this.#listeners.add(listener);
    options?.signal?.addEventListener('abort', () => this.#listeners.delete(listener), { once: true });
  }

  removeEventListener(_type: string, listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** Nothing is delivered any more. */
  terminate(): void {
    this.#listeners.clear();
    this.#counts.clear();
  }

  /** In order, each after other work had its turn if it is time. */
  #deliver(data: unknown): void {
    this.#delivery = this.#delivery.then(() => this.#turn());
    this.#delivery.then(() => {
      for (const listener of [...this.#listeners]) listener({ data });
    });
  }

  async #turn(): Promise<void> {
    if (performance.now() - this.#begun < TURN_MILLISECONDS) return;
    await nextTurn();
    this.#begun = performance.now();
  }

  /** Says yes to the request for outlines without passing it on. */
  #answer(message: Message): void {
    const { sourceName, targetName, callbackId } = message;
    this.#deliver({ sourceName: targetName, targetName: sourceName, callback: ANSWER, callbackId });
  }

  /**
   * The operators to pass on: pdf.js empties the arrays of a chunk after sending them, hence the copies.
   * Throwing ends the evaluation of the content stream at hand (pdf.js goes on after it, and throws again
   * at once), so that a page beyond the budget comes to its end; its last chunk is always delivered.
   */
  #passOperators(streamId: number, chunk: OperatorChunk): OperatorChunk {
    const count = (this.#counts.get(streamId) ?? 0) + chunk.length;
    if (count > MAX_OPERATORS && !chunk.lastChunk) {
      throw new RangeError('The page has more operators than the budget allows');
    }
    if (chunk.lastChunk) this.#counts.delete(streamId);
    else this.#counts.set(streamId, count);
    if (this.withoutText) return this.#dropText(chunk);
    const copy = { ...chunk, fnArray: chunk.fnArray.slice(), argsArray: chunk.argsArray.slice() };
    if (!this.#options.readOnly) return copy;
    this.#collected.push(copy);
    return { ...chunk, fnArray: [], argsArray: [], length: 0 };
  }

  #dropText(chunk: OperatorChunk): OperatorChunk {
    const fnArray: number[] = [];
    const argsArray: unknown[] = [];
    chunk.fnArray.forEach((operator, index) => {
      if (operator === this.#options.showText) return;
      fnArray.push(operator);
      argsArray.push(chunk.argsArray[index]);
    });
    return { ...chunk, fnArray, argsArray, length: fnArray.length };
  }
}

type Transferable = NonNullable<NonNullable<Parameters<typeof structuredClone>[1]>['transfer']>[number];

function isOperatorChunk(chunk: unknown): chunk is OperatorChunk {
  return typeof chunk === 'object' && chunk !== null && Array.isArray((chunk as OperatorChunk).fnArray);
}
