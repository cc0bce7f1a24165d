/** The library and its tests as JavaScript: processes start from it in a third of the time that tsx takes to load the sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
/** Beside the packages, which modules find by going up. */
const KEPT = join(PROJECT, 'node_modules/.cache/anchorline-tests');
const FOLDERS = ['src', 'test'];
/** How long what was made is kept at least, in milliseconds. */
const KEPT_MS = 24 * 3_600_000;

/** The address of a module of the project as JavaScript, from that of its source. */
export type JavaScriptOf = (source: string | URL) => URL;

let known: Promise<JavaScriptOf> | undefined;

/** Makes the JavaScript of all modules, where it is not there for the sources as they are. */
export function javaScript(): Promise<JavaScriptOf> {
  known ??= made();
  return known;
}

async function made(): Promise<JavaScriptOf> {
  const sources = FOLDERS.flatMap(sourcesIn);
  const folder = join(KEPT, fingerprintOf(sources));
  if (!existsSync(folder)) await make(sources, folder);
  return (source) => {
    const path = relative(PROJECT, fileURLToPath(source)).replace(/\.ts$/u, '.js');
    return pathToFileURL(join(folder, path));
  };
}

function sourcesIn(folder: string): string[] {
  const names = readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(?<!\.d)\.ts$/u.test(name)).map((name) => join(PROJECT, folder, name));
}

function fingerprintOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of sources) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Another process may be making the same: the first that is done stays. */
async function make(sources: readonly string[], folder: string): Promise<void> {
  const begun = `${folder}.${process.pid}`;
  await build({
    entryPoints: [...sources],
    outbase: PROJECT,
    outdir: begun,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  // What modules read by its place in the project, such as fixtures and packages.
  for (const name of readdirSync(PROJECT)) {
    if (!name.startsWith('.') && !FOLDERS.includes(name)) symlinkSync(join(PROJECT, name), join(begun, name));
  }
  for (const name of readdirSync(KEPT)) {
    const other = join(KEPT, name);
    const since = statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    // Processes may still run from those of sources that were changed since.
    if (Date.now() - since > KEPT_MS) rmSync(other, { recursive: true, force: true });
  }
  try {
    renameSync(begun, folder);
  } catch (error) {
    rmSync(begun, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
