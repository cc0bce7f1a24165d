import { fork } from 'node:child_process';
import { expect, it } from 'vitest';
import { javaScript } from '../support/javascript.js';

const javaScriptOf = await javaScript();
const program = javaScriptOf(new URL('closed-off-program.ts', import.meta.url));

/** The canvas package looks here for the kind of C library when it is loaded on Linux, and does without an answer. */
const C_LIBRARY = 'fs.readFileSync /usr/bin/ldd';

/** What the program reports. */
interface Told {
  readonly read: Readonly<Record<string, string>>;
  readonly attempts: readonly string[];
  /** Attempts of the program itself, which show that the doors are shut. */
  readonly own: readonly string[];
}

it('documents are read without network, other programs, or files outside of the package', async () => {
  const told = await new Promise<Told>((resolve, reject) => {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    const child = fork(program, [], { stdio: [...stdio] });
    child.once('message', (message) => {
      child.kill();
      resolve(message as Told);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  expect(told.read).toEqual({
    'invoice.pdf': 'text',
    'fillable.pdf': 'text',
    'scan-print.pdf': 'text',
    'word.docx': 'text',
    'sheet.xlsx': 'text',
    'mail.eml': 'text',
    'rows.csv': 'text',
    'empty.tif': 'nothing',
  });
  expect(told.attempts.filter((attempt) => attempt !== C_LIBRARY)).toEqual([]);
  expect(told.own).toEqual(['fs.readFileSync /etc/hostname']);
}, 300_000);
