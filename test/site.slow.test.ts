/**
 * The site, built and opened in a browser. Needs its packages (`npm --prefix docs/site ci --ignore-scripts`) and Chromium;
 * where one is missing these tests are skipped, and say so.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, posix, sep } from 'node:path';
import { promisify } from 'node:util';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, pages, ROOT } from '../docs/site/pages.js';
import { chromiumPath, startChromium } from './support/chromium.js';

const OUT = join(ROOT, 'docs/site/out');
/** Milliseconds that a busy machine may take to build the site. */
const PATIENCE = 900_000;
/** Until the page shows what it was asked for. */
const SOON = { timeout: 120_000 };

const missing = [
  ...(existsSync(join(ROOT, 'docs/site/node_modules/vitepress')) ? [] : ['the packages of docs/site']),
  ...(chromiumPath ? [] : ['Chromium']),
];
if (missing.length > 0) console.warn(`The tests of the site are skipped without ${missing.join(' and ')}.`);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
};

/** Serves the site as any server of files does. */
async function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = join(OUT, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : '');
    if (!path.startsWith(OUT) || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(missing.length > 0)('the site', { timeout: PATIENCE }, () => {
  let browser: Browser;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['--import', 'tsx', 'docs/site/build.ts'], {
      cwd: ROOT,
      timeout: PATIENCE,
      maxBuffer: 2 ** 26,
    });
    server = await serve();
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await startChromium();
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** The pages that VitePress made: paths from the root of the site, with their text. */
  function built(): ReadonlyMap<string, string> {
    const names = readdirSync(OUT, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(sep).join('/'))
      .filter((name) => name.endsWith('.html') && !/^(?:api|studio|files)\//u.test(name));
    return new Map(names.map((name) => [name, readFileSync(join(OUT, name), 'utf8')]));
  }

  async function open(path: string, dark = false): Promise<Page> {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
    });
    page.setDefaultTimeout(SOON.timeout);
    await page.goto(`${origin}/${path}`);
    return page;
  }

  test('every page has a file, and there are no others', () => {
    const expected = [...pages().map((page) => `${addressOf(page)}.html`), '404.html'];
    expect([...built().keys()].sort()).toEqual(expected.sort());
  });

  test('no link leads nowhere, and no fragment is missing', () => {
    const all = built();
    const idsOf = (text: string) => new Set([...text.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id));
    const ids = new Map([...all].map(([name, text]) => [name, idsOf(text)]));
    const dead: string[] = [];
    let count = 0;
    for (const [name, text] of all) {
      for (const [, target = ''] of text.matchAll(/ (?:href|src)="([^"]+)"/gu)) {
        if (/^(?:[a-z]+:|\/\/)/iu.test(target)) continue;
        count += 1;
        const [file = '', fragment = ''] = target.replaceAll('&amp;', '&').split('#');
        const path = file === '' ? name : posix.join(posix.dirname(`/${name}`), file).slice(1);
        const resolved = file.startsWith('/') ? file.slice(1) : path;
        const place = resolved === '' || resolved.endsWith('/') ? `${resolved}index.html` : resolved;
        const there = existsSync(join(OUT, decodeURIComponent(place)));
        const hasPlace = fragment === '' || ids.get(place)?.has(decodeURIComponent(fragment)) !== false;
        if (!there || !hasPlace) dead.push(`${name}: ${target}`);
      }
    }
    expect(count).toBeGreaterThan(5_000);
    expect([...new Set(dead)]).toEqual([]);
  });

  test('language models get a list of the pages, and all of them in one file', () => {
    const list = readFileSync(join(OUT, 'llms.txt'), 'utf8');
    const all = readFileSync(join(OUT, 'llms-full.txt'), 'utf8');
    for (const page of pages()) {
      const address = addressOf(page);
      if (address === 'index') continue;
      expect(list).toContain(`(/${address}.html)`);
      expect(all).toContain(`<!-- /${address}.html -->`);
    }
  });

  test('search finds check boxes, without a server', async () => {
    const page = await open('guides/authoring.html');
    await page.locator('.VPNavBarSearch button').first().click();
    await page.locator('.search-input').fill('check box');
    const results = page.locator('.result');
    await results.first().waitFor();
    await expect
      .poll(() => results.allInnerTexts(), SOON)
      .toContainEqual(expect.stringMatching(/checkbox/iu));
    await page.close();
  });

  test('the studio is open with an example, reads another document, and makes no request', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(SOON.timeout);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const address = `${origin}/studio/`;
    await page.goto(address);
    const row = page.locator('.row[data-key="invoice_number"]');
    await expect.poll(() => row.innerText(), SOON).toContain('FJ-20418');
    await page.setInputFiles('#chooser', [join(ROOT, 'fixtures/documents/rotated.pdf')]);
    await expect.poll(() => page.locator('.tab').count(), SOON).toBe(2);
    expect(asked.filter((url) => url !== address && !/^(?:data|blob):/u.test(url))).toEqual([]);
    await page.close();
  });

  test.each([
    ['index.html', false],
    ['index.html', true],
    ['guides/authoring.html', false],
    ['guides/authoring.html', true],
  ])('axe finds nothing serious: %s, dark: %s', async (path, dark) => {
    const page = await open(path, dark);
    await page.addScriptTag({ content: axe.source });
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ).toEqual([]);
    await page.close();
  });

  test('the site is light enough for any host of files', () => {
    const sizes = readdirSync(OUT, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('api'))
      .map((name) => statSync(join(OUT, name)))
      .filter((stat) => stat.isFile());
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(50_000_000);
  });
});
