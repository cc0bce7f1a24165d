/**
 * Sheets as a workbook: the parts of the file format (ECMA-376) that text, numbers, a frozen heading and links within
 * the workbook need. The same sheets give the same bytes.
 */
// See docs/language/09-service.md#9134-cells
import { type ArchiveStep, archiveBytes } from './archive.js';
import type { Cell, FilledSheet } from './columns.js';
import { linkText } from './csv.js';
import { encoded } from './pieces.js';

/** Characters of a cell, rows and columns of a sheet: more no spreadsheet opens. */
const LONGEST_TEXT = 32_767;
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const LONGEST_NAME = 31;
/** Sheets of a workbook: a ZIP file as it is written here has at most 65,535 parts, of which five are no sheets. */
const MOST_SHEETS = 65_530;
/** Bytes of all parts: sizes in such a file have 32 bits, deflated ones and those of the directory included. */
const MOST_BYTES = 4_000_000_000;

/** Sheets that are more, or have more rows or columns, than a workbook can hold. */
export class SpreadsheetTooLargeError extends Error {
  override readonly name = 'SpreadsheetTooLargeError';
  readonly code = 'too_large';
}

interface WorkbookOptions {
  /** Whether days are cells of dates and percentages are shown with %; else days are text, percentages plain numbers. */
  readonly cellFormats?: boolean;
}

/** The bytes of a workbook. @throws SpreadsheetTooLargeError for more than a workbook can hold */
export function xlsxBytes(sheets: readonly FilledSheet[]): Uint8Array {
  const writer = new WorkbookWriter();
  const nameOf = new SheetNames().add(sheets);
  function* steps() {
    yield* writer.begin();
    for (const [i, sheet] of sheets.entries()) yield* writer.sheet(i + 1, sheet, nameOf);
    yield* writer.end();
  }
  return archiveBytes(steps());
}

/** The names by which a workbook knows its sheets. */
type NameOf = ReadonlyMap<FilledSheet, string>;
type Steps = Generator<ArchiveStep, void, undefined>;

/**
 * Writes a workbook sheet by sheet. What a method gives are the next steps of its file; they are to be taken before
 * another method is called. Sheets are numbered from 1, as they are shown, and may be written in any order.
 */
export class WorkbookWriter {
  readonly #cellFormats: boolean;
  readonly #names: string[] = [];
  #sheet: OpenSheet | undefined;
  #bytes = 0;

  constructor({ cellFormats = false }: WorkbookOptions = {}) {
    this.#cellFormats = cellFormats;
  }

  *begin(): Steps {
    yield* this.#part('[Content_Types].xml', CONTENT_TYPES);
    yield* this.#part('_rels/.rels', relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]));
    yield* this.#part('xl/styles.xml', STYLES);
  }

  /** Writes a sheet that is complete. @throws SpreadsheetTooLargeError */
  *sheet(number: number, sheet: FilledSheet, nameOf: NameOf): Steps {
    yield* this.openSheet(number, nameOf.get(sheet)!, sheet.headings);
    yield* this.rows(sheet.rows, nameOf);
    yield* this.closeSheet();
  }

  /** Begins a sheet whose rows come by and by. @throws SpreadsheetTooLargeError */
  *openSheet(number: number, name: string, headings: readonly string[]): Steps {
    if (number > MOST_SHEETS) throw tooLarge('The workbook', `${MOST_SHEETS} sheets`);
    this.#names[number - 1] = name;
    this.#sheet = new OpenSheet(name, this.#cellFormats);
    yield { open: `xl/${sheetPath(number)}` };
    yield* this.#written(this.#sheet.begin(headings));
  }

  /** @throws SpreadsheetTooLargeError */
  rows(rows: FilledSheet['rows'], nameOf: NameOf): Steps {
    return this.#written(this.#sheet!.rows(rows, nameOf));
  }

  closeSheet(): Steps {
    return this.#written(this.#sheet!.end());
  }

  /** All sheets are written. */
  *end(): Steps {
    const sheets = this.#names.map((_, i) => [`rId${i + 1}`, 'worksheet', sheetPath(i + 1)] as const);
    const styles = [`rId${sheets.length + 1}`, 'styles', 'styles.xml'] as const;
    yield* this.#part('xl/workbook.xml', workbook(this.#names));
    yield* this.#part('xl/_rels/workbook.xml.rels', relationships([...sheets, styles]));
  }

