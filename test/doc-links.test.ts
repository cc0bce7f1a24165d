/** Links in Markdown lead to files that exist and to headings that they have; every page of the docs is in their index. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Made by a build of their own, with links of their own. */
const OTHERS = /(?:^|\/)(?:node_modules|out|dist|site)\//u;

/** Bytes of a picture that a guide shows beside its text. */
const LARGEST_PICTURE = 80_000;

const read = (path: string) => readFileSync(join(root, path), 'utf8');

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).split(sep).join('/'))
    .filter((name) => name.endsWith('.md') && !OTHERS.test(name));
}

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples', 'fixtures', 'bench', 'src'].flatMap(markdownIn),
];

/** The text without blocks and pieces of code. */
function prose(text: string): string {
  return text.replace(/^```.*?^```$/gmsu, '').replace(/`[^`\n]*`/gu, '');
}

const fragments = new Map<string, ReadonlySet<string>>();

/** The fragments that the headings of a page have on the web. */
function fragmentsOf(path: string): ReadonlySet<string> {
  const known = fragments.get(path);
  if (known) return known;
  const slugger = new GithubSlugger();
  const headings = read(path)
    .replace(/^```.*?^```$/gmsu, '')
    .matchAll(/^#{1,6} (.*)$/gmu);
  const found = new Set([...headings].map(([, heading = '']) => slugger.slug(heading)));
  fragments.set(path, found);
  return found;
}

interface Link {
  readonly from: string;
  readonly target: string;
  /** From the root of the project. */
  readonly path: string;
  readonly fragment: string | undefined;
}

const links = pages.flatMap((from): readonly Link[] =>
  [...prose(read(from)).matchAll(/\]\((?!(?:https?|mailto):)([^)\s]+)\)/gu)].map(([, target = '']) => {
    const [file = '', fragment] = target.split('#');
    const path = file === '' ? from : normalize(join(dirname(from), decodeURIComponent(file)));
    return { from, target, path: path.split(sep).join('/'), fragment };
  }),
);

test('links between pages are found at all', () => {
  expect(pages.length).toBeGreaterThan(60);
  expect(links.length).toBeGreaterThan(600);
});

test('lead to files of the project', () => {
  const dead = links.filter(({ path }) => path.startsWith('..') || !existsSync(join(root, path)));
  expect(dead.map(({ from, target }) => `${from}: ${target}`)).toEqual([]);
});

test('links between pages lead to headings', () => {
  const dead = links.filter(
    ({ path, fragment }) =>
      fragment !== undefined &&
      path.endsWith('.md') &&
      existsSync(join(root, path)) &&
      !fragmentsOf(path).has(fragment),
  );
  expect(dead.map(({ from, target }) => `${from}: ${target}`)).toEqual([]);
});

test('every page of the docs can be reached from their index', () => {
  const reached = new Set(['docs/README.md']);
  for (const page of reached) {
    for (const { from, path } of links) {
      if (from === page && path.endsWith('.md') && statSync(join(root, path), { throwIfNoEntry: false })) {
        reached.add(path);
      }
    }
  }
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

describe('pictures', () => {
  const folder = 'docs/images/';
  const shown = pages.flatMap((from) =>
    [...prose(read(from)).matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/gu)].map(([, text = '', target = '']) => ({
      from,
      text,
      path: normalize(join(dirname(from), target))
        .split(sep)
        .join('/'),
    })),
  );
  const own = shown.filter(({ path }) => path.startsWith(folder));

  test('pictures are all shown on a page, and there are no others', () => {
    const files = readdirSync(join(root, folder)).map((name) => folder + name);
    expect(files.filter((file) => file.endsWith('.webp')).length).toBeGreaterThan(5);
    expect(new Set(own.map(({ path }) => path))).toEqual(new Set(files));
  });

  test('say in words what they show', () => {
    const silent = shown.filter(({ text }) => text.split(/\s+/u).length < 4);
    expect(silent.map(({ from, path }) => `${from}: ${path}`)).toEqual([]);
  });

  test('pictures are on every page of the concepts, and small there', () => {
    const concepts = own.filter(({ from }) => from.startsWith('docs/concepts/'));
    const withPicture = new Set(concepts.map(({ from }) => from));
    expect(pages.filter((page) => page.startsWith('docs/concepts/') && !withPicture.has(page))).toEqual([]);
    const large = concepts.filter(({ path }) => statSync(join(root, path)).size > LARGEST_PICTURE);
    expect(large.map(({ path }) => path)).toEqual([]);
  });
});
