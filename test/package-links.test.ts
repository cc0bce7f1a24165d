/** What users read in the package links to files that the package holds. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The pictures of the README: npm shows them from the repository, and a folder of packages shows none. */
const LEFT_OUT = new Set(['docs/images/document-to-json.webp', 'docs/images/studio.gif']);

/** Bytes of all that is not the library, unpacked: it is 1.8 MB, of which pictures are 0.4. */
const MOST_BYTES = 2_000_000;

interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** The files of the package, as `npm pack` takes them. */
async function packedFiles(): Promise<Packed['files']> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 2 ** 26 });
  const [packed] = JSON.parse(stdout) as readonly Packed[];
  return packed?.files ?? [];
}

const packed = packedFiles();

/** Paths from the root that a page links to; addresses on the web are none. */
function linksOf(page: string): readonly string[] {
  const prose = readFileSync(join(root, page), 'utf8')
    .replace(/^```.*?^```$/gmsu, '')
    .replace(/`[^`\n]*`/gu, '');
  return [...prose.matchAll(/\]\((?!(?:https?|mailto):|#)([^)\s#]+)/gu)].map(([, target = '']) =>
    normalize(join(dirname(page), decodeURIComponent(target)))
      .split(sep)
      .join('/'),
  );
}

test('every link of a page in the package leads to a file in it', { timeout: 120_000 }, async () => {
  const files = (await packed).filter(({ path }) => !path.startsWith('dist/'));
  const paths = files.map(({ path }) => path);
  const pages = paths.filter((path) => path.endsWith('.md'));
  expect(pages).toContain('docs/README.md');
  const isPacked = (target: string) => paths.some((path) => path === target || path.startsWith(`${target}/`));
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter((target) => !isPacked(target) && !LEFT_OUT.has(target))
      .map((target) => `${page}: ${target}`),
  );
  expect(dead).toEqual([]);
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});

test('pages that comments of public types name are in the package', { timeout: 120_000 }, async () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const named = Object.values(exports).flatMap((entry) => {
    if (typeof entry === 'string') return [];
    const source = entry.types.replace('./dist/', 'src/').replace(/\.d\.ts$/u, '.ts');
    return readFileSync(join(root, source), 'utf8').match(/docs\/[\w/-]+\.md/gu) ?? [];
  });
  const paths = new Set((await packed).map(({ path }) => path));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((page) => !paths.has(page))).toEqual([]);
});
