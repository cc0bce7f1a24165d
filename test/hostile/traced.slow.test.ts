import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packages, project, type UntypedLibrary, untypedLibrary } from './untyped.js';

/** Whether calls of the system can be traced here: it takes `strace`, and the right to use it. */
const canTrace = spawnSync('strace', ['-o', '/dev/null', process.execPath, '--version']).status === 0;
if (!canTrace) console.warn('strace is not there, or not permitted: what native code opens is not looked at');

/** What the system and Node themselves open: libraries, facts of the processor, the user, the zone, fonts of the canvas. */
const OF_THE_SYSTEM = [
  '/lib',
  '/usr/lib',
  '/proc/',
  '/sys/',
  '/dev/null',
  '/dev/urandom',
  '/etc/ld.so.',
  '/etc/localtime',
  '/etc/nsswitch.conf',
  '/etc/passwd',
  '/etc/ssl/openssl.cnf',
  '/usr/bin/ldd',
  '/usr/share/fonts',
  '/usr/share/locale',
  '/usr/share/zoneinfo',
  '/usr/local/share/fonts',
];

const OPENS = /^(?:open|openat|openat2|creat|execve)\(/u;
const WRITES =
  /^(?:mkdir|mkdirat|unlink|unlinkat|rename|renameat|renameat2|link|linkat|symlink|symlinkat|truncate|chmod|fchmodat|mknod)\(/u;
const SOCKETS = /^(?:socket|connect|bind|sendto)\(/u;
const FOR_WRITING = /O_WRONLY|O_RDWR|O_CREAT/u;

let library: UntypedLibrary;
let folder: string;
beforeAll(async () => {
  if (!canTrace) return;
  library = await untypedLibrary(['traced-program.ts']);
  folder = mkdtempSync(join(tmpdir(), 'anchorline-trace-'));
}, 120_000);
afterAll(() => {
  if (!canTrace) return;
  library.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** What calls of the system did that the library has no business with. */
function strange(calls: readonly string[]): string[] {
  const known = [library.folder, packages, dirname(dirname(process.execPath)), ...OF_THE_SYSTEM];
  return calls.filter((call) => {
    // Sockets of this machine: the names of users, and Node's own between its processes.
    if (SOCKETS.test(call)) return /AF_(?!UNIX)/u.test(call);
    if (WRITES.test(call)) return true;
    if (!OPENS.test(call) || call.includes('ENOENT')) return false;
    const path = /"((?:[^"\\]|\\.)*)"/u.exec(call)?.[1] ?? '';
    if (FOR_WRITING.test(call) && path !== '/dev/null') return true;
    return path.startsWith('/') && !known.some((start) => path.startsWith(start));
  });
}

it.skipIf(!canTrace)(
  'native code, too, opens no file of others and no connection while documents are read',
  () => {
    const names = ['invoice.pdf', 'fillable.pdf', 'scan-print.pdf'];
    const documents = names.map((name) => join(project, 'fixtures/documents', name));
    const trace = join(folder, 'trace');
    const program = join(library.folder, 'test/hostile/traced-program.js');
    const { stdout } = spawnSync(
      'strace',
      ['-f', '-qq', '-e', 'trace=%network,%file', '-o', trace, process.execPath, program, ...documents],
      { encoding: 'utf8', env: {} },
    );
    const read = ['pdf.js, tesseract', 'PDFium, paddle'].flatMap((name) =>
      names.map(() => `${name}: text, 0 errors`),
    );
    expect(stdout.trim().split('\n')).toEqual(read);
    const calls = readFileSync(trace, 'utf8')
      .split('\n')
      .map((line) => line.replace(/^\d+\s+/u, ''));
    const begin = calls.findIndex((call) => call.includes('/trace-begins'));
    const end = calls.findIndex((call) => call.includes('/trace-ends'));
    expect(begin).toBeGreaterThan(0);
    expect(strange(calls.slice(begin + 1, end))).toEqual([]);
    const afterwards = strange(calls.slice(end)).join('\n');
    expect(afterwards).toContain('/etc/hostname');
    expect(afterwards).toContain('127.0.0.1');
  },
  600_000,
);
