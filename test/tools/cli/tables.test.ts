import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, fixture, temporaryFolder, write } from './run-cli.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INVOICE = fixture('invoice.pdf');

describe('anchorline tables', () => {
  it('prints the tables of a document in columns', async () => {
    const { code, stdout, stderr } = await cli(['tables', INVOICE]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [items, totals] = stdout.split('\n\n');
    expect(items!.split('\n').slice(0, 3)).toEqual([
      'table 0, page 0: 6 rows, 5 columns, by vector, confidence 1',
      'Item   Description               Qty  Unit price  Amount',
      'A-101  White oak shelving, 6 ft  8    $142.50     $1,140.00',
    ]);
    expect(totals).toContain('Total due      $2,601.00');
  });

  it('prints one area of a page as JSON', async () => {
    const { tables } = JSON.parse(
      `{"tables": ${(await cli(['tables', INVOICE, '--page', '0', '--area', '0.5,3,4,6', '--format', 'json'])).stdout}}`,
    );
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({ page: 0, source: expect.any(String), continues: false });
    expect(tables[0].cells[0]).toEqual({
      row: 0,
      column: 0,
      rowSpan: 1,
      columnSpan: expect.any(Number),
      text: expect.any(String),
      bounds: expect.any(Object),
    });
  });

  it('prints the tables in cells as JSON', async () => {
    const nested = ['tables', fixture('nested-table.pdf'), '--nested', '--format', 'json'];
    const [{ cells }] = JSON.parse((await cli(nested)).stdout);
    const inner = cells.flatMap(({ tables = [] }: { tables?: object[] }) => tables);
    expect(inner).toMatchObject([
      { rowCount: 3, columnCount: 3, unplaced: [] },
      { rowCount: 2, columnCount: 3, unplaced: [] },
    ]);
    expect(inner[0].cells[0]).toEqual({
      row: 0,
      column: 0,
      rowSpan: 1,
      columnSpan: 1,
      text: 'Article',
      bounds: expect.any(Object),
    });
  });

  it('prints HTML and CSV', async () => {
    const html = (await cli(['tables', INVOICE, '--format', 'html'])).stdout;
    expect(html).toContain('<tr><th>Item</th><th>Description</th>');
    const csv = (await cli(['tables', INVOICE, '--format', 'csv'])).stdout;
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'Item,Description,Qty,Unit price,Amount',
      'A-101,"White oak shelving, 6 ft",8,$142.50,"$1,140.00"',
    ]);
  });

  it('writes a workbook, a sheet for each table', async () => {
    const file = join(folder, 'tables.xlsx');
    const { code, stderr } = await cli(['tables', INVOICE, '--format', 'xlsx', '--output', file]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${file}: 2 tables\n` });
    const parts = unzipSync(readFileSync(file));
    expect(strFromU8(parts['xl/worksheets/sheet1.xml']!)).toContain('White oak shelving, 6 ft');
    expect(strFromU8(parts['xl/workbook.xml']!)).toContain('name="table 2, page 0"');
  });

  it('sees the document as the fields of a config do', async () => {
    const config = write(
      folder,
      'first.json',
      '{"preprocessors": [{"type": "removeLines", "match": {"type": "startsWith", "text": "A-101"}}], "fields": []}',
    );
    const { stdout } = await cli(['tables', INVOICE, '--config', config]);
    expect(stdout).not.toContain('A-101');
  });

  it('anchorline tables says what is missing', async () => {
    expect(await cli(['tables', INVOICE, '--page', '7'])).toMatchObject({
      code: 1,
      stderr: `${INVOICE}: error: The document has no page 7.\n`,
    });
    expect(
      await cli(['tables', fixture('letter.pdf'), '--page', '0', '--area', '0,0,0.1,0.1']),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no table was found'),
    });
    expect((await cli(['tables', INVOICE, '--area', '1,2,3,4'])).stderr).toContain('--area needs --page');
    expect((await cli(['tables', INVOICE, '--page', '0', '--area', '3,2,1,4'])).code).toBe(2);
    expect((await cli(['tables', INVOICE, '--format', 'xlsx'])).stderr).toContain(
      '--format xlsx needs --output',
    );
  });
});
