/** Builds the library into `dist`, as it is packed, tested and measured: `npm run build`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildForBrowsers } from './browser.js';
import { bundleLibrary, entryPoints } from './bundle.js';
import { buildStudio } from './studio.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIST = join(ROOT, 'dist');

/** What the compiler prints. @throws Error with the code of its exit; it has printed why */
function compiler(...args: readonly string[]): string {
  const program = join(ROOT, 'node_modules/typescript/bin/tsc');
  return execFileSync(process.execPath, [program, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Leaves out declarations that no entry point leads to: 5 of 6 MB, most of them types inferred from schemas. */
function dropPrivateDeclarations(): void {
  const entries = entryPoints().map((file) => join(DIST, file.replace(/\.ts$/u, '.d.ts')));
  const reached = new Set(
    compiler('--listFilesOnly', '--ignoreConfig', '--module', 'nodenext', ...entries).split(/\r?\n/u),
  );
  for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    const file = join(DIST, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}

/**
 * Puts entry points also at the names by which they are imported, for programs that run a checkout by its paths:
 * `dist/ocr/index.js` for `anchorline/ocr`.
 */
function nameEntryPoints(): void {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  for (const [name, entry] of Object.entries(exports)) {
    if (typeof entry === 'string') continue;
    const own = join(DIST, name, 'index.js');
    if (existsSync(own)) continue;
    const target = relative(dirname(own), join(ROOT, entry.default)).split(sep).join('/');
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, `export * from '${target}';\n`);
  }
}

rmSync(DIST, { recursive: true, force: true });
compiler('-p', 'tsconfig.build.json');
dropPrivateDeclarations();
await buildForBrowsers(join(DIST, 'browser'));
await bundleLibrary(DIST);
await buildStudio(join(DIST, 'studio'));
nameEntryPoints();
