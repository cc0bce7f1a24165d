/** Scans that were built with known values: what is read of each, by both engines of the library. */
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

type Shortfalls = Readonly<Record<string, Readonly<Record<string, Shortfall>>>>;

/**
 * Fields that do not get the value that is on the scan, by engine. An entry whose field gives something else now, or the
 * right value, fails its test: change or delete it.
 */
const SHORTFALLS: Readonly<Record<'tesseract' | 'paddle', Shortfalls>> = {
  tesseract: {
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
    'scan-small': {
      card: {
        gives: { type: 'string', value: 'wks 2086' },
        because: 'asterisks are read as letters, at a confidence that is told in a warning',
      },
    },
    'scan-spread': {
      mooring: { gives: { type: 'string', value: 'B14' }, because: 'the space before the 1 is not seen' },
    },
  },
  paddle: {
    'scan-small': {
      card: {
        gives: { type: 'string', value: '**** **** **** *2086' },
        because: 'one asterisk is seen twice',
      },
    },
  },
};

/** Warnings by engine and code, field and page. */
const DOUBTS: Readonly<
  Record<string, Readonly<Record<string, readonly (readonly [string, string | undefined, number])[]>>>
> = { tesseract: { 'scan-small': [['OCR_LOW_CONFIDENCE', 'card', 0]] } };

function json(path: string) {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
}

test('all scans are known', () => {
  expect(names.length).toBeGreaterThanOrEqual(8);
  const short = Object.values(SHORTFALLS).flatMap((each) => Object.keys(each));
  expect(short.filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(names)('%s', (name) => {
  test.each(['paddle', 'tesseract'] as const)(
    'gives by %s what is on it, but for what is known to fall short',
    async (engine) => {
      const bytes = new Uint8Array(readFileSync(new URL(`documents/${name}.pdf`, folder)));
      const config = readFileSync(new URL(`scans/configs/${name}.json`, folder), 'utf8');
      const { parsed_document: expected } = json(`scans/expected/${name}.json`);
      const document = await extractor.load(bytes, { ocrEngine: engine });
      try {
        const result = await extractor.extract(document, config, undefined, { trace: true });
        const { parsed_document: values, errors, warnings, ocr, page_count, trace } = result;
        expect(errors).toEqual([]);
        expect(Object.keys(values)).toEqual(Object.keys(expected));
        const shortfalls = SHORTFALLS[engine][name] ?? {};
        for (const [id, { gives, because }] of Object.entries(shortfalls)) {
          expect(because).not.toBe('');
          expect(gives, `${id} would not fall short`).not.toEqual(expected[id]);
        }
        const known = Object.fromEntries(Object.entries(shortfalls).map(([id, { gives }]) => [id, gives]));
        expect(values).toEqual({ ...expected, ...known });
        expect(ocr?.pages.map((each) => [each.page, each.engine, each.part])).toEqual(
          Array.from({ length: page_count }, (_, page) => [page, engine, 'page']),
        );
        expect(warnings.map(({ code, field_id: id, page }) => [code, id, page])).toEqual(
          DOUBTS[engine]?.[name] ?? [],
        );
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
