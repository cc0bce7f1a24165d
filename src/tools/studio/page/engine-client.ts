/** Calls of the engine, which runs in a worker from this very file. */
import { gunzipped } from '../../../foundation/platform/browser/unpacked.js';
import type { AnswerMessage, CallMessage, EngineCalls, Failure, OpenedFile } from '../messages.js';

/** Milliseconds after which an engine that does not give up what was cancelled is started again. */
const STUCK = 8_000;

/** An error that the engine answered with. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: string | undefined;

  constructor({ message, code }: Failure) {
    super(message);
    this.code = code;
  }
}

interface Pending {
  readonly message: CallMessage;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((text: string) => void) | undefined;
}

/** How a call goes on. */
export interface CallOptions {
  /** Asks the engine to give the call up; what it answers all the same is not lost. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

export class EngineClient {
  readonly #address: string;
  #worker: Worker;
  #calls = 0;
  readonly #pending = new Map<number, Pending>();
  /** Documents that lie open, to be opened again where the engine has to be. */
  readonly #files = new Map<string, OpenedFile>();

  /** @param program address of the program of the engine */
  private constructor(program: string) {
    this.#address = program;
    this.#worker = this.#started();
  }

  /** Starts the engine that this page holds. */
  static async start(): Promise<EngineClient> {
    const packed: Record<string, string> = {};
    for (const { dataset, textContent } of elements('packed'))
      packed[decodeURIComponent(dataset['name'] ?? '')] = textContent ?? '';
    const [engine] = elements('engine');
    const program = await gunzipped(engine?.textContent ?? '');
    // No program may be made from text here, which is how zod would be quicker.
    const settings = `globalThis.__zod_globalConfig = { jitless: true }; globalThis.packedFiles = ${JSON.stringify(packed)};\n`;
    const blob = new Blob([settings, program as BlobPart], { type: 'text/javascript' });
    return new EngineClient(URL.createObjectURL(blob));
  }

  /** @throws EngineError what the engine failed with */
  call<Name extends keyof EngineCalls>(
    name: Name,
    argument: Parameters<EngineCalls[Name]>[0],
    { signal, onProgress }: CallOptions = {},
  ): Promise<ReturnType<EngineCalls[Name]>> {
    const message: CallMessage = { call: this.#calls++, name, argument };
    if (name === 'open') this.#files.set((argument as OpenedFile).id, argument as OpenedFile);
    if (name === 'close') this.#files.delete((argument as { readonly id: string }).id);
    return new Promise((resolve, reject) => {
      this.#pending.set(message.call, {
        message,
        resolve: resolve as (answer: unknown) => void,
        reject,
        onProgress,
      });
      this.#worker.postMessage(message);
      signal?.addEventListener('abort', () => this.#cancel(message.call), { once: true });
    });
  }

  #started(): Worker {
    const worker = new Worker(this.#address);
    worker.addEventListener('message', ({ data }: MessageEvent<AnswerMessage>) => this.#onAnswer(data));
    worker.addEventListener('error', ({ message }) => {
      const error = new EngineError({ message: `The engine ended: ${message}` });
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    });
    return worker;
  }

  #onAnswer(message: AnswerMessage): void {
    const pending = this.#pending.get(message.call);
    if (!pending) return;
    if ('progress' in message) {
      pending.onProgress?.(message.progress);
      return;
    }
    this.#pending.delete(message.call);
    if ('failure' in message) pending.reject(new EngineError(message.failure));
    else pending.resolve(message.answer);
  }

  #cancel(call: number): void {
    if (!this.#pending.has(call)) return;
    this.#worker.postMessage({ cancel: call });
    setTimeout(() => {
      if (this.#pending.has(call)) this.#restart(call);
    }, STUCK);
  }

  /** Ends the engine in the middle of what it does, and asks another one for the rest. */
  #restart(stuck: number): void {
    this.#worker.terminate();
    const { reject } = this.#pending.get(stuck)!;
    this.#pending.delete(stuck);
    this.#worker = this.#started();
    const rest = [...this.#pending.values()].map(({ message }) => message);
    const asked = new Set(
      rest.filter(({ name }) => name === 'open').map(({ argument }) => (argument as OpenedFile).id),
    );
    for (const file of this.#files.values()) {
      if (!asked.has(file.id)) this.call('open', file).catch(() => undefined);
    }
    for (const message of rest) this.#worker.postMessage(message);
    reject(new EngineError({ message: 'The run took too long and was ended.', code: 'aborted' }));
  }
}

/** Data of this page of one kind. */
export function elements(kind: 'engine' | 'packed' | 'file' | 'starter'): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`script[data-kind="${kind}"]`)];
}
