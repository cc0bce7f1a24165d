/** Pages that use the package as its users do: built by bundlers without any configuration, and run in Chromium. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build as esbuild, type Plugin } from 'esbuild';
import type { Page } from 'playwright-core';
import { build as vite } from 'vite';
import webpack from 'webpack';
import { buildForBrowsers } from '../../packaging/browser.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The page: what a page that extracts needs, and a worker that does the same. */
const SOURCES: Readonly<Record<string, string>> = {
  'app.js': `
import { createExtractor, extract, loadDocument } from 'anchorline';
import { toImage } from 'anchorline/report';
const calls = {
  async extracted({ document, config }) {
    const response = await fetch(document);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return JSON.stringify(await extract(bytes, config));
  },
  async pictured({ pdf }) {
    const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
    const document = await loadDocument(bytes, { ocr: 'never' });
    const { png } = await toImage(document.pages[0], { draw: [], dpi: 72 });
    await document.close();
    return btoa(String.fromCharCode(...png));
  },
};
Object.assign(globalThis, calls);
globalThis.withWorkers = () => {
  try {
    createExtractor({ workers: 1 });
  } catch (error) {
    return String(error);
  }
};
globalThis.byWorker = ({ call, given }) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./app.js', location.href), { type: 'module' });
    const strays = [];
    worker.onmessage = ({ data }) => {
      if (data?.answer === undefined) strays.push(JSON.stringify(data));
      else resolve({ answer: data.answer, strays });
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ call, given });
  });
if (typeof document === 'undefined') {
  globalThis.onmessage = async ({ data: { call, given } }) => postMessage({ answer: await calls[call](given) });
}
`,
  'index.html':
    '<!doctype html><title>page</title><link rel="icon" href="data:,"><script type="module" src="./app.js"></script>',
};

/** A folder with the library and the packages that it needs, away from the settings of this project. */
export async function makeProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'anchorline-browsers-'));
  const packages = join(folder, 'node_modules');
  const library = join(packages, 'anchorline');
  await mkdir(library, { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.'))
      await symlink(join(ROOT, 'node_modules', name), join(packages, name), 'junction');
  }
  await cp(join(ROOT, 'package.json'), join(library, 'package.json'));
  await buildForBrowsers(join(library, 'dist/browser'));
  for (const [name, text] of Object.entries(SOURCES)) await writeFile(join(folder, name), text);
  return folder;
}

/** Builds `app.js` of a project; each takes the folder to write to. */
export const BUNDLERS: Readonly<Record<string, (project: string, output: string) => Promise<unknown>>> = {
  async esbuild(project, output) {
    await esbuild({
      entryPoints: [join(project, 'app.js')],
      outdir: output,
      bundle: true,
      splitting: true,
      format: 'esm',
      logLevel: 'error',
    });
    await cp(join(project, 'index.html'), join(output, 'index.html'));
  },
  async vite(project, output) {
    await vite({ root: project, base: './', logLevel: 'error', build: { outDir: output, minify: false } });
  },
  async webpack(project, output) {
    await new Promise<void>((resolve, reject) => {
      webpack(
        {
          // Without its minifier, which takes a minute of the processor.
          mode: 'production',
          optimization: { minimize: false },
          context: project,
          entry: { app: './app.js' },
          output: { path: output, filename: '[name].js' },
        },
        (error, stats) => {
          const first = error ?? stats?.compilation.errors[0];
          if (first) reject(first);
          else resolve();
        },
      );
    });
    await cp(join(project, 'index.html'), join(output, 'index.html'));
  },
};

/** A page that extracts from lines of its own. */
const LIGHT = `import { documentFromLines, extract, parseConfig } from 'anchorline';
console.log(documentFromLines, extract, parseConfig);`;

/** Bytes that such a page loads at once, minified and packed with gzip: parts that are loaded later do not count. */
export async function lightBytes(project: string): Promise<number> {
  const later: Plugin = {
    name: 'later',
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: './later.js', external: true } : undefined,
      );
    },
  };
  const { outputFiles } = await esbuild({
    stdin: { contents: LIGHT, resolveDir: project },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    plugins: [later],
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

/**
 * The address at which pages see the files of a folder; nothing listens there. It is one of those at which browsers offer
 * all that they have, such as decoders of pictures.
 */
export const ORIGIN = 'https://anchorline.test/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};

/** Answers what a page asks for from folders, the first that has it. @param strangers gets addresses elsewhere */
export async function serve(page: Page, folders: readonly string[], strangers: string[]): Promise<void> {
  await page.context().route('**/*', async (route) => {
    const { href, origin, pathname } = new URL(route.request().url());
    if (`${origin}/` !== ORIGIN) {
      strangers.push(href);
      await route.abort();
      return;
    }
    const contents = await Promise.all(
      folders.map((folder) => readFile(join(folder, pathname)).catch(() => undefined)),
    );
    const body = contents.find((content) => content !== undefined);
    if (body === undefined) await route.fulfill({ status: 404 });
    else await route.fulfill({ body, contentType: TYPES[extname(pathname)] ?? 'application/octet-stream' });
  });
}

/** Removes a project. */
export function removeProject(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
