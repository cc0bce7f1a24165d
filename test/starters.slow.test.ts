/** The starter for invoices over printed ones, and over a scan that is none: right or null, and never wrong. The guide to starters has the figures. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExtractor } from '../src/index.js';
import { starterText } from '../src/tools/cli/starters.js';
import { BROWSER_START, chromiumPath, startChromium } from './support/chromium.js';
import { type PrintedInvoice, printedInvoices } from './support/invoices.js';

const FIELDS = ['invoice_number', 'invoice_date', 'total', 'items'] as const;
/** Invoices of all for which each field is null; all others are right. */
const NULL: Readonly<Record<(typeof FIELDS)[number], readonly string[]>> = {
  invoice_number: [],
  // Their dates have no caption.
  invoice_date: ['de-euro-columns', 'fr-no-rules'],
  total: [],
  // It is in doubt which item the text above an amount belongs to.
  items: ['fr-amounts-at-the-foot-of-items'],
};

interface Cell {
  readonly value: unknown;
}

const extractor = createExtractor();
let browser: Browser;
beforeAll(async () => {
  if (chromiumPath) browser = await startChromium();
}, BROWSER_START);
afterAll(async () => {
  await browser?.close();
  await extractor.close();
});

test.skipIf(!chromiumPath).each(printedInvoices())(
  'an invoice as browsers print it: $name',
  async ({ name, html, right }) => {
    const found = await read(html);
    for (const field of FIELDS) {
      const expected = NULL[field].includes(name) ? null : right[field];
      expect([field, found[field]]).toEqual([field, expected]);
    }
  },
  BROWSER_START,
);

test('a scanned lease with prices is no invoice', async () => {
  const lease = readFileSync(new URL('../fixtures/documents/scanned-lease.pdf', import.meta.url));
  const config = extractor.parseConfig(await starterText('invoice'));
  const { parsed_document } = await extractor.extract(new Uint8Array(lease), config);
  expect(Object.entries(parsed_document).filter(([, value]) => value !== null)).toEqual([]);
});

async function read(html: PrintedInvoice['html']) {
  const page = await browser.newPage();
  await page.setContent(html);
  const margin = '18mm';
  const pdf = await page.pdf({
    format: 'A4',
    printBackground: true,
    margin: { top: margin, left: margin, right: margin, bottom: margin },
  });
  await page.close();
  const config = extractor.parseConfig(await starterText('invoice'));
  const { parsed_document } = await extractor.extract(new Uint8Array(pdf), config);
  const { invoice_number, invoice_date, total, items } = parsed_document as Record<string, Cell | null>;
  const columns = (items as { readonly columns?: readonly { readonly values: readonly (Cell | null)[] }[] })
    ?.columns;
  const [description, , , amount] = columns ?? [];
  return {
    invoice_number: invoice_number?.value ?? null,
    invoice_date: typeof invoice_date?.value === 'string' ? invoice_date.value.slice(0, 10) : null,
    total: total?.value ?? null,
    items: description?.values.map((cell, i) => [cell?.value, amount?.values[i]?.value]) ?? null,
  };
}
