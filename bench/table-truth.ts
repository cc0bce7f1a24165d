/** Tables of reports by people, in the format of the ICDAR 2013 table competition: `NAME.pdf` with `NAME-str.xml`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';

export const POINTS_PER_INCH = 72;

/** A cell as the ground truth has it; without a box where there is no text. */
export interface TrueCell {
  readonly row: number;
  readonly column: number;
  readonly lastRow: number;
  readonly lastColumn: number;
  text: string;
  /** In points; upward from the bottom of the page. */
  box?: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

/** The part of a table that is on one page, counted from 0. */
export interface TrueTable {
  readonly page: number;
  readonly cells: TrueCell[];
}

/** A document with its tables. */
export interface Report {
  /** That of its ground truth; several may be about one file. */
  readonly name: string;
  readonly file: string;
  readonly tables: readonly TrueTable[];
}

/** The reports in a folder, by name. */
export function reportsIn(folder: string): Report[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('-str.xml'))
    .sort()
    .flatMap((truth) => {
      const name = truth.replace('-str.xml', '');
      const file = [name, name.replace(/[ab]$/u, ''), name.replace(/b$/u, 'a')]
        .map((each) => join(folder, `${each}.pdf`))
        .find((each) => existsSync(each));
      return file ? [{ name, file, tables: tablesOf(readFileSync(join(folder, truth), 'utf8')) }] : [];
    });
}

/** A text as it is compared: letters, digits and signs of money, or else what is printed. */
export function plain(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}$€£%]/gu, '') || text.replace(/\s/gu, '')
  );
}

function tablesOf(xml: string): TrueTable[] {
  const found: TrueTable[] = [];
  const parser = new SaxesParser();
  let isContent = false;
  parser.on('opentag', ({ name, attributes }) => {
    const number = (key: string) => Number(attributes[key]);
    const cells = found.at(-1)?.cells ?? [];
    const cell = cells.at(-1);
    isContent = name === 'content';
    if (name === 'region') found.push({ page: number('page') - 1, cells: [] });
    else if (name === 'cell') {
      const row = number('start-row');
      const column = number('start-col');
      const lastRow = Number(attributes['end-row'] ?? row);
      const lastColumn = Number(attributes['end-col'] ?? column);
      cells.push({ row, column, lastRow, lastColumn, text: '' });
    } else if (name === 'bounding-box' && cell) {
      cell.box = { left: number('x1'), right: number('x2'), top: number('y2'), bottom: number('y1') };
    }
  });
  const text = (part: string) => {
    const cell = found.at(-1)?.cells.at(-1);
    if (isContent && cell) cell.text += part;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    isContent = false;
  });
  parser.write(xml).close();
  return found.map(({ page, cells }) => ({ page, cells: fromZero(cells) }));
}

/** Cells with their columns counted from 0: some of the ground truth counts them from 1. */
function fromZero(cells: readonly TrueCell[]): TrueCell[] {
  const first = Math.min(...cells.map(({ column }) => column));
  return cells.map((cell) => ({
    ...cell,
    column: cell.column - first,
    lastColumn: cell.lastColumn - first,
  }));
}
