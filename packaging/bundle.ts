/**
 * The library as JavaScript: its modules bundled into some 150 files instead of 950, of which an import loads few: what it
 * always loads is one file, apart from what is loaded alone as well. Packages stay imports of their own, where users and
 * `npm audit` see them. Only the English data of OCR is packed, once, with the library for browsers.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChunkingContext, type Plugin, rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCE = join(ROOT, 'src');

/** Files that are run by their address: programs of processes, and a module that workers import. */
const PROGRAMS = ['tools/cli/ocr-engines-setup.ts', 'reading/ocr/paddle/child.ts', 'run/programs/worker.ts'];

/** What processes load first that need little of what an import of the library loads. */
const LOADED_ALONE = ['tools/cli/main.ts', 'tools/cli/program.ts', 'reading/ocr/paddle/child.ts'];

/** Placeholder for the folder of the library, as a path from the file that it is written to. */
const LIBRARY = '%anchorline%';

/** What is known to bundle well enough: a module that some import at once and others later is loaded as some need it. */
const EXPECTED = new Set(['INEFFECTIVE_DYNAMIC_IMPORT']);

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
}

/**
 * Writes the library without types.
 * @param folder for entry points and programs, in the structure of `src`; it has the library for browsers in `browser`
 * @throws Error with what the bundler warns of
 */
export async function bundleLibrary(folder: string): Promise<void> {
  const inputs = [...entryPoints(), ...PROGRAMS].map((file) => [
    file.replace(/\.ts$/u, ''),
    join(SOURCE, file),
  ]);
  await using bundle = await rolldown({
    input: Object.fromEntries(inputs),
    external: /^[^./%]/u,
    platform: 'node',
    cwd: ROOT,
    tsconfig: false,
    treeshake: { moduleSideEffects: false },
    // What the groups need. That entry points give their own names alone is tested.
    preserveEntrySignatures: 'allow-extension',
    transform: { target: 'node20', define: { 'import.meta.url': OWN_ADDRESS } },
    plugins: [englishDataOf(folder), ownAddresses],
    onLog(_level, { code, message }) {
      if (code === undefined || !EXPECTED.has(code)) throw new Error(message);
    },
  });
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
    comments: { annotation: true, jsdoc: false, legal: false },
    // Messages show the names of classes.
    keepNames: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: loadedTogether(), debugName: 'together' }],
    },
  });
  for (const chunk of output) {
    if (chunk.type !== 'chunk') throw new Error(`${chunk.fileName} is no module`);
    const path = join(folder, chunk.fileName);
    const toLibrary = relative(dirname(path), folder).split(sep).join('/') || '.';
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, inAscii(chunk.code.replaceAll(LIBRARY, toLibrary)));
  }
}

/** Names the file of what an import of the library always loads, by which of those that load less load it, too. */
function loadedTogether(): (module: string, context: ChunkingContext) => string | null {
  const loaded = new Map<string, ReadonlySet<string>>();
  return (module, context) => {
    const loads = (file: string) => {
      const entry = join(SOURCE, file);
      if (!loaded.has(entry)) loaded.set(entry, loadedBy(entry, context));
      return loaded.get(entry)!.has(module);
    };
    return loads('index.ts') ? `together-${LOADED_ALONE.map((file) => Number(loads(file))).join('')}` : null;
  };
}

/** A module and all that it imports, and these import, at once. */
function loadedBy(entry: string, context: ChunkingContext): ReadonlySet<string> {
  const loaded = new Set([entry]);
  for (const module of loaded)
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) loaded.add(imported);
  return loaded;
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

/** Name of a constant that modules get which find files beside themselves. */
const OWN_ADDRESS = 'ownAddress';

/** Modules that find files beside themselves move when they are bundled: they keep the address of their source. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.url' },
    handler(code, module) {
      const file = relative(SOURCE, module).split(sep).join('/').replace(/\.ts$/u, '.js');
      // A hash-bang stays the first line. Written so, the address of the bundle is not replaced itself.
      const own = `const ${OWN_ADDRESS} = new URL('${LIBRARY}/${file}', import.meta['url']).href;`;
      return code.replace(/^(#!.*\n)?/u, `$1${own} `);
    },
  },
};

/** The data for OCR is that of the library for browsers: a package of both holds it once. */
function englishDataOf(folder: string): Plugin {
  const name = readdirSync(join(folder, 'browser/parts')).find((file) => file.startsWith('eng.traineddata-'));
  if (name === undefined) throw new Error('build the library for browsers first: it has the data for OCR');
  const module = `${LIBRARY}/browser/parts/${name}`;
  return {
    name: 'english data',
    resolveId: { filter: { id: /^%anchorline%/ }, handler: (id) => ({ id, external: true }) },
    load: {
      filter: { id: /english-data\.ts$/ },
      handler: () => `import { brotliDecompressSync } from 'node:zlib';
import { packed } from '${module}';
export const ENGLISH_DATA = brotliDecompressSync(Buffer.from(packed, 'base64'));`,
    },
  };
}
