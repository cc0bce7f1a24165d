/**
 * Office files: words, runs, cells and tables without end, and archives that hold less than they unpack to. Most are
 * not packed: the ratio of packed and unpacked bytes would give them away.
 */

import { archive, docx, paragraph, relationships, wordPart, xlsx } from '../support/office-parts.js';
import type { Attack, PromisedEnd } from './attack.js';
import { randomBytesFrom } from './bytes.js';
import { probed } from './probe.js';

const MILLION = 1_000_000;

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

function word(
  name: string,
  body: () => string,
  parts: () => Record<string, string | Uint8Array> = () => ({}),
): Attack {
  return { name: `Word: ${name}`, make: () => probed(docx(body(), parts(), 0)) };
}

function sheet(
  name: string,
  content: () => string,
  parts: () => Record<string, string> = () => ({}),
  ends?: PromisedEnd,
): Attack {
  return { name: `sheet: ${name}`, make: () => probed(xlsx(content(), parts(), 0)), ...(ends && { ends }) };
}

const TOO_LARGE: PromisedEnd = { kind: 'error', codes: ['too_large'] };

/** A sheet with one cell that holds an address so many times. */
function addressCell(times: number): string {
  return `<sheetData><row><c t="inlineStr"><is><t>${'12 Main Street, Springfield, IL 62701 '.repeat(times)}</t></is></c></row></sheetData>`;
}

/** A sheet with a cell merged over a range that no sheet has, so many characters long. */
function mergedRange(length: number): string {
  return `<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1${':'.repeat(length)}A1"/></mergeCells>`;
}

/** A sheet that holds one shared string again and again. */
function shared(count: number): string {
  return `<sheetData><row r="1">${'<c t="s"><v>0</v></c>'.repeat(16_000)}</row>${`<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`.repeat(
    count / 1000,
  )}</sheetData>`;
}

