/** Builds the site into `docs/site/out`: the pages, the studio, the API where it is built, and files for language models. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildStudio } from '../../packaging/studio.js';
import { writeStudio } from '../../src/tools/cli/studio.js';
import { addressOf, fileAddress, HOME, linkedFiles, pageText, ROOT, sidebar, titleOf } from './pages.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PUBLIC = join(HERE, 'public');
const API = join(ROOT, 'docs/api/out');
/** What the studio of the site opens with: a document, and a config for it. */
const EXAMPLE = ['fixtures/documents/invoice.pdf', 'fixtures/configs/invoice.json'];

/** Puts a file into what VitePress copies as it is. */
function publish(address: string, text: string): void {
  mkdirSync(dirname(join(PUBLIC, address)), { recursive: true });
  writeFileSync(join(PUBLIC, address), text);
}

/** The studio, with its example in it. */
async function publishStudio(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'anchorline-site-'));
  try {
    const programs = join(folder, 'programs');
    const example = join(folder, 'example');
    await buildStudio(programs);
    for (const path of EXAMPLE) cpSync(join(ROOT, path), join(example, path.split('/').at(-1)!));
    mkdirSync(join(PUBLIC, 'studio'), { recursive: true });
    await writeStudio(
      example,
      { output: join(PUBLIC, 'studio/index.html') },
      { stderr: new PassThrough() },
      programs,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The list of the pages for language models, as llmstxt.org describes it. */
function llmsIndex(): string {
  const groups = sidebar().map(({ text, items }) => {
    const links = items.map(({ page }) => `- [${titleOf(page)}](/${addressOf(page)}.html)`);
    return `## ${text}\n\n${links.join('\n')}\n`;
  });
  return `# Anchorline\n\n> ${SUMMARY}\n\nAll pages in one file: [llms-full.txt](/llms-full.txt)\n\n${groups.join('\n')}`;
}

const SUMMARY =
  'An open-source TypeScript library that turns documents (PDF, scans, Word, Excel, mail, text) into checked, typed ' +
  'JSON inside a Node process or a browser, by configs in the SenseML language. Nothing is uploaded.';

/** All pages in the order of the sidebar, each under its address. */
function llmsFull(): string {
  const all = sidebar().flatMap(({ items }) => items.map(({ page }) => page));
  return all.map((page) => `<!-- /${addressOf(page)}.html -->\n\n${pageText(page)}`).join('\n\n');
}

rmSync(PUBLIC, { recursive: true, force: true });
rmSync(join(HERE, 'out'), { recursive: true, force: true });
await publishStudio();
publish('llms.txt', llmsIndex());
publish('llms-full.txt', llmsFull());
for (const path of [...linkedFiles(), ...homeFiles()]) {
  cpSync(join(ROOT, path), join(PUBLIC, fileAddress(path)), { recursive: true });
}
if (existsSync(API)) cpSync(API, join(PUBLIC, 'api'), { recursive: true });
// VitePress is a package of this folder alone, which a checkout need not have.
const { build } = (await import(join(HERE, 'node_modules/vitepress/dist/node/index.js'))) as {
  build(folder: string): Promise<void>;
};
await build(HERE);

/** Files that the home page shows: links in its front matter are not looked for. */
function homeFiles(): readonly string[] {
  return [...pageText(HOME).matchAll(/src: \/files\/(\S+)/gu)].map(([, path = '']) => path);
}
