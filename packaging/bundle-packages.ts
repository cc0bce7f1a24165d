/**
 * Puts packages into the library. The modules of `src/bundled` give on what is used of large packages; in the built library
 * they hold it. Together these packages weigh 95 MB in an install, and the library uses some 5 MB of them.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ENGLISH_DATA } from '../src/bundled/english-data.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The module that holds data instead of code, and where the data comes from. */
const DATA_MODULE = 'english-data.js';
const DATA_PACKAGE = join(ROOT, 'node_modules/@tesseract.js-data/eng');

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
}

/**
 * Bundles the packages into a built library, and writes their licences beside them.
 * @param dist folder of the built library
 */
export async function bundlePackages(dist: string): Promise<void> {
  const folder = join(dist, 'bundled');
  const packages = new Set(await bundleCode(folder));
  embedData(folder);
  packages.add(DATA_PACKAGE);
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf([...packages].sort()));
}

/** Puts packages into the modules that name them, and tells the folders of those packages. */
async function bundleCode(folder: string): Promise<Iterable<string>> {
  const modules = readdirSync(folder)
    .filter((name) => name.endsWith('.js') && name !== DATA_MODULE)
    .map((name) => join(folder, name));
  const { metafile } = await build({
    entryPoints: modules,
    outdir: folder,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    // The names of classes stand in messages.
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    absWorkingDir: ROOT,
    tsconfigRaw: '{}',
  });
  return Object.keys(metafile.inputs)
    .filter((input) => input.includes('node_modules/'))
    .map((input) => packageOf(resolve(ROOT, input)));
}

/** Puts the bytes of a file into the module that reads it in the sources. */
function embedData(folder: string): void {
  const text = Buffer.from(ENGLISH_DATA).toString('base64');
  writeFileSync(join(folder, DATA_MODULE), `export const ENGLISH_DATA = Buffer.from('${text}', 'base64');\n`);
}

/** The folder of the package that a file belongs to: the nearest whose manifest has a name. */
function packageOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json')) || manifestOf(folder).name === undefined) {
    folder = dirname(folder);
  }
  return folder;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The licences of packages: each with its name, version, and the text that it comes with. */
function licencesOf(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license } = manifestOf(folder);
    const file = readdirSync(folder).find((each) => /^licen[cs]e/iu.test(each));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `License: ${license}`;
    return `${name} ${version}\n\n${text}\n`;
  });
  const head = 'Parts of these packages are bundled into the modules of this folder.\n';
  return [head, ...parts].join(`\n${'-'.repeat(72)}\n\n`);
}