const strings = (text: string) => ({ 'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>` });

const styles = (formats: string, cellFormats: string) => ({
  'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${cellFormats}</cellXfs></styleSheet>`,
});

/** Text of many sizes, so that no two runs can be joined. */
function runsOfTwoSizes(count: number, text: string): string {
  return (run(text, '<w:sz w:val="20"/>') + run(text, '<w:sz w:val="21"/>')).repeat(count / 2);
}

function nestedTables(depth: number, inner: string): string {
  const open = '<w:tbl><w:tr><w:tc>';
  const close = '</w:tc></w:tr></w:tbl>';
  return open.repeat(depth) + inner + close.repeat(depth);
}

const header = (content: string) => ({
  'word/_rels/document.xml.rels': relationships(['h1', 'header', 'header1.xml']),
  'word/header1.xml': wordPart('hdr', content),
});
const headed = '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>';

/** An archive that stays under the allowed ratio because what is packed has some noise in it. */
function padded(): Uint8Array {
  const noise = Buffer.from(randomBytesFrom(7, 150_000)).toString('base64');
  const body = `<!--${noise}-->${'<w:p/>'.repeat(10 * MILLION)}`;
  return docx(body);
}

const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

function ods(table: string): Uint8Array {
  return archive(
    {
      mimetype: ODS,
      'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`,
    },
    0,
  );
}

const all: readonly Attack[] = [
  word('one word of a million letters', () => paragraph('a'.repeat(MILLION))),
  word('one word of 40 million letters', () => paragraph('ab'.repeat(20 * MILLION))),
  word('a million runs', () => `<w:p>${runsOfTwoSizes(MILLION, 'a')}</w:p>`),
  word('a million runs of one size', () => `<w:p>${run('a').repeat(MILLION)}</w:p>`),
  word('a million runs and breaks', () => `<w:p>${`${run('a')}<w:r><w:tab/></w:r>`.repeat(500_000)}</w:p>`),
  word('a million page breaks', () => `<w:p>${'<w:r><w:br w:type="page"/></w:r>'.repeat(MILLION)}</w:p>`),
  word('20 MB of words', () => paragraph('word '.repeat(4 * MILLION))),
  word('20 MB of Chinese', () => paragraph('\u6587'.repeat(7 * MILLION))),
  word('a million paragraphs', () => paragraph('a').repeat(MILLION)),
  word(
    'attributes without end',
    () => `<w:p ${Array.from({ length: MILLION }, (_, i) => `a${i}="b"`).join(' ')}>${run('text')}</w:p>`,
  ),
  word(
    'an attribute that is named again and again',
    () => `<w:p ${'a="b" '.repeat(5 * MILLION)}>${run('text')}</w:p>`,
  ),
  word('one attribute of 80 MB', () => `<w:p w:x="${'b'.repeat(80 * MILLION)}">${run('text')}</w:p>`),
  word(
    'names of attributes that end alike',
    () =>
      `<w:p><w:pPr>${`<w:jc ${Array.from({ length: 20_000 }, (_, i) => `a${i}:val="b"`).join(' ')}/>`.repeat(20)}</w:pPr></w:p>`,
  ),
  word('an element whose name has 50 MB', () => `<w:${'p'.repeat(50 * MILLION)}/>`),
  word('a comment of 80 MB', () => `<!--${'x'.repeat(80 * MILLION)}-->${paragraph('text')}`),
  word('tables in tables', () => nestedTables(160, paragraph('a').repeat(100_000))),
  word(
    'a table whose cells span 100,000,000 columns',
    () =>
      `<w:tbl><w:tr>${'<w:tc><w:tcPr><w:gridSpan w:val="1000"/></w:tcPr></w:tc>'.repeat(100_000)}</w:tr></w:tbl>`,
  ),
  word('100,000 tables whose cells span thousands of columns', () =>
    `<w:tbl><w:tr>${'<w:tc><w:tcPr><w:gridSpan w:val="1000"/></w:tcPr></w:tc>'.repeat(10)}</w:tr></w:tbl>`.repeat(
      50_000,
    ),
  ),
  word(
    'a header of 100,000 rows on each page',
    () => `<w:p>${'<w:r><w:br w:type="page"/></w:r>'.repeat(4900)}</w:p>${headed}`,
    () => header('<w:p/>'.repeat(100_000)),
  ),
  word('100,000 sections', () =>
    `<w:p><w:pPr><w:sectPr><w:type w:val="continuous"/></w:sectPr></w:pPr></w:p>`.repeat(100_000),
  ),
  word(
    'page of a hundred thousand feet',
    () => `${paragraph('a')}<w:sectPr><w:pgSz w:w="99999999999" w:h="99999999999"/></w:sectPr>`,
  ),
  word('text of enormous size', () => `<w:p>${run('a', '<w:sz w:val="999999999999"/>').repeat(1000)}</w:p>`),
  word(
    '200,000 styles',
    () => paragraph('a', '<w:pStyle w:val="s5"/>').repeat(1000),
    () => ({
      'word/_rels/document.xml.rels': relationships(['s1', 'styles', 'styles.xml']),
      'word/styles.xml': wordPart(
        'styles',
        Array.from(
          { length: 200_000 },
          (_, i) =>
            `<w:style w:type="paragraph" w:styleId="s${i}"><w:basedOn w:val="s${(i * 7919) % 200_000}"/><w:pPr><w:tabs>${'<w:tab w:val="left" w:pos="5"/>'.repeat(3)}</w:tabs></w:pPr></w:style>`,
        ).join(''),
      ),
    }),
  ),
  word(
    '200,000 fields in each other',
    () =>
      `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>'.repeat(200_000)}</w:p>`,
  ),
  word(
    '30 MB of a field code',
    () =>
      `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${`<w:r><w:instrText>FORMTEXT ${'"x" '.repeat(1000)}</w:instrText></w:r>`.repeat(7000)}</w:p>`,
  ),
  {
    name: 'Word: 60 MB of paragraphs, padded to stay under the ratio',
    make: () => probed(padded()),
  },
  {
    name: 'Word: 90,000 relationships',
    make: () =>
      probed(
        docx(paragraph('a'), {
          'word/_rels/document.xml.rels': relationships(
            ...Array.from({ length: 90_000 }, (_, i) => [`r${i}`, 'header', 'a/../'.repeat(50)] as const),
          ),
        }),
      ),
  },
  {
    name: 'sheet: the same sheet 5,000 times',
    make: () =>
      probed(
        xlsx(`<sheetData><row><c><v>1</v></c></row></sheetData><!--${'x'.repeat(50_000)}-->`, {
          'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${Array.from({ length: 5000 }, (_, i) => `<sheet name="S${i}" r:id="rId1"/>`).join('')}</sheets></workbook>`,
        }),
      ),
  },
  {
    name: 'sheet: 5,000 sheets among 90,000 relationships',
    make: () =>
      probed(
        xlsx('<sheetData/>', {
          'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${'<sheet name="S" r:id="last"/>'.repeat(5000)}</sheets></workbook>`,
          'xl/_rels/workbook.xml.rels': relationships(
            ...Array.from(
              { length: 90_000 },
              (_, i) => [`r${i}`, 'worksheet', 'worksheets/sheet1.xml'] as const,
            ),
            ['last', 'worksheet', 'worksheets/sheet1.xml'],
          ),
        }),
      ),
  },
  sheet('a cell of 20 MB', () => addressCell(550_000)),
  sheet('a cell of 2 MB', () => addressCell(55_000), undefined, TOO_LARGE),
  sheet('a merged range of 60 MB', () => mergedRange(60 * MILLION)),
  sheet('a merged range of 2 MB', () => mergedRange(2 * MILLION), undefined, {
    kind: 'error',
    codes: ['invalid_document'],
  }),
  sheet(
    'a reference of 20 MB',
    () => `<sheetData><row><c r="${'$'.repeat(20 * MILLION)}A1"><v>1</v></c></row></sheetData>`,
  ),
  sheet(
    'a cell of 5,000,000 pieces',
    () => `<sheetData><row><c t="str"><v>${'a<b/>'.repeat(5 * MILLION)}</v></c></row></sheetData>`,
  ),
  sheet(
    '16 MB of spaces in each cell',
    () => shared(200_000),
    () => strings(' '.repeat(16 * MILLION)),
  ),
  sheet(
    'a text of 1 MB in each cell',
    () => shared(200_000),
    () => strings('x y '.repeat(250_000)),
  ),
  sheet(
    'a million cells that show nothing',
    () => `<sheetData>${`<row>${'<c/>'.repeat(1000)}</row>`.repeat(10_000)}</sheetData>`,
  ),
  sheet(
    'a format that repeats the text',
    () => `<sheetData><row><c s="1" t="str"><v>${'x'.repeat(4 * MILLION)}</v></c></row></sheetData>`,
    () => styles(`<numFmt numFmtId="200" formatCode="${'@'.repeat(250)}"/>`, '<xf/><xf numFmtId="200"/>'),
  ),
  sheet(
    '100,000 formats',
    () =>
      `<sheetData>${Array.from({ length: 100_000 }, (_, i) => `<row><c s="${i}"><v>${i}.5</v></c></row>`).join('')}</sheetData>`,
    () =>
      styles(
        Array.from(
          { length: 100_000 },
          (_, i) => `<numFmt numFmtId="${200 + i}" formatCode="${'#,##0.0?/??'.repeat(20)}${i}"/>`,
        ).join(''),
        Array.from({ length: 100_000 }, (_, i) => `<xf numFmtId="${200 + i}"/>`).join(''),
      ),
  ),
  sheet(
    'numbers of 250 digits in formats of 250 places',
    () =>
      `<sheetData>${Array.from({ length: 1_000 }, (_, i) => `<row><c s="1"><v>${i}e${i % 300}</v></c></row>`).join('')}</sheetData>`,
    () =>
      styles(
        `<numFmt numFmtId="200" formatCode="${'0'.repeat(120)}.${'?'.repeat(120)}"/>`,
        '<xf/><xf numFmtId="200"/>',
      ),
  ),
  sheet(
    '300,000 merged ranges',
    () =>
      `<sheetData>${Array.from({ length: 300 }, (_, i) => `<row r="${i * 3 + 1}">${'<c><v>1</v></c>'.repeat(900)}</row>`).join('')}</sheetData><mergeCells>${Array.from({ length: 299_000 }, (_, i) => `<mergeCell ref="${column(i % 16_000)}${Math.floor(i / 300) + 1}:${column(16_383 - (i % 50))}${1_000_000}"/>`).join('')}</mergeCells>`,
  ),
  sheet(
    'a row far below on each of 60 sheets',
    () => '<sheetData><row r="1000000"><c><v>1</v></c></row></sheetData>',
  ),
  {
    name: 'ODS: a cell that is repeated without end',
    make: () =>
      probed(
        ods(
          '<table:table><table:table-row table:number-rows-repeated="9000000000000"><table:table-cell table:number-columns-repeated="9000000000000"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
        ),
      ),
  },
  {
    name: 'ODS: 20 MB in a cell that is repeated',
    make: () =>
      probed(
        ods(
          `<table:table><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="10000"><text:p>${'word '.repeat(4 * MILLION)}</text:p></table:table-cell></table:table-row></table:table>`,
        ),
      ),
  },
  {
    name: 'ODS: five million breaks in a cell',
    make: () =>
      probed(
        ods(
          `<table:table><table:table-row><table:table-cell>${'<text:p/>'.repeat(5 * MILLION)}</table:table-cell></table:table-row></table:table>`,
        ),
      ),
  },
  {
    name: 'CSV: a cell of 20 MB as an address',
    ends: TOO_LARGE,
    make: () =>
      probed(Buffer.from(`one,two\n"${'12 Main Street, Springfield, IL 62701 '.repeat(550_000)}",3`), {
        contentType: 'text/csv',
      }),
  },
  {
    name: 'CSV: 30 million empty cells',
    make: () => probed(Buffer.from(`${','.repeat(16_000)}\n`.repeat(1900)), { contentType: 'text/csv' }),
  },
  {
    name: 'text: one line of 90 MB',
    make: () => probed(Buffer.alloc(90 * MILLION, 'word '), { contentType: 'text/plain' }),
  },
  {
    name: 'text: 90 million form feeds',
    make: () => probed(Buffer.alloc(90 * MILLION, '\f'), { contentType: 'text/plain' }),
  },
];

function column(index: number): string {
  const letters: string[] = [];
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters.unshift(String.fromCharCode(65 + ((left - 1) % 26)));
  }
  return letters.join('');
}

/** End by their limit of time, or take seconds. */
const SLOW: ReadonlySet<string> = new Set([
  'Word: a million runs',
  'Word: a million runs of one size',
  'Word: a million runs and breaks',
  'Word: a million page breaks',
  'Word: 20 MB of words',
  'Word: 20 MB of Chinese',
  'Word: a million paragraphs',
  'Word: one attribute of 80 MB',
  'Word: a comment of 80 MB',
  'Word: 100,000 tables whose cells span thousands of columns',
  'Word: 200,000 styles',
  'Word: 60 MB of paragraphs, padded to stay under the ratio',
  'Word: 90,000 relationships',
  'sheet: 5,000 sheets among 90,000 relationships',
  'sheet: a cell of 5,000,000 pieces',
  'sheet: a million cells that show nothing',
  'sheet: 100,000 formats',
]);

export const attacks: readonly Attack[] = all.map((attack) => ({ ...attack, slow: SLOW.has(attack.name) }));
