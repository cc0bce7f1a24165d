/** Merged cells of tables of Word files, written by the package docx: they come from the structure of the file. */
import { Packer, Paragraph, Table, TableCell, TableRow, Document as WordDocument } from 'docx';
import { expect, it } from 'vitest';
import { extract } from '../../../src/index.js';
import { preprocess } from '../../language/preprocessors/support.js';
import { docx, paragraph } from '../../support/office-parts.js';
import { loadBytes } from '../../support/readers.js';

interface Span {
  readonly columnSpan?: number;
  readonly rowSpan?: number;
}

const WIDTH = 3000;
const cell = (text: string, span: Span = {}) =>
  new TableCell({
    ...span,
    width: { size: WIDTH * (span.columnSpan ?? 1), type: 'dxa' },
    children: text.split('\n').map((each) => new Paragraph(each)),
  });
const row = (...children: TableCell[]) => new TableRow({ children });
const table = (...rows: TableRow[]) => new Table({ columnWidths: [WIDTH, WIDTH, WIDTH], rows });

async function word(...children: (Paragraph | Table)[]): Promise<Uint8Array> {
  const file = new WordDocument({ sections: [{ children: [...children, new Paragraph('Signed in Leer')] }] });
  return new Uint8Array(await Packer.toBuffer(file));
}

const HARBOUR = table(
  row(cell('Quay'), cell('Vessel'), cell('Fee')),
  row(cell('North', { rowSpan: 2 }), cell('Swan'), cell('40')),
  row(cell('Heron'), cell('50')),
  row(cell('All vessels', { columnSpan: 2 }), cell('90')),
);

async function columns(bytes: Uint8Array, more: object): Promise<readonly (readonly (string | null)[])[]> {
  const ids = ['quay', 'vessel', 'fee'];
  const method = {
    id: 'fixedTable',
    columnCount: 3,
    columns: ids.map((id, index) => ({ id, index })),
    ...more,
  };
  const config = { fields: [{ id: 'fees', anchor: 'harbour', type: 'table', method }] };
  const { parsed_document } = await extract(bytes, JSON.stringify(config));
  const value = parsed_document['fees'] as {
    readonly columns: readonly { readonly values: readonly ({ readonly value: string } | null)[] }[];
  };
  return value.columns.map(({ values }) => values.map((each) => each?.value ?? null));
}

it('fills merged cells where there is a stop', async () => {
  expect(await columns(await word(new Paragraph('Harbour'), HARBOUR), { stop: 'signed' })).toEqual([
    ['Quay', 'North', 'North', 'All vessels'],
    ['Vessel', 'Swan', 'Heron', 'All vessels'],
    ['Fee', '40', '50', '90'],
  ]);
});

it('gives merged cells once without a stop', async () => {
  expect(await columns(await word(new Paragraph('Harbour'), HARBOUR), {})).toEqual([
    ['Quay', 'North', null, 'All vessels'],
    ['Vessel', 'Swan', 'Heron', null],
    ['Fee', '40', '50', '90'],
  ]);
});

const plain = () =>
  table(row(cell('Ship'), cell('Flag'), cell('Toll')), row(cell('Tern'), cell('DK'), cell('7')));

it('takes the table at the anchor, also where one with merged cells follows', async () => {
  const bytes = await word(new Paragraph('Harbour'), plain(), new Paragraph('Canal'), HARBOUR);
  expect(await columns(bytes, { stop: 'canal' })).toEqual([
    ['Ship', 'Tern'],
    ['Flag', 'DK'],
    ['Toll', '7'],
  ]);
});

it('keeps the places of cells on the page where some are merged', async () => {
  const { pages } = await loadBytes(await word(HARBOUR, new Paragraph('between'), plain()));
  const [merged, other] = pages[0]!.tables!;
  expect([merged!.xs.length, merged!.ys.length, merged!.cells.length]).toEqual([4, 5, 10]);
  expect(merged!.cells).toContainEqual({ top: 1, bottom: 2, left: 0, right: 0 });
  expect(merged!.cells).toContainEqual({ top: 3, bottom: 3, left: 0, right: 1 });
  expect(other!.cells).toHaveLength(6);
  expect((await loadBytes(await word(plain()))).pages[0]).not.toHaveProperty('tables');
});

it('takes cells that go on to the right for one', async () => {
  const part = (text: string, merge: string) =>
    `<w:tc><w:tcPr><w:hMerge w:val="${merge}"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const end = `<w:tc>${paragraph('90')}</w:tc>`;
  const body = `<w:tbl><w:tr>${part('All', 'restart')}${part('', 'continue')}${end}</w:tr></w:tbl>`;
  const { pages } = await loadBytes(docx(body));
  expect(pages[0]!.tables![0]!.cells).toEqual([
    { top: 0, bottom: 0, left: 0, right: 1 },
    { top: 0, bottom: 0, left: 2, right: 2 },
  ]);
});

it('lets go of the places of cells where a page is scaled', async () => {
  const before = (await loadBytes(await word(new Paragraph('Harbour'), HARBOUR))).pages;
  const samples = [{ match: 'harbour', targetHeight: 0.3 }];
  const { pages } = await preprocess(before, { type: 'scale', samples });
  expect(pages[0]!.width).toBeGreaterThan(before[0]!.width);
  expect(pages[0]).not.toHaveProperty('tables');
});

it('begins a merged cell again on the next page', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`).join('\n');
  const long = table(
    row(cell('North', { rowSpan: 3 }), cell(lines), cell('1')),
    row(cell(lines), cell('2')),
    row(cell('last'), cell('3')),
  );
  const { pages } = await loadBytes(await word(long));
  expect(
    pages.map(({ tables }) => tables?.map(({ cells }) => cells.filter(({ left }) => left === 0))),
  ).toEqual([[[{ top: 0, bottom: 0, left: 0, right: 0 }]], [[{ top: 0, bottom: 1, left: 0, right: 0 }]]]);
});
