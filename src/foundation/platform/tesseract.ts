/** What tesseract.js runs in: its worker script in a thread, and the data by which it reads English. */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** A thread that runs the script. */
export interface ScriptThread {
  post(message: object, transfer: readonly ArrayBufferLike[]): void;
  /** Whether it keeps the process from ending. */
  keepAlive(keeps: boolean): void;
  /** Ends it at once. */
  stop(): Promise<unknown>;
}

/** Hears what a thread sends, and why it ended. */
export interface ThreadListener {
  received(message: unknown): void;
  failed(error: Error): void;
}

const SCRIPT = 'tesseract.js/src/worker-script/node/index.js';

/** Starts a thread. */
export async function startThread({ received, failed }: ThreadListener): Promise<ScriptThread> {
  const worker = new Worker(createRequire(import.meta.url).resolve(SCRIPT));
  // Tesseract's notes about pictures are not the business of who runs the process. Streams that are read from the
  // start (the options `stdout` and `stderr`) would keep the process from ending.
  worker.stdout.unpipe().resume();
  worker.stderr.unpipe().resume();
  worker.on('message', received);
  worker.on('error', failed);
  worker.on('exit', () => failed(new Error('the thread ended')));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as ArrayBuffer[]),
    keepAlive: (keeps) => (keeps ? worker.ref() : worker.unref()),
    stop: () => worker.terminate(),
  };
}

/** The data by which tesseract.js reads English, packed with gzip. */
export async function englishData(): Promise<Uint8Array> {
  return (await import('./english-data.js')).ENGLISH_DATA;
}
