/**
 * A message port with both ends in this thread, where both halves of pdf.js run. pdf.js has one of its own; in this one
 * other work of the process has its turn while a page takes long, and the operators of a page are looked at: they are
 * counted, and text is left out where a drawing must not have it.
 */
import { TURN_MILLISECONDS } from '../../../foundation/async/interrupt.js';
import { nextTurn } from '../../../foundation/platform/turn.js';

/** Operators of one page beyond which its evaluation is stopped; the list of a page cut so is longer than this. */
export const MAX_OPERATORS = 2_000_000;

/** Some operators of a page, the next ones or the last. */
export interface OperatorChunk {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
  readonly length: number;
  readonly lastChunk: boolean;
}

type Listener = (event: { readonly data: unknown }) => void;
type Transferable = NonNullable<NonNullable<Parameters<typeof structuredClone>[1]>['transfer']>[number];

export class InProcessPort {
  readonly #showText: number;
  readonly #listeners = new Set<Listener>();
  #delivery: Promise<void> = Promise.resolve();
  /** When other work had its turn last. */
  #begun = performance.now();
  #operators = 0;
  #withoutText = false;

  /** @param showText the operator that shows text */
  constructor(showText: number) {
    this.#showText = showText;
  }

  /** A page is evaluated from now on. @param withoutText leave its text-showing operators out */
  beginPage(withoutText = false): void {
    this.#operators = 0;
    this.#withoutText = withoutText;
  }

  postMessage(message: { readonly chunk?: unknown }, transfer?: Transferable[]): void {
    const { chunk } = message;
    const passed = isOperatorChunk(chunk) ? { ...message, chunk: this.#passOperators(chunk) } : message;
    const data: unknown = structuredClone(passed, transfer ? { transfer } : undefined);
    this.#delivery = this.#delivery.then(() => this.#turn());
    this.#delivery.then(() => {
      for (const listener of [...this.#listeners]) listener({ data });
    });
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
  }

  async #turn(): Promise<void> {
    if (performance.now() - this.#begun < TURN_MILLISECONDS) return;
    await nextTurn();
    this.#begun = performance.now();
  }

  /**
   * Throwing ends the evaluation of the content stream at hand (pdf.js goes on after it, and throws again at once), so
   * that a page beyond the budget comes to its end; its last operators always pass.
   */
  #passOperators(chunk: OperatorChunk): OperatorChunk {
    this.#operators += chunk.length;
    if (this.#operators > MAX_OPERATORS && !chunk.lastChunk) {
      throw new RangeError('The page has more operators than the budget allows');
    }
    if (!this.#withoutText) return chunk;
    const keeps = (_: unknown, index: number) => chunk.fnArray[index] !== this.#showText;
    const fnArray = chunk.fnArray.filter(keeps);
    return { ...chunk, fnArray, argsArray: chunk.argsArray.filter(keeps), length: fnArray.length };
  }
}

function isOperatorChunk(chunk: unknown): chunk is OperatorChunk {
  return typeof chunk === 'object' && chunk !== null && Array.isArray((chunk as OperatorChunk).fnArray);
}
