/** The same in a web worker. Its script and the core that it would fetch come from the library, so nothing is fetched. */
import { bytes as english } from 'packed:@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';
import { bytes as script } from 'packed:tesseract.js/dist/worker.min.js';
import { bytes as core } from 'packed:tesseract.js-core/tesseract-core-simd-lstm.js';
import { bytes as coreProgram } from 'packed:tesseract.js-core/tesseract-core-simd-lstm.wasm';
import type { ScriptThread, ThreadListener } from '../tesseract.js';

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

export function englishData(): Promise<Uint8Array> {
  return english();
}

let program: Promise<string> | undefined;

/**
 * The core before the script: the script looks for it, and finds that it is there. Every browser gets the same core: one
 * with relaxed SIMD may round otherwise on another machine, and adds 1.5 MB to the package.
 */
async function programAddress(): Promise<string> {
  const [glue, program, worker] = await Promise.all([core(), coreProgram(), script()]);
  const parts = [glue, handing(program), worker];
  return URL.createObjectURL(
    new Blob(
      parts.flatMap((part) => [part as BlobPart, '\n']),
      { type: 'text/javascript' },
    ),
  );
}

/** Gives the core its program, which it would fetch: content policies let a worker fetch nothing, not even what its page made. */
function handing(program: Uint8Array): string {
  return `;TesseractCore = ((make) => (options) => make({ ...options, wasmBinary:
    Uint8Array.from(atob('${Buffer.from(program).toString('base64')}'), (character) => character.charCodeAt(0)) }))(TesseractCore);`;
}
