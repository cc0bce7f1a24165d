import { type BookType, utils, write as writeWorkbook } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { detectType } from '../../../src/reading/detect.js';
import { archive, type Parts } from '../../support/office-parts.js';
import { loadBytes } from '../../support/readers.js';
import { failure, texts } from '../office-files.js';

const TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const NAMESPACES = ['office', 'table', 'text', 'draw', 'calcext']
  .map((name) => `xmlns:${name}="urn:${name}"`)
  .join(' ');

/** A file with these tables; the mark of its kind is first and is not packed. */
function ods(tables: string, parts: Parts = {}): Uint8Array {
  const content = `<?xml version="1.0"?><office:document-content ${NAMESPACES}><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
  return archive({ mimetype: TYPE, 'content.xml': content, ...parts }, 0);
}
const table = (rows: string, name = 'One') => `<table:table table:name="${name}">${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const cell = (content: string, attributes = '') =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const text = (content: string, attributes = '') => cell(`<text:p>${content}</text:p>`, attributes);
const repeated = (columns: number | string) => `table:number-columns-repeated="${columns}"`;
const rowsRepeated = (rows: number | string) => `table:number-rows-repeated="${rows}"`;
const values = async (rows: string) => texts(await loadBytes(ods(table(rows))))[0];

describe('OpenDocument spreadsheets', () => {
  it('OpenDocument spreadsheets become what XLSX files become', async () => {
    const document = await loadBytes(
      ods(table(row(text('Name') + cell('', repeated(1)) + text(' two  words '))) + table('', 'Empty')),
      { filename: 'fees.ods' },
    );
    expect(document).toMatchObject({ contentType: TYPE, filename: 'fees.ods', pageCount: 2, warnings: [] });
    const [page] = document.pages;
    expect(page).toMatchObject({ width: 3, height: 0.25, synthetic: true, sheet: { index: 0, name: 'One' } });
    expect(page!.lines.map(({ text, left, cell: place }) => [text, left, place])).toEqual([
      ['Name', 0, { row: 0, column: 0 }],
      ['two words', 2, { row: 0, column: 2 }],
    ]);
  });

  it.each<BookType>(['ods', 'xlsx', 'xlsb', 'biff8'])(
    'hold what another program wrote: %s',
    async (bookType) => {
      const book = utils.book_new();
      const sheet = utils.aoa_to_sheet([
        ['Name', 'a & b', 'Größe'],
        ['Ann', 12.5, true],
        [],
        [0.256, -1234.5, 'last'],
      ]);
      Object.assign(sheet['A4'], { z: '0.0%', w: '25.6%' });
      sheet['!merges'] = [utils.decode_range('B2:C2')];
      utils.book_append_sheet(book, sheet, 'Fees & more');
      const bytes = new Uint8Array(writeWorkbook(book, { type: 'buffer', bookType }));
      const document = await loadBytes(bytes, { filename: `a.${bookType === 'biff8' ? 'xls' : bookType}` });
      expect(document.pages[0]!.sheet?.name).toBe('Fees & more');
      expect(
        document.pages[0]!.lines.map(({ text, cell: place }) => [text, place?.row, place?.column]),
      ).toEqual([
        ['Name', 0, 0],
        ['a & b', 0, 1],
        ['Größe', 0, 2],
        ['Ann', 1, 0],
        ['12.5', 1, 1],
        ['25.6%', 3, 0],
        ['-1234.5', 3, 1],
        ['last', 3, 2],
      ]);
    },
  );

  it('show each repetition of a cell and of a row in its place', async () => {
    const document = await loadBytes(
      ods(
        table(
          row(text('x', repeated(2)) + text('y'), rowsRepeated(2)) +
            row(cell('', repeated(16384)), rowsRepeated(3)) +
            row(cell('', repeated(5)) + text('z')) +
            row(cell('', repeated(16384)), rowsRepeated(1048570)),
        ),
      ),
    );
    expect(
      document.pages[0]!.lines.map(({ text, cell: place }) => [text, place?.row, place?.column]),
    ).toEqual([
      ['x', 0, 0],
      ['x', 0, 1],
      ['y', 0, 2],
      ['x', 1, 0],
      ['x', 1, 1],
      ['y', 1, 2],
      ['z', 5, 5],
    ]);
  });

  it('show text as a cell shows it, without notes, drawings and covered cells', async () => {
    const note = '<office:annotation><text:p>note</text:p></office:annotation>';
    const shape = '<draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame>';
    const covered = '<table:covered-table-cell><text:p>covered</text:p></table:covered-table-cell>';
    const inner = table(row(text('inner')));
    expect(
      await values(
        row(
          text('a<text:s text:c="3"/>b<text:span>c</text:span><text:tab/>d<text:line-break/>e') +
            cell(`${note}<text:p>first</text:p><text:p>second</text:p>${shape}`) +
            covered +
            cell(inner) +
            cell('', 'office:value-type="float" office:value="7.50"') +
            cell('', 'office:value-type="boolean" office:boolean-value="true"') +
            cell('', 'office:value-type="string" office:string-value="said"'),
        ),
      ),
    ).toEqual(['a bc d e', 'first second', '7.5', 'TRUE', 'said']);
  });

  it('leave out deleted cells and copies of other files', async () => {
    const deleted = `<table:tracked-changes><table:deletion>${row(text('deleted'))}</table:deletion></table:tracked-changes>`;
    const copy = table(`<table:table-source/>${row(text('copied'))}`, "'file:///etc/passwd'#$One");
    const groups = `<table:table-header-rows>${row(text('head'))}</table:table-header-rows><table:table-row-group>${row(text('row'))}</table:table-row-group>`;
    const document = await loadBytes(ods(deleted + copy + table(groups)));
    expect(texts(document)).toEqual([['head', 'row']]);
  });

  it('cost no more than their limits, however often a cell is repeated', async () => {
    for (const bomb of [
      row(text('x', repeated(999_999_999)), rowsRepeated(999_999_999)),
      row(text('x', repeated(16384)), rowsRepeated(1_000_000)),
      row(text('\u200b', repeated(999_999_999)), rowsRepeated('1e15')),
      row(text('x'), rowsRepeated(Number.MAX_SAFE_INTEGER)),
    ]) {
      const outcome = await loadBytes(ods(table(bomb)), { limits: { milliseconds: 20_000 } }).catch(
        (error) => error,
      );
      expect(['too_large', 'too_many_pages', 'invalid_document', undefined]).toContain(outcome.code);
    }
    expect((await failure(ods(table(row(text('x', repeated(9))))), { limits: { cells: 8 } })).code).toBe(
      'too_large',
    );
    expect((await failure(ods(table('') + table('')), { limits: { pages: 1 } })).code).toBe('too_many_pages');
    const large = ods(table(row(text('x'.repeat(5000)))));
    expect((await failure(large, { limits: { uncompressedBytes: 4000 } })).code).toBe('too_large');
    expect((await failure(large, { signal: AbortSignal.abort() })).code).toBe('aborted');
  });

  it.each([
    ['a cell past the grid', ods(table(row(cell('', repeated(20_000)) + text('x')))), 'invalid_document'],
    ['entities', ods('', { 'content.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }), 'invalid_document'],
    ['no content', archive({ mimetype: TYPE, 'meta.xml': '<a/>' }, 0), 'invalid_document'],
    [
      'a password',
      ods('', {
        'META-INF/manifest.xml': '<manifest><file-entry><encryption-data/></file-entry></manifest>',
        'content.xml': new Uint8Array([1, 2, 3]),
      }),
      'password_required',
    ],
  ])('OpenDocument spreadsheets are refused with %s', async (_, bytes, code) => {
    expect(await failure(bytes)).toMatchObject({ code });
  });

  it('OpenDocument spreadsheets are recognised by their first entry, and by their name where that is packed', () => {
    expect(detectType(ods(''))).toBe(TYPE);
    expect(detectType(archive({ 'content.xml': '<a/>' }), { filename: 'a.ods' })).toBe(TYPE);
  });
});
