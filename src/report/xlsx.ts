/**
 * Sheets as a workbook: the parts of the file format (ECMA-376) that text, numbers, a frozen heading and links within
 * the workbook need. The same sheets give the same bytes.
 */
// See docs/language/09-service.md#9134-cells
import { strToU8, type Zippable, zipSync } from 'fflate';
import type { Cell, FilledSheet } from './columns.js';
import { linkText } from './csv.js';

/** Characters of a cell, rows and columns of a sheet: more no spreadsheet opens. */
const LONGEST_TEXT = 32_767;
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const LONGEST_NAME = 31;

/** Sheets that have more rows or columns than a workbook can hold. */
export class SpreadsheetTooLargeError extends Error {
  override readonly name = 'SpreadsheetTooLargeError';
  readonly code = 'too_large';
}

export interface WorkbookOptions {
  /** Whether days are cells of dates and percentages are shown with %; else days are text, percentages plain numbers. */
  readonly cellFormats?: boolean;
}

/** The bytes of a workbook. @throws SpreadsheetTooLargeError for sheets beyond 1,048,576 rows or 16,384 columns */
export function xlsxBytes(
  sheets: readonly FilledSheet[],
  { cellFormats = false }: WorkbookOptions = {},
): Uint8Array {
  const names = sheetNames(sheets.map(({ name }) => name));
  const nameOf = new Map(sheets.map((sheet, i) => [sheet, names[i]!]));
  const numbers = sheets.map((_, i) => i + 1);
  const files: Record<string, string> = {
    '[Content_Types].xml': contentTypes(numbers),
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(names),
    'xl/_rels/workbook.xml.rels': relationships([
      ...numbers.map((n) => [`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`] as const),
      [`rId${numbers.length + 1}`, 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES,
  };
  for (const [i, sheet] of sheets.entries())
    files[`xl/worksheets/sheet${i + 1}.xml`] = worksheet(sheet, nameOf, cellFormats);
  const parts: Zippable = Object.fromEntries(
    Object.entries(files).map(([path, xml]) => [path, strToU8(DECLARATION + xml)]),
  );
  return zipSync(parts, { mtime: fixedDate() });
}

/** The date of every part. ZIP files keep local time, so that the same one is the same everywhere. */
function fixedDate(): Date {
  return new Date(1980, 0, 1, 12);
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes(numbers: readonly number[]): string {
  const override = (path: string, kind: string) =>
    `<Override PartName="/xl/${path}" ContentType="${MEDIA_TYPE}.${kind}+xml"/>`;
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    override('workbook.xml', 'sheet.main'),
    override('styles.xml', 'styles'),
    ...numbers.map((n) => override(`worksheets/sheet${n}.xml`, 'worksheet')),
    '</Types>',
  ].join('');
}

function relationships(targets: readonly (readonly [string, string, string])[]): string {
  const each = targets.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

/** Styles by number; 0 is the plain one, 1 wraps text at its line breaks. */
const STYLE_NUMBERS = { wrapped: 1, day: 2, wholePercentage: 3, percentage: 4 } as const;
/** Numbers below are formats of spreadsheets themselves. */
const FIRST_FORMAT = 164;
/** Formats of the styles from that of days on. The percent sign is text: one of the format would multiply by 100. */
const FORMATS = ['yyyy\\-mm\\-dd', '0&quot;%&quot;', '0.0#########&quot;%&quot;'];
const STYLES = [
  `<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">`,
  ...FORMATS.map((code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${code}"/>`),
  '</numFmts>',
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment wrapText="1"/></xf>',
  ...FORMATS.map(
    (_, i) =>
      `<xf numFmtId="${FIRST_FORMAT + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  ),
  '</cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');

const FROZEN_HEADING =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

function worksheet(
  sheet: FilledSheet,
  nameOf: ReadonlyMap<FilledSheet, string>,
  cellFormats: boolean,
): string {
  const { headings, rows, name } = sheet;
  if (rows.length >= MOST_ROWS || headings.length > MOST_COLUMNS) {
    throw new SpreadsheetTooLargeError(
      `The sheet ${JSON.stringify(name)} has more than ${MOST_ROWS} rows or ${MOST_COLUMNS} columns; export fewer extractions at once, or as CSV.`,
    );
  }
  const links: string[] = [];
  const heading = headings.map((text, at) => textCell(reference(at, 1), text)).join('');
  const body = rows.map((row, i) => {
    const cells = [...row].sort(([a], [b]) => a - b);
    const xml = cells.map(([at, cell]) => {
      const place = reference(at, i + 2);
      if (cell.kind === 'link') links.push(hyperlink(place, nameOf.get(cell.sheet)!));
      return cellXml(place, cell, cellFormats);
    });
    return `<row r="${i + 2}">${xml.join('')}</row>`;
  });
  const hyperlinks = links.length === 0 ? '' : `<hyperlinks>${links.join('')}</hyperlinks>`;
  return `<worksheet xmlns="${MAIN}">${FROZEN_HEADING}<sheetData><row r="1">${heading}</row>${body.join('')}</sheetData>${hyperlinks}</worksheet>`;
}

function cellXml(place: string, cell: Cell, cellFormats: boolean): string {
  switch (cell.kind) {
    case 'number':
      return numberCell(
        place,
        cell.value,
        cellFormats && cell.isPercentage ? percentStyle(cell.value) : undefined,
      );
    case 'day': {
      const serial = cellFormats ? serialOf(cell.value) : undefined;
      return serial === undefined ? textCell(place, cell.value) : numberCell(place, serial, 'day');
    }
    case 'boolean':
      return `<c r="${place}" t="b"><v>${cell.value ? 1 : 0}</v></c>`;
    case 'text':
      return textCell(place, cell.value);
    case 'link':
      return textCell(place, linkText(cell.sheet));
  }
}

function percentStyle(value: number): keyof typeof STYLE_NUMBERS {
  return Number.isInteger(value) ? 'wholePercentage' : 'percentage';
}

function numberCell(place: string, value: number, style: keyof typeof STYLE_NUMBERS | undefined): string {
  const styled = style === undefined ? '' : ` s="${STYLE_NUMBERS[style]}"`;
  return `<c r="${place}"${styled}><v>${value}</v></c>`;
}

const DAY = 86_400_000;
/** Day 0 of spreadsheets; before March 1900 they count a day that there was not, after 9999 none. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_SERIAL = 61;
const LAST_SERIAL = 2_958_465;

/** The number by which spreadsheets know a day; undefined for one that they do not. */
function serialOf(day: string): number | undefined {
  const serial = (Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / DAY;
  return serial >= FIRST_SERIAL && serial <= LAST_SERIAL ? serial : undefined;
}

/** A text as such: nothing in it is a formula. */
function textCell(place: string, text: string): string {
  const shown = cut(text, LONGEST_TEXT);
  const style = /[\r\n]/u.test(shown) ? ` s="${STYLE_NUMBERS.wrapped}"` : '';
  return `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`;
}

function hyperlink(place: string, sheet: string): string {
  return `<hyperlink ref="${place}" location="${escaped(`'${sheet.replaceAll("'", "''")}'!A1`)}"/>`;
}

/** The name of a cell: column letters and row number. */
function reference(column: number, row: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters + row;
}

/** Characters that XML 1.0 does not allow; `\p{Cs}` matches lone surrogates only. */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Cs}]/gu;
/** What spreadsheets read as the number of a character, where it is meant as it stands. */
const CHARACTER_NUMBER = /_(?=x[0-9a-f]{4}_)/giu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function escaped(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replace(CHARACTER_NUMBER, '_x005F_')
    .replace(/[&<>"\r]/gu, (char) => ESCAPES[char]!);
}

/** The beginning of a text, without half a character at its end. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** A name that spreadsheets keep for themselves. */
const RESERVED = 'history';

/** Names that spreadsheets take: without certain characters, of 31 characters, no two the same in any case. */
function sheetNames(names: readonly string[]): readonly string[] {
  const taken = new Set([RESERVED]);
  return names.map((name) => {
    const plain = trimmed(name.replace(FORBIDDEN, '').replace(/[\\/?*[\]:\t\n\r]/gu, '_'));
    const short = trimmed(cut(plain, LONGEST_NAME)) || '_';
    let unique = short;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) {
      const end = `~${n}`;
      unique = cut(short, LONGEST_NAME - end.length) + end;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function trimmed(name: string): string {
  return name.replace(/^'+|'+$/gu, '');
}
