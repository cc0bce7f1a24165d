/** Stopping a long piece of work: by the caller's signal, or because its time is over. */
import { DocumentError, type DocumentErrorCode } from '../../errors.js';
import { nextTurn } from '../platform/turn.js';

/** A clock: milliseconds since any fixed moment. */
export type Clock = () => number;

/** A moment on a clock after which work stops. */
interface Deadline {
  /** Milliseconds on `now`. */
  readonly at: number;
  readonly now: Clock;
}

/** What may end work before it is done: a signal of the caller, and a deadline. */
export interface Interrupt {
  readonly signal?: AbortSignal | undefined;
  readonly deadline?: Deadline | undefined;
}

/** The deadline that lies some milliseconds ahead of a clock. */
export function deadlineIn(milliseconds: number, now: Clock): Deadline {
  return { at: now() + milliseconds, now };
}

/**
 * Ends the work when it was aborted or its time is over.
 * @throws DocumentError `aborted`, `timed_out`
 */
export function checkInterrupt({ signal, deadline }: Interrupt, page?: number): void {
  if (signal?.aborted) throw aborted(signal, page);
  if (deadline && deadline.now() >= deadline.at) throw timedOut(page);
}

/**
 * Lets other work of the process, such as an abort, have its turn in the middle of a long piece of work.
 * @throws DocumentError `aborted`, `timed_out`
 */
export async function pause(interrupt: Interrupt): Promise<void> {
  await nextTurn();
  checkInterrupt(interrupt);
}

/** Longest time that work of many steps keeps the process to itself, in milliseconds. */
export const TURN_MILLISECONDS = 40;

/** A piece of work of many steps, which shares the process with other work. */
export class Turns {
  readonly #interrupt: Interrupt;
  readonly #milliseconds: number;
  #begun = performance.now();

  /** @param milliseconds longest time that this keeps the process to itself, but for one step */
  constructor(interrupt: Interrupt, milliseconds = TURN_MILLISECONDS) {
    this.#interrupt = interrupt;
    this.#milliseconds = milliseconds;
  }

  /**
   * To be awaited between steps. Other work, such as an abort, has its turn when this has had its time.
   * @throws DocumentError `aborted`, `timed_out`
   */
  async next(page?: number): Promise<void> {
    checkInterrupt(this.#interrupt, page);
    if (performance.now() - this.#begun < this.#milliseconds) return;
    await pause(this.#interrupt);
    this.#begun = performance.now();
  }
}

const ENDS: readonly DocumentErrorCode[] = ['timed_out', 'aborted', 'closed'];

/** Whether an error says that the time is up, or the caller gave up or closed the document: only these end a run. */
export function isInterruption(error: unknown): error is DocumentError {
  return error instanceof DocumentError && ENDS.includes(error.code);
}

/**
 * Waits for a promise, but no longer than the interrupt allows. The promise itself cannot be stopped; what
 * becomes of it afterwards is ignored.
 * @throws DocumentError `aborted`, `timed_out`; else whatever the promise rejects with
 */
export async function guarded<T>(work: Promise<T>, interrupt: Interrupt, page?: number): Promise<T> {
  const { signal, deadline } = interrupt;
  if (!signal && !deadline) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    if (signal) {
      onAbort = () => reject(aborted(signal, page));
      signal.addEventListener('abort', onAbort, { once: true });
    }
    if (deadline) timer = setTimeout(() => reject(timedOut(page)), timerDelay(deadline));
  });
  try {
    checkInterrupt(interrupt, page);
    return await Promise.race([work, stopped]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    work.catch(() => undefined);
    stopped.catch(() => undefined);
  }
}

/** Longest delay a timer can be set to, in milliseconds; longer ones would fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

function timerDelay({ at, now }: Deadline): number {
  return Math.min(Math.max(0, at - now()), LONGEST_TIMER);
}

/** The error of a caller who gave up. */
export function aborted(signal: AbortSignal, page?: number): DocumentError {
  return new DocumentError('aborted', 'Reading the document was aborted by the caller.', {
    cause: signal.reason,
    page,
  });
}

/** The error of a document whose time is over. */
export function timedOut(page?: number): DocumentError {
  return new DocumentError(
    'timed_out',
    'Reading the document took longer than allowed; raise the limit "milliseconds" or split the document.',
    { page },
  );
}

/**
 * What `make` gives, or a replacement where it fails: for parts of a page that its text can do without. The end
 * of a run (time is up, the caller gave up or closed the document) is no such failure.
 * @throws DocumentError `timed_out`, `aborted`, `closed`
 */
export async function orElse<T>(make: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (isInterruption(error)) throw error;
    return otherwise;
  }
}
