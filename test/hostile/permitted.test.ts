import { fork } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Permitted, Sent } from './permitted-program.js';

const project = fileURLToPath(new URL('../../', import.meta.url));
const packages = realpathSync(join(project, 'node_modules'));
const PROGRAMS = ['permitted-program.ts', 'permitted-preload.ts', 'permitted-thread.ts', 'closed-off.ts'];

/** Node's name for its permission model, which was another one at first. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

let folder: string;

/** The library without types, because what loads types needs other programs. */
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'anchorline-')));
  const sources = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' });
  await build({
    entryPoints: [
      ...sources.filter((name) => name.endsWith('.ts')).map((name) => join(project, 'src', name)),
      ...PROGRAMS.map((name) => join(project, 'test/hostile', name)),
    ],
    outbase: project,
    outdir: folder,
    format: 'esm',
    target: 'node20',
  });
  writeFileSync(join(folder, 'package.json'), readFileSync(join(project, 'package.json')));
  symlinkSync(packages, join(folder, 'node_modules'));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(documents: Sent): Promise<Permitted> {
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
