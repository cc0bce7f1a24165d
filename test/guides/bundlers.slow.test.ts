/** The guide to bundlers: what it shows bundles the library, and the bundles run with only what it lists beside them. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildForBrowsers } from '../../packaging/browser.js';
import { bundleLibrary } from '../../packaging/bundle.js';
import { programBeside } from '../../src/foundation/platform/program.js';
import { fixture, temporaryFolder, write } from '../tools/cli/run-cli.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const root = fileURLToPath(new URL('../../', import.meta.url));
const shown = join(root, 'fixtures/guides/bundlers');
const guide = readFileSync(join(root, 'docs/guides/bundlers.md'), 'utf8');
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The packages that the guide says must be there, and what they need themselves. */
const OUTSIDE = [
  ...[...guide.matchAll(/^\| (`[^|]+) \| (?!`paddle)/gmu)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name),
  ),
  'tesseract.js-core',
];

const packageFolder = (name: string) => realpathSync(join(root, 'node_modules', name));

function link(name: string, target: string, into: string): void {
  const place = join(into, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place, 'dir');
}

/** A project with the library, as sources of JavaScript, and its packages; bundled into `dist/`. */
const project = join(folder, 'project');
const library = join(project, 'node_modules/anchorline');
/** Where bundles run: with the packages that stay outside, and no others. */
const server = join(folder, 'server');

beforeAll(async () => {
  cpSync(shown, project, { recursive: true });
  mkdirSync(library, { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.') && name !== 'anchorline') link(name, join(root, 'node_modules', name), project);
  }
  cpSync(join(root, 'package.json'), join(library, 'package.json'));
  await buildForBrowsers(join(library, 'dist/browser'));
  await bundleLibrary(join(library, 'dist'));
  for (const name of OUTSIDE) link(name, packageFolder(name), server);
});

it('writes the library for Node in ASCII, of which V8 keeps one byte a character and not two', () => {
  const names = readdirSync(join(library, 'dist'), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.js') && !name.startsWith('browser'));
  expect(files.length).toBeGreaterThan(100);
  const others = files.filter((name) =>
    readFileSync(join(library, 'dist', name)).some((byte) => byte > 0x7f),
  );
  expect(others).toEqual([]);
});

/** Runs a bundle on a fixture. */
function run(bundle: string, document: string): { parsed_document: object; errors: unknown[]; ocr?: object } {
  const place = join(server, 'dist', bundle);
  rmSync(join(server, 'dist'), { recursive: true, force: true });
  cpSync(join(project, 'dist'), join(server, 'dist'), { recursive: true });
  const config = write(
    server,
    'config.json',
    '{ "fields": [{ "id": "number", "anchor": "invoice no.", "method": { "id": "row", "tiebreaker": "first" } }] } // a',
  );
  return JSON.parse(execFileSync(process.execPath, [place, fixture(document), config], { encoding: 'utf8' }));
}

describe.each([
  ['esbuild, modules', ['esbuild.mjs'], 'app.mjs'],
  ['esbuild, CommonJS', ['esbuild-cjs.mjs'], 'app.cjs'],
  ['Vite', [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], 'app.mjs'],
])('%s', (_, command, bundle) => {
  it('bundles the library', () => {
    rmSync(join(project, 'dist'), { recursive: true, force: true });
    execFileSync(process.execPath, command, { cwd: project });
    const { parsed_document, errors } = run(bundle, 'invoice.pdf');
    expect(parsed_document).toMatchObject({ number: { value: 'FJ-20418' } });
    expect(errors).toEqual([]);
  });
});

it('reads scans from a bundle', () => {
  expect(run('app.mjs', 'scan-form.pdf')).toMatchObject({
    errors: [],
    ocr: { pages: [{ engine: 'tesseract' }] },
  });
});

it('says why workers cannot run from a bundle', () => {
  const bundle = new URL('file:///srv/app/dist/app.mjs');
  expect(() => programBeside(bundle.href, '../programs/worker')).toThrow(
    'Workers run /srv/app/programs/worker.js, which is not there. Bundlers leave it out',
  );
});

it.each(readdirSync(shown).filter((name) => name !== 'app.mjs'))('the guide shows %s', (name) => {
  expect(guide).toContain(`\`\`\`js ${name}\n${readFileSync(join(shown, name), 'utf8')}\`\`\``);
});

it('the package is taken by require', () => {
  const program = "const { extract } = require('anchorline'); console.log(typeof extract)";
  const output = execFileSync(process.execPath, ['--no-warnings', '--eval', program], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(output).toBe('function\n');
});
