/** Makes the pictures of the guide to the studio from the fixtures: `npx tsx docs/build-studio-images.ts`. Needs Chromium. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { buildStudio } from '../packaging/studio.js';
import { writeStudio } from '../src/tools/cli/studio.js';

const IMAGES = new URL('images/', import.meta.url);
const FIXTURES = new URL('../fixtures/', import.meta.url);
const SIZE = { width: 1280, height: 800 };
/** Milliseconds until a page has come to rest. */
const REST = 2_500;
/** Milliseconds that a busy machine may take. */
const PATIENCE = 600_000;

const folder = await mkdtemp(join(tmpdir(), 'anchorline-images-'));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
  timeout: PATIENCE,
});
try {
  const programs = join(folder, 'programs');
  const file = join(folder, 'studio.html');
  await buildStudio(programs);
  await writeStudio(undefined, { output: file }, { stderr: new PassThrough() }, programs);
  const page = await browser.newPage({ viewport: SIZE });
  page.setDefaultTimeout(PATIENCE);
  const shoot = async (name: string) => {
    await page.waitForTimeout(REST);
    await writeFile(new URL(`${name}.png`, IMAGES), await page.screenshot());
  };
  const given = (path: string) => fileURLToPath(new URL(path, FIXTURES));
  await page.goto(pathToFileURL(file).href);
  await page.setInputFiles('#chooser', [given('documents/invoice.pdf'), given('configs/invoice.json')]);
  await page.waitForSelector('.page img[src^="blob:"]');
  await page.locator('.row[data-key="purchase_order"]').click();
  await shoot('studio');
  // The amount that is due, by drawing around it.
  const box = (await page.locator('.page').first().boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.735, box.y + box.height * 0.158);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.86, box.y + box.height * 0.178, { steps: 4 });
  await page.mouse.up();
  await page.waitForSelector('.proposal');
  await shoot('studio-take');
  await page.keyboard.press('Escape');
  await page.setInputFiles('#chooser', [given('documents/rotated.pdf')]);
  await page.getByRole('button', { name: 'Documents', exact: true }).click();
  await page.getByRole('button', { name: 'Accept what invoice.pdf gives' }).click();
  await shoot('studio-documents');
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
