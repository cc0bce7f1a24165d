/**
 * Small functions of WebAssembly put into those that call them. V8 learns it step by step, and must be told at first: from
 * version 13 on (Node 24) it does so of itself where a call names its function, and after that also where the call takes it from a
 * table, as C++ does for virtual functions. PDFium, which is made of small functions, then reads pages in 10 % less time.
 * It holds for all of a process, so that only processes of the library's own are told.
 */
import { setFlagsFromString } from 'node:v8';

/** What versions of V8 must be told, by their major version: those of Node 20, 22 and 24. Others do not know the option. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['11', '--experimental-wasm-inlining'],
  ['12', '--experimental-wasm-inlining'],
  ['13', '--wasm-inlining-call-indirect'],
]);

/** Has V8 inline WebAssembly in this process, as far as it can. To be called before any is compiled. */
export function inlineWasm(): void {
  const [major = ''] = process.versions.v8.split('.');
  const option = OPTIONS.get(major);
  if (option) setFlagsFromString(option);
}
