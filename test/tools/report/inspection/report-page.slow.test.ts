/** The page of a report in a real browser. Needs Chromium; where there is none these tests are skipped, and say so. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspect } from '../../../../src/tools/report/index.js';
import { BROWSER_START, chromiumPath, startChromium } from '../../../support/chromium.js';
import { drawnDocument } from '../../../support/drawn.js';
import { HOSTILE, inspected } from './support.js';

/** Until the page shows what it was asked for: the machine may be busy. */
const SOON = { timeout: 20_000 };

if (!chromiumPath) console.warn('No Chromium was found: the tests of the page of reports are skipped.');

describe.skipIf(!chromiumPath)('the page of a report', () => {
  let browser: Browser;
  let folder: string;
  let file: string;
  const troubles: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anchorline-report-'));
    file = join(folder, 'report.html');
    const inspection = await inspected();
    await writeFile(file, await inspection.toHtml({ documentName: `${HOSTILE}.pdf` }));
    await inspection.close();
    browser = await startChromium();
  }, BROWSER_START);

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a report; everything that the browser complains about is kept. */
  async function open(options: Parameters<Browser['newPage']>[0] = {}, address = file): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options });
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
      if (!/^(?:file|data):/u.test(request.url())) troubles.push(`asked for ${request.url()}`);
    });
    await page.goto(pathToFileURL(address).href);
    await page.waitForSelector('.overlay');
    return page;
  }

  const row = (page: Page, id: string) => page.locator(`.row[data-key="${id}"]`);
  const inspector = (page: Page) => page.locator('#inspector').innerText();

  test('opens without complaints, asks nobody for anything, and shows every field', async () => {
    const page = await open();
    expect(await page.locator('#counts').innerText()).toMatch(/^5 of 6\s+fields found/u);
    expect(await page.locator('.row .name').allInnerTexts()).toEqual([
      'policy',
      'hostile',
      'missing',
      'signer',
      'claims',
      'claims[0]',
      'paid',
      'claims[1]',
      'paid',
      'fees',
      'draft',
    ]);
    expect(await page.locator('figcaption').allInnerTexts()).toHaveLength(2);
    expect(troubles).toEqual([]);
    await page.close();
  });

  test('a page that could not be drawn says why, over its lines', async () => {
    const { document } = drawnDocument({ lines: [{ text: 'Total', left: 1, top: 5 }], blind: true });
    const inspection = await inspect(document, { fields: [] });
    const undrawn = join(folder, 'undrawn.html');
    await writeFile(undrawn, await inspection.toHtml());
    await inspection.close();
    const page = await open({}, undrawn);
    expect(await page.locator('.page .undrawn').innerText()).toMatch(
      /^This page could not be drawn; only its text is shown\. cannot draw$/u,
    );
    expect(await page.locator('#tree').innerText()).toBe('The config has no fields.');
    await page.close();
  });

  test('text of documents stays text', async () => {
    const page = await open();
    await row(page, 'hostile').click();
    expect(await inspector(page)).toContain(HOSTILE);
    expect(await page.locator('#document').innerText()).toBe(`${HOSTILE}.pdf`);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(troubles).toEqual([]);
    await page.close();
  });

  test('its policy runs no other program', async () => {
    const page = await open();
    const isBlocked = await page.evaluate(`new Promise((done) => {
      document.addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective), { once: true });
      const script = document.createElement('script');
      script.textContent = 'window.broken = true';
      document.body.append(script);
    })`);
    expect(isBlocked).toMatch(/^script-src/u);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    // The refusal itself is reported on the console.
    troubles.length = 0;
    await page.close();
  });

  test('names of marks on lines close together are not written over each other', async () => {
    const document = await PDFDocument.create();
    const sheet = document.addPage([300, 200]);
    for (const at of [0, 1, 2, 3]) sheet.drawText(`item ${at}`, { x: 100, y: 150 - 7 * at, size: 6 });
    const fields = [{ id: 'items', match: 'all', anchor: 'item', method: { id: 'passthrough' } }];
    const inspection = await inspect(await document.save(), JSON.stringify({ fields }));
    const close = join(folder, 'close.html');
    await writeFile(close, await inspection.toHtml({ documentName: 'close.pdf' }));
    await inspection.close();
    const page = await open({}, close);
    await row(page, 'items').click();
    await page.locator('.layer-anchors .chosen').first().waitFor();
    expect(await page.locator('.layer-anchors .chosen').count()).toBe(4);
    expect(await page.locator('.layer-anchors .tag').allTextContents()).toEqual(['anchor', 'anchor']);
    await page.close();
  });

  test('a click on a field lights up its anchor and its value, and scrolls to them', async () => {
    const page = await open();
    const pane = page.locator('#pages');
    expect(await pane.evaluate((element) => element.scrollTop)).toBe(0);
    await row(page, 'signer').click();
    const frame = page.locator('.page[data-page="1"]');
    await frame.locator('.layer-values .chosen').waitFor();
    expect(await frame.locator('.layer-anchors .chosen').count()).toBe(1);
    expect(await frame.locator('.tag').allTextContents()).toEqual(['value', 'anchor']);
    await expect.poll(() => pane.evaluate((element) => element.scrollTop), SOON).toBeGreaterThan(500);
    await expect
      .poll(async () => {
        const box = await frame.locator('.layer-values .chosen').boundingBox();
        return box !== null && box.y > 100 && box.y < 850;
      }, SOON)
      .toBe(true);
    expect(await inspector(page)).toContain('Field 1 of 2 with this id');
    expect(await inspector(page)).toContain('anchor not found: no line matches "signature of"');
    await page.close();
  });

  test('a click on a line shows its text with spaces visible, its box and the fields that use it', async () => {
    const page = await open();
    const line = await page.locator('.page[data-page="0"] .hit').nth(1);
    await line.click();
    const text = await inspector(page);
    expect(text).toContain('P-77·A');
    expect(text).toContain('2.500 in');
    expect(text).toContain('1.139 in');
    expect(text).toMatch(/policy\s+captured · value/u);
    await page.locator('#inspector .use', { hasText: 'policy' }).first().click();
    expect(await page.locator('.row[aria-selected="true"]').getAttribute('data-key')).toBe('policy');
    await page.close();
  });

  test('rows that a table leaves out are shown with the reason', async () => {
    const page = await open();
    await row(page, 'fees').click();
    expect(await inspector(page)).toContain('1 of 2 rows, 1 left out');
    expect(await page.locator('.why').innerText()).toBe('no amount in the text of the required column "fee"');
    expect(await page.locator('.layer-rows .faint').count()).toBe(1);
    await page.close();
  });

  test('works by keyboard', async () => {
    const page = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('sig');
    expect(await page.locator('.row .name').allInnerTexts()).toEqual(['signer']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.locator('#inspector h2').innerText()).toBe('signer');
    await page.keyboard.press('/');
    await page.locator('#search').fill('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('.row[aria-selected="true"]').getAttribute('data-key')).toBe('hostile');
    await row(page, 'claims').click();
    await page.keyboard.press('ArrowLeft');
    expect(await row(page, 'claims').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    expect(await row(page, 'claims').getAttribute('aria-expanded')).toBe('true');
    const width = () =>
      page
        .locator('.page')
        .first()
        .evaluate((element) => element.clientWidth);
    const before = await width();
    await page.keyboard.press('+');
    expect(await width()).toBeGreaterThan(before);
    await page.keyboard.press('0');
    expect(await width()).toBe(before);
    await page.keyboard.press('Escape');
    expect(await page.locator('#inspector h2').innerText()).toBe('Select a field or a line');
    await page.locator('.overlay').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('.line-text').innerText()).toBe('P-77·A');
    await page.keyboard.press('?');
    expect(await page.locator('dialog').isVisible()).toBe(true);
    expect(troubles).toEqual([]);
    await page.close();
  });

  test('shows layers on demand, and pages before the preprocessors', async () => {
    const page = await open();
    expect(await page.locator('.layer-rulings').count()).toBe(0);
    await page.locator('.chip', { hasText: 'Rulings' }).click();
    expect(await page.locator('.layer-rulings path').count()).toBe(5);
    await page.keyboard.press('b');
    await expect.poll(() => page.locator('.page[data-page="0"] .layer-lines .changed').count(), SOON).toBe(1);
    await page.locator('.page[data-page="0"] .hit').first().click();
    expect(await inspector(page)).toContain('Printed·by·the·fleet·office');
    expect(await inspector(page)).toContain('before preprocessors');
    await page.close();
  });

  test('the page of a report is dark where the system is, and as the reader wants it', async () => {
    const page = await open({ colorScheme: 'dark' });
    const back = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await back()).toBe('rgb(17, 21, 27)');
    await page.locator('button[aria-label="Light or dark"]').click();
    expect(await back()).toBe('rgb(245, 246, 248)');
    await page.close();
  });

  test('a watched report reloads itself and stays where it was', async () => {
    const watched = join(folder, 'watched.html');
    const pictures = new WeakMap();
    const write = async (version: number, signer: string) => {
      const config = JSON.stringify({
        fields: [
          { id: 'policy', anchor: 'policy no', method: { id: 'row' } },
          { id: 'signer', anchor: signer, method: { id: 'row' } },
        ],
      });
      const inspection = await inspected({ config });
      await writeFile(watched, await inspection.toHtml({}, { versions: 'watched.svg', version, pictures }));
      await writeFile(
        join(folder, 'watched.svg'),
        `<svg xmlns="http://www.w3.org/2000/svg" width="${version}" height="1"/>`,
      );
      await inspection.close();
    };
    await write(1, 'signature of');
    const page = await open({}, watched);
    await row(page, 'signer').click();
    await page.locator('.chip', { hasText: 'Words' }).click();
    expect(await inspector(page)).toContain('anchor not found');
    await write(2, 'signed by');
    await expect.poll(() => inspector(page), SOON).toContain('Maren Lindqvist');
    expect(await page.locator('.chip', { hasText: 'Words' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.row[aria-selected="true"]').getAttribute('data-key')).toBe('signer');
    expect(troubles).toEqual([]);
    await page.close();
  });

  test('fifty pages are made ready only as they come into sight', async () => {
    const lines = Array.from({ length: 50 }, (_, page) => ({ text: `Page ${page}`, left: 1, top: 1, page }));
    const inspection = await inspected({ lines, paths: [], config: '{"fields": []}' });
    const long = join(folder, 'long.html');
    await writeFile(long, await inspection.toHtml());
    const page = await open({}, long);
    expect(await page.locator('.page').count()).toBe(50);
    expect(await page.locator('.overlay').count()).toBeLessThan(10);
    await page.keyboard.press(']');
    await expect.poll(() => page.locator('.position').innerText(), SOON).toBe('2 / 50');
    await page.locator('#pages').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.locator('.page[data-page="49"] .overlay').waitFor();
    expect(await page.locator('.page[data-page="0"] .overlay').count()).toBe(0);
    await page.close();
  });
});
