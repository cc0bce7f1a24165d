/**
 * The half of pdf.js that reads files, which its package ships as a module of its own. One fault of it is mended as it is
 * loaded: it fetches the pages beside the first ahead of time, and nobody hears when one of them cannot be fetched. In a
 * browser that is a line in the console; in Node a rejection that nobody hears ends the process, so that one wrong
 * number in the cross-references of a stranger's file would.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compileFunction, constants } from 'node:vm';

/** Where pages are fetched ahead, and the same with an ear for what becomes of them. */
const AHEAD = 'pageDictCache.put(lastKid, xref.fetchAsync(lastKid));';
const HEARD =
  '{ const ahead = xref.fetchAsync(lastKid); ahead.catch(() => {}); pageDictCache.put(lastKid, ahead); }';

const EXPORT = /^export \{ WorkerMessageHandler \};$/mu;

/**
 * Runs the module, changed, in this realm: as a function, because Node 20 runs no text as a module. Its lines keep their
 * numbers, and its errors the name of its file. What it imports itself is loaded as ever.
 * @param path of the file
 * @returns what the module exports
 * @throws TypeError where the module is not the one that is known
 */
export function mendedWorkerModule<Exports>(path: string): Exports {
  const source = readFileSync(path, 'utf8');
  if (!source.includes(AHEAD) || !EXPORT.test(source)) {
    throw new TypeError(`${path} is of another version of pdf.js than this library is made for`);
  }
  const body = source
    .replace(AHEAD, HEARD)
    .replace(EXPORT, 'return { WorkerMessageHandler };')
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
  const run = compileFunction(`'use strict';${body}`, [], {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return (run as () => Exports)();
}