  *#part(path: string, xml: string): Steps {
    yield { open: path };
    yield* this.#written([DECLARATION, xml]);
  }

  *#written(texts: Iterable<string>): Steps {
    for (const bytes of encoded(texts)) {
      this.#bytes += bytes.length;
      if (this.#bytes > MOST_BYTES) throw tooLarge('The workbook', `${MOST_BYTES} bytes`);
      yield bytes;
    }
  }
}

function sheetPath(number: number): string {
  return `worksheets/sheet${number}.xml`;
}

function tooLarge(what: string, bound: string): SpreadsheetTooLargeError {
  return new SpreadsheetTooLargeError(
    `${what} has more than ${bound}; export fewer extractions at once, or as CSV.`,
  );
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentType = (kind: string) => `ContentType="${MEDIA_TYPE}.${kind}+xml"`;
/** Sheets have no entry each: it comes first, before it is known how many there are. */
const CONTENT_TYPES = [
  `<Types xmlns="${PACKAGE}/content-types">`,
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
  `<Default Extension="xml" ${contentType('worksheet')}/>`,
  `<Override PartName="/xl/workbook.xml" ${contentType('sheet.main')}/>`,
  `<Override PartName="/xl/styles.xml" ${contentType('styles')}/>`,
  '</Types>',
].join('');

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

/** The XML of a sheet, row by row. */
class OpenSheet {
  readonly #name: string;
  readonly #cellFormats: boolean;
  #rowCount = 1;
  readonly #links: string[] = [];

  constructor(name: string, cellFormats: boolean) {
    this.#name = name;
    this.#cellFormats = cellFormats;
  }

  *begin(headings: readonly string[]): Generator<string> {
    if (headings.length > MOST_COLUMNS) throw this.#tooLarge();
    yield `${DECLARATION}<worksheet xmlns="${MAIN}">${FROZEN_HEADING}<sheetData><row r="1">`;
    for (const [at, text] of headings.entries()) yield textCell(reference(at, 1), text);
    yield '</row>';
  }

  *rows(rows: FilledSheet['rows'], nameOf: NameOf): Generator<string> {
    if (this.#rowCount + rows.length > MOST_ROWS) throw this.#tooLarge();
    for (const row of rows) {
      const number = ++this.#rowCount;
      yield `<row r="${number}">`;
      for (const [at, cell] of [...row].sort(([a], [b]) => a - b)) {
        const place = reference(at, number);
        if (cell.kind === 'link') this.#links.push(hyperlink(place, nameOf.get(cell.sheet)!));
        yield cellXml(place, cell, this.#cellFormats);
      }
      yield '</row>';
    }
  }

  *end(): Generator<string> {
    yield '</sheetData>';
    if (this.#links.length > 0) yield `<hyperlinks>${this.#links.join('')}</hyperlinks>`;
    yield '</worksheet>';
  }

  #tooLarge(): SpreadsheetTooLargeError {
    return tooLarge(
      `The sheet ${JSON.stringify(this.#name)}`,
      `${MOST_ROWS} rows or ${MOST_COLUMNS} columns`,
    );
  }
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
/** What spreadsheets read as the number of a character, where it is meant literally. */
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

/** Gives sheets names that spreadsheets take: without certain characters, of 31 characters, no two the same in any case. */
export class SheetNames {
  readonly #taken = new Set([RESERVED]);
  /** By a name that is taken, the number that its next namesake tries first. */
  readonly #next = new Map<string, number>();

  /** The names of some more sheets. */
  add(sheets: readonly FilledSheet[]): NameOf {
    return new Map(sheets.map((sheet) => [sheet, this.nameFor(sheet.name)]));
  }

  nameFor(name: string): string {
    const plain = trimmed(name.replace(FORBIDDEN, '').replace(/[\\/?*[\]:\t\n\r]/gu, '_'));
    const short = trimmed(cut(plain, LONGEST_NAME)) || '_';
    const key = short.toLowerCase();
    let unique = short;
    let n = this.#next.get(key) ?? 2;
    for (; this.#taken.has(unique.toLowerCase()); n++) {
      const end = `~${n}`;
      unique = cut(short, LONGEST_NAME - end.length) + end;
    }
    this.#next.set(key, n);
    this.#taken.add(unique.toLowerCase());
    return unique;
  }
}

function trimmed(name: string): string {
  return name.replace(/^'+|'+$/gu, '');
}
