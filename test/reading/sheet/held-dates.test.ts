/** Cells that are dates in the file, in all formats, and formulas without a value. */
import { type BookType, utils, write as writeWorkbook } from '@e965/xlsx';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/index.js';
import type { Document } from '../../../src/page/document/model.js';
import { archive, xlsx } from '../../support/office-parts.js';
import { loadBytes } from '../../support/readers.js';
import { texts } from '../office-files.js';

/** The day that Excel counts as 46330. */
const DAY = 46_330;
const SHOWN = [
  ['dd/mm/yyyy', '04/11/2026'],
  ['d mmmm yyyy', '4 November 2026'],
  ['[$-410]d mmmm yyyy', '4 novembre 2026'],
  ['[$-40C]dddd d mmmm yyyy', 'mercredi 4 novembre 2026'],
  ['[$-de-DE]d. mmm yyyy', '4. Nov 2026'],
  ['[$-F800]d mmmm yyyy', '4 November 2026'],
  ['mmmm yyyy', 'November 2026'],
] as const;

/** A workbook with the day in these formats, one a row. */
function sheetOf(bookType: BookType): Uint8Array {
  const sheet = utils.aoa_to_sheet(SHOWN.map(([z], i) => [`Day ${i}`, { t: 'n', v: DAY, z }]));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'One');
  return new Uint8Array(writeWorkbook(book, { type: 'buffer', bookType }));
}

const valuesOf = async (document: Document, labels: readonly string[]) => {
  const fields = labels.map((anchor, i) => ({ id: `v${i}`, anchor, type: 'date', method: { id: 'row' } }));
  const { parsed_document: output } = await extract(document, { fields });
  return labels.map((_, i) => Reflect.get((output[`v${i}`] as object) ?? {}, 'value'));
};
const anchors = SHOWN.map((_, i) => `Day ${i}`);
const cells = ({ pages }: Document) => pages.flatMap(({ lines }) => lines.map(({ cell }) => cell?.date));

describe('cells that are dates', () => {
  it.each<BookType>(['xlsx', 'biff8', 'xlsb'])(
    'cells give the day that a file holds, however it is shown: %s',
    async (bookType) => {
      const document = await loadBytes(sheetOf(bookType), {
        filename: `a.${bookType === 'biff8' ? 'xls' : bookType}`,
      });
      expect(await valuesOf(document, anchors)).toEqual(SHOWN.map(() => '2026-11-04T00:00:00.000Z'));
      const shown = texts(document)[0]!.filter((text) => !text.startsWith('Day'));
      expect(shown.map((text) => text.replace('Nov.', 'Nov'))).toEqual(SHOWN.map(([, text]) => text));
    },
  );

  it('cells of OpenDocument files give their day', async () => {
    const names = ['office', 'table', 'text'].map((name) => `xmlns:${name}="urn:${name}"`).join(' ');
    const cell = (attributes: string, text: string) =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const rows = [
      cell('', 'Due') + cell('office:value-type="date" office:date-value="2026-11-04"', '04/11/26'),
      cell('', 'Sent') +
        cell('office:value-type="date" office:date-value="2026-11-05T10:30:00"', '05/11/26 10:30'),
      cell('', 'Opens') + cell('office:value-type="time" office:time-value="PT10H30M00S"', '10:30'),
    ].map((row) => `<table:table-row>${row}</table:table-row>`);
    const content = `<office:document-content ${names}><office:body><office:spreadsheet><table:table table:name="One">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`;
    const bytes = archive(
      { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content },
      0,
    );
    const document = await loadBytes(bytes, { filename: 'a.ods' });
    expect(await valuesOf(document, ['Due', 'Sent', 'Opens'])).toEqual([
      '2026-11-04T00:00:00.000Z',
      '2026-11-05T00:00:00.000Z',
      undefined,
    ]);
  });

  it('days count from 1904 where the workbook says so', async () => {
    const book = new ExcelJS.Workbook();
    book.properties.date1904 = true;
    const cell = book.addWorksheet('Old').getCell('A1');
    cell.value = 1;
    cell.numFmt = 'dd/mm/yyyy';
    expect(cells(await loadBytes(new Uint8Array(await book.xlsx.writeBuffer())))).toEqual(['1904-01-02']);
  });

  it('cells are no dates where only a time or a duration shows, nor on days that never were', async () => {
    const styles = (codes: readonly string[]) =>
      `<styleSheet><numFmts>${codes.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${codes.map((_, i) => `<xf numFmtId="${200 + i}"/>`).join('')}</cellXfs></styleSheet>`;
    const values = [
      ['h:mm', 46_330.5],
      ['[h]:mm', 46_330.5],
      ['d &quot;days&quot;', 5],
      ['dd/mm/yyyy', 60],
      ['dd/mm/yyyy', 0.5],
    ] as const;
    const row = values.map(([, value], i) => `<c s="${i}"><v>${value}</v></c>`).join('');
    const bytes = xlsx(`<sheetData><row r="1">${row}</row></sheetData>`, {
      'xl/styles.xml': styles(values.map(([code]) => code)),
    });
    expect(cells(await loadBytes(bytes))).toEqual(values.map(() => undefined));
  });
});

describe('formulas without a value', () => {
  const sheet = (cell: string) =>
    xlsx(`<sheetData><row r="1"><c t="str"><v>Total</v></c>${cell}</row></sheetData>`);
  const total = { id: 'v', anchor: 'Total', type: 'currency', method: { id: 'row' } };
  const run = async (bytes: Uint8Array) => {
    const document = await loadBytes(bytes);
    return extract(document, { fields: [total] }, undefined, { trace: true });
  };

  it.each(['<c><f>B2*C2</f></c>', '<c><f>B2*C2</f><v></v></c>', '<c t="str"><f>B2*C2</f></c>'])(
    'formulas without a value are null, and said: %s',
    async (cell) => {
      const { parsed_document, warnings, trace } = await run(sheet(cell));
      expect(parsed_document['v']).toBeNull();
      expect(warnings.map(({ code }) => code)).toEqual(['FORMULA_WITHOUT_VALUE']);
      expect(warnings[0]!.message).toBe(
        'the file keeps no value of formulas in the sheet "One": B1 =B2*C2; open and save it once in a spreadsheet program, or convert it',
      );
      expect(trace!['v']![0]!.reason).toBe(
        'the cell B1 holds =B2*C2, and the file no value: open and save it once in a spreadsheet program, or convert it',
      );
    },
  );

  it.each(['<c><f>B2*C2</f><v>107</v></c>', '<c t="str"><f>IF(A1,"","x")</f><v></v></c>', '<c><v></v></c>'])(
    'formulas have a value where one is kept, be it an empty text: %s',
    async (cell) => expect((await run(sheet(cell))).warnings).toEqual([]),
  );

  it('formulas without a value are counted, and the first of them named', async () => {
    const { warnings } = await run(sheet('<c><f>B2*C2</f></c>'.repeat(5)));
    expect(warnings[0]!.message).toContain('B1 =B2*C2, C1 =B2*C2, D1 =B2*C2 and 2 more');
  });

  it('formulas of other programs are said, too', async () => {
    const book = new ExcelJS.Workbook();
    const page = book.addWorksheet('Fees');
    page.getCell('A1').value = 'Total';
    page.getCell('B1').value = { formula: 'SUM(B2:B9)' };
    const { warnings } = await run(new Uint8Array(await book.xlsx.writeBuffer()));
    expect(warnings.map(({ code }) => code)).toEqual(['FORMULA_WITHOUT_VALUE']);
  });
});
