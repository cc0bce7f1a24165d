/** The same in a web worker. Its script and the core that it would fetch come from the library, so nothing is fetched. */
import type { ScriptThread, ThreadListener } from '../tesseract.js';
import { unpacked } from './unpacked.js';

export async function startThread({ received, failed }: ThreadListener): Promise<ScriptThread> {
  program ??= programAddress();
  const worker = new Worker(await program);
  worker.onmessage = ({ data }) => received(data);
  worker.onerror = ({ message }) => failed(new Error(message || 'the worker ended'));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as ArrayBuffer[]),
    keepAlive: () => undefined,
    stop: async () => worker.terminate(),
  };
}

export async function englishData(): Promise<Uint8Array> {
  return unpacked(await import('packed:@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'));
}

let program: Promise<string> | undefined;

/**
 * The core before the script: the script looks for it, and finds that it is there. Every browser gets the same core: one
 * with relaxed SIMD may round otherwise on another machine, and adds 1.5 MB to the package.
 */
async function programAddress(): Promise<string> {
  const core = import('packed:tesseract.js-core/tesseract-core-simd-lstm.wasm.js');
  const script = import('packed:tesseract.js/dist/worker.min.js');
  const parts = await Promise.all([core.then(unpacked), script.then(unpacked)]);
  return URL.createObjectURL(
    new Blob(
      parts.flatMap((part) => [part as BlobPart, '\n']),
      { type: 'text/javascript' },
    ),
  );
}
