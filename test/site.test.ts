/** The site has every page, and every page is in its sidebar; whether it is built right `site.slow.test.ts` says. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressOf, linkedFiles, pages, ROOT, sidebar } from '../docs/site/pages.js';

const HOME = 'docs/site/home.md';

test('every page of the site is in the sidebar, once', () => {
  const shown = sidebar().flatMap(({ items }) => items.map(({ page }) => page));
  expect(shown.length).toBeGreaterThan(90);
  expect([...shown].sort()).toEqual(pages().filter((page) => page !== HOME));
});

test('pages of the site have an address each', () => {
  const addresses = pages().map(addressOf);
  expect(addresses).not.toContain(undefined);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('files that pages of the site link to are there', () => {
  const files = linkedFiles();
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
