/** Office files: parts whose XML was changed, and archives whose directories lie. */
import xlsx from '@e965/xlsx';
import { archive, type Parts, paragraph, relationships, wordPart } from '../../support/office-parts.js';
import type { Chance } from './chance.js';
import { damagedBytes, damagedTokens } from './damage.js';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const DOCX: Parts = {
  '[Content_Types].xml': '<Types><Default Extension="xml" ContentType="application/xml"/></Types>',
  '_rels/.rels': relationships(['rId1', 'officeDocument', 'word/document.xml']),
  'word/_rels/document.xml.rels': relationships(
    ['r1', 'styles', 'styles.xml'],
    ['r2', 'numbering', 'numbering.xml'],
    ['r3', 'header', 'header1.xml'],
    ['r4', 'footnotes', 'footnotes.xml'],
  ),
  'word/document.xml': `<w:document ${W} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${paragraph('Invoice total')}<w:p><w:pPr><w:pStyle w:val="Head"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:ind w:left="720"/><w:tabs><w:tab w:val="right" w:pos="9000"/></w:tabs><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:sz w:val="28"/><w:b/></w:rPr><w:t>Name</w:t><w:tab/><w:br w:type="page"/><w:t xml:space="preserve"> 12.34 </w:t></w:r><w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="end"/></w:r><w:sdt><w:sdtPr><w14:checkbox/></w:sdtPr><w:sdtContent><w:r><w:t>x</w:t></w:r></w:sdtContent></w:sdt></w:p><w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="3000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/><w:gridSpan w:val="2"/><w:vMerge w:val="restart"/></w:tcPr>${paragraph('cell')}</w:tc></w:tr><w:tr><w:tc>${paragraph('a')}</w:tc><w:tc>${paragraph('b')}</w:tc></w:tr></w:tbl><w:sectPr><w:headerReference w:type="default" r:id="r3"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720"/><w:cols w:num="2" w:space="720"/></w:sectPr></w:body></w:document>`,
  'word/styles.xml': `<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:styleId="Head"><w:basedOn w:val="Base"/><w:rPr><w:sz w:val="40"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Base"><w:pPr><w:spacing w:before="240" w:line="480"/></w:pPr></w:style></w:styles>`,
  'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  'word/header1.xml': wordPart('hdr', paragraph('Header')),
  'word/footnotes.xml': wordPart('footnotes', `<w:footnote w:id="1">${paragraph('note')}</w:footnote>`),
};

const XLSX: Parts = {
  '_rels/.rels': relationships(['rId1', 'officeDocument', 'xl/workbook.xml']),
  'xl/_rels/workbook.xml.rels': relationships(
    ['r1', 'worksheet', 'worksheets/sheet1.xml'],
    ['r2', 'sharedStrings', 'sharedStrings.xml'],
    ['r3', 'styles', 'styles.xml'],
  ),
  'xl/workbook.xml':
    '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="0"/><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><dimension ref="A1:C3"/><cols><col min="1" max="3" width="12" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000.5</v></c><c r="C1" t="b"><v>1</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>inline</t></is></c><c r="B2" s="2"><f>A1*2</f><v>1234.5</v></c><c r="C2" t="e"><v>#N/A</v></c></row><row r="3"><c r="A3" t="str"><v>text</v></c><c r="B3" t="d"><v>2024-01-02T03:04:05Z</v></c></row></sheetData><mergeCells><mergeCell ref="A3:B3"/></mergeCells></worksheet>',
  'xl/sharedStrings.xml': '<sst count="1"><si><t>Total</t></si><si><r><t>rich</t></r></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00;[Red](#,##0.00)"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
};

const ODS: Parts = {
  mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
  'content.xml':
    '<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="One"><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="float" office:value="12.5"><text:p>12.50</text:p></table:table-cell><table:table-cell table:number-columns-repeated="3" office:value-type="string"><text:p>Total<text:s text:c="3"/>x</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>',
};

const XML_TOKEN = /<[^>]*>|[^<]+/g;
const ATTRIBUTE = /="[^"]*"/;
const VALUES = [
  '2',
  '99999999',
  '-5',
  '1e308',
  'NaN',
  '',
  'true',
  'restart',
  'A1:XFD1048576',
  '0',
  '65536',
  'r1',
  'r9',
];

