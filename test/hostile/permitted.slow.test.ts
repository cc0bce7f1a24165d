import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Permitted, Sent } from './permitted-program.js';
import { packages, project, type UntypedLibrary, untypedLibrary } from './untyped.js';

const PROGRAMS = ['permitted-program.ts', 'permitted-preload.ts', 'permitted-thread.ts', 'closed-off.ts'];

/** Node's name for its permission model, which was another one at first. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

let library: UntypedLibrary;
beforeAll(async () => {
  library = await untypedLibrary(PROGRAMS);
}, 120_000);
afterAll(() => library.remove());

function run(documents: Sent): Promise<Permitted> {
  const { folder } = library;
  return new Promise((resolve, reject) => {
    const child = fork(join(folder, 'test/hostile/permitted-program.js'), [], {
      serialization: 'advanced',
      env: {},
      execArgv: [
        PERMISSION,
        // Of files only the library and its packages, for reading; no other programs; threads and the canvas, which is native.
        `--allow-fs-read=${folder}/*`,
        `--allow-fs-read=${packages}/*`,
        '--allow-worker',
        '--allow-addons',
        '--no-warnings',
        `--import=${new URL(`file://${folder}/test/hostile/permitted-preload.js`).href}`,
      ],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('message', (told) => resolve(told as Permitted));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    child.send(documents);
  });
}

it('documents are read in threads, too, where Node permits no file, no program and no network', async () => {
  const names = ['invoice.pdf', 'fillable.pdf', 'scan-print.pdf'];
  const documents = Object.fromEntries(
    names.map((name) => [name, new Uint8Array(readFileSync(join(project, 'fixtures/documents', name)))]),
  );
  const { read, refused } = await run(documents);
  const expected = ['pdf.js', 'PDFium'].flatMap((engine) =>
    names.map((name) => [`${engine}: ${name}`, 'text']),
  );
  expect(read).toEqual(Object.fromEntries(expected));
  expect(refused).toEqual(['file: read', 'file: written', 'thread: file', 'thread: network']);
}, 300_000);
