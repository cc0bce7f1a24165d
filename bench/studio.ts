/**
 * Measures the studio: milliseconds from a keystroke to the values, by the page's own clock, on documents of 1, 10 and 100
 * pages, and what the process of the page takes of memory after them (on Linux). 90 of these milliseconds are the pause after
 * which a config is run. Needs Chromium.
 *
 *   npx tsx bench/studio.ts [--rounds COUNT]
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { type Browser, chromium } from 'playwright-core';
import { buildStudio } from '../packaging/studio.js';
import { writeStudio } from '../src/tools/cli/studio.js';
import { table } from './table.js';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });

const FIXTURES = new URL('../fixtures/', import.meta.url);
const PAGES = [1, 10, 100];
/** Milliseconds that anything may take. */
const PATIENCE = 600_000;

const config = await readFile(new URL('configs/invoice.json', FIXTURES), 'utf8');
const folder = await mkdtemp(join(tmpdir(), 'anchorline-studio-'));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const file = join(folder, 'studio.html');
  await buildStudio(folder);
  await writeStudio(undefined, { output: file }, { stderr: new PassThrough() }, folder);
  const rows = [];
  for (const pages of PAGES) rows.push(await measured(browser, file, pages));
  console.log(table(['pages', 'opened, ms', 'keystroke to values, ms (median, most)', 'memory, MB'], rows));
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

async function measured(on: Browser, file: string, pages: number): Promise<string[]> {
  const page = await on.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(pathToFileURL(file).href);
  const document = join(folder, `${pages}.pdf`);
  await writeFile(document, await invoices(pages));
  const begun = performance.now();
  await page.setInputFiles('#chooser', [document]);
  await page.waitForSelector('.overlay');
  const opened = performance.now() - begun;
  const times: number[] = [];
  for (let round = 0; round < Number(flags.rounds); round++) {
    const id = `round_${round}`;
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(config.replace('"invoice_number"', JSON.stringify(id)));
    await page.waitForSelector(`.row[data-key="${id}"]`);
    times.push(Number.parseInt((await page.locator('#status .time').textContent()) ?? '', 10));
  }
  const memory = await megabytes(on);
  await page.close();
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return [String(pages), opened.toFixed(0), `${median}, ${sorted.at(-1)}`, memory];
}

/** Resident memory of the largest process that shows a page, with the engine's worker in it. */
async function megabytes(on: Browser): Promise<string> {
  const session = await on.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const kilobytes = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
        return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? Number.NaN);
      }),
  );
  return (Math.max(...kilobytes) / 1000).toFixed(0);
}

/** The invoice of the fixtures, so many times. */
async function invoices(pages: number): Promise<Uint8Array> {
  const one = await PDFDocument.load(await readFile(new URL('documents/invoice.pdf', FIXTURES)));
  const all = await PDFDocument.create();
  for (let i = 0; i < pages; i++) {
    const [page] = await all.copyPages(one, [0]);
    all.addPage(page!);
  }
  return all.save();
}
