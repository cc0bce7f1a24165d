/** Scans that were built with known values: what is read of each, by the embedded engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { createExtractor } from 'anchorline';
import { afterAll, describe, expect, test } from 'vitest';

/** OCR is slow where many processes share a machine, and it counts for nothing here. */
const MILLISECONDS = 300_000;

const folder = new URL('../fixtures/', import.meta.url);
const names = readdirSync(new URL('scans/configs/', folder)).map((file) => file.replace(/\.json$/u, ''));
const extractor = createExtractor();
afterAll(() => extractor.close());

interface Shortfall {
  /** What the field gives in place of its value; null is better than a wrong one. */
  readonly gives: unknown;
  readonly because: string;
}

/**
 * Fields that do not get the value that is on the scan. An entry whose field gives something else now, or the right
 * value, fails its test: change or delete it.
 */
const SHORTFALLS: Readonly<Record<string, Readonly<Record<string, Shortfall>>>> = {
  'scan-blur': {
    reading: {
      gives: { source: '4817', type: 'number', value: 4817 },
      because: 'the comma of the thousands runs into the digits beside it; the number is right',
    },
  },
  'scan-fax': {
    ordered_by: { gives: null, because: 'the b of "by" is read as h: rows are too coarse for its bow' },
    total: { gives: null, because: 'dust above the amount makes its box higher, so it is off the row' },
  },
  'scan-skew': {
    space: { gives: null, because: 'rows of a page at 4° rise by more than the method row allows' },
    monthly_fee: { gives: null, because: 'rows of a page at 4° rise by more than the method row allows' },
    received_from: { gives: null, because: 'letters of a page at -8° are hardly read' },
    received_on: { gives: null, because: 'letters of a page at -8° are hardly read' },
    amount: { gives: null, because: 'letters of a page at -8° are hardly read' },
  },
  'scan-small': {
    card: {
      gives: { type: 'string', value: 'wks 2086' },
      because: 'asterisks are read as letters, at a confidence that is told in a warning',
    },
  },
  'scan-spread': {
    mooring: { gives: { type: 'string', value: 'B14' }, because: 'the space before the 1 is not seen' },
  },
};

/** Warnings by code, field and page. */
const DOUBTS: Readonly<Record<string, readonly (readonly [string, string | undefined, number])[]>> = {
  'scan-small': [['OCR_LOW_CONFIDENCE', 'card', 0]],
};

function json(path: string) {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
}

test('all scans are known', () => {
  expect(names.length).toBeGreaterThanOrEqual(8);
  expect(Object.keys(SHORTFALLS).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(names)('%s', (name) => {
  test(
    'gives what is on it, but for what is known to fall short',
    async () => {
      const bytes = new Uint8Array(readFileSync(new URL(`documents/${name}.pdf`, folder)));
      const config = readFileSync(new URL(`scans/configs/${name}.json`, folder), 'utf8');
      const { parsed_document: expected } = json(`scans/expected/${name}.json`);
      const document = await extractor.load(bytes);
      try {
        const result = await extractor.extract(document, config, undefined, { trace: true });
        const { parsed_document: values, errors, warnings, ocr, page_count, trace } = result;
        expect(errors).toEqual([]);
        expect(Object.keys(values)).toEqual(Object.keys(expected));
        const shortfalls = SHORTFALLS[name] ?? {};
        for (const [id, { gives, because }] of Object.entries(shortfalls)) {
          expect(because).not.toBe('');
          expect(gives, `${id} would not fall short`).not.toEqual(expected[id]);
        }
        const known = Object.fromEntries(Object.entries(shortfalls).map(([id, { gives }]) => [id, gives]));
        expect(values).toEqual({ ...expected, ...known });
        expect(ocr?.pages.map(({ page, engine, part }) => [page, engine, part])).toEqual(
          Array.from({ length: page_count }, (_, page) => [page, 'tesseract', 'page']),
        );
        expect(warnings.map(({ code, field_id: id, page }) => [code, id, page])).toEqual(DOUBTS[name] ?? []);
        for (const [id, value] of Object.entries(values)) {
          if (value === null) expect(trace?.[id]?.at(-1)?.reason, id).toBeTruthy();
        }
        const again = await extractor.extract(document, config, undefined, { trace: true });
        expect(JSON.stringify(again)).toBe(JSON.stringify(result));
      } finally {
        await document.close();
      }
    },
    MILLISECONDS,
  );
});

test.skipIf(process.env['TEST_BUILD'] !== '1')(
  'PP-OCR reads where it is named and installed',
  async () => {
    const bytes = new Uint8Array(readFileSync(new URL('documents/scan-fax.pdf', folder)));
    const config = readFileSync(new URL('scans/configs/scan-fax.json', folder), 'utf8');
    const { parsed_document: expected } = json('scans/expected/scan-fax.json');
    const result = await extractor.extract(bytes, config, undefined, { ocrEngine: 'paddle' });
    expect(result.warnings).toEqual([]);
    expect(result.ocr?.pages.map(({ engine }) => engine)).toEqual(['paddle']);
    expect(result.parsed_document).toMatchObject({ total: expected.total, ordered_by: expected.ordered_by });
  },
  MILLISECONDS,
);
