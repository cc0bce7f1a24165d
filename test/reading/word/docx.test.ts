import { describe, expect, it } from 'vitest';
import type { Document, Line } from '../../../src/page/document/model.js';
import { docx, type Parts, paragraph, relationships, wordPart } from '../../support/office-parts.js';
import { loadBytes } from '../../support/readers.js';
import { failure, texts } from '../office-files.js';

const load = (body: string, parts?: Parts): Promise<Document> => loadBytes(docx(body, parts));
const run = (content: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr>${content}</w:r>`;
const text = (content: string) => run(`<w:t xml:space="preserve">${content}</w:t>`);
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const tableRow = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${text(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

async function linesOf(body: string, parts?: Parts): Promise<readonly Line[]> {
  return (await load(body, parts)).pages.flatMap(({ lines }) => lines);
}
/** A document's list 1 with these levels. */
const listParts = (levels: string): Parts => ({
  'word/numbering.xml': wordPart(
    'numbering',
    `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  ),
  'word/_rels/document.xml.rels': relationships(['r1', 'numbering', 'numbering.xml']),
});
const find = (lines: readonly Line[], wanted: string) => lines.find((line) => line.text === wanted)!;

describe('Word documents', () => {
  it('lays paragraphs out on synthetic Letter pages', async () => {
    const document = await load(paragraph('First') + paragraph('Second'));
    expect(document).toMatchObject({ pageCount: 1, warnings: [] });
    const [page] = document.pages;
    expect(page).toMatchObject({ width: 8.5, height: 11, synthetic: true, rotation: 0 });
    expect(page).not.toHaveProperty('graphics');
    expect(page!.lines[0]).toMatchObject({ text: 'First', left: 1, top: 1, bottom: 1.139, source: 'text' });
    expect(page!.lines[1]).toMatchObject({ text: 'Second', left: 1, top: 1.167 });
  });

  it('takes page size, margins, indents and alignment from the file', async () => {
    const document = await load(
      `${paragraph('left', '<w:ind w:left="720" w:firstLine="720"/>')}${paragraph('centre', '<w:jc w:val="center"/>')}${paragraph('right', '<w:jc w:val="right"/>')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:left="720" w:right="720" w:top="360" w:bottom="720"/></w:sectPr>`,
    );
    const [page] = document.pages;
    expect(page!.width).toBeCloseTo(8.268);
    expect(page!.height).toBeCloseTo(11.693);
    const [left, centre, right] = page!.lines;
    expect(left).toMatchObject({ left: 1.5, top: 0.25 });
    expect((centre!.left + centre!.right) / 2).toBeCloseTo(8.268 / 2, 2);
    expect(right!.right).toBeCloseTo(8.268 - 0.5, 2);
  });

  it('takes sizes from runs, styles and defaults', async () => {
    const styles = wordPart(
      'styles',
      '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:styleId="Base"><w:rPr><w:sz w:val="40"/></w:rPr><w:pPr><w:ind w:left="1440"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:basedOn w:val="Base"/></w:style><w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>',
    );
    const lines = await linesOf(
      `${paragraph('Heading', '<w:pStyle w:val="Heading1"/>')}${paragraph('plain')}<w:p>${run('<w:t>small</w:t>', '<w:sz w:val="16"/>')}</w:p>${paragraph('ring', '<w:pStyle w:val="A"/>')}`,
      {
        'word/styles.xml': styles,
        'word/_rels/document.xml.rels': relationships(['r1', 'styles', 'styles.xml']),
      },
    );
    expect(lines.map(({ text, lineHeight, left }) => [text, lineHeight, left])).toEqual([
      ['Heading', 0.278, 2],
      ['plain', 0.167, 1],
      ['small', 0.111, 1],
      ['ring', 0.167, 1],
    ]);
  });

  it('wraps rows at the width of the page, inside of it', async () => {
    const words = Array.from({ length: 200 }, (_, i) => `word${i}`);
    const lines = await linesOf(paragraph(words.join(' ')));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.map((line) => line.text).join(' ')).toBe(words.join(' '));
    for (const line of lines) expect(line.right).toBeLessThanOrEqual(7.5 + 0.002);
    for (const line of lines) expect(line.right - line.left).toBeGreaterThan(line === lines.at(-1) ? 0 : 5);
  });

  it('never divides a word, however narrow its column, and joins runs inside of words', async () => {
    const lines = await linesOf(paragraph(`a ${'x'.repeat(500)} b`));
    expect(lines.map((line) => line.text)).toEqual(['a', 'x'.repeat(500), 'b']);
    for (const line of lines) expect(line.right).toBeLessThanOrEqual(7.502);
    const table = `<w:tbl><w:tblGrid><w:gridCol w:w="400"/><w:gridCol w:w="400"/></w:tblGrid>${tableRow(
      cell(paragraph('0.6271')),
      cell(`<w:p>${text('12,3')}${text('45.67')}</w:p>`),
    )}</w:tbl>`;
    const [first, second, ...more] = await linesOf(table);
    expect([first!.text, second!.text, more]).toEqual(['0.6271', '12,345.67', []]);
    expect(first!.right).toBeLessThan(second!.left);
    expect(second!.top).toBe(first!.top);
    const filler = 'a '.repeat(60);
    const joined = await linesOf(`<w:p>${text(filler)}${Array.from('characters', text).join('')}</w:p>`);
    expect(joined.map((line) => line.text).join(' ')).toBe(`${filler}characters`);
    expect(joined.at(-1)!.text.endsWith('characters')).toBe(true);
  });

  it('goes on in the next row anywhere in a script without spaces', async () => {
    const lines = await linesOf(paragraph('\u5024'.repeat(100)));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map((line) => line.text).join('')).toBe('\u5024'.repeat(100));
    for (const line of lines) expect(line.right).toBeLessThanOrEqual(7.502);
  });

  it('begins another line after a tab, at its stop', async () => {
    const tabs =
      '<w:tabs><w:tab w:val="left" w:pos="2880"/><w:tab w:val="right" w:pos="9360" w:leader="dot"/></w:tabs>';
    const lines = await linesOf(
      `<w:p><w:pPr>${tabs}</w:pPr>${text('Name')}${run('<w:tab/>')}${text('Ann')}${run('<w:tab/>')}${text('12')}</w:p>`,
    );
    expect(lines.map((line) => [line.text, line.left, line.top])).toEqual([
      ['Name', 1, 1],
      ['Ann', 3, 1],
      ['12', expect.any(Number), 1],
    ]);
    expect(lines[2]!.right).toBeCloseTo(7.5);
  });

  it('keeps the cells of tables in their columns and rows', async () => {
    const table = `<w:tbl><w:tblGrid><w:gridCol w:w="2880"/><w:gridCol w:w="1440"/><w:gridCol w:w="2880"/></w:tblGrid>${tableRow(
      cell(paragraph('Item')),
      cell(paragraph('Qty')),
      cell(paragraph('Price')),
    )}${tableRow(
      cell(paragraph('A name that is far too long for its column')),
      cell(paragraph('2')),
      cell(`${paragraph('1.50')}${paragraph('each')}`),
    )}${tableRow(cell(paragraph('Both'), '<w:gridSpan w:val="2"/>'), cell(paragraph('3.00')))}</w:tbl>`;
    const lines = await linesOf(table + paragraph('after'));
    const at = (wanted: string) => find(lines, wanted);
    expect(at('Item').left).toBeCloseTo(1.075);
    expect(at('Qty').left).toBeCloseTo(3.075);
    expect(at('Price').left).toBeCloseTo(4.075);
    expect(at('Price').top).toBe(at('Item').top);
    expect(at('1.50').left).toBe(at('Price').left);
    const wrapped = lines.filter(({ text }) => 'A name that is far too long for its column'.includes(text));
    expect(wrapped.length).toBeGreaterThan(1);
    for (const line of wrapped) expect(line.right).toBeLessThan(at('2').left);
    expect(wrapped[0]!.top).toBe(at('2').top);
    expect(at('3.00').left).toBe(at('Price').left);
    expect(at('Both').top).toBeGreaterThan(at('each').bottom);
    expect(at('after').top).toBeGreaterThan(at('Both').bottom);
  });

  it('shows vertically merged cells once, and nested tables in their cell', async () => {
    const inner = `<w:tbl>${tableRow(cell(paragraph('in 1')), cell(paragraph('in 2')))}</w:tbl>`;
    const lines = await linesOf(
      `<w:tbl>${tableRow(cell(paragraph('tall'), '<w:vMerge w:val="restart"/>'), cell(inner + paragraph('')))}${tableRow(cell(paragraph('covered'), '<w:vMerge/>'), cell(paragraph('low')))}</w:tbl>`,
    );
    expect(lines.map((line) => line.text)).toEqual(['tall', 'in 1', 'in 2', 'low']);
    expect(find(lines, 'in 1').left).toBeGreaterThan(find(lines, 'low').left);
    expect(find(lines, 'in 2').top).toBe(find(lines, 'tall').top);
  });

  it('breaks pages where the text says so and where they are full', async () => {
    const broken = `${paragraph('one')}${PAGE_BREAK}${paragraph('two')}${paragraph('three', '<w:pageBreakBefore/>')}`;
    expect(texts(await load(broken))).toEqual([['one'], ['two'], ['three']]);
    const long = await load(Array.from({ length: 60 }, (_, i) => paragraph(`row ${i}`)).join(''));
    expect(long.pages.map(({ lines }) => lines.length)).toEqual([54, 6]);
  });

  it('follows the page breaks of the program that saved the file once a page is half full', async () => {
    const rendered = `<w:p>${run('<w:lastRenderedPageBreak/><w:t>next</w:t>')}</w:p>`;
    const rows = (count: number) => paragraph('row').repeat(count);
    expect((await load(rows(40) + rendered)).pageCount).toBe(2);
    expect((await load(rows(10) + rendered)).pageCount).toBe(1);
  });

  it('divides table rows that are higher than a page', async () => {
    const high = Array.from({ length: 130 }, (_, i) => paragraph(`row ${i}`)).join('');
    const document = await load(
      `<w:tbl>${tableRow(cell(high), cell(paragraph('x')))}</w:tbl>${paragraph('end')}`,
    );
    expect(document.pageCount).toBe(3);
    expect(
      texts(document)
        .flat()
        .filter((line) => line.startsWith('row')),
    ).toHaveLength(130);
    for (const line of document.pages.flatMap(({ lines }) => lines)) expect(line.bottom).toBeLessThan(10.01);
    expect(texts(document).at(-1)!.at(-1)).toBe('end');
  });

  it('lists of Word documents are numbered', async () => {
    const level = (index: number, format: string, pattern: string) =>
      `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${pattern}"/><w:pPr><w:ind w:left="${720 * (index + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
    const numbering = wordPart(
      'numbering',
      `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '\uf0b7')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>`,
    );
    const item = (list: number, depth: number, content: string) =>
      paragraph(content, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);
    const lines = await linesOf(
      item(1, 0, 'A') +
        item(1, 1, 'B') +
        item(1, 1, 'C') +
        item(1, 0, 'D') +
        item(1, 1, 'E') +
        item(2, 0, 'F') +
        item(3, 0, 'G') +
        item(9, 0, 'H'),
      {
        'word/numbering.xml': numbering,
        'word/_rels/document.xml.rels': relationships(['r1', 'numbering', 'numbering.xml']),
      },
    );
    expect(lines.map((line) => line.text)).toEqual([
      '1. A',
      '1.a) B',
      '1.b) C',
      '2. D',
      '2.a) E',
      '• F',
      '7. G',
      'H',
    ]);
    expect(lines[0]).toMatchObject({ left: 1.25 });
    expect(lines[0]!.segments.at(-1)!.left).toBeCloseTo(1.5);
  });

  it('shows the numbers of levels above in digits where a level says so', async () => {
    const level = (index: number, format: string, pattern: string, more = '') =>
      `<w:lvl w:ilvl="${index}"><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${pattern}"/></w:lvl>`;
    const levels =
      level(0, 'upperRoman', 'Article %1.') +
      level(1, 'decimalZero', 'Section %1.%2', '<w:isLgl/>') +
      level(2, 'lowerLetter', '%1.%3', '<w:isLgl w:val="0"/>');
    const item = (depth: number, content: string) =>
      paragraph(content, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="1"/></w:numPr>`);
    const lines = await linesOf(item(0, 'A') + item(0, 'B') + item(1, 'C') + item(2, 'D'), listParts(levels));
    expect(lines.map((line) => line.text)).toEqual([
      'Article I. A',
      'Article II. B',
      'Section 2.01 C',
      'II.a D',
    ]);
  });

  it('Word documents does not count items of a list that are deleted or hidden', async () => {
    const levels = '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>';
    const item = (content: string, mark = '') =>
      `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:rPr>${mark}</w:rPr></w:pPr>${content}</w:p>`;
    const deleted = '<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>';
    const lines = await linesOf(
      item(text('A')) +
        item(deleted, '<w:del/>') +
        item(`<w:moveFrom>${text('moved')}</w:moveFrom>`, '<w:moveFrom/>') +
        item(run('<w:t>hidden</w:t>', '<w:vanish/>'), '<w:vanish/>') +
        item(text('B')),
      listParts(levels),
    );
    expect(lines.map((line) => line.text)).toEqual(['1. A', '2. B']);
  });

  it('goes on with the next paragraph where the end of one is deleted or hidden', async () => {
    const ending = (content: string, mark: string) =>
      `<w:p><w:pPr><w:rPr>${mark}</w:rPr></w:pPr>${text(content)}</w:p>`;
    const table = `<w:tbl>${tableRow(cell(paragraph('cell')))}</w:tbl>`;
    const body =
      ending('Total: 1', '<w:del/>') +
      paragraph(',250.00', '<w:jc w:val="right"/>') +
      ending('1.1 Terms. ', '<w:vanish/><w:specVanish/>') +
      paragraph('These hold.', '<w:jc w:val="right"/>') +
      ending('before a table', '<w:del/>') +
      table +
      paragraph('after');
    const lines = await linesOf(body);
    expect(lines.map((line) => line.text)).toEqual([
      'Total: 1,250.00',
      '1.1 Terms. These hold.',
      'before a table',
      'cell',
      'after',
    ]);
    expect(lines[0]!.right).toBeCloseTo(7.5);
    expect(lines[1]!.left).toBe(1);
  });

  it('repeats headers and footers, with the page number filled in', async () => {
    const document = await load(
      `${paragraph('one')}${PAGE_BREAK}${paragraph('two')}<w:sectPr><w:headerReference w:type="default" r:id="r1"/><w:headerReference w:type="first" r:id="r3"/><w:footerReference w:type="default" r:id="r2"/><w:titlePg/></w:sectPr>`,
      {
        'word/header1.xml': wordPart('hdr', paragraph('Head')),
        'word/header2.xml': wordPart('hdr', paragraph('Title')),
        'word/footer1.xml': wordPart(
          'ftr',
          `<w:p>${text('Page ')}${field('PAGE', '9')}${text(' of ')}<w:fldSimple w:instr="NUMPAGES">${text('9')}</w:fldSimple></w:p>`,
        ),
        'word/_rels/document.xml.rels': relationships(
          ['r1', 'header', 'header1.xml'],
          ['r2', 'footer', 'footer1.xml'],
          ['r3', 'header', 'header2.xml'],
        ),
      },
    );
    expect(texts(document)).toEqual([
      ['Title', 'one'],
      ['Head', 'two', 'Page 2 of 2'],
    ]);
    const lines = document.pages[1]!.lines;
    expect(lines[0]!.top).toBe(0.5);
    expect(lines[2]!.top).toBeGreaterThan(10);
    expect(lines.every(({ page }) => page === 1)).toBe(true);
  });

  it('leaves out what is deleted, moved away, hidden or a code, and keeps what is put in', async () => {
    const body = `<w:p>${text('kept ')}<w:del><w:r><w:delText>deleted </w:delText></w:r></w:del><w:ins>${text('new ')}</w:ins><w:moveFrom>${text('moved ')}</w:moveFrom>${run('<w:t>hidden </w:t>', '<w:vanish/>')}${field('MERGEFIELD name', 'result')}<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${text(' control')}</w:sdtContent></w:sdt><w:hyperlink r:id="r9">${text(' link')}</w:hyperlink></w:p><w:tbl><w:tr><w:trPr><w:del/></w:trPr>${cell(paragraph('gone'))}</w:tr></w:tbl>`;
    expect(texts(await load(body))).toEqual([['kept new result control link']]);
  });

  it('reads text boxes once, after their paragraph', async () => {
    const box = (content: string) => `<w:txbxContent>${paragraph(content)}</w:txbxContent>`;
    const body = `<w:p>${text('before')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box('boxed')}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box('boxed')}</w:pict></mc:Fallback></mc:AlternateContent></w:r>${text(' and on')}</w:p>${paragraph('after')}`;
    expect(texts(await load(body))).toEqual([['before and on', 'boxed', 'after']]);
  });

  it('shows check boxes and symbols', async () => {
    const box = (checked: number) =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked w:val="${checked}"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const body = `<w:p>${box(1)}${text(' yes ')}${box(0)}${text(' no ')}${run('<w:sym w:font="Wingdings" w:char="F0FE"/>')}${run('<w:noBreakHyphen/>')}</w:p>`;
    expect(texts(await load(body))).toEqual([['☒ yes ☐ no ☑-']]);
  });

  it('shows the choice of a drop-down list once', async () => {
    const list = (choice: string, result = '') =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList>${choice}<w:listEntry w:val="Ohio"/><w:listEntry w:val="Iowa"/><w:listEntry w:val="Utah"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const written = `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${text('Iowa')}`;
    const body = [
      list('<w:result w:val="2"/>'),
      list('<w:result w:val="0"/><w:default w:val="1"/>'),
      list('<w:default w:val="1"/>'),
      list(''),
      list('<w:result w:val="1"/>', written),
      list('<w:result w:val="7"/>'),
    ].map((field) => `<w:p>${text('State: ')}${field}${text('.')}</w:p>`);
    expect(texts(await load(body.join('')))).toEqual([
      ['State: Utah.', 'State: Ohio.', 'State: Iowa.', 'State: Ohio.', 'State: Iowa.', 'State: .'],
    ]);
  });

  it('writes fractions of formulas in one row', async () => {
    const part = (name: string, content: string) => `<m:${name}><m:r><m:t>${content}</m:t></m:r></m:${name}>`;
    const half = `<m:f>${part('num', '1')}${part('den', '2')}</m:f>`;
    const body = `<w:p>${text('Share: ')}<m:oMath xmlns:m="m"><m:r><m:t>3</m:t></m:r>${half}</m:oMath>${text('of it')}</w:p>`;
    expect(texts(await load(body))).toEqual([['Share: 3 1/2 of it']]);
  });

  it('reads nothing outside of the file', async () => {
    const plain = texts(await load(paragraph('text')));
    const linked = await load(
      `<w:p>${text('text')}<w:r><w:drawing><a:blip r:link="r1"/></w:drawing><w:object><o:OLEObject r:id="r2"/></w:object></w:r></w:p><w:altChunk r:id="r3"/><w:sectPr><w:headerReference w:type="default" r:id="r4"/></w:sectPr>`,
      {
        'word/_rels/document.xml.rels': relationships(
          ['r1', 'image', 'file:///etc/passwd', true],
          ['r2', 'oleObject', 'file:///etc/passwd', true],
          ['r3', 'aFChunk', '../../../../etc/passwd'],
          ['r4', 'header', 'file:///etc/passwd', true],
        ),
      },
    );
    expect(texts(linked)).toEqual(plain);
  });

  it('adds the notes at the end', async () => {
    const document = await load(`<w:p>${text('body')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, {
      'word/footnotes.xml': wordPart(
        'footnotes',
        `<w:footnote w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:id="1">${paragraph('note')}</w:footnote>`,
      ),
      'word/_rels/document.xml.rels': relationships(['r1', 'footnotes', 'footnotes.xml']),
    });
    expect(texts(document)).toEqual([['body', 'note']]);
  });

  it('begins a page with each section, in its own size', async () => {
    const section = (type: string, width: number) =>
      `<w:sectPr><w:type w:val="${type}"/><w:pgSz w:w="${width}" w:h="15840"/></w:sectPr>`;
    const document = await load(
      `${paragraph('a', section('nextPage', 12240))}${paragraph('b', section('continuous', 12240))}${paragraph('c')}${section('nextPage', 20160)}`,
    );
    expect(texts(document)).toEqual([['a', 'b'], ['c']]);
    expect(document.pages.map(({ width }) => width)).toEqual([8.5, 14]);
  });

  it('lays out within the limits', async () => {
    const many = docx(paragraph('x').repeat(100));
    expect((await failure(many, { limits: { lines: 50 } })).code).toBe('too_large');
    expect((await failure(many, { limits: { pages: 1 } })).code).toBe('too_many_pages');
    expect((await failure(docx('<w:p/>'.repeat(500)), { limits: { lines: 100 } })).code).toBe('too_large');
  });

  it('holds absurd measures to sane ones', async () => {
    const document = await load(
      `${paragraph('a b c', '<w:ind w:left="999999999" w:right="-99999999" w:hanging="9999999"/><w:spacing w:line="999999999" w:before="1e308"/>')}${paragraph('d', '<w:tabs><w:tab w:val="right" w:pos="-5"/></w:tabs>')}<w:tbl><w:tblGrid><w:gridCol w:w="0"/></w:tblGrid>${tableRow(cell(paragraph('wide'), '<w:gridSpan w:val="99999"/>'))}</w:tbl><w:sectPr><w:pgSz w:w="1" w:h="1"/><w:pgMar w:left="99999" w:top="99999"/></w:sectPr>`,
    );
    const lines = document.pages.flatMap((page) => page.lines);
    expect(lines.map((line) => line.text).join(' ')).toContain('wide');
    for (const line of lines)
      expect(Number.isFinite(line.left + line.right + line.top + line.bottom)).toBe(true);
  });

  it('Word documents is empty without text', async () => {
    expect(await load('')).toMatchObject({ pageCount: 1, pages: [{ lines: [] }] });
  });
});
