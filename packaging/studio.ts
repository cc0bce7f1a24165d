/**
 * The programs of the studio: `dist/studio`, from which the command puts a studio together. The engine has all of the
 * library that it needs in one file; what it reads as files of packages stays in them, and is named in `packed.json`.
 */

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { brotli, platformOfBrowsers } from './browser.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCE = join(ROOT, 'src');
const STUDIO = join(SOURCE, 'tools/studio');

/** Writes the programs. @param folder that is made where it is missing */
export async function buildStudio(folder: string): Promise<void> {
  const names = new Set<string>();
  const engine = await bundled({
    entryPoints: [join(STUDIO, 'engine/main.ts')],
    // The names of classes are in messages.
    keepNames: true,
    plugins: [pdfjsOfStudio, platformOfBrowsers, handedFiles(names)],
    inject: [join(SOURCE, 'foundation/platform/browser/buffer.ts')],
  });
  const page = await bundled({ entryPoints: [join(STUDIO, 'page/main.ts')], plugins: [platformOfBrowsers] });
  const style = await bundled({ entryPoints: [join(STUDIO, 'page/style.css')] });
  for (const { text } of [page, style]) {
    // They are inside elements of HTML, which nothing in them may end.
    if (/<\/(?:script|style)|<!--/iu.test(text))
      throw new Error('a program of the studio ends its own element');
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'engine.js.br'), compressed(engine.text));
  await writeFile(join(folder, 'page.js.br'), compressed(page.text));
  await writeFile(join(folder, 'style.css.br'), compressed(style.text));
  await writeFile(join(folder, 'packed.json'), `${JSON.stringify([...names].sort(), undefined, 2)}\n`);
  const licences = await licencesOf([engine.metafile, page.metafile], [...names]);
  await writeFile(join(folder, 'licences.txt.br'), compressed(licences));
}

/** Only the command reads the programs: their weight in an install is a quarter of that of their text. */
function compressed(text: string): Uint8Array {
  return brotli(Buffer.from(text));
}

async function bundled(
  options: BuildOptions,
): Promise<{ readonly text: string; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    charset: 'utf8',
    legalComments: 'none',
    absWorkingDir: ROOT,
    tsconfigRaw: '{}',
    logLevel: 'error',
    ...options,
    write: false as const,
    metafile: true as const,
  });
  return { text: outputFiles[0]?.text.trim() ?? '', metafile };
}

/** pdf.js is a tenth of the package when it is bundled, and installed beside it: the engine takes it from the files. */
const pdfjsOfStudio: Plugin = {
  name: 'pdf.js of the studio',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/halves\.js$/ }, () => ({ path: join(STUDIO, 'engine/halves.ts') }));
  },
};

/** `packed:` and the name of a file of a package: the page hands it to the engine when that starts. */
function handedFiles(names: Set<string>): Plugin {
  return {
    name: 'handed files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^packed:/ }, ({ path }) => ({
        path: path.slice('packed:'.length),
        namespace: 'handed',
      }));
      onLoad({ filter: /.*/, namespace: 'handed' }, ({ path }) => {
        names.add(path);
        const contents = `import { packedFile } from './packed.js'; export const bytes = () => packedFile(${JSON.stringify(path)});`;
        return { contents, resolveDir: join(STUDIO, 'engine') };
      });
    },
  };
}

/** The licences of all packages of which something is in the programs, or beside them. */
async function licencesOf(bundles: readonly Metafile[], packed: readonly string[]): Promise<string> {
  const inputs = bundles.flatMap((bundle) => Object.keys(bundle.inputs));
  const files = [...inputs, ...packed.map((name) => `node_modules/${name}`)];
  const packages = new Set(
    files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file)?.[0] ?? []),
  );
  const texts = await Promise.all([...packages].sort().map(licenceOf));
  return texts.join('\n\n');
}

/** @param folder of a package, from the root */
async function licenceOf(folder: string): Promise<string> {
  const manifest: { readonly name: string; readonly version: string; readonly license?: string } = JSON.parse(
    await readFile(join(ROOT, folder, 'package.json'), 'utf8'),
  );
  const title = `${manifest.name} ${manifest.version}, ${manifest.license ?? 'see its licence'}`;
  const file = LICENCE_FILES.map((name) => join(ROOT, folder, name)).find((path) => existsSync(path));
  return file === undefined ? title : `${title}\n\n${(await readFile(file, 'utf8')).trim()}`;
}

const LICENCE_FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE', 'LICENSE-MIT.txt'];
