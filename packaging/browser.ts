/**
 * The library for browsers: `dist/browser`, which conditional exports name. Modules of `src/foundation/platform` have siblings in
 * `src/foundation/platform/browser`, which take their places; files of other packages that Node reads from its disk become modules.
 * What is imported from packages stays imported, for the bundler of whoever uses the library, but for what Node has itself
 * and browsers have not: that is part of the bundle, so that nobody installs it for Node.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { frontCoded } from '../src/foundation/platform/browser/front-coded.js';
import { fileOfPackage, zippedFolder } from '../src/tools/cli/package-files.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCE = join(ROOT, 'src');
const PLATFORM = join(SOURCE, 'foundation/platform');

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly browser?: string }>>;
}

/** The sources of what runs in browsers, as paths in `src`; the other entry points need files or processes. */
export function browserEntries(): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  return Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' || entry.browser === undefined
      ? []
      : [entry.browser.replace('./dist/browser/', '').replace(/\.js$/u, '.ts')],
  );
}

/** Writes the library for browsers. @param folder that is emptied first */
export async function buildForBrowsers(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await build({
    entryPoints: browserEntries().map((file) => join(SOURCE, file)),
    outbase: SOURCE,
    outdir: folder,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'browser',
    target: 'es2023',
    format: 'esm',
    packages: 'external',
    // The package is half a megabyte lighter. Errors have their names written down; calls that keep names which were shortened
    // would stay in every bundle of users, 44 kB of a page that extracts from lines.
    minify: true,
    legalComments: 'eof',
    absWorkingDir: ROOT,
    tsconfigRaw: '{}',
    plugins: [platformOfBrowsers, packedFiles, ofBrowsersAlone, noNode],
    inject: [join(PLATFORM, 'browser/buffer.ts')],
    logLevel: 'warning',
  });
}

/** What only Node has, and what replaces it in browsers, where that is no module of `src/foundation/platform`. */
const NODE_ALONE: Readonly<Record<string, string>> = {
  'reading/ocr/paddle/installed.ts': 'foundation/platform/browser/installed-paddle.ts',
  'run/workers/walled-calls.ts': 'foundation/platform/browser/walled-calls.ts',
};

/** A module of `src/foundation/platform` is taken from `src/foundation/platform/browser`. */
export const platformOfBrowsers: Plugin = {
  name: 'platform of browsers',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.js$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path.replace(/\.js$/u, '.ts'));
      const other = NODE_ALONE[relative(SOURCE, file).split(sep).join('/')];
      if (other !== undefined) return { path: join(SOURCE, other) };
      const sibling = join(dirname(file), 'browser', basename(file));
      return dirname(file) === PLATFORM && existsSync(sibling) ? { path: sibling } : undefined;
    });
  },
};

/**
 * `packed:` and the name of a file of a package: a function that gives its bytes. They are a module of their own, which is
 * data alone, so that Node reads it as well: packed with Brotli, in base64. A folder is a zip.
 */
const packedFiles: Plugin = {
  name: 'packed files',
  setup({ onResolve, onLoad }) {
    for (const namespace of ['packed', 'packed-data']) {
      const start = `${namespace}:`;
      onResolve({ filter: new RegExp(`^${start}`) }, ({ path }) => ({
        path: path.slice(start.length),
        namespace,
      }));
    }
    onLoad({ filter: /.*/, namespace: 'packed' }, ({ path }) => {
      const unpack = path === WORDS ? 'unbrotliWords' : 'unbrotli';
      const contents = `import { ${unpack} } from './unbrotli.js';
export const bytes = () => ${unpack}(import('packed-data:${path}'));`;
      return { contents, loader: 'js', resolveDir: join(PLATFORM, 'browser') };
    });
    onLoad({ filter: /.*/, namespace: 'packed-data' }, async ({ path }) => {
      const text = brotli(await contentOf(path)).toString('base64');
      return { contents: `export const packed = '${text}';`, loader: 'js' };
    });
  },
};

/** A list that is half as long where words leave out what they share with those before. */
const WORDS = 'word-list/words.txt';

/** What is packed of a file or a folder. @throws Error where its package is not installed */
async function contentOf(name: string): Promise<Uint8Array> {
  const path = fileOfPackage(name);
  if (path === undefined) throw new Error(`There is no file ${name}; is its package installed?`);
  if (name.endsWith('/')) return zippedFolder(path, 0);
  const bytes = await readFile(path);
  if (name === WORDS) return frontCoded(bytes);
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Packed as small as it gets. */
export function brotli(bytes: Uint8Array): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** Packages that browsers alone need, with what these need. */
const BROWSERS_ALONE = /^(?:@noble\/hashes\/.*|brotli\/decompress|buffer|base64-js|ieee754)$/;

/** Such packages are bundled, with their licences. */
const ofBrowsersAlone: Plugin = {
  name: 'of browsers alone',
  setup({ onResolve }) {
    onResolve({ filter: BROWSERS_ALONE }, ({ path }) => ({
      // Node has a module of its own called `buffer`.
      path: createRequire(import.meta.url).resolve(path === 'buffer' ? 'buffer/' : path),
    }));
  },
};

/** Nothing that only Node has may be left. */
const noNode: Plugin = {
  name: 'no node',
  setup({ onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path, importer }) => ({
      errors: [
        {
          text: `${importer} imports ${path}, which browsers do not have; give it a place in src/foundation/platform`,
        },
      ],
    }));
  },
};
