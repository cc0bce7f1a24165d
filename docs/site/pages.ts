/** What the site is made of: the pages, their addresses, the sidebar, and the files that pages link to. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The home page; it exists on the site alone. */
export const HOME = 'docs/site/home.md';

/** Pages outside `docs`, and pages that have another address than their path below `docs`, without the extension. */
const ADDRESSES: Readonly<Record<string, string>> = {
  [HOME]: 'index',
  'docs/README.md': 'overview',
  'docs/language/README.md': 'language/index',
  'bench/README.md': 'benchmarks',
  'examples/README.md': 'examples',
  'fixtures/README.md': 'fixtures',
  'src/README.md': 'source',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
};

/** On the site the home page takes its place. */
const README = 'README.md';

/** Folders below `docs` without pages. */
const NO_PAGES = /^(?:api|site|generator|images)\//u;

/** All pages of the site: paths from the root of the project. */
export function pages(): readonly string[] {
  const own = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('.md') && !NO_PAGES.test(name))
    .map((name) => `docs/${name}`);
  return [...new Set([...own, ...Object.keys(ADDRESSES)])].sort();
}

/** The address of a page: a path from the root of the site, without an extension. `undefined` for what is no page. */
export function addressOf(path: string): string | undefined {
  const known = ADDRESSES[path];
  if (known !== undefined) return known;
  if (!path.endsWith('.md') || !path.startsWith('docs/')) return undefined;
  const below = path.slice('docs/'.length);
  return NO_PAGES.test(below) ? undefined : below.replace(/\.md$/u, '');
}

/** Files that a browser shows, and does not download, under their own name. */
const SHOWN = /\.(?:pdf|png|webp|json|txt|csv)$/u;

/** Where the site holds a file of the project that a page links to. */
export function fileAddress(path: string): string {
  return `files/${path}${SHOWN.test(path) ? '' : '.txt'}`;
}

/**
 * Where a link of a page leads on the site.
 * @param from path of the page from the root of the project
 * @param target relative to that page
 */
export function linkOnSite(from: string, target: string): string {
  const [file = '', fragment] = target.split('#');
  if (file === '') return target;
  const path = posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(file)));
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (path === README) return `/${hash}`;
  const address = addressOf(path);
  return address === undefined ? `/${fileAddress(path)}` : `/${address}.md${hash}`;
}

/** Whether a target of a link is a path to another file. */
export function isRelative(target: string): boolean {
  return !/^(?:[a-z][a-z+.-]*:|\/|#)/iu.test(target);
}

/** Files of the project that pages link to and that are no pages themselves: paths from its root. */
export function linkedFiles(): readonly string[] {
  const found = pages().flatMap((from) =>
    [...prose(pageText(from)).matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)/gu)].flatMap(([, target = '']) => {
      if (!isRelative(target)) return [];
      const path = posix.normalize(posix.join(posix.dirname(from), target.split('#')[0]!));
      return path === README || addressOf(path) !== undefined ? [] : [path];
    }),
  );
  return [...new Set(found)].sort();
}

/** The text of a page. */
export function pageText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The text without blocks and pieces of code. */
function prose(text: string): string {
  return text.replace(/^```.*?^```$/gmsu, '').replace(/`[^`\n]*`/gu, '');
}

/** The heading of a page, without marks. */
export function titleOf(path: string): string {
  const [, heading = dirname(path)] = /^# (.*)$/mu.exec(pageText(path)) ?? [];
  return heading.replaceAll('`', '');
}

/** A group of pages in a sidebar. */
export interface Group {
  readonly text: string;
  /** The pages that have the group beside them: those below this address. */
  readonly beside: string;
  readonly items: readonly Entry[];
}

interface Entry {
  readonly text: string;
  /** Path of the page from the root of the project. */
  readonly page: string;
}

