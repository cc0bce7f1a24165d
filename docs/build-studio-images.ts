/**
 * Makes the pictures of the studio and those of the README from the fixtures: `npx tsx docs/build-studio-images.ts`.
 * Needs Chromium.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createCanvas, GifEncoder, loadImage } from '@napi-rs/canvas';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildInvoice } from '../fixtures/build/invoice.js';
import { buildStudio } from '../packaging/studio.js';
import { writeStudio } from '../src/tools/cli/studio.js';
import { documentToJson } from './generator/document-to-json.js';
import { keepPicture } from './generator/picture.js';

const IMAGES = new URL('images/', import.meta.url);
const FIXTURES = new URL('../fixtures/', import.meta.url);
const SIZE = { width: 1280, height: 800 };
/** Of the moving picture: small enough for the README to be quick, large enough to be read. */
const MOVING_SIZE = { width: 1040, height: 640 };
/** Milliseconds until a page has come to rest. */
const REST = 2_500;
/** Milliseconds that a busy machine may take. */
const PATIENCE = 600_000;
/** Milliseconds that a picture of the moving one is shown, and the last one. */
const SHOWN = 1_700;
const SHOWN_LAST = 4_000;

const given = (path: string) => fileURLToPath(new URL(path, FIXTURES));
/** Where amounts and a date are printed, as shares of the page. */
const TOTAL = { left: 0.735, top: 0.525, right: 0.91, bottom: 0.545 };
const SUBTOTAL = { left: 0.735, top: 0.466, right: 0.91, bottom: 0.487 };
const DUE_DATE = { left: 0.735, top: 0.158, right: 0.86, bottom: 0.178 };

/** Draws around a part of the first page, as a user does. */
async function drawAround(page: Page, { left, top, right, bottom }: typeof TOTAL): Promise<void> {
  const box = (await page.locator('.page').first().boundingBox())!;
  await page.mouse.move(box.x + box.width * left, box.y + box.height * top);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * right, box.y + box.height * bottom, { steps: 4 });
  await page.mouse.up();
  await page.waitForSelector('.proposal');
}

async function opened(browser: Browser, studio: string, size: typeof SIZE): Promise<Page> {
  const page = await browser.newPage({ viewport: size });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(pathToFileURL(studio).href);
  return page;
}

/** The pictures of the guide to the studio. */
async function stills(browser: Browser, studio: string): Promise<void> {
  const page = await opened(browser, studio, SIZE);
  const shoot = async (name: string) => {
    await page.waitForTimeout(REST);
    await keepPicture(name, await page.screenshot());
  };
  await page.setInputFiles('#chooser', [given('documents/invoice.pdf'), given('configs/invoice.json')]);
  await page.waitForSelector('.page img[src^="blob:"]');
  await page.locator('.row[data-key="purchase_order"]').click();
  await shoot('studio');
  await drawAround(page, SUBTOTAL);
  await shoot('studio-take');
  await page.keyboard.press('Escape');
  const next = { number: 'FJ-20467', date: 'April 11, 2024', due: 'May 11, 2024', order: 'OCL-3318' };
  await page.setInputFiles('#chooser', {
    name: 'invoice-april.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await buildInvoice(next)),
  });
  await page.getByRole('button', { name: 'Documents', exact: true }).click();
  await page.getByRole('button', { name: 'Accept what invoice.pdf gives' }).click();
  await shoot('studio-documents');
  await page.close();
}

/** The moving picture of the README: a document is opened, and fields are taken from its page. */
async function moving(browser: Browser, studio: string): Promise<void> {
  const page = await opened(browser, studio, MOVING_SIZE);
  const pictures: Buffer[] = [];
  const keep = async () => {
    await page.waitForTimeout(REST);
    pictures.push(await page.screenshot());
  };
  await page.setInputFiles('#chooser', [given('documents/invoice.pdf')]);
  await page.waitForSelector('.page img[src^="blob:"]');
  await keep();
  for (const [place, id] of [
    [DUE_DATE, 'due_date'],
    [TOTAL, 'total'],
  ] as const) {
    await drawAround(page, place);
    await keep();
    await page.locator('.proposal').first().getByRole('button').click();
    await page.waitForTimeout(REST);
    // The id is selected.
    await page.keyboard.type(id);
    await keep();
  }
  await page.close();
  const { width, height } = MOVING_SIZE;
  const encoder = new GifEncoder(width, height, { repeat: 0, quality: 10 });
  for (const [index, picture] of pictures.entries()) {
    const context = createCanvas(width, height).getContext('2d');
    context.drawImage(await loadImage(picture), 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    encoder.addFrame(new Uint8Array(data), width, height, {
      delay: index === pictures.length - 1 ? SHOWN_LAST : SHOWN,
    });
  }
  await writeFile(new URL('studio.gif', IMAGES), encoder.finish());
}

/** The picture of the README: a document, and beside it what a config gives of it. */
async function still(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1.5 });
  const config = await readFile(given('configs/invoice.json'), 'utf8');
  await page.setContent(await documentToJson(await readFile(given('documents/invoice.pdf')), config));
  await keepPicture('document-to-json', await page.locator('main').screenshot({ omitBackground: true }));
  await page.close();
}

const folder = await mkdtemp(join(tmpdir(), 'anchorline-images-'));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
  timeout: PATIENCE,
});
try {
  const programs = join(folder, 'programs');
  const studio = join(folder, 'studio.html');
  await still(browser);
  await buildStudio(programs);
  await writeStudio(undefined, { output: studio }, { stderr: new PassThrough() }, programs);
  await moving(browser, studio);
  await stills(browser, studio);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