function otherXml(chance: Chance): (token: string) => string {
  return (token) => {
    const isTag = token.startsWith('<');
    const kind = chance.int(6);
    if (isTag && kind < 4)
      return token.replace(
        ATTRIBUTE,
        () => `="${chance.percent(60) ? chance.of(VALUES) : chance.text().replace(/["<&]/g, '')}"`,
      );
    if (kind === 4)
      return `${token}${chance.of(['<a>', '</a>', '<!-- ', ' -->', '<![CDATA[', ']]>', '<?x?>', '&#0;', '&amp;', '&nosuch;', '<!DOCTYPE a [<!ENTITY b "c">]>'])}`;
    return isTag
      ? token.replace(/^<\/?[\w:]*/, chance.of(['<w:p', '</w:p', '<w:tbl', '<c', '<row', '<w:r']))
      : chance.text();
  };
}

function damagedParts(parts: Parts, chance: Chance): Parts {
  const changed: Record<string, string | Uint8Array> = { ...parts };
  const names = Object.keys(parts);
  for (let times = 1 + chance.int(3); times > 0; times--) {
    const name = chance.of(names);
    const part = changed[name];
    const kind = chance.int(12);
    if (kind === 0) delete changed[name];
    else if (kind === 1) changed[name] = chance.bytes(chance.int(200));
    else if (kind === 2) changed[chance.of(names)] = part ?? '';
    else if (typeof part === 'string') {
      changed[name] = chance.percent(75)
        ? changedXml(part, chance)
        : damagedTokens(part.match(XML_TOKEN) ?? [], chance, otherXml(chance)).join('');
    }
  }
  return changed;
}

const SIGNATURES = [0x04034b50, 0x02014b50, 0x06054b50];
/** Bytes of a header that give sizes, places and ways of packing. */
const HEADER = 46;

/** The same with attributes and texts changed only, so that the parts can be read. */
function changedXml(part: string, chance: Chance): string {
  const tokens = part.match(XML_TOKEN) ?? [];
  for (let times = 1 + chance.int(4); times > 0 && tokens.length > 0; times--) {
    const at = chance.int(tokens.length);
    const token = tokens[at]!;
    const value = chance.percent(60) ? chance.of(VALUES) : chance.text().replace(/["<&\0\ud800]/g, '');
    if (!token.startsWith('<')) tokens[at] = value.repeat(1 + (chance.percent(10) ? chance.int(2_000) : 0));
    else if (token.endsWith('/>') && chance.percent(40)) tokens[at] = token.repeat(chance.int(40));
    else tokens[at] = token.replaceAll(/="[^"]*"/g, (given) => (chance.percent(40) ? `="${value}"` : given));
  }
  return tokens.join('');
}

/** An archive with a few numbers of its headers changed. */
function damagedArchive(bytes: Uint8Array, chance: Chance): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const view = new DataView(changed.buffer);
  const headers: number[] = [];
  for (let at = 0; at + HEADER <= changed.length; at++) {
    if (SIGNATURES.includes(view.getUint32(at, true))) headers.push(at);
  }
  for (let times = 1 + chance.int(4); times > 0 && headers.length > 0; times--) {
    const at = chance.of(headers) + 4 + 2 * chance.int(20);
    if (at + 4 > changed.length) continue;
    if (chance.percent(50)) view.setUint16(at, chance.of([0, 1, 8, 9, 0xffff, chance.int(65_536)]), true);
    else view.setUint32(at, chance.of([0, 1, 0xffff, 0xffffffff, chance.int(2 ** 31)]), true);
  }
  return changed;
}

const binaries = new Map(
  (['biff8', 'xlsb', 'ods', 'biff5'] as const).map((bookType) => {
    const book = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(
      book,
      xlsx.utils.aoa_to_sheet([
        ['Total', 12.5, true],
        ['é', 45_000.25, null],
      ]),
    );
    return [bookType, new Uint8Array(xlsx.write(book, { type: 'buffer', bookType }) as Buffer)] as const;
  }),
);

export function fuzzedOffice(chance: Chance): Uint8Array {
  const kind = chance.int(10);
  if (kind < 2) return damagedBytes(binaries.get(chance.of([...binaries.keys()]))!, chance);
  const parts = chance.of([DOCX, DOCX, XLSX, XLSX, ODS]);
  if (kind < 8) return archive(damagedParts(parts, chance), chance.of([0, 6]));
  const whole = archive(parts);
  return kind === 8 ? damagedArchive(whole, chance) : damagedBytes(whole, chance);
}
