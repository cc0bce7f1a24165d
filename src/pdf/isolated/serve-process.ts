/** What a process of its own runs: it reads PDFs for the process that started it, and ends with that. */
import { READY } from '../../wall/guarded-process.js';
import { watchMemory } from '../../wall/memory-watch.js';
import { inlineWasm } from '../../wall/wasm-inlining.js';
import type { PdfEngine } from '../engine.js';
import type { Answer, Request } from './protocol.js';
import { server } from './serve.js';

/** Serves the process that started this one. @param engine reads the documents */
export function serveProcess(engine: PdfEngine): void {
  const serve = server(engine, (answer: Answer) => process.send?.(answer));
  process.on('message', (request) => void serve(request as Request));
  process.on('disconnect', () => process.exit());
  watchMemory();
  inlineWasm();
  process.send?.(READY);
}
