/**
 * What the compiler takes for files that import `defineConfig`: configs of one field and of many, whose results are
 * worked out. The compilers' own figures, with `skipLibCheck`; medians.
 *
 *   npm run build && npm run bench:types
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.js';
import { table } from './table.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const RUNS = 5;
const FIELDS = [1, 125, 500];
/** Names under which the compilers are installed: the newest, and the last that is written in JavaScript. */
const COMPILERS = ['typescript5', 'typescript'];
const FLAGS = '--target es2022 --module nodenext --strict --noEmit --skipLibCheck --types node'.split(' ');
const FIGURES = ['Total time', 'Check time', 'Memory used', 'Types', 'Instantiations'] as const;

const KINDS = [
  (i: number) =>
    `{ id: 'f${i}', anchor: 'caption ${i}', type: 'currency',
      method: { id: 'row', position: 'right', tiebreaker: 'first' } }`,
  (i: number) =>
    `{ id: 'f${i}', anchor: { match: [{ type: 'startsWith', text: 'part ${i}' }] }, type: 'date',
      method: { id: 'label', position: 'below' } }`,
  (i: number) =>
    `{ id: 'f${i}', anchor: 'corner ${i}',
      method: { id: 'region', start: 'below', width: 2, height: 1, offsetX: 0, offsetY: 0.5 } }`,
];

/** A module with a config of so many fields, that reads a value of its result. */
function source(fields: number): string {
  const list = Array.from({ length: fields }, (_, i) => KINDS[i % KINDS.length]!(i));
  return `import { defineConfig, extract } from 'anchorline';
const config = defineConfig({ fields: [${list.join(',\n')}] });
export const total = async (bytes: Uint8Array): Promise<number | undefined> =>
  (await extract(bytes, config)).parsed_document.f0?.value;
`;
}

/** A project with the built library, beside its packages. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'anchorline-types-'));
  const library = join(folder, 'node_modules/anchorline');
  mkdirSync(library, { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(library, 'package.json'));
  cpSync(join(ROOT, 'dist'), join(library, 'dist'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(library, 'node_modules'), 'dir');
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** The figures of one check, in seconds, kilobytes and pieces. @throws Error with what the compiler says */
function check(compiler: string, file: string, folder: string): readonly number[] {
  const program = join(ROOT, 'node_modules', compiler, 'bin/tsc');
  const args = [program, ...FLAGS, '--extendedDiagnostics', file];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  return FIGURES.map((figure) =>
    Number.parseFloat(stdout.match(new RegExp(`^${figure}: *([\\d.]+)`, 'mu'))?.[1] ?? ''),
  );
}

const folder = project();
try {
  const rows = COMPILERS.flatMap((compiler) =>
    FIELDS.map((fields) => {
      const file = `${fields}.ts`;
      writeFileSync(join(folder, file), source(fields));
      const runs = Array.from({ length: RUNS }, () => check(compiler, file, folder));
      const [total = 0, checking = 0, memory = 0, types = 0, instantiations = 0] = FIGURES.map((_, i) =>
        median(runs.map((run) => run[i] ?? Number.NaN)),
      );
      return [
        `${compiler}, ${fields} fields`,
        `${total.toFixed(2)} s`,
        `${checking.toFixed(2)} s`,
        `${Math.round(memory / 1000)} MB`,
        String(types),
        String(instantiations),
      ];
    }),
  );
  console.log(table(['', 'total', 'checking', 'memory', 'types', 'instantiations'], rows));
} finally {
  rmSync(folder, { recursive: true });
}
