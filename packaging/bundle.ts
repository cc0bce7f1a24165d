/**
 * The library as JavaScript: its modules bundled into some 150 files instead of 950, of which an import loads seven, in a
 * third of the time. Packages stay imports of their own, where users and `npm audit` see them. Only the English data of
 * OCR is packed, once, with the library for browsers.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';
import { mergedFor } from './merge.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCE = join(ROOT, 'src');

/** Files that are run by their address: programs of processes, and a module that workers import. */
const PROGRAMS = ['tools/cli/ocr-engines-setup.ts', 'reading/ocr/paddle/child.ts', 'run/programs/worker.ts'];

/** What processes load first that need little of what an import of the library loads. */
const LOADED_ALONE = ['tools/cli/main.ts', 'tools/cli/program.ts', 'reading/ocr/paddle/child.ts'];

/** Placeholder for the folder of the library, as a path from the file that it is written to. */
const LIBRARY = '%anchorline%';

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
}

/**
 * Writes the library without types.
 * @param folder for entry points and programs, in the structure of `src`; it has the library for browsers in `browser`
 */
export async function bundleLibrary(folder: string): Promise<void> {
  const { outputFiles, metafile } = await build({
    entryPoints: [...entryPoints(), ...PROGRAMS].map((file) => join(SOURCE, file)),
    outbase: SOURCE,
    outdir: folder,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    packages: 'external',
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Messages show the names of classes.
    keepNames: true,
    write: false,
    metafile: true,
    absWorkingDir: ROOT,
    tsconfigRaw: '{}',
    plugins: [englishDataOf(folder), ownAddresses],
  });
  if (!outputFiles.some(({ text }) => text.includes(NAMING)))
    throw new Error('esbuild names classes otherwise');
  const texts = new Map(outputFiles.map(({ path, text }) => [path, namedClasses(text)]));
  const merged = await mergedFor(
    join(SOURCE, 'index.ts'),
    LOADED_ALONE.map((file) => join(SOURCE, file)),
    join(folder, 'parts'),
    { texts, outputs: metafile.outputs, root: ROOT },
  );
  for (const [path, text] of merged) {
    const toLibrary = relative(dirname(path), folder).split(sep).join('/') || '.';
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, inAscii(text.replaceAll(LIBRARY, toLibrary)));
  }
}

/** esbuild's helper of `keepNames`, what it names as a class or by a statement of its own, and what the helper is made. */
const NAMING = 'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });';
const NAMED_CLASS = /__name\(this, ("[^"]+")\);/gu;
const NAMED_FUNCTION = /^ *__name\([\w$]+, "[^"]+"\);\n/gmu;
const NAMING_NOTHING = 'var __name = (target) => target;';

/**
 * A file in which classes alone keep the names of the sources. Each function that is made while a document is read would be
 * named again: 5,300 times for a form of four pages.
 */
function namedClasses(text: string): string {
  return text
    .replace(NAMING, NAMING_NOTHING)
    .replace(NAMED_CLASS, 'Object.defineProperty(this, "name", { value: $1, configurable: true });')
    .replace(NAMED_FUNCTION, '');
}

/** Characters beyond ASCII: esbuild leaves those of regular expressions alone. */
const BEYOND_ASCII = /[^\0-\x7f]/g;

/** A file whose text V8 keeps in one byte a character, and not in two: 1 MB of what an import of the library takes. */
function inAscii(text: string): string {
  return text.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The sources of what users may import and run, as paths in `src`. */
export function entryPoints(): readonly string[] {
  const { exports, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const imported = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [entry.default],
  );
  return [...imported, ...Object.values(bin)].map((file) =>
    file.replace(/^(?:\.\/)?dist\//u, '').replace(/\.js$/u, '.ts'),
  );
}

/** Modules that find files beside themselves move when they are bundled: they keep the address of their source. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const file = relative(SOURCE, path).split(sep).join('/');
      if (!text.includes('import.meta.url') || PROGRAMS.includes(file)) return undefined;
      const address = `new URL('${LIBRARY}/${file.replace(/\.ts$/u, '.js')}', import.meta.url).href`;
      const { code } = await transform(text, {
        loader: 'ts',
        define: { 'import.meta.url': 'ownAddress' },
        banner: `const ownAddress = ${address};`,
        tsconfigRaw: '{}',
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/** The data for OCR is that of the library for browsers: a package of both holds it once. */
function englishDataOf(folder: string): Plugin {
  const name = readdirSync(join(folder, 'browser/parts')).find((file) => file.startsWith('eng.traineddata-'));
  if (name === undefined) throw new Error('build the library for browsers first: it has the data for OCR');
  const module = `${LIBRARY}/browser/parts/${name}`;
  return {
    name: 'english data',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^%anchorline%/ }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /english-data\.ts$/ }, () => {
        const contents = `import { gunzipSync } from 'node:zlib';
import { packed } from '${module}';
export const ENGLISH_DATA = gunzipSync(Buffer.from(packed, 'base64'));`;
        return { contents, loader: 'ts' };
      });
    },
  };
}
