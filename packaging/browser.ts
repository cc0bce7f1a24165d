/**
 * The library for browsers: `dist/browser`, which conditional exports name. Modules of `src/foundation/platform` have siblings in
 * `src/foundation/platform/browser`, which take their places; files of other packages that Node reads from its disk become modules.
 * What is imported from packages stays imported, for the bundler of whoever uses the library, but for what Node has itself
 * and browsers have not: that is part of the bundle, so that nobody installs it for Node.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { zipSync } from 'fflate';

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

/** `packed:` and the name of a file of a package: its bytes, packed with gzip, in base64. A folder is packed as a zip. */
export const packedFiles: Plugin = {
  name: 'packed files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^packed:/ }, ({ path }) => ({
      path: path.replace('packed:', ''),
      namespace: 'packed',
    }));
    onLoad({ filter: /.*/, namespace: 'packed' }, async ({ path }) => {
      const bytes = path.endsWith('/')
        ? zippedFolder(fileOfPackage(path))
        : gzipSync(await readFile(fileOfPackage(path)), { level: 9 });
      const text = Buffer.from(bytes).toString('base64');
      return { contents: `export const packed = '${text}';`, loader: 'js' };
    });
  },
};

/** The files of a folder, all with the same time, so that builds are alike. */
function zippedFolder(folder: string): Uint8Array {
  const files = readdirSync(folder).sort();
  const contents = files.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]);
  return zipSync(Object.fromEntries(contents), { level: 9, mtime: '1980-01-01' });
}

/** Packages that browsers alone need, with what these need. */
const BROWSERS_ALONE = /^(?:@noble\/hashes\/.*|buffer|base64-js|ieee754)$/;

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

/** A file of a package, also one that its manifest does not export. @param path name of the package, and its file */
function fileOfPackage(path: string): string {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(path);
  } catch {
    const [, name = ''] = /^((?:@[^/]+\/)?[^/]+)\//u.exec(path) ?? [];
    const folder = require.resolve.paths(name)?.find((each) => existsSync(join(each, path)));
    if (folder === undefined) throw new Error(`There is no file ${path}; is its package installed?`);
    return join(folder, path);
  }
}
