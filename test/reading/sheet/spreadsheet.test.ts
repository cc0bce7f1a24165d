import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/page/document/model.js';
import { xlsx } from '../../support/office-parts.js';
import { loadBytes } from '../../support/readers.js';
import { failure, texts } from '../office-files.js';

async function fromExcel(fill: (book: ExcelJS.Workbook) => void): Promise<Document> {
  const book = new ExcelJS.Workbook();
  fill(book);
  return loadBytes(new Uint8Array(await book.xlsx.writeBuffer()));
}

const row = (cells: string, number = 1) => `<sheetData><row r="${number}">${cells}</row></sheetData>`;
const values = async (sheet: string, parts = {}) => texts(await loadBytes(xlsx(sheet, parts)))[0];

describe('Excel workbooks', () => {
  it('an Excel workbook gives one line for each cell that is not empty, on a grid of 1 by 0.25 inches', async () => {
    const document = await fromExcel((book) => {
      const sheet = book.addWorksheet('Rates');
      sheet.getCell('A1').value = 'Name';
      sheet.getCell('C2').value = '  two   words ';
      sheet.getCell('D3').value = '   ';
    });
    expect(document).toMatchObject({ pageCount: 1, warnings: [] });
    const [page] = document.pages;
    expect(page).toMatchObject({ width: 3, height: 0.5, synthetic: true });
    expect(page!.sheet).toEqual({ index: 0, name: 'Rates', firstRow: 0 });
    expect(page).not.toHaveProperty('graphics');
    expect(page!.lines).toHaveLength(2);
    expect(page!.lines[0]).toMatchObject({
      text: 'Name',
      left: 0,
      top: 0,
      right: 1,
      bottom: 0.25,
      source: 'cell',
    });
    expect(page!.lines[1]).toMatchObject({ text: 'two words', left: 2, top: 0.25, right: 3, bottom: 0.5 });
  });

  it('puts 60 rows on a page and begins a page with every sheet, hidden ones too', async () => {
    const document = await fromExcel((book) => {
      const sheet = book.addWorksheet('Long');
      for (let i = 1; i <= 61; i++) sheet.getCell(`A${i}`).value = `row ${i}`;
      book.addWorksheet('Empty');
      book.addWorksheet('Hidden', { state: 'hidden' }).getCell('B1').value = 'seen';
    });
    expect(document.pages.map(({ width, height, lines }) => [width, height, lines.length])).toEqual([
      [1, 15, 60],
      [1, 0.25, 1],
      [1, 0.25, 0],
      [2, 0.25, 1],
    ]);
    expect(document.pages[1]!.lines[0]).toMatchObject({ text: 'row 61', page: 1, top: 0 });
    expect(document.pages.map(({ sheet }) => [sheet?.index, sheet?.firstRow])).toEqual([
      [0, 0],
      [0, 60],
      [1, 0],
      [2, 0],
    ]);
  });

  it('shows what the sheet displays', async () => {
    const shown: readonly (readonly [ExcelJS.CellValue, string | undefined, string])[] = [
      [1859, undefined, '1859'],
      [0.1 + 0.2, undefined, '0.3'],
      [123456789012345, undefined, '123456789012345'],
      [new Date(Date.UTC(2020, 0, 31)), 'mm-dd-yy', '1/31/2020'],
      [new Date(Date.UTC(2020, 0, 31, 14, 5, 9)), 'yyyy-mm-dd hh:mm:ss', '2020-01-31 14:05:09'],
      [new Date(Date.UTC(2020, 0, 31)), 'dd.mm.yyyy', '31.01.2020'],
      [new Date(Date.UTC(2020, 0, 31)), '[$-409]mmmm d, yyyy;@', 'January 31, 2020'],
      [0.256, '0.0%', '25.6%'],
      [1.005, '0.00', '1.01'],
      [-1234.5, '#,##0.00;(#,##0.00)', '(1,234.50)'],
      [1234.5, '_("$"* #,##0.00_)', '$1,234.50'],
      [12.5, '[$€-2] #,##0.00', '€ 12.50'],
      [1.5, '# ?/?', '1 1/2'],
      [7, '00000', '00007'],
      [true, undefined, 'TRUE'],
      [{ error: '#N/A' }, undefined, '#N/A'],
      [{ formula: 'A1+1', result: 1860 }, '#,##0', '1,860'],
      [{ formula: 'A1&"x"', result: '1859x' }, undefined, '1859x'],
      [{ richText: [{ text: 'bold ' }, { text: 'plain' }] }, undefined, 'bold plain'],
      [{ text: 'site', hyperlink: 'https://example.com' }, undefined, 'site'],
    ];
    const document = await fromExcel((book) => {
      const sheet = book.addWorksheet('Formats');
      for (const [i, [value, format]] of shown.entries()) {
        const cell = sheet.getCell(i + 1, 1);
        cell.value = value;
        if (format) cell.numFmt = format;
      }
    });
    expect(texts(document)[0]).toEqual(shown.map(([, , text]) => text));
  });

  it('days of an Excel workbook count from 1904 where the workbook says so', async () => {
    const document = await fromExcel((book) => {
      book.properties.date1904 = true;
      const cell = book.addWorksheet('Old').getCell('A1');
      cell.value = 0;
      cell.numFmt = 'yyyy-mm-dd';
    });
    expect(texts(document)).toEqual([['1904-01-01']]);
  });

  it('merged cells of an Excel workbook are shown once, at the top left', async () => {
    const sheet = `${row('<c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c>')}<mergeCells><mergeCell ref="A1:B9"/></mergeCells>`;
    expect(await values(sheet)).toEqual(['1', '3']);
  });

  it('takes a merged range over the whole sheet in its stride', async () => {
    const sheet = `${row('<c r="B2"><v>1</v></c>', 2)}<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`;
    expect(await values(sheet)).toEqual([]);
  });

  it('reads strings in all their forms', async () => {
    const cells = [
      '<c t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve">line </t></r></is></c>',
      '<c t="str"><f>NOW()</f><v>cached</v></c>',
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>9</v></c>',
      '<c><f>NOW()</f></c>',
      '<c t="d"><v>2020-01-31T12:00:00</v></c>',
      '<c t="b"><v>0</v></c>',
    ].join('');
    const strings = '<sst><si><t>a_x000D_b &amp; _x005F_x</t><rPh sb="0" eb="1"><t>hint</t></rPh></si></sst>';
    expect(
      await values(`<sheetData><row>${cells}</row></sheetData>`, { 'xl/sharedStrings.xml': strings }),
    ).toEqual(['inline', 'cached', 'a b & _x', '2020-01-31T12:00:00', 'FALSE']);
  });

  it('shows dates in ISO form in their format', async () => {
    const cells = ['2020-01-31T12:00:00', '2020-01-31', 'soon']
      .map((value) => `<c t="d" s="1"><v>${value}</v></c>`)
      .join('');
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>';
    expect(await values(`<sheetData><row>${cells}</row></sheetData>`, { 'xl/styles.xml': styles })).toEqual([
      '1/31/2020 12:00',
      '1/31/2020 0:00',
      'soon',
    ]);
  });

  it('shows money where a built-in format says no more than its number', async () => {
    const cells = [5, 6, 7, 8].map((_, i) => `<c s="${i}"><v>-1234.5</v></c>`).join('');
    const formats = [5, 6, 7, 8].map((id) => `<xf numFmtId="${id}"/>`).join('');
    const parts = { 'xl/styles.xml': `<styleSheet><cellXfs>${formats}</cellXfs></styleSheet>` };
    expect(await values(`<sheetData><row>${cells}</row></sheetData>`, parts)).toEqual([
      '($1,235)',
      '($1,235)',
      '($1,234.50)',
      '($1,234.50)',
    ]);
  });

  it('takes cells without an address one after the other, and puts others in order', async () => {
    const sheet =
      '<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row><row r="9"><c r="C9"><v>5</v></c><c r="A9"><v>4</v></c><c r="A9"><v>6</v></c></row></sheetData>';
    const document = await loadBytes(xlsx(sheet));
    expect(document.pages[0]!.lines.map(({ text, left, top }) => [text, left, top])).toEqual([
      ['1', 0, 0],
      ['2', 1, 0],
      ['3', 0, 0.25],
      ['6', 0, 2],
      ['5', 2, 2],
    ]);
  });

  it.each(['A1048577', 'XFE1', 'A0', 'AAAA1', 'nowhere', 'A99999999999'])(
    'refuses a cell at %s',
    async (place) => {
      expect((await failure(xlsx(row(`<c r="${place}"><v>1</v></c>`)))).code).toBe('invalid_document');
    },
  );

  it('says what to do with the last row of the grid', async () => {
    const error = await failure(xlsx(row('<c r="A1048576"><v>1</v></c>', 1048576)));
    expect(error.code).toBe('too_many_pages');
  });

  it('cells of Excel workbooks are counted', async () => {
    const bytes = xlsx(row('<c r="A1"><v>1</v></c><c r="B1"><v>1</v></c>'));
    expect((await failure(bytes, { limits: { cells: 1 } })).code).toBe('too_large');
    expect((await loadBytes(bytes, { limits: { cells: 2, lines: 1 } })).pageCount).toBe(1);
  });

  it('counts the text of a string that many cells share', async () => {
    const cells = Array.from({ length: 40 }, () => '<c t="s"><v>0</v></c>').join('');
    const bytes = xlsx(`<sheetData><row>${cells}</row></sheetData>`, {
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1000)}</t></si></sst>`,
    });
    expect((await failure(bytes, { limits: { uncompressedBytes: 10_000 } })).code).toBe('too_large');
  });

  it('takes macros for what they are: nothing to read', async () => {
    const document = await loadBytes(
      xlsx(row('<c><v>1</v></c>'), { 'xl/vbaProject.bin': new Uint8Array([1, 2, 3]) }),
    );
    expect(document.contentType).toBe('application/vnd.ms-excel.sheet.macroenabled.12');
    expect(texts(document)).toEqual([['1']]);
  });
});
