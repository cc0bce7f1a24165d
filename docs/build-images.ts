/**
 * Makes the pictures of the guides from the fixtures: `npx tsx docs/build-images.ts`. Screenshots need Chromium, at
 * CHROMIUM_PATH or where Linux distributions install it.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { type Inspection, inspect } from '../src/report/index.js';

const IMAGES = new URL('images/', import.meta.url);
const FIXTURES = new URL('../fixtures/', import.meta.url);
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const SIZE = { width: 1360, height: 780 };
/** Pixels an inch of pictures of pages. */
const DPI = 90;
/** Milliseconds until a page has come to rest. */
const REST = 800;

/** A screenshot of a report. */
interface Shot {
  readonly name: string;
  readonly fixture: string;
  /** What is clicked, in turn. */
  readonly clicks: readonly string[];
  readonly dark?: true;
}

const SHOTS: readonly Shot[] = [
  { name: 'inspect', fixture: 'invoice', clicks: ['.row[data-key="item_amounts"]'] },
  {
    name: 'inspect-missing',
    fixture: 'boxed-form',
    clicks: ['.row[data-key="previous_permit"]', '.chip[data-layer="boxes"]'],
    dark: true,
  },
];

async function inspected(fixture: string): Promise<Inspection> {
  const bytes = await readFile(new URL(`documents/${fixture}.pdf`, FIXTURES));
  const config = await readFile(new URL(`configs/${fixture}.json`, FIXTURES), 'utf8');
  return inspect(bytes, config, undefined, { filename: `${fixture}.pdf` });
}

async function shoot({ name, fixture, clicks, dark }: Shot, browser: Browser, folder: string): Promise<void> {
  const inspection = await inspected(fixture);
  const file = join(folder, `${name}.html`);
  await writeFile(file, await inspection.toHtml({ configName: `${fixture}.json` }));
  await inspection.close();
  const page = await browser.newPage({ viewport: SIZE, colorScheme: dark ? 'dark' : 'light' });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('.overlay');
  for (const click of clicks) await page.click(click);
  await page.waitForTimeout(REST);
  await writeFile(new URL(`${name}.png`, IMAGES), await page.screenshot());
  await page.close();
}

const executablePath = [process.env['CHROMIUM_PATH'], ...BROWSERS].find((path) => path && existsSync(path));
if (executablePath === undefined) throw new Error('Chromium is needed; CHROMIUM_PATH names it.');
const folder = await mkdtemp(join(tmpdir(), 'anchorline-images-'));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  for (const shot of SHOTS) await shoot(shot, browser, folder);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
const inspection = await inspected('invoice');
const draw = ['lines', 'rulings', 'anchors', 'values'] as const;
const { png } = await inspection.pages[0]!.toImage({ draw, dpi: DPI });
await writeFile(new URL('page.png', IMAGES), png);
await inspection.close();
