/**
 * Counts what authors do in the studio, and how long it lets them wait: clicks (a drag is one), keys, and the seconds from the
 * last of them to the answer, for the acts by which fields are taken from a page. Each begins with its document open, and ends
 * with the field in the config and its value in the list. Needs Chromium; seconds hang on the machine, clicks and keys do not:
 * a value 1 and 2, a part of a line by keys 1 and 4, sections 2 and 0 by drawing, 3 and 1 by two lines, a table and a box to
 * tick 2 and 0; the longest wait is 1.0 s (28 November 2026, two cores).
 *
 *   npx tsx bench/studio-acts.ts [--studio FILE]
 *
 * `--studio` takes a page that was written before, by another version.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildStudio } from '../packaging/studio.js';
import { writeStudio } from '../src/tools/cli/studio.js';
import { makePdf } from '../test/support/make-pdf.js';
import { table } from './table.js';

const { values: flags } = parseArgs({ options: { studio: { type: 'string' } } });

/** Milliseconds after which an act counts as impossible. */
const PATIENCE = 60_000;
const WIDTH = 8.5;

/** Texts with their places on the page, in inches from the left and the top. */
type Text = readonly [text: string, x: number, y: number];

const RECHNUNG: readonly Text[] = [
  ['Rechnungsdatum', 1, 1],
  ['03.02.2026', 3, 1],
  ['Gesamtbetrag', 1, 1.4],
  ['\\200 1.717,97', 3, 1.4],
  ['Ansprechpartner: Marta Lindqvist', 1, 1.8],
  ...['Artikel Menge Preis', 'Kiefer 12 8,40', 'Eiche 3 31,00', 'Esche 7 19,95'].flatMap((row, y) =>
    row.split(' ').map((text, x): Text => [text, 1 + x * 2, 3 + y * 0.3]),
  ),
];
const CLAIMS: readonly Text[] = [41, 52, 63].flatMap((claim, i): Text[] => [
  [`Claim ${claim}`, 1, 2 + i],
  ['Amount paid', 1, 2.25 + i],
  [`$${claim}0.00`, 3, 2.25 + i],
]);

