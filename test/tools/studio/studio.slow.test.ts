/** The studio in a real browser, from its file. Needs Chromium; where there is none these tests are skipped, and say so. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../fixtures/build/encrypted.js';
import { buildStudio } from '../../../packaging/studio.js';
import { writeStudio } from '../../../src/tools/cli/studio.js';
import { HELD } from '../../../src/tools/cli/studio-parts.js';
import { chromiumPath, startChromium } from '../../support/chromium.js';
import { codedPicturePdf, PICTURE_CODES, undrawablePdf } from '../../support/coded-pictures.js';
import { makePdf } from '../../support/make-pdf.js';
import { fixture } from '../cli/run-cli.js';

/** Until the page shows what it was asked for: the machine may be busy. */
const SOON = { timeout: 300_000 };
/** Milliseconds after which the list of offers surely listens: before, Enter goes to the text below it. */
const EDITOR_DEAF = 200;
/** Milliseconds that a busy machine may take to build a studio and to start a browser, and for one test. */
const PATIENCE = 900_000;

const CONFIG = `{
  // What the invoice is about.
  "fields": [
    { "id": "number", "anchor": "invoice no", "method": { "id": "row" } },
    { "id": "order", "anchor": "purchase order", "method": { "id": "row" } }
  ]
}`;

if (!chromiumPath) console.warn('No Chromium was found: the tests of the studio are skipped.');

