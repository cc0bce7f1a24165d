/** The site: pages of the project where they are, with links that lead to their addresses on the site. */
import { existsSync, readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';
import type { DefaultTheme, MarkdownOptions } from 'vitepress';
import { defineConfig } from 'vitepress';
import { addressOf, isRelative, linkOnSite, pages, ROOT, sidebar } from '../pages.js';

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url));
const PAGES = new Set(pages());
/** All that is no page: VitePress looks at every Markdown file below the root. */
const NO_PAGES = [
  ...readdirSync(ROOT, { withFileTypes: true })
    .filter(({ name }) => !['docs', 'bench', 'examples', 'fixtures', 'src', ...PAGES].includes(name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/**` : entry.name)),
  '{src,bench,examples,fixtures}/*/**',
  'docs/{api,generator}/**',
  'docs/site/*/**',
];
const hasApi = existsSync(`${PUBLIC}/api/index.html`);

/** Links between files of the project become links between pages of the site. */
const linkedOnSite: MarkdownOptions['config'] = (md) => {
  md.core.ruler.push('links_on_site', ({ tokens, env }) => {
    const file: string | undefined = env.realPath ?? env.path;
    // Titles are rendered without a file.
    if (file === undefined) return;
    const from = relative(ROOT, file).split(sep).join('/');
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const target = token.type === 'link_open' ? token.attrGet('href') : null;
      if (target !== null && isRelative(target)) token.attrSet('href', linkOnSite(from, target));
    }
  });
};

const nav: DefaultTheme.NavItem[] = [
  { text: 'Guide', link: '/guides/authoring' },
  { text: 'Reference', link: '/reference/' },
  { text: 'Language', link: '/language/' },
  ...(hasApi ? [{ text: 'API', link: '/api/index.html', target: '_self' }] : []),
  { text: 'Studio', link: '/studio/index.html', target: '_self' },
];

/** The groups of the sidebars by the address below which they are shown. */
function sidebars(): DefaultTheme.SidebarMulti {
  const groups = sidebar().map(({ text, beside, items }) => ({
    beside,
    text,
    items: items.map((item) => ({ text: item.text, link: `/${addressOf(item.page)}` })),
  }));
  return Object.fromEntries(
    [...new Set(groups.map(({ beside }) => beside))].map((beside) => [
      beside,
      groups.filter((group) => group.beside === beside),
    ]),
  );
}

const config = defineConfig({
  title: 'Anchorline',
  description: 'Documents become checked, typed JSON in your own Node process.',
  lang: 'en',
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: ROOT,
  outDir: fileURLToPath(new URL('../out', import.meta.url)),
  srcExclude: [...NO_PAGES],
  rewrites: (path) => (PAGES.has(path) ? `${addressOf(path)}.md` : path),
  ignoreDeadLinks: [/^\/(?:api|studio)\//u],
  metaChunk: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // Pages are Markdown alone: what looks like an element is text. Fragments are those of GitHub, as links have them.
  markdown: {
    html: false,
    attrs: { disable: true },
    anchor: { slugify: slug },
    config: linkedOnSite,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav,
    sidebar: sidebars(),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions: { combineWith: 'AND', boost: { title: 4, titles: 2, text: 1 } } },
      },
    },
  },
  vite: { publicDir: PUBLIC, build: { chunkSizeWarningLimit: 4000 } },
});

// biome-ignore lint/style/noDefaultExport: VitePress reads its configuration from the default export.
export default config;
