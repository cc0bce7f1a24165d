/**
 * Bundles the program and the style of inspection reports (`src/tools/report/inspection/browser`) into a module of the
 * library, so that a report can be made wherever the library runs: `npx tsx docs/build-report-page.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FOLDER = new URL('../src/tools/report/inspection/', import.meta.url);
const TARGET = ['chrome111', 'firefox113', 'safari16.4'];

/** The text of the module. */
export async function browserAssets(): Promise<string> {
  const script = await bundled('browser/main.ts');
  const style = await bundled('browser/style.css');
  return [
    '// biome-ignore-all format: made by docs/build-report-page.ts',
    '// biome-ignore-all lint: made by docs/build-report-page.ts',
    '/** The program and the style of inspection reports, made from `browser/` by `docs/build-report-page.ts`. */',
    `export const SCRIPT: string = ${JSON.stringify(script)};`,
    `export const STYLE: string = ${JSON.stringify(style)};`,
    '',
  ].join('\n');
}

async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, FOLDER))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    tsconfigRaw: '{}',
  });
  const text = outputFiles[0]?.text.trim() ?? '';
  // Both are inside elements of HTML, which nothing in them may end.
  if (/<\/(?:script|style)|<!--/iu.test(text)) throw new Error(`${file} holds the end of an element`);
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(new URL('browser-assets.ts', FOLDER), await browserAssets());
}
