/** The library in Chromium gives what it gives in Node, by way of every bundler. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExtractionResult, extract } from 'anchorline';
import { decode } from 'fast-png';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_START, chromiumPath, startChromium } from '../support/chromium.js';
import { codedPicturePdf, PICTURE_CODES } from '../support/coded-pictures.js';
import { BUNDLERS, lightBytes, makeProject, ORIGIN, removeProject, serve } from './pages.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Bytes that a page without PDFs may load at once, packed. */
const MOST_LIGHT_BYTES = 256_000;

/** Milliseconds for a bundler or for OCR on a busy machine. */
const PATIENCE = 580_000;

interface Work {
  /** Address of the document. */
  readonly document: string;
  readonly config: string;
}

/** @param folder of the config, in that of the fixtures */
function work(folder: string, name: string): Work {
  const config = readFileSync(join(FIXTURES, folder, 'configs', `${name}.json`), 'utf8');
  return { document: `${ORIGIN}documents/${name}.pdf`, config };
}

/** What Node and browsers must agree on. */
function agreed({ parsed_document, errors, validations, warnings }: ExtractionResult) {
  return JSON.stringify({ parsed_document, errors, validations, warnings });
}

async function inNode({ document, config }: Work): Promise<string> {
  const bytes = readFileSync(join(FIXTURES, new URL(document).pathname));
  return agreed(await extract(new Uint8Array(bytes), config));
}

/** Calls a function of the page. */
function called<Answer>(page: Page, name: string, given: object): Promise<Answer> {
  return page.evaluate(
    ([call, each]) =>
      (globalThis as unknown as Record<string, (given: object) => Promise<Answer>>)[call]!(each),
    [name, given] as const,
  ) as Promise<Answer>;
}

async function inPage(page: Page, given: Work): Promise<string> {
  return agreed(JSON.parse(await called(page, 'extracted', given)));
}

/** What a web worker of the page gives, and what else it says to the page. */
interface FromWorker {
  readonly answer: string;
  readonly strays: readonly string[];
}

function inWorker(page: Page, call: string, given: object): Promise<FromWorker> {
  return called(page, 'byWorker', { call, given });
}

/** The picture of a page whose picture is dark in its top left quarter alone, drawn somewhere. */
function expectDrawn(png: Uint8Array): void {
  const { width, height, data, channels } = decode(png);
  const green = (x: number, y: number) =>
    data[(Math.round(y * height) * width + Math.round(x * width)) * channels + 1];
  const seen = { topLeft: green(0.25, 0.25), topRight: green(0.75, 0.25), bottomLeft: green(0.25, 0.75) };
  expect(seen.topLeft).toBeLessThan(80);
  expect(seen.topRight).toBeGreaterThan(200);
  expect(seen.bottomLeft).toBeGreaterThan(200);
}

let project: string;
beforeAll(async () => {
  project = await makeProject();
}, PATIENCE);
afterAll(async () => {
  if (project) await removeProject(project);
});

test(
  'a page that extracts from lines of its own loads little',
  async () => {
    const bytes = await lightBytes(project);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(MOST_LIGHT_BYTES);
  },
  PATIENCE,
);

if (!chromiumPath) console.warn('No Chromium was found: the tests of the library in browsers are skipped.');

describe.skipIf(!chromiumPath)('in a browser', () => {
  let browser: Browser;
  const strangers: string[] = [];

  beforeAll(async () => {
    browser = await startChromium();
  }, BROWSER_START);

  afterAll(async () => {
    await browser?.close();
  });

  const outputs = new Map<string, Promise<string>>();

  /** The folder of the page that a bundler builds, once. */
  function builtBy(name: string): Promise<string> {
    const output = join(project, 'built', name);
    const built = outputs.get(name) ?? BUNDLERS[name]!(project, output).then(() => output);
    outputs.set(name, built);
    return built;
  }

  async function open(output: string): Promise<Page> {
    const page = await browser.newPage();
    await serve(page, [output, FIXTURES], strangers);
    await page.goto(`${ORIGIN}index.html`, { timeout: PATIENCE });
    await page.waitForFunction(() => 'extracted' in globalThis, undefined, { timeout: PATIENCE });
    return page;
  }

  describe.each(Object.keys(BUNDLERS))('a page built by %s', (name) => {
    test(
      'extracts what Node does, and asks nobody else for anything',
      async () => {
        const page = await open(await builtBy(name));
        const invoice = work('.', 'invoice');
        expect(await inPage(page, invoice)).toBe(await inNode(invoice));
        await page.close();
        expect(strangers).toEqual([]);
      },
      PATIENCE,
    );
  });

  describe('a page', () => {
    let page: Page;

    beforeAll(async () => {
      page = await open(await builtBy('esbuild'));
    }, PATIENCE);

    const names = readdirSync(join(FIXTURES, 'configs')).map((file) => file.replace(/\.json$/u, ''));

    test.each(names)(
      'extracts %s as Node does',
      async (name) => {
        const given = work('.', name);
        expect(await inPage(page, given)).toBe(await inNode(given));
      },
      PATIENCE,
    );

    test(
      'reads a scan as Node does',
      async () => {
        const given = work('scans', 'scan-print');
        expect(await inPage(page, given)).toBe(await inNode(given));
        expect(strangers).toEqual([]);
      },
      PATIENCE,
    );

    test(
      'extracts in a web worker',
      async () => {
        const given = work('.', 'invoice');
        const { answer } = await inWorker(page, 'extracted', given);
        expect(agreed(JSON.parse(answer))).toBe(await inNode(given));
      },
      PATIENCE,
    );

    describe.each(PICTURE_CODES)('of a page with a picture in the code %s', (code) => {
      const pdf = Buffer.from(codedPicturePdf(code)).toString('base64');

      test('draws the picture', async () => {
        expectDrawn(Buffer.from(await called<string>(page, 'pictured', { pdf }), 'base64'));
      });

      test('draws the picture in a web worker, which says nothing else to its page', async () => {
        const { answer, strays } = await inWorker(page, 'pictured', { pdf });
        expectDrawn(Buffer.from(answer, 'base64'));
        expect(strays).toEqual([]);
      });
    });

    test('says that workers are processes, which browsers do not have', async () => {
      const message = await page.evaluate(() =>
        (globalThis as unknown as { withWorkers(): string }).withWorkers(),
      );
      expect(message).toContain('"workers"');
      expect(message).toContain('web worker');
    });
  });
});