/** Pages in the order of the sidebar, with what they are called there. */
const GROUPS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Start here',
    [
      ['docs/README.md', 'Overview'],
      ['docs/guides/authoring.md', 'Your first config'],
      ['docs/guides/starters.md', 'Starters'],
      ['docs/guides/studio.md', 'The studio'],
      ['docs/guides/inspect.md', 'Inspection reports'],
      ['docs/guides/testing.md', 'Testing configs'],
      ['docs/guides/command-line.md', 'The command line'],
      ['docs/guides/api.md', 'The API at a glance'],
      ['docs/guides/typescript.md', 'TypeScript'],
      ['docs/guides/agents.md', 'Write configs with an agent'],
      ['docs/guides/comparison.md', 'Comparison'],
      ['docs/guides/faq.md', 'FAQ'],
    ],
  ],
  [
    'Concepts',
    [
      ['docs/concepts/lines.md', 'Lines and their order'],
      ['docs/concepts/anchors.md', 'Anchors and matches'],
      ['docs/concepts/methods.md', 'Choosing a method'],
      ['docs/concepts/tables.md', 'Tables'],
      ['docs/concepts/sections.md', 'Sections'],
    ],
  ],
  [
    'Guides',
    [
      ['docs/guides/many-layouts.md', 'Many layouts'],
      ['docs/guides/notations.md', 'Dates, numbers, currencies'],
      ['docs/guides/ocr.md', 'Scans and OCR'],
      ['docs/guides/language-models.md', 'Language models'],
      ['docs/guides/schema-to-config.md', 'From a schema to a config'],
      ['docs/guides/extending.md', 'Methods and types of your own'],
      ['docs/guides/workers.md', 'Workers'],
      ['docs/guides/service.md', 'Run a service'],
      ['docs/guides/stores-and-queues.md', 'Stores and queues'],
      ['docs/guides/operating.md', 'Operate a service'],
      ['docs/guides/upgrades.md', 'Upgrade a service'],
      ['docs/guides/browsers.md', 'In the browser'],
      ['docs/guides/bundlers.md', 'Bundlers and runtimes'],
    ],
  ],
  [
    'Recipes',
    [
      ['docs/recipes/scans.md', 'Scans'],
      ['docs/recipes/quotes-of-many-carriers.md', 'Quotes of many carriers'],
      ['docs/recipes/bank-statement-to-ledger.md', 'Bank statement to ledger'],
      ['docs/recipes/dates-without-a-year.md', 'Dates without a year'],
      ['docs/recipes/models-with-recorded-tests.md', 'Recorded model tests'],
      ['docs/recipes/workers.md', 'Untrusted documents'],
      ['docs/recipes/mount-the-service.md', 'Hono, Express, Next'],
      ['docs/recipes/queues-of-clouds.md', 'SQS, pg-boss, Temporal'],
    ],
  ],
  [
    'Results',
    [
      ['docs/results/result.md', 'The result'],
      ['docs/results/trace.md', 'The trace'],
      ['docs/results/errors-and-warnings.md', 'Errors and warnings'],
      ['docs/results/coverage-and-validations.md', 'Coverage and validations'],
      ['docs/results/verbosity.md', 'Verbosity'],
    ],
  ],
  [
    'Project',
    [
      ['docs/versions.md', 'Versions and support'],
      ['docs/migration.md', 'Migration'],
      ['CHANGELOG.md', 'Changelog'],
      ['examples/README.md', 'Examples'],
      ['fixtures/README.md', 'Fixtures'],
      ['bench/README.md', 'Benchmarks'],
      ['SECURITY.md', 'Security'],
      ['CONTRIBUTING.md', 'Contributing'],
      ['src/README.md', 'Map of the source'],
    ],
  ],
];

/** Groups whose pages are those of a folder, by name. */
function generated(): readonly Group[] {
  const all = pages();
  const within = (folder: string, first: readonly string[] = []): readonly Entry[] => {
    const own = all.filter((page) => posix.dirname(page) === folder && !first.includes(page));
    return [...first, ...own].map((page) => ({ text: titleOf(page), page }));
  };
  return [
    {
      text: 'Reference',
      beside: '/reference/',
      items: within('docs/reference', ['docs/reference/index.md']),
    },
    { text: 'Methods', beside: '/reference/', items: within('docs/reference/methods') },
    { text: 'Types', beside: '/reference/', items: within('docs/reference/types') },
    {
      text: 'The language',
      beside: '/language/',
      items: within('docs/language', ['docs/language/README.md']),
    },
  ];
}

/** The sidebars, group by group. */
export function sidebar(): readonly Group[] {
  const groups = GROUPS.map(([text, items]): Group => {
    return { text, beside: '/', items: items.map(([page, called]) => ({ page, text: called })) };
  });
  return [...groups, ...generated()];
}