describe.skipIf(!chromiumPath)('the studio', { timeout: PATIENCE }, () => {
  let browser: Browser;
  let folder: string;
  let programs: string;
  let studio: string;
  let page: Page;
  const troubles: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anchorline-studio-'));
    programs = join(folder, 'programs');
    studio = join(folder, 'studio.html');
    await buildStudio(programs);
    await write(undefined, studio);
    browser = await startChromium();
  }, PATIENCE);

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  afterEach(async () => {
    await page.close();
    expect(troubles.splice(0)).toEqual([]);
  });

  function write(of: string | undefined, output: string): Promise<void> {
    return writeStudio(of, { output }, { stderr: new PassThrough() }, programs);
  }

  /**
   * Opens a studio; everything that the browser complains about, or asks of anybody else, is kept.
   * @param before runs in the page before its own program
   */
  async function open(file = studio, before?: string): Promise<void> {
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(SOON.timeout);
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!/^(?:data|blob):/u.test(url) && url !== pathToFileURL(file).href)
        troubles.push(`asked for ${url}`);
    });
    if (before) await page.addInitScript(before);
    await page.goto(pathToFileURL(file).href);
  }

  /** Drops files on the page, as a hand does. */
  async function drop(
    files: readonly { readonly name: string; readonly content: string | Uint8Array }[],
  ): Promise<void> {
    const given = files.map(({ name, content }) => ({
      name,
      base64: Buffer.from(content).toString('base64'),
    }));
    await page.evaluate(`{
      const transfer = new DataTransfer();
      for (const { name, base64 } of ${JSON.stringify(given)}) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      for (const type of ['dragover', 'drop']) {
        document.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }
    }`);
  }

  /** A place on the first page, which is 8.5 by 11 inches, on the screen. */
  async function at(x: number, y: number): Promise<[number, number]> {
    const box = await page.locator('.page').first().boundingBox();
    return [box!.x + (x / 8.5) * box!.width, box!.y + (y / 11) * box!.height];
  }

  const value = (id: string) => page.locator(`.row[data-key="${id}"] .value`);
  const status = () => page.locator('#status');

  async function dropped(name: string) {
    return { name, content: await readFile(fixture(name)) };
  }

  /** Replaces the config, as a hand does. */
  async function type(text: string): Promise<void> {
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  }

  /** Of each session in the browser's storage the number of its documents. */
  function keptDocuments(): Promise<number[]> {
    return page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('anchorline-studio', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('sessions');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const all = opening.result.transaction('sessions').objectStore('sessions').getAll();
        all.onsuccess = () => {
          opening.result.close();
          resolve(all.result.map(({ documents }) => documents.length));
        };
      };
    })`);
  }

  test('begins with a starter, which reads a document that is dropped then', async () => {
    await open();
    await page.locator('.starters').getByRole('button', { name: 'invoice' }).click();
    await drop([await dropped('invoice.pdf')]);
    await value('total')
      .filter({ hasText: '2,601' })
      .or(value('total').filter({ hasText: '2601' }))
      .waitFor(SOON);
    expect(await page.locator('.cm-content').textContent()).toContain('Invoices of any sender');
  });

  test('opens from disk and shows what fields give on documents that are dropped', async () => {
    await open();
    await drop([await dropped('invoice.pdf'), { name: 'config.json', content: CONFIG }]);
    await expect.poll(() => value('number').innerText(), SOON).toBe('FJ-20418');
    expect(await value('order').innerText()).toMatch(
      /^nothing is to the right of "Purchase order" on its line/u,
    );
    expect(await page.locator('#counts').innerText()).toMatch(/^1 of 2\s+fields found/u);
    await page.waitForSelector('.page img[src^="blob:"]');
    expect(await page.locator('.layer-values path').count()).toBe(1);
  });

  test('begins with an editor that looks like itself, and says what to do', async () => {
    await open();
    const look = () =>
      page.evaluate(`(() => {
        const { textAlign, color } = getComputedStyle(document.querySelector('.cm-line'));
        const { paddingLeft } = getComputedStyle(document.body);
        const { left } = document.querySelector('header').getBoundingClientRect();
        return { textAlign, color, paddingLeft, left };
      })()`);
    await expect.poll(() => page.locator('#instead').innerText(), SOON).toMatch(/Drop a document here/u);
    expect(await page.locator('#tree').innerText()).toBe(
      'No fields yet. Click a value on the page and press t.',
    );
    expect(await page.locator('.starters').innerText()).toMatch(/^No config yet\? Begin with a starter:/u);
    expect(await page.locator('#inspector').isVisible()).toBe(false);
    const empty = await look();
    expect(empty).toMatchObject({ textAlign: 'start', paddingLeft: '0px', left: 0 });
    await drop([await dropped('invoice.pdf')]);
    await page.waitForSelector('.page img[src^="blob:"]');
    expect(await look()).toEqual(empty);
    expect(await page.locator('#inspector').innerText()).toMatch(/invoice\.pdf/u);
    await page.locator('#search').fill('amount');
    expect(await page.locator('#tree').innerText()).toMatch(/^No fields yet/u);
    await type(CONFIG);
    await expect.poll(() => page.locator('#tree').innerText(), SOON).toMatch(/^No field fits the search/u);
  });

  test.each(PICTURE_CODES)('draws pages with a picture in the code %s', async (code) => {
    await open();
    await drop([{ name: 'picture.pdf', content: codedPicturePdf(code) }]);
    const greens = () =>
      page.evaluate(`(async () => {
        const image = document.querySelector('.page img[src^="blob:"]');
        if (!image) return [];
        await image.decode();
        const canvas = new OffscreenCanvas(4, 4);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0, 4, 4);
        const { data } = context.getImageData(0, 0, 4, 4);
        return [[0, 0], [3, 0], [0, 3]].map(([x, y]) => data[(y * 4 + x) * 4 + 1] > 128);
      })()`);
    await expect.poll(greens, SOON).toEqual([false, true, true]);
    expect(await page.locator('.undrawn').count()).toBe(0);
  });

  test('says on a page why it could not be drawn, and shows its text', async () => {
    await open();
    await drop([
      { name: 'heavy.pdf', content: undrawablePdf() },
      { name: 'config.json', content: CONFIG },
    ]);
    await expect
      .poll(() => page.locator('.page .undrawn').allInnerTexts(), SOON)
      .toEqual([expect.stringMatching(/^This page could not be drawn.*draws large pictures too often/u)]);
    expect(await value('number').innerText()).toBe('N-1');
  });

  test('takes what is dropped while its engine is unpacked', async () => {
    await open(
      studio,
      `{
        const released = new Promise((resolve) => (globalThis.release = resolve));
        const { arrayBuffer } = Response.prototype;
        Response.prototype.arrayBuffer = async function () {
          await released;
          return arrayBuffer.call(this);
        };
      }`,
    );
    await drop([await dropped('invoice.pdf'), { name: 'config.json', content: CONFIG }]);
    expect(await page.locator('#editor').innerText()).toBe('');
    await page.evaluate('release()');
    await expect.poll(() => value('number').innerText(), SOON).toBe('FJ-20418');
  });

  test('values follow the config as it is written, and errors are marked at their places', async () => {
    await open();
    await drop([await dropped('invoice.pdf'), { name: 'config.json', content: CONFIG }]);
    await expect.poll(() => value('number').innerText(), SOON).toBe('FJ-20418');
    await type(CONFIG.replace('invoice no', 'invoice date').replace('"number"', '"day"'));
    await expect.poll(() => value('day').innerText(), SOON).toBe('March 4, 2024');
    await type(CONFIG.replace('"row"', '"rows"'));
    await expect.poll(() => status().innerText(), SOON).toMatch(/^Line 4, "id": unknown method "rows"/u);
    // A member that is missing is named, and one that is misspelt beside a misspelt method marked with it.
    await type('{ "fields": [{ "id": "a", "anchor": "b" }] }');
    await expect.poll(() => status().innerText(), SOON).toMatch(/^Line 1, "method": is required/u);
    await type('{ "fields": [{ "id": "a", "achor": "b", "method": { "id": "rows" } }] }');
    await expect.poll(() => page.locator('.cm-lintRange-error').allInnerTexts(), SOON).toHaveLength(2);
    await expect.poll(() => status().innerText(), SOON).toMatch(/\b2\b/u);
    await type(CONFIG.replace('"row"', '"rows"'));
    await expect.poll(() => page.locator('.cm-lintRange-error').allInnerTexts(), SOON).toHaveLength(1);
    expect(await page.locator('.cm-lintRange-error').innerText()).toBe('"id": "rows"');
    // The values of the config before stay, and say that they do.
    expect(await value('day').innerText()).toBe('March 4, 2024');
    expect(await page.locator('body').getAttribute('class')).toContain('stale');
  });

  test('offers what can be written, and says what it means', async () => {
    await open();
    await type('{ "fields": [{ "id": "a", "anchor": "b", "method": { "id": "" } }] }');
    await page.keyboard.press('ControlOrMeta+Home');
    for (const _ of '{ "fields": [{ "id": "a", "anchor": "b", "method": { "id": "')
      await page.keyboard.press('ArrowRight');
    await page.keyboard.type('interse');
    const offered = page.locator('.cm-tooltip-autocomplete li');
    await expect.poll(() => offered.allInnerTexts(), SOON).toContain('intersection');
    await page.waitForTimeout(EDITOR_DEAF);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('.cm-content').innerText(), SOON)
      .toContain('"method": { "id": "intersection" }');
    // Methods that read the page come first, in groups; the one that is chosen comes with what it needs.
    await page.keyboard.press('Escape');
    await type('{ "fields": [{ "id": "a", "anchor": "b", "method": { "id": "" } }] }');
    await page.keyboard.press('ControlOrMeta+Home');
    for (const _ of '{ "fields": [{ "id": "a", "anchor": "b", "method": { "id": "')
      await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+Space');
    await expect.poll(() => offered.first().innerText(), SOON).toBe('box');
    expect(await page.locator('completion-section').allInnerTexts()).toEqual([
      'reads the page',
      'works on other values',
      'asks a language model',
    ]);
    await page.keyboard.type('labe');
    await expect.poll(() => offered.first().innerText(), SOON).toBe('label');
    await page.waitForTimeout(EDITOR_DEAF);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('.cm-content').innerText(), SOON)
      .toContain('"method": { "id": "label", "position": "left" }');
    // The first value to choose is selected.
    await page.keyboard.type('right');
    await expect.poll(() => page.locator('.cm-content').innerText(), SOON).toContain('"position": "right" }');
    // Types of values, before there is a method.
    await page.keyboard.press('Escape');
    await type('{ "fields": [{ "id": "a", "anchor": "b", "type": "" }] }');
    await page.keyboard.press('ControlOrMeta+Home');
    for (const _ of '{ "fields": [{ "id": "a", "anchor": "b", "type": "')
      await page.keyboard.press('ArrowRight');
    await page.keyboard.type('curr');
    await expect.poll(() => offered.allInnerTexts(), SOON).toContain('currency');
    await page.keyboard.press('Escape');
    await page.locator('.cm-content').getByText('"anchor"').hover();
    await expect.poll(() => page.locator('.cm-tooltip-hover').innerText(), SOON).toMatch(/\w+ \w+/u);
  });

  test('reads what was changed by preprocessors, and what was not', async () => {
    await open();
    await drop([await dropped('invoice.pdf'), { name: 'config.json', content: CONFIG }]);
    await expect.poll(() => value('number').innerText(), SOON).toBe('FJ-20418');
    await type(
      `{ "preprocessors": [{ "type": "removeLines", "match": [{ "type": "startsWith", "text": "FJ-" }] }], ${CONFIG.slice(1)}`,
    );
    await expect
      .poll(() => value('number').innerText(), SOON)
      .toMatch(/^nothing is to the right of "Invoice no" on its line/u);
    await page.getByRole('button', { name: 'Pages as they were read' }).click();
    await type(CONFIG);
    await expect.poll(() => value('number').innerText(), SOON).toBe('FJ-20418');
    expect(await page.getByRole('button', { name: 'Pages as they were read' }).count()).toBe(0);
  });

  test('takes a value, a region and a table from the page', async () => {
    await open();
    await drop([await dropped('invoice.pdf'), { name: 'other.csv', content: 'invoice no,N-2\n' }]);
    await page.waitForSelector('.page img[src^="blob:"]');
    // A value, by a click on its line.
    await page.mouse.click(...(await at(6.6, 1.42)));
    await page.getByRole('button', { name: 'Take this value' }).waitFor();
    await page.keyboard.press('t');
    const proposals = page.locator('.proposal');
    await expect.poll(() => proposals.first().innerText(), SOON).toMatch(/FJ-20418[\s\S]*other\.csv\s+N-2/u);
    await page.keyboard.press('Enter');
    await expect.poll(() => value('invoice_no').innerText(), SOON).toBe('FJ-20418');
    // An area, by drawing it.
    await page.mouse.move(...(await at(0.65, 2.4)));
    await page.mouse.down();
    await page.mouse.move(...(await at(2.8, 3.15)), { steps: 4 });
    await page.mouse.up();
    await proposals.filter({ hasText: 'Region' }).first().getByRole('button').click();
    await expect.poll(() => page.locator('.cm-content').innerText(), SOON).toContain('"region"');
    // What was inserted is chosen, and its name waits to be written over: a key before that is another's.
    const chosen = page.locator('.row[aria-selected="true"]').first();
    await expect.poll(() => chosen.getAttribute('data-key'), SOON).not.toBe('invoice_no');
    // A table, by a click on one of its lines.
    await page.mouse.click(...(await at(2, 3.85)));
    await page.keyboard.press('t');
    await proposals.filter({ hasText: 'Table' }).first().getByRole('button').click();
    await expect.poll(() => page.locator('#tree').innerText(), SOON).toContain('5 rows, 5 columns');
  });

  test('shows the whole page beside editor and values, and leaves it where it is', async () => {
    await open();
    const place = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
    const names = [
      'letter.pdf',
      'labels.pdf',
      'rotated.pdf',
      'boxed-form.pdf',
      'utility-bill.pdf',
      'odd-text.pdf',
    ];
    await drop([await dropped('invoice.pdf')]);
    await page.waitForSelector('.page img[src^="blob:"]');
    const first = await place('.page');
    expect(first.y + first.height).toBeLessThanOrEqual(800);
    // What is drawn on the page is looked for later, and has chips of its own.
    await page.locator('[data-layer="tables"]').waitFor();
    expect(await place('.page')).toEqual(first);
    expect((await place('#legend')).height).toBeLessThanOrEqual(41);
    await page.mouse.click(...(await at(6.6, 1.42)));
    await page.keyboard.press('t');
    await page.locator('.proposal').first().waitFor();
    expect(await place('.page')).toEqual(first);
    const taking = await place('#taking');
    expect(taking.x).toBeGreaterThanOrEqual(first.x + first.width);
    expect((await place('#values')).y).toBeGreaterThanOrEqual(taking.y + taking.height);
    const second = await page.locator('.proposal').nth(1).boundingBox();
    expect(second!.y + second!.height).toBeLessThanOrEqual(taking.y + taking.height);
    await page.keyboard.press('Enter');
    await page.locator('.row[data-key="invoice_no"][aria-selected="true"]').waitFor();
    expect(await place('.page')).toEqual(first);
    // Its name waits to be written over.
    await page.keyboard.type('number');
    await expect.poll(() => value('number').innerText(), SOON).toBe('FJ-20418');
    await page.locator('.row[data-key="number"][aria-selected="true"]').waitFor();
    expect(await place('.page')).toEqual(first);
    await drop(await Promise.all(names.map(dropped)));
    await expect.poll(() => page.locator('.document').count(), SOON).toBe(7);
    const title = await place('h1');
    const tabs = await place('#documents');
    expect(tabs.x).toBeGreaterThanOrEqual(title.x + title.width);
    for (const part of ['#actions', '#toolbar', '#filters']) {
      const { x, width } = await place(part);
      expect(x + width).toBeLessThanOrEqual(1280);
    }
    // The tabs are narrower once all documents are read.
    const room = async () => {
      const [actions, last] = [await place('#actions'), await place('#documents')];
      return actions.x - last.x - last.width;
    };
    await expect.poll(room, SOON).toBeGreaterThanOrEqual(0);
    // The list of keys, the most useful first.
    await page.locator('#tree').click();
    await page.keyboard.press('?');
    expect(await page.locator('#keys kbd').first().innerText()).toBe('t');
    expect(await page.locator('#keys').innerText()).toMatch(/Ctrl Space/u);
  });

  test('takes what follows a colon, a part of a line by keys, and sections by drawing around one', async () => {
    const blocks = [41, 52].flatMap((claim, i) => [
      [`Claim ${claim}`, 1, 2 + i],
      ['Amount paid', 1, 2.25 + i],
      [`$${claim}0.00`, 3, 2.25 + i],
    ]);
    const texts = [['Insured: Harbour Pilots', 1, 1], ...blocks] as [string, number, number][];
    const content = texts
      .map(([text, x, y]) => `BT /F1 10 Tf ${x * 72} ${792 - y * 72} Td (${text}) Tj ET`)
      .join('\n');
    await open();
    await drop([{ name: 'report.pdf', content: makePdf({ content }) }]);
    await page.waitForSelector('.page img[src^="blob:"]');
    await page.mouse.click(...(await at(1.3, 0.96)));
    await page.getByRole('button', { name: 'Take this value' }).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Take “Pilots”' }).waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('t');
    const proposals = page.locator('.proposal');
    await expect.poll(() => proposals.first().innerText(), SOON).toMatch(/"insured"[\s\S]*Harbour Pilots/u);
    await page.keyboard.press('Escape');
    await page.mouse.move(...(await at(0.9, 1.8)));
    await page.mouse.down();
    await page.mouse.move(...(await at(4, 2.35)), { steps: 4 });
    await page.mouse.up();
    const sections = proposals.filter({ hasText: 'Sections' }).first();
    await expect.poll(() => sections.innerText(), SOON).toMatch(/2 sections of amount_paid/u);
    // From two lines of a block, with what all blocks give, and their outlines.
    await page.keyboard.press('Escape');
    await page.mouse.click(...(await at(1.2, 2.96)));
    await page.getByRole('button', { name: 'Take this value' }).waitFor();
    await page.keyboard.down('Shift');
    await page.mouse.click(...(await at(1.2, 3.21)));
    await page.keyboard.up('Shift');
    await page.getByRole('button', { name: 'Take these lines' }).waitFor();
    await page.keyboard.press('t');
    await expect.poll(() => sections.innerText(), SOON).toMatch(/2 sections: 410 \$ · 520 \$/u);
    expect(await page.locator('.page .block').count()).toBe(2);
    await sections.getByRole('button').click();
    expect(await page.locator('.page .block').count()).toBe(0);
    await expect.poll(() => page.locator('#tree').innerText(), SOON).toMatch(/2 sections/u);
  });

  test('reads foreign notations, gives the table that is drawn around with its first rows, and says in words why there is no value', async () => {
    const rows = ['Artikel Menge Preis', 'Kiefer 12 8,40', 'Eiche 3 31,00', 'Esche 7 19,95'];
    const cells = rows.flatMap((row, y) =>
      row.split(' ').map((text, x): [string, number, number] => [text, 1 + x * 2, 3 + y * 0.3]),
    );
    const texts: [string, number, number][] = [
      ['Rechnungsdatum', 1, 1],
      ['03.02.2026', 3, 1],
      ['Gesamtbetrag', 1, 1.4],
      ['\\200 1.717,97', 3, 1.4],
      ['Bestellnummer', 1, 1.8],
      ...cells,
    ];
    const content = texts
      .map(([text, x, y]) => `BT /F1 10 Tf ${x * 72} ${792 - y * 72} Td (${text}) Tj ET`)
      .join('\n');
    await open();
    await drop([{ name: 'rechnung.pdf', content: makePdf({ content }) }]);
    await page.waitForSelector('.page img[src^="blob:"]');
    const proposals = page.locator('.proposal');
    const take = async (x: number, y: number) => {
      await page.mouse.click(...(await at(x, y)));
      await page.getByRole('button', { name: 'Take this value' }).waitFor();
      await page.keyboard.press('t');
    };
    await take(3.2, 0.96);
    await expect
      .poll(() => proposals.first().innerText(), SOON)
      .toMatch(/"date"[\s\S]*(?:February 3, 2026|2026-02-03)/u);
    await page.keyboard.press('Escape');
    await take(3.3, 1.36);
    await expect.poll(() => proposals.first().innerText(), SOON).toMatch(/"currency"[\s\S]*1717\.97/u);
    await page.keyboard.press('Escape');
    await page.mouse.move(...(await at(0.8, 2.75)));
    await page.mouse.down();
    await page.mouse.move(...(await at(6.4, 4.05)), { steps: 4 });
    await page.mouse.up();
    const drawn = proposals.filter({ hasText: 'Table' }).first();
    await expect.poll(() => drawn.innerText(), SOON).toMatch(/3 rows, 3 columns: Kiefer \| 12 \| 8[.,]4/u);
    await drawn.getByRole('button').click();
    await expect.poll(() => value('artikel').innerText(), SOON).toMatch(/^3 rows, 3 columns: Kiefer/u);
    await type('{ "fields": [{ "id": "order", "anchor": "Bestellnummer", "method": { "id": "row" } }] }');
    await expect
      .poll(() => value('order').innerText(), SOON)
      .toMatch(/^Nothing is to the right of "Bestellnummer"/iu);
  });

  test('takes a box to tick by a click on it', async () => {
    await open();
    await drop([await dropped('boxed-form.pdf')]);
    await page.waitForSelector('.page img[src^="blob:"]');
    // Boxes are looked for once the page is in sight.
    await page.locator('[data-layer="boxes"]').waitFor();
    await page.mouse.click(...(await at(0.93, 4.08)));
    const box = page.locator('.proposal').filter({ hasText: 'Check box' }).first();
    await expect.poll(() => box.innerText(), SOON).toMatch(/Commuting[\s\S]*true/u);
    await box.getByRole('button').click();
    await expect.poll(() => page.locator('.cm-content').innerText(), SOON).toMatch(/"checkbox"/iu);
  });

  test('opens a folder, and saves into it', async () => {
    // A folder in memory in the place of one that a person would choose.
    await open(
      studio,
      `globalThis.showDirectoryPicker = async () => globalThis.folder;
      const fileOf = (name, text) => ({
        kind: 'file',
        name,
        text,
        async getFile() {
          return new File([this.text], name);
        },
        async createWritable() {
          return { write: async (bytes) => (this.text = await bytes.text()), close: async () => undefined };
        },
      });
      const folderOf = (name, ...entries) => ({
        kind: 'directory',
        name,
        entries,
        async *values() {
          yield* this.entries;
        },
        entry(wanted, make) {
          const found = this.entries.find((each) => each.name === wanted) ?? make();
          if (!this.entries.includes(found)) this.entries.push(found);
          return found;
        },
        async getDirectoryHandle(wanted) {
          return this.entry(wanted, () => folderOf(wanted));
        },
        async getFileHandle(wanted) {
          return this.entry(wanted, () => fileOf(wanted, ''));
        },
      });
      globalThis.folder = folderOf(
        'cases',
        fileOf('config.json', ${JSON.stringify(CONFIG)}),
        folderOf('one', fileOf('one.csv', 'invoice no,N-1\\n')),
      );`,
    );
    await page.getByRole('button', { name: 'Open a folder of cases' }).click();
    await expect.poll(() => value('number').innerText(), SOON).toBe('N-1');
    await type(CONFIG.replace('"number"', '"invoice_number"'));
    await expect.poll(() => value('invoice_number').innerText(), SOON).toBe('N-1');
    await page.getByRole('button', { name: 'Save config' }).click();
    const saved = () =>
      page.evaluate<string>(`folder.entries.find(({ name }) => name === 'config.json').text`);
    await expect.poll(saved, SOON).toContain('"invoice_number"');
  });

  test('says why a document cannot be read, and opens one with its password', async () => {
    await open();
    await drop([await dropped('not-a-pdf.bin')]);
    await expect
      .poll(() => page.locator('#instead').innerText(), SOON)
      .toMatch(/not-a-pdf\.bin[\s\S]*kind of file is not supported/u);
    await drop([await dropped('encrypted.pdf')]);
    await page.getByPlaceholder('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForSelector('.overlay .hit');
  });

  test('holds the documents and the config of a folder', async () => {
    const samples = join(folder, 'samples');
    await mkdir(samples);
    await writeFile(join(samples, 'config.json'), CONFIG);
    await writeFile(join(samples, 'one.csv'), 'invoice no,N-1\n');
    await writeFile(join(samples, 'two.csv'), 'invoice no,N-2\n');
    const file = join(folder, 'samples.html');
    await write(samples, file);
    await open(file);
    await expect.poll(() => value('number').innerText(), SOON).toBe('N-1');
    await page.getByRole('button', { name: 'two.csv', exact: true }).click();
    await expect.poll(() => value('number').innerText(), SOON).toBe('N-2');
    await page.getByRole('button', { name: 'Close two.csv' }).click();
    await expect.poll(() => value('number').innerText(), SOON).toBe('N-1');
  });

  test('shows what all documents give, and what is other than expected; saves and opens cases', async () => {
    await open();
    // As in a browser that lets no page write into folders.
    await page.evaluate('delete window.showDirectoryPicker; delete Window.prototype.showDirectoryPicker');
    await drop([
      { name: 'config.json', content: CONFIG },
      { name: 'one.csv', content: 'invoice no,N-1\n' },
      { name: 'two.csv', content: 'invoice no,N-2\n' },
    ]);
    await page.getByRole('button', { name: 'Documents', exact: true }).click();
    const cell = (row: string, column: number) =>
      page.locator('#sheet tbody tr', { hasText: row }).locator('td').nth(column);
    await expect.poll(() => cell('two.csv', 0).innerText(), SOON).toBe('N-2');
    await page.getByRole('button', { name: 'Accept all' }).click();
    await expect.poll(() => cell('two.csv', 2).innerText(), SOON).toBe('as expected');
    await expect.poll(() => cell('one.csv', 2).innerText(), SOON).toBe('as expected');
    await type(
      CONFIG.replace('"invoice no"', '{ "match": { "type": "regex", "pattern": "N-1" } }').replace(
        '"row"',
        '"passthrough"',
      ),
    );
    await expect
      .poll(() => cell('two.csv', 0).innerText(), SOON)
      .toMatch(/number: expected "N-2" \(string\), got null/u);
    await type(CONFIG);
    await expect.poll(() => cell('two.csv', 2).innerText(), SOON).toBe('as expected');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save config' }).click(),
    ]);
    const zip = unzipSync(await readFile(await download.path()));
    expect(Object.keys(zip).sort()).toEqual([
      'config.json',
      'one/expected.json',
      'one/one.csv',
      'two/expected.json',
      'two/two.csv',
    ]);
    expect(JSON.parse(strFromU8(zip['two/expected.json']!))).toEqual({
      parsed_document: { number: { type: 'string', value: 'N-2' }, order: null },
    });
    await page.getByRole('button', { name: 'Clear: close everything' }).click();
    await expect.poll(() => page.locator('#sheet tbody tr').count(), SOON).toBe(0);
    await drop([{ name: 'cases.zip', content: zipSync(zip) }]);
    await expect.poll(() => cell('one.csv', 2).innerText(), SOON).toBe('as expected');
  });

  test('keeps the work between visits until it is cleared', async () => {
    await open();
    await drop([
      { name: 'config.json', content: CONFIG },
      { name: 'one.csv', content: 'invoice no,N-1\n' },
    ]);
    await expect.poll(() => value('number').innerText(), SOON).toBe('N-1');
    await expect.poll(keptDocuments, SOON).toEqual([1]);
    await page.reload();
    await expect.poll(() => value('number').innerText(), SOON).toBe('N-1');
    await page.getByRole('button', { name: 'Clear: close everything' }).click();
    await expect.poll(() => page.locator('#instead').innerText(), SOON).toMatch(/Drop a document here/u);
    await expect.poll(keptDocuments, SOON).toEqual([]);
    await page.reload();
    await expect.poll(() => page.locator('#instead').innerText(), SOON).toMatch(/Drop a document here/u);
    expect(await page.locator('.cm-content').innerText()).not.toContain('number');
  });

  test('the studio has nothing serious that keeps anybody out, in light and in dark', async () => {
    await open();
    await drop([await dropped('invoice.pdf'), { name: 'config.json', content: CONFIG }]);
    await expect.poll(() => value('number').innerText(), SOON).toBe('FJ-20418');
    for (const _ of ['light', 'dark']) {
      // The policy of the page lets no script in; this is how one comes from outside.
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>('axe.run()');
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
      await page.getByRole('button', { name: 'Light or dark' }).click();
    }
  });

  test('says of scans how they are read, where it is made without that', async () => {
    await open();
    await drop([await dropped('scan-small.pdf')]);
    await expect
      .poll(() => page.locator('#problems').textContent(), SOON)
      .toMatch(/no text of its own.*make it with "anchorline studio --ocr"/u);
  });

  test('takes its parts from what is installed with the library', async () => {
    const text = (path: string | URL) => readFile(path, 'utf8');
    const { devDependencies } = JSON.parse(await text(new URL('../../../package.json', import.meta.url)));
    const names: readonly string[] = JSON.parse(await text(join(programs, 'packed.json')));
    expect(names.some((name) => name === HELD)).toBe(true);
    const ofDevelopers = Object.keys(devDependencies).filter((each) =>
      names.some((name) => name !== HELD && name.startsWith(`${each}/`)),
    );
    expect(ofDevelopers).toEqual([]);
    await open();
  });

  test('reads scans where it is made to', async () => {
    const file = join(folder, 'scans.html');
    await writeStudio(undefined, { output: file, ocr: true }, { stderr: new PassThrough() }, programs);
    await open(file);
    await drop([await dropped('scan-small.pdf')]);
    await page.waitForSelector('.overlay .hit');
    await expect
      .poll(() => page.locator('figcaption').first().innerText(), SOON)
      .toMatch(/read by tesseract/u);
  });

  test('its policy lets nothing out, and runs no other program', async () => {
    await open();
    const refused = await page.evaluate(`(async () => {
      const found = [];
      document.addEventListener('securitypolicyviolation', (event) => found.push(event.effectiveDirective));
      await fetch('https://anchorline.invalid/').catch(() => undefined);
      const script = document.createElement('script');
      script.textContent = 'window.broken = true';
      document.body.append(script);
      await new Promise((done) => setTimeout(done, 100));
      return found;
    })()`);
    expect(refused).toEqual(['connect-src', 'script-src-elem']);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    // The refusals themselves are reported on the console.
    troubles.length = 0;
  });
});