/** What a person does on the page, counted. */
class Hand {
  readonly page: Page;
  clicks = 0;
  keys = 0;
  /** Milliseconds that the page was waited for. */
  waited = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** A click on a place of the first page, in inches. */
  async click(x: number, y: number): Promise<void> {
    this.clicks++;
    await this.page.mouse.click(...(await this.#onScreen(x, y)));
  }

  async choose(selector: string, text: string): Promise<void> {
    this.clicks++;
    await this.page.locator(selector).filter({ hasText: text }).first().getByRole('button').click();
  }

  async drag(left: number, top: number, right: number, bottom: number): Promise<void> {
    this.clicks++;
    await this.page.mouse.move(...(await this.#onScreen(left, top)));
    await this.page.mouse.down();
    await this.page.mouse.move(...(await this.#onScreen(right, bottom)), { steps: 4 });
    await this.page.mouse.up();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.keys++;
      await this.page.keyboard.press(key);
    }
  }

  /** Waits until an element shows a text. */
  async until(selector: string, text: RegExp): Promise<void> {
    const begun = performance.now();
    await this.page.locator(selector).filter({ hasText: text }).first().waitFor();
    this.waited += performance.now() - begun;
  }

  async #onScreen(x: number, y: number): Promise<[number, number]> {
    const box = await this.page.locator('.page').first().boundingBox();
    if (!box) throw new Error('the page is not drawn');
    const inch = box.width / WIDTH;
    return [box.x + x * inch, box.y + y * inch];
  }
}

interface Act {
  readonly name: string;
  /** A file of the fixtures, or texts of a page of its own. */
  readonly document: string | readonly Text[];
  readonly run: (hand: Hand) => Promise<void>;
}

/** The keys that choose a line and take what it says. */
async function take(hand: Hand, x: number, y: number): Promise<void> {
  await hand.click(x, y);
  await hand.until('button', /^Take this value/u);
  await hand.press('t');
}

const ACTS: readonly Act[] = [
  {
    name: '1 An amount in a foreign notation',
    document: RECHNUNG,
    run: async (hand) => {
      await take(hand, 3.3, 1.36);
      await hand.until('.proposal >> nth=0', /1717\.97/u);
      await hand.press('Enter');
      await hand.until('.row .value', /1717\.97|1,717\.97/u);
    },
  },
  {
    name: '1 A date, day first',
    document: RECHNUNG,
    run: async (hand) => {
      await take(hand, 3.2, 0.96);
      await hand.until('.proposal >> nth=0', /February 3, 2026|2026-02-03/u);
      await hand.press('Enter');
      await hand.until('.row .value', /February 3, 2026|2026-02-03|03\.02\.2026/u);
    },
  },
  {
    name: '2 What follows a colon',
    document: RECHNUNG,
    run: async (hand) => {
      await take(hand, 1.3, 1.76);
      await hand.until('.proposal >> nth=0', /"ansprechpartner"[\s\S]*Marta Lindqvist/u);
      await hand.press('Enter');
      await hand.until('.row[data-key="ansprechpartner"] .value', /^Marta Lindqvist$/u);
    },
  },
  {
    name: '2 A part of a line, by keys',
    document: RECHNUNG,
    run: async (hand) => {
      await hand.click(1.3, 1.76);
      await hand.until('button', /^Take this value/u);
      await hand.press('Shift+ArrowRight', 'Shift+ArrowRight', 't');
      await hand.until('.proposal >> nth=0', /Lindqvist/u);
      await hand.press('Enter');
      await hand.until('.row .value', /^Lindqvist$/u);
    },
  },
  {
    name: '3 Sections, drawn around one block',
    document: CLAIMS,
    run: async (hand) => {
      await hand.drag(0.9, 1.8, 4, 2.35);
      await hand.until('.proposal', /3 sections/u);
      await hand.choose('.proposal', '3 sections');
      await hand.until('#tree', /3 sections/u);
    },
  },
  {
    name: '3 Sections, by two lines of a block',
    document: CLAIMS,
    run: async (hand) => {
      await hand.click(1.2, 1.96);
      await hand.until('button', /^Take this value/u);
      await hand.page.keyboard.down('Shift');
      await hand.click(1.2, 2.21);
      await hand.page.keyboard.up('Shift');
      await hand.until('button', /^Take these lines/u);
      await hand.press('t');
      await hand.until('.proposal', /3 sections/u);
      await hand.choose('.proposal', '3 sections');
      await hand.until('#tree', /3 sections/u);
    },
  },
  {
    name: '4 A table, drawn around',
    document: RECHNUNG,
    run: async (hand) => {
      await hand.drag(0.8, 2.75, 6.4, 4.05);
      await hand.until('.proposal', /3 rows, 3 columns: Kiefer/u);
      await hand.choose('.proposal', 'Table');
      await hand.until('.row .value', /3 rows, 3 columns: Kiefer/u);
    },
  },
  {
    name: '5 A box to tick',
    document: 'boxed-form.pdf',
    run: async (hand) => {
      await hand.page.locator('[data-layer="boxes"]').waitFor();
      await hand.click(0.93, 4.08);
      await hand.until('.proposal', /Check box[\s\S]*true/u);
      await hand.choose('.proposal', 'Check box');
      await hand.until('.row .value', /true|ticked|yes/iu);
    },
  },
];

const folder = await mkdtemp(join(tmpdir(), 'anchorline-acts-'));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const studio = flags.studio ?? join(folder, 'studio.html');
  if (flags.studio === undefined) {
    await buildStudio(folder);
    await writeStudio(undefined, { output: studio, ocr: true }, { stderr: new PassThrough() }, folder);
  }
  const rows = [];
  for (const act of ACTS) rows.push(await done(browser, studio, act));
  console.log(table(['act', 'clicks', 'keys', 'seconds of waiting'], rows));
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

/** One row of the table. */
async function done(on: Browser, studio: string, { name, document, run }: Act): Promise<string[]> {
  const page = await on.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  try {
    await page.goto(pathToFileURL(studio).href);
    await page.locator('.cm-content').waitFor();
    await page.setInputFiles('#chooser', await given(document));
    await page.waitForSelector('.page img[src^="blob:"]');
    const hand = new Hand(page);
    await run(hand);
    return [name, String(hand.clicks), String(hand.keys), (hand.waited / 1000).toFixed(1)];
  } catch (error) {
    console.error(`${name}: ${String(error).split('\n', 1)[0]}`);
    return [name, '', '', 'not to be done'];
  } finally {
    await page.close();
  }
}

/** The files to open. */
async function given(document: string | readonly Text[]): Promise<string[]> {
  const files: string[] = [];
  if (typeof document === 'string') {
    files.push(fileURLToPath(new URL(`../fixtures/documents/${document}`, import.meta.url)));
  } else {
    const content = document
      .map(([text, x, y]) => `BT /F1 10 Tf ${x * 72} ${792 - y * 72} Td (${text}) Tj ET`)
      .join('\n');
    files.push(join(folder, 'page.pdf'));
    await writeFile(files[0]!, makePdf({ content }));
  }
  return files;
}
