/**
 * Makes the pictures of the guides from the fixtures: `npx tsx docs/build-images.ts`, with names only those. Screenshots
 * of reports need Chromium, at CHROMIUM_PATH or where Linux distributions install it.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Inspection, inspect } from '../src/tools/report/index.js';
import { drawnDocument } from './generator/executed.js';
import { keepPicture } from './generator/picture.js';
import { type Clip, DRAWINGS, type Drawing, SHOTS, type Shot } from './generator/shots.js';

const FIXTURES = new URL('../fixtures/', import.meta.url);
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const SIZE = { width: 1360, height: 780 };
/** For parts of pages: room for a whole page between the panels. */
const TALL = { width: 1380, height: 1400 };
/** Pixels an inch of pictures of pages. */
const DPI = 90;
/** Milliseconds until a page has come to rest. */
const REST = 800;

async function inspected(fixture: string, config?: object): Promise<Inspection> {
  if (fixture.endsWith('.md')) return inspectedExample(fixture, config);
  const bytes = await readFile(new URL(`documents/${fixture}.pdf`, FIXTURES));
  const text = config
    ? JSON.stringify(config, null, 2)
    : await readFile(new URL(`configs/${fixture}.json`, FIXTURES), 'utf8');
  return inspect(bytes, text, undefined, { filename: `${fixture}.pdf` });
}

/** The first example of a page of docs/concepts. */
async function inspectedExample(page: string, given?: object): Promise<Inspection> {
  const markdown = await readFile(new URL(`concepts/${page}`, import.meta.url), 'utf8');
  const [, drawn = ''] = /^```text document\n(.*?)^```$/msu.exec(markdown) ?? [];
  const [, fields = ''] = /^```jsonc config\n(.*?)^```$/msu.exec(markdown) ?? [];
  const config = given ? JSON.stringify(given, null, 2) : `{"fields": ${fields}}`;
  return inspect(drawnDocument(drawn), config);
}

async function shoot(shot: Shot, browser: Browser, folder: string): Promise<void> {
  const { name, fixture, config, field, switched = [], dark, scale = 1, clip } = shot;
  const inspection = await inspected(fixture, config);
  const file = join(folder, `${name}.html`);
  await writeFile(file, await inspection.toHtml({ configName: `${fixture}.json` }));
  await inspection.close();
  const page = await browser.newPage({
    viewport: clip ? TALL : SIZE,
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
  });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('.overlay');
  if (field !== undefined) await page.click(`.row[data-key="${field}"]`);
  for (const layer of switched) await page.click(`.chip[data-layer="${layer}"]`);
  await page.waitForTimeout(REST);
  const area = clip && (await areaOf(page, clip));
  await keepPicture(name, await page.screenshot({ ...(area && { clip: area }) }));
  await page.close();
}

/** Where a part of a page is in the window, in pixels; it is scrolled to. */
async function areaOf(page: Page, { page: index, left, top, right, bottom }: Clip) {
  const overlay = page.locator(`.page[data-page="${index}"] .overlay`);
  await overlay.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await page.waitForTimeout(REST);
  const box = await overlay.boundingBox();
  // Its units are inches.
  const [, , width] = (await overlay.getAttribute('viewBox'))?.split(' ').map(Number) ?? [];
  if (!box || width === undefined) throw new Error(`Page ${index} is not shown.`);
  const scale = box.width / width;
  return {
    x: box.x + left * scale,
    y: box.y + top * scale,
    width: (right - left) * scale,
    height: (bottom - top) * scale,
  };
}

/** A page as `toImage` draws it, or a part of it. */
async function draw({ name, fixture, draw: layers, clip }: Drawing): Promise<void> {
  const inspection = await inspected(fixture, clip && { fields: [] });
  const { png } = await inspection.pages[clip?.page ?? 0]!.toImage({ draw: layers, dpi: DPI });
  await inspection.close();
  await keepPicture(name, clip ? await cut(png, clip) : png);
}

async function cut(png: Uint8Array, { left, top, right, bottom }: Clip): Promise<Uint8Array> {
  const canvas = createCanvas(Math.round((right - left) * DPI), Math.round((bottom - top) * DPI));
  canvas.getContext('2d').drawImage(await loadImage(png), -left * DPI, -top * DPI);
  return canvas.encode('png');
}

const asked = process.argv.slice(2);
const isAsked = ({ name }: { readonly name: string }) => asked.length === 0 || asked.includes(name);
const shots = SHOTS.filter(isAsked);
if (shots.length > 0) {
  const executablePath = [process.env['CHROMIUM_PATH'], ...BROWSERS].find((path) => path && existsSync(path));
  if (executablePath === undefined) throw new Error('Chromium is needed; CHROMIUM_PATH names it.');
  const folder = await mkdtemp(join(tmpdir(), 'anchorline-images-'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    for (const shot of shots) await shoot(shot, browser, folder);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
for (const drawing of DRAWINGS.filter(isAsked)) await draw(drawing);
