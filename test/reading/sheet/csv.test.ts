import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sniffDelimiter } from '../../../src/reading/sheet/csv.js';
import { loadBytes } from '../../support/readers.js';
import { failure, texts } from '../office-files.js';

const encode = (text: string) => new TextEncoder().encode(text);
const load = (text: string | Uint8Array, contentType = 'text/csv') =>
  loadBytes(typeof text === 'string' ? encode(text) : text, { contentType });

describe('CSV files', () => {
  it('makes a line of each cell', async () => {
    const document = await load('Name,Price\nTea,"1,50"\n\n,"two\nlines"\n');
    expect(document).toMatchObject({ contentType: 'text/csv', pageCount: 1 });
    expect(document.pages[0]).toMatchObject({ width: 2, height: 1 });
    expect(document.pages[0]!.lines.map(({ text, left, top }) => [text, left, top])).toEqual([
      ['Name', 0, 0],
      ['Price', 1, 0],
      ['Tea', 0, 0.25],
      ['1,50', 1, 0.25],
      ['two lines', 1, 0.75],
    ]);
  });

  it('puts 61 rows on two pages', async () => {
    const document = await load(Array.from({ length: 61 }, (_, i) => `${i},x`).join('\n'));
    expect(document.pages.map(({ lines }) => lines.length)).toEqual([120, 2]);
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffä,b', 'utf8'), 'text/csv'],
    ['UTF-16', Buffer.from('\ufeffä,b', 'utf16le'), 'text/csv'],
    ['Latin-1', Buffer.from('ä,b', 'latin1'), 'text/csv'],
    ['a declared one', Buffer.from('ä,b', 'latin1'), 'text/csv; charset=iso-8859-1'],
  ])('the charset of a CSV file is recognised: %s', async (_, bytes, contentType) => {
    expect(texts(await load(new Uint8Array(bytes), contentType))).toEqual([['ä', 'b']]);
  });

  it.each([
    [',', 'a,b,c\n1,2,3\n'],
    [',', '1,2,3\n4,5,6'],
    [',', 'one column\nof text'],
    [';', 'Name;Price;Quantity\nTea;1,50;2'],
    [';', '1,5;2,5;3,5\n1,5;2,5;3,5'],
    ['\t', 'a\tb, c\td\n1\t2\t3'],
    ['|', 'a|b|c'],
    [',', 'date,"a;b;c;d",e\ndate,"a;b;c;d",e'],
  ])('recognises the delimiter %j', (delimiter, text) => {
    expect(sniffDelimiter(text)).toBe(delimiter);
  });

  it('heeds a row that names the delimiter', async () => {
    expect(texts(await load('sep=|\r\na,b|c\r\n'))).toEqual([['a,b', 'c']]);
  });

  it('takes quotes inside of cells and all line ends as they come', async () => {
    expect(texts(await load('a "b" c,d\r1,2\r\n3,4\n'))).toEqual([['a "b" c', 'd', '1', '2', '3', '4']]);
  });

  it('refuses a quote that never ends, and columns past the grid', async () => {
    expect((await failure(encode('a,"b\nc'), { contentType: 'text/csv' })).code).toBe('invalid_document');
    expect((await failure(encode(','.repeat(16_385)), { contentType: 'text/csv' })).code).toBe(
      'invalid_document',
    );
    expect((await failure(encode('a,b'), { contentType: 'text/csv', limits: { cells: 1 } })).code).toBe(
      'too_large',
    );
  });

  it('CSV files is empty when the file has only blanks', async () => {
    expect(await load('\n , \n')).toMatchObject({ pages: [{ lines: [], width: 1, height: 0.25 }] });
  });

  it('gives any rows back', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', ',', ';', '"', '\n', 'é', '|') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 70 }),
        async (rows) => {
          const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
          const document = await load(`sep=,\n${quoted.join('\n')}\n`);
          const found = document.pages.flatMap((page) =>
            page.lines.map(({ text, left, top }) => [
              page.sheet!.firstRow + Math.round(top / 0.25),
              left,
              text,
            ]),
          );
          const expected = rows.flatMap((row, r) =>
            row
              .map((text, c) => [r, c, text.replace(/\s+/g, ' ').trim()])
              .filter(([, , text]) => text !== ''),
          );
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});
