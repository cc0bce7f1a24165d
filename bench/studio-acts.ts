/**
 * Counts what authors do in the studio, and how long it lets them wait: clicks (a drag or a drop is one), keys, and the seconds
 * from the last of them to the answer. A field that is taken from a page ends in the config, with its value in the list;
 * a config that is pasted ends with what the page says of it. Needs Chromium; seconds hang on the machine, clicks and keys
 * do not. Fields take 1 to 3 clicks and 0 to 4 keys, and no wait is longer than 1.4 s, but for a scan, 3 to 4 s (29 November
 * 2026, two cores). The table is in bench/README.md.
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
const SIZE = { width: 1280, height: 800 };
/** Milliseconds after which the list of offers surely listens: before, Enter goes to the text below it. */
const EDITOR_DEAF = 200;

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

  /** Drops a document on the page. */
  async drop(document: NonNullable<Act['document']>): Promise<void> {
    this.clicks++;
    await this.page.setInputFiles('#chooser', await given(document));
  }

  /** Replaces the config by another one: a click, and the keys that choose all and paste. */
  async paste(text: string): Promise<void> {
    this.clicks++;
    await this.page.locator('.cm-content').click();
    await this.press('ControlOrMeta+A');
    this.keys++;
    await this.page.keyboard.insertText(text);
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

  /** Where the first page is on the screen. */
  async place(): Promise<{ x: number; y: number; width: number; height: number }> {
    const box = await this.page.locator('.page').first().boundingBox();
    if (!box) throw new Error('the page is not drawn');
    return box;
  }

  async #onScreen(x: number, y: number): Promise<[number, number]> {
    const box = await this.place();
    const inch = box.width / WIDTH;
    return [box.x + x * inch, box.y + y * inch];
  }
}

interface Act {
  readonly name: string;
  /** A file of the fixtures, or texts of a page of its own; nothing where the config is all there is. */
  readonly document?: string | readonly Text[];
  readonly run: (hand: Hand) => Promise<void>;
}

/** How a value is taken from the page, and what the page says of it. */
interface Taking {
  readonly document: NonNullable<Act['document']>;
  /** Points at the value, up to the proposals. */
  readonly point: (hand: Hand) => Promise<void>;
  /** What the first proposal shows; with `kind`, any. */
  readonly offered: RegExp;
  /** The kind of the proposal that is clicked on; without it Enter takes the first one. */
  readonly kind?: string;
  /** What the list of fields shows then. */
  readonly shown: RegExp;
}

/** An act by which a field is taken from the page. */
function taken(name: string, { document, point, offered, kind, shown }: Taking): Act {
  const run = async (hand: Hand) => {
    await point(hand);
    await hand.until(kind === undefined ? '.proposal >> nth=0' : '.proposal', offered);
    if (kind === undefined) await hand.press('Enter');
    else await hand.choose('.proposal', kind);
    await hand.until('#tree .row', shown);
  };
  return { name, document, run };
}

/** Points at a line: a click on it, keys that leave words out, and the one that takes it. @param x, y inches */
function line(x: number, y: number, ...keys: readonly string[]): Taking['point'] {
  return async (hand) => {
    await hand.click(x, y);
    await hand.until('button', /^Take this value/u);
    await hand.press(...keys, 't');
  };
}

/** Points at lines from one to another. */
function lines(x: number, from: number, to: number): Taking['point'] {
  return async (hand) => {
    await hand.click(x, from);
    await hand.until('button', /^Take this value/u);
    await hand.page.keyboard.down('Shift');
    await hand.click(x, to);
    await hand.page.keyboard.up('Shift');
    await hand.until('button', /^Take these lines/u);
    await hand.press('t');
  };
}

/** Draws around an area. */
function area(
  ...edges: readonly [left: number, top: number, right: number, bottom: number]
): Taking['point'] {
  return (hand) => hand.drag(...edges);
}

/** An act in the editor: a config is pasted, and the page says something about it. */
function written(
  name: string,
  {
    fields,
    document,
    says,
  }: { fields: string; says: readonly (readonly [selector: string, text: RegExp])[] } & Pick<Act, 'document'>,
): Act {
  const run = async (hand: Hand) => {
    await hand.paste(`{ "fields": [${fields}] }`);
    for (const [selector, text] of says) await hand.until(selector, text);
  };
  return document ? { name, document, run } : { name, run };
}

const SECTIONS = { document: CLAIMS, offered: /3 sections/u, kind: '3 sections', shown: /3 sections/u };

