/**
 * One thread that runs tesseract.js' worker script. The script is driven here and not by the package's own
 * `createWorker`, because that gives no hold on a thread that is still starting, and an error in such a thread
 * would end the whole process.
 */
import { type ScriptThread, startThread } from '../../../foundation/platform/tesseract.js';

/** Language data: what is in the files `<code>.traineddata`, compressed by gzip or not. */
export type TrainedData = Readonly<Record<string, Uint8Array>>;

/** A rectangle in pixels as tesseract gives it. */
export interface PixelBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface TesseractWord {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly bbox: PixelBox;
  /** Its signs, where they are known. */
  readonly symbols?: readonly TesseractSymbol[];
}

interface TesseractSymbol {
  readonly text: string;
  readonly bbox: PixelBox;
}

/** A row of text; heights in pixels. */
export interface TesseractLine {
  readonly bbox: PixelBox;
  readonly baseline: PixelBox;
  /** What letters of its size take up, whatever letters are there. */
  readonly rowAttributes: {
    readonly rowHeight: number;
    readonly ascenders: number;
    readonly descenders: number;
  };
  readonly words: readonly TesseractWord[];
}

interface TesseractBlock {
  readonly paragraphs: readonly { readonly lines: readonly TesseractLine[] }[];
}

/** Actions of the worker script. */
type Action = 'load' | 'loadLanguage' | 'initialize' | 'recognize';

interface Answer {
  readonly jobId: string;
  readonly status: 'resolve' | 'reject' | 'progress';
  readonly data: unknown;
}

interface Job {
  readonly id: string;
  resolve(data: unknown): void;
  reject(error: Error): void;
}

/**
 * Engine mode of tesseract: its neural network alone, the only one that the data is for. The worker script asks whether it is so in one
 * place, and which it is in another: for `true` it would load the program with all engines, which takes a quarter longer to start.
 */
const LSTM_ONLY = 1;

/** A thread that does one job at a time. After a failure it must be stopped. */
export class TesseractThread {
  /** Pages read so far. */
  pages = 0;
  #thread: ScriptThread | undefined;
  #job: Job | undefined;
  #jobs = 0;
  #failure: Error | undefined;

  /** Starts a thread; the caller ends the wait for it, if need be, by stopping what `onThread` was given. */
  static async start(
    language: string,
    data: TrainedData,
    onThread: (thread: TesseractThread) => void,
  ): Promise<TesseractThread> {
    const thread = new TesseractThread();
    thread.#thread = await startThread({
      received: (answer) => thread.#answered(answer as Answer),
      failed: (error) => thread.#failed(error),
    });
    onThread(thread);
    await thread.#run('load', { options: { lstmOnly: LSTM_ONLY, logging: false } });
    const langs = Object.entries(data).map(([code, bytes]) => ({ code, data: bytes }));
    await thread.#run('loadLanguage', {
      langs,
      options: { cacheMethod: 'none', gzip: true, lstmOnly: LSTM_ONLY },
    });
    await thread.#run('initialize', { langs: language, oem: LSTM_ONLY, config: {} });
    return thread;
  }

  /**
   * Reads a picture.
   * @param image an encoded picture of a format that Leptonica reads; the thread gets it for good
   * @param parameters tesseract's own
   */
  async recognise(
    image: Uint8Array,
    parameters: Readonly<Record<string, string>>,
  ): Promise<readonly TesseractBlock[]> {
    this.pages++;
    const output = { text: false, blocks: true };
    const data = await this.#run('recognize', { image, options: parameters, output }, [image.buffer]);
    return (data as { blocks: readonly TesseractBlock[] | null }).blocks ?? [];
  }

  /** Whether the thread keeps the process from ending. */
  keepAlive(keeps: boolean): void {
    this.#thread?.keepAlive(keeps);
  }

  /** Ends the thread at once, also in the middle of a page. */
  async stop(): Promise<void> {
    this.#failed(new Error('the thread was stopped'));
    await this.#thread?.stop();
  }

  #run(action: Action, payload: object, transfer: readonly ArrayBufferLike[] = []): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      const id = `job ${++this.#jobs}`;
      this.#job = { id, resolve, reject };
      const message = { workerId: 'tesseract', jobId: id, action, payload };
      this.#thread?.post(message, transfer);
    });
  }

  #answered({ jobId, status, data }: Answer): void {
    const job = this.#job;
    if (job?.id !== jobId || status === 'progress') return;
    this.#job = undefined;
    if (status === 'resolve') job.resolve(data);
    else job.reject(new Error(String(data)));
  }

  #failed(error: Error): void {
    this.#failure ??= error;
    this.#job?.reject(this.#failure);
    this.#job = undefined;
  }
}
