/** Comments point to the book of the language by links; every one leads to a heading, and none is published. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'test', 'docs', 'bench', 'fixtures'];
const BOOK = 'docs/language';

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The fragments that the headings of a page have on the web. */
function fragmentsOf(path: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = read(path).matchAll(/^#{1,6} (.*)$/gmu);
  return new Set([...headings].map(([, heading]) => slugger.slug(heading ?? '')));
}

const fragments = new Map(filesIn(BOOK, '.md').map((path) => [path, fragmentsOf(path)]));

/** Whether a link such as `docs/language/04-types.md#49-percentage` leads somewhere. */
function leads(link: string): boolean {
  const [path = '', fragment] = link.split('#');
  const known = fragments.get(path);
  return known !== undefined && (fragment === undefined || known.has(fragment));
}

interface Link {
  readonly from: string;
  readonly to: string;
}

const comments = FOLDERS.flatMap((folder) => filesIn(folder, '.ts')).flatMap((from): readonly Link[] => {
  const found = read(from).matchAll(/\/\/ See (docs\/language\/\S+)/gu);
  return [...found].map(([, to = '']) => ({ from, to }));
});

const pages = [...fragments.keys()].flatMap((from): readonly Link[] => {
  const found = read(from)
    .replace(/`[^`]*`/gu, '')
    .matchAll(/\]\((?!https?:)([^)\s]+)\)/gu);
  return [...found].map(([, to = '']) => ({
    from,
    to: to.startsWith('#') ? `${from}${to}` : join(BOOK, to),
  }));
});

test('links to the book of the language are found at all', () => {
  expect(comments.length).toBeGreaterThan(250);
  expect(pages.length).toBeGreaterThan(250);
});

test('lead from comments to headings', () => {
  expect(comments.filter(({ to }) => !leads(to))).toEqual([]);
});

test('lead from page to page to headings', () => {
  const inside = pages.filter(({ to }) => to.startsWith(BOOK));
  expect(inside.filter(({ to }) => !leads(to))).toEqual([]);
});

test('links to the book of the language are in no comment that is published with the types', () => {
  const published = filesIn('src', '.ts').filter((path) =>
    [...read(path).matchAll(/\/\*\*[\s\S]*?\*\//gu)].some(([comment]) =>
      /docs\/language|\bchapter \d/iu.test(comment),
    ),
  );
  expect(published).toEqual([]);
});