const ACTS: readonly Act[] = [
  taken('1 An amount in a foreign notation', {
    document: RECHNUNG,
    point: line(3.3, 1.36),
    offered: /1717\.97/u,
    shown: /1717\.97|1,717\.97/u,
  }),
  taken('1 A date, day first', {
    document: RECHNUNG,
    point: line(3.2, 0.96),
    offered: /February 3, 2026|2026-02-03/u,
    shown: /February 3, 2026|2026-02-03|03\.02\.2026/u,
  }),
  taken('2 What follows a colon', {
    document: RECHNUNG,
    point: line(1.3, 1.76),
    offered: /"ansprechpartner"[\s\S]*Marta Lindqvist/u,
    shown: /ansprechpartner.*Marta Lindqvist/u,
  }),
  taken('2 A part of a line, by keys', {
    document: RECHNUNG,
    point: line(1.3, 1.76, 'Shift+ArrowRight', 'Shift+ArrowRight'),
    offered: /Lindqvist/u,
    shown: /^(?!.*Marta).*Lindqvist/u,
  }),
  taken('3 Sections, drawn around one block', { ...SECTIONS, point: area(0.9, 1.8, 4, 2.35) }),
  taken('3 Sections, by two lines of a block', { ...SECTIONS, point: lines(1.2, 1.96, 2.21) }),
  taken('4 A table, drawn around', {
    document: RECHNUNG,
    point: area(0.8, 2.75, 6.4, 4.05),
    offered: /3 rows, 3 columns: Kiefer/u,
    kind: 'Table',
    shown: /3 rows, 3 columns: Kiefer/u,
  }),
  taken('5 A box to tick', {
    document: 'boxed-form.pdf',
    point: async (hand) => {
      await hand.page.locator('[data-layer="boxes"]').waitFor();
      await hand.click(0.93, 4.08);
    },
    offered: /Check box[\s\S]*true/u,
    kind: 'Check box',
    shown: /true|ticked|yes/iu,
  }),
  {
    name: '6 A method that comes with what it needs',
    run: async (hand) => {
      const before = '{ "fields": [{ "id": "a", "anchor": "b", "method": { "id": "';
      await hand.paste(`${before}" } }] }`);
      await hand.page.keyboard.press('ControlOrMeta+Home');
      for (const _ of before) await hand.page.keyboard.press('ArrowRight');
      await hand.press(...'labe');
      await hand.until('.cm-tooltip-autocomplete li', /^label/u);
      await hand.page.waitForTimeout(EDITOR_DEAF);
      await hand.press('Enter');
      await hand.until('.cm-content', /"label", "position": "left"/u);
    },
  },
  written('7 A member that is missing, by its name', {
    fields: '{ "id": "a", "anchor": "b" }',
    says: [['#status', /"method": is required/u]],
  }),
  written('7 A misspelt member and a misspelt method at once', {
    fields: '{ "id": "a", "achor": "b", "method": { "id": "rows" } }',
    says: [
      ['.cm-lintRange-error', /achor/u],
      ['.cm-lintRange-error', /rows/u],
    ],
  }),
  {
    name: '8 A field with a name of its own; the page is seen whole, and stays',
    document: 'invoice.pdf',
    run: async (hand) => {
      const first = await hand.place();
      if (first.y + first.height > SIZE.height) throw new Error('a part of the page is out of sight');
      await line(6.6, 1.42)(hand);
      await hand.until('.proposal', /FJ-20418/u);
      await hand.press('Enter');
      await hand.until('.row[aria-selected="true"]', /FJ-20418/u);
      await hand.press(...'number');
      await hand.until('.row[data-key="number"]', /FJ-20418/u);
      if (JSON.stringify(await hand.place()) !== JSON.stringify(first)) throw new Error('the page has moved');
    },
  },
  {
    name: '8 All keys, "t" first',
    document: 'invoice.pdf',
    run: async (hand) => {
      await hand.press('?');
      await hand.until('#keys kbd >> nth=0', /^t$/u);
    },
  },
  written('9 Why there is no value, in words', {
    document: 'invoice.pdf',
    fields: '{ "id": "order", "anchor": "purchase order", "method": { "id": "row" } }',
    says: [['#tree .row', /nothing is to the right of "Purchase order" on its line/iu]],
  }),
  {
    name: '10 A scan, read',
    run: async (hand) => {
      await hand.drop('scan-small.pdf');
      await hand.until('figcaption', /read by tesseract/u);
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
  const page = await on.newPage({ viewport: SIZE });
  page.setDefaultTimeout(PATIENCE);
  try {
    await page.goto(pathToFileURL(studio).href);
    await page.locator('.cm-content').waitFor();
    if (document) {
      await page.setInputFiles('#chooser', await given(document));
      await page.waitForSelector('.page img[src^="blob:"]');
    }
    const hand = new Hand(page);
    await run(hand);
    return [name, String(hand.clicks), String(hand.keys), (hand.waited / 1000).toFixed(1)];
  } catch (error) {
    console.error(`${name}: ${String(error).split('\n', 1)[0]}`);
    return [name, '', '', 'not possible'];
  } finally {
    await page.close();
  }
}

/** The files to open. */
async function given(document: NonNullable<Act['document']>): Promise<string[]> {
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
