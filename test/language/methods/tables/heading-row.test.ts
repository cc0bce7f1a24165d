import { describe, expect, it } from 'vitest';
import { rowsBelow } from '../../../../src/language/methods/tables/heading-row.js';
import { visualRows } from '../../../../src/page/document/order.js';
import { documentFromLines } from '../../../../src/reading/from-lines.js';

const COLUMNS = [
  { id: 'text', terms: ['description', 'item'], isRequired: true },
  { id: 'count', terms: ['quantity'] },
  { id: 'amount', terms: ['amount'], isRequired: true },
];

/** Left edges of the texts of a row in inches: description, quantity, amount. */
const LEFT = [1, 4, 6];
const HEADINGS = ['Description', 'Quantity', 'Amount'];
/** Inches from one row to the next, and from one line of a cell to the next; lines are 0.15 high. */
const ROW = 0.4;
const LINE = 0.2;

type Row = readonly [gap: number, ...texts: (string | undefined)[]];

/** Texts and amounts of the rows that are read below headings, and undefined for none. */
function items(rows: readonly Row[]): readonly unknown[] | undefined {
  let top = 1;
  const lines = rows.flatMap(([gap, ...texts]) => {
    top += gap;
    return texts.flatMap((text, i) =>
      text === undefined ? [] : { text, left: LEFT[i]!, top, width: text.length * 0.07, height: 0.15 },
    );
  });
  const { pages } = documentFromLines(lines);
  const found = rowsBelow(
    pages.map((page) => visualRows(page.lines)),
    COLUMNS,
  );
  return found?.map(({ cells: [text, , amount] }) => [text?.text, amount?.text]);
}

describe('rowsBelow', () => {
  it('a table below headings has items of several lines, and ends at figures without a text', () => {
    expect(
      items([
        [ROW, ...HEADINGS],
        [ROW, 'Bearing', '10', '34'],
        [LINE, 'sealed, 20 mm'],
        [LINE, 'batch 11'],
        [ROW, 'Belt', '4', '45'],
        [ROW, undefined, 'Net', '79'],
        [ROW, 'Thank you', '1', '2'],
      ]),
    ).toEqual([
      ['Bearing sealed, 20 mm batch 11', '34'],
      ['Belt', '45'],
    ]);
  });

  it('a table below headings ends at a sum, which has fewer cells than an item', () => {
    const sum = (amount: string): Row => [ROW, 'All of it', undefined, amount];
    const two: Row[] = [
      [ROW, ...HEADINGS],
      [ROW, 'Bearing', '10', '34'],
      [LINE, 'sealed'],
      [ROW, 'Belt', '4', '45'],
    ];
    expect(items([...two, sum('79')])).toHaveLength(2);
    expect(items([...two, sum('78')])).toHaveLength(3);
  });

  it('a table below headings is not read where the text above an amount may be that of the item below', () => {
    expect(
      items([
        [ROW, ...HEADINGS],
        [ROW, 'Tables'],
        [LINE, 'round', '4', '100'],
        [ROW, 'Chairs'],
        [LINE, 'folding', '32', '80'],
      ]),
    ).toBeUndefined();
  });

  it('a table below headings is not read where a row has a text and a count, and no amount', () => {
    expect(
      items([
        [ROW, ...HEADINGS],
        [ROW, 'Bearing', '10', '34'],
        [LINE, 'sealed'],
        [ROW, 'Belt', '4'],
        [ROW, 'Hose', '6', '45'],
      ]),
    ).toBeUndefined();
  });

  it('a table below headings is not read without a heading for a column that is required', () => {
    expect(
      items([
        [ROW, 'Description', 'Quantity', 'Remarks'],
        [ROW, 'Bearing', '10', '34'],
        [LINE, 'sealed'],
      ]),
    ).toBeUndefined();
  });
});
