/**
 * PDF files that are put together wrong, one fault each: what a stranger's program, a broken transfer or an attacker
 * leaves of the structure. Small, so that either engine can be held to them in the process itself.
 */
import type { Attack } from './attack.js';
import { onePage, type PdfBody, packed, pdfFile, plain } from './pdf-file.js';
import { probed } from './probe.js';

function pdf(name: string, make: () => string | Uint8Array): Attack {
  return {
    name,
    make() {
      const file = make();
      return probed(typeof file === 'string' ? Buffer.from(file, 'latin1') : file, { ocrLevel: 0 });
    },
  };
}

const TEXT = 'BT /F1 12 Tf 72 700 Td (one line of text) Tj ET';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

const sound: ReadonlyMap<number, PdfBody> = new Map<number, PdfBody>([
  [1, '<< /Type /Catalog /Pages 2 0 R >>'],
  [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
  [
    3,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  ],
  [4, plain(TEXT)],
  [5, FONT],
]);

/** A sound file of one page with some objects replaced or added. */
function changed(objects: Readonly<Record<number, PdfBody>>, trailer = ''): Uint8Array {
  const all = new Map(sound);
  for (const [number, body] of Object.entries(objects)) all.set(Number(number), body);
  return pdfFile(all, trailer);
}

/** A sound file whose bytes, read as Latin-1, are edited. */
function edited(edit: (file: string) => string): () => string {
  return () => edit(Buffer.from(pdfFile(sound)).toString('latin1'));
}

/** A page with these entries in place of the usual ones. */
const page = (entries: string) => changed({ 3: `<< /Type /Page ${entries} >>` });
const USUAL = '/Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>';
/** A page that shows text, with more entries. */
const pageWith = (entries: string) => page(`${USUAL} ${entries}`);

const ODD_NUMBERS = [
  '-1',
  '0',
  '1e400',
  '99999999999',
  '-2147483649',
  '0.0000001',
  'null',
  '(7)',
  '[1]',
  '1 0 R',
];

/** Cross-references as a stream, of which a part is said wrong. */
function referenceStream(entries: string, rows: readonly number[] = [0, 0, 0, 1, 0, 9]): string {
  const data = Buffer.from(rows).toString('latin1');
  return [
    '%PDF-1.7',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >> endobj',
    `7 0 obj << /Type /XRef /Root 1 0 R ${entries} /Length ${rows.length} >> stream\n${data}\nendstream endobj`,
    'startxref\n187\n%%EOF',
  ].join('\n');
}

/** An object stream that holds the page, of which a part is said wrong. */
function objectStream(entries: string, data = '3 0 << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>') {
  return changed({ 3: 'null', 20: plain(data, `/Type /ObjStm ${entries}`) });
}

const encryption = (entries: string) =>
  changed(
    { 20: `<< /Filter /Standard ${entries} >>` },
    '/Encrypt 20 0 R /ID [<00112233445566778899aabbccddeeff> <00>]',
  );
const KEYS = `/O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -44`;
const LONG_KEYS = `/O <${'41'.repeat(48)}> /U <${'42'.repeat(48)}> /OE <${'43'.repeat(32)}> /UE <${'44'.repeat(32)}> /Perms <${'45'.repeat(16)}> /P -44`;

const stream = (content: string) => changed({ 4: plain(content) });
const fontOf = (body: string, more: Readonly<Record<number, PdfBody>> = {}) => changed({ 5: body, ...more });
const image = (entries: string, data = 'abc') =>
  onePage('q 100 0 0 100 100 100 cm /I Do Q', {
    resources: '/XObject << /I 10 0 R >>',
    objects: [[10, plain(data, `/Type /XObject /Subtype /Image ${entries}`)]],
  });

/** Faults of the file around its objects. */
const files: readonly Attack[] = [
  pdf(
    'no cross-references',
    edited((file) => file.slice(0, file.indexOf('xref'))),
  ),
  pdf(
    'no trailer',
    edited((file) => file.replace(/trailer[\s\S]*/u, '')),
  ),
  pdf(
    'a trailer without a root',
    edited((file) => file.replace('/Root 1 0 R', '')),
  ),
  pdf(
    'a root that is a page',
    edited((file) => file.replace('/Root 1 0 R', '/Root 3 0 R')),
  ),
  pdf(
    'a root that is not there',
    edited((file) => file.replace('/Root 1 0 R', '/Root 99 0 R')),
  ),
  pdf(
    'startxref beyond the end',
    edited((file) => file.replace(/startxref\n\d+/u, 'startxref\n999999999')),
  ),
  pdf(
    'a negative startxref',
    edited((file) => file.replace(/startxref\n\d+/u, 'startxref\n-1')),
  ),
  pdf(
    'startxref of a hundred digits',
    edited((file) => file.replace(/startxref\n\d+/u, `startxref\n${'9'.repeat(100)}`)),
  ),
  pdf(
    'every place in the cross-references moved',
    edited((file) => file.replace(/(\d{10}) 00000 n/gu, '0000000001 00000 n')),
  ),
  pdf(
    'every object at one place',
    edited((file) => file.replace(/(\d{10}) 00000 n/gu, '0000000009 00000 n')),
  ),
  pdf(
    'every object free',
    edited((file) => file.replace(/00000 n/gu, '00000 f')),
  ),
  pdf(
    'other generations',
    edited((file) => file.replace(/00000 n/gu, '65535 n')),
  ),
  pdf(
    'no endobj',
    edited((file) => file.replace(/endobj/gu, '')),
  ),
  pdf(
    'no endstream',
    edited((file) => file.replace(/endstream/gu, '')),
  ),
  pdf(
    'no obj',
    edited((file) => file.replace(/ obj/gu, '')),
  ),
  pdf(
    'all objects of one number',
    edited((file) => file.replace(/\d+ 0 obj/gu, '1 0 obj')),
  ),
  pdf(
    'no header',
    edited((file) => file.replace('%PDF-1.7', '')),
  ),
  pdf(
    'a header of version 99',
    edited((file) => file.replace('%PDF-1.7', '%PDF-99.9')),
  ),
  pdf(
    'a megabyte in front of the header',
    edited((file) => ' '.repeat(1_000_000) + file),
  ),
  pdf(
    'a header again and again',
    edited((file) => '%PDF-1.7\n'.repeat(10_000) + file),
  ),
  pdf(
    '%%EOF again and again',
    edited((file) => file + '%%EOF\n'.repeat(50_000)),
  ),
  pdf('only a header', () => '%PDF-1.7'),
  pdf('only startxref', () => '%PDF-1.7\nstartxref\n0\n%%EOF'),
  pdf(
    'the first half of a file',
    edited((file) => file.slice(0, file.length / 2)),
  ),
  pdf(
    'the second half of a file',
    edited((file) => `%PDF-1.7\n${file.slice(file.length / 2)}`),
  ),
  pdf(
    'two files in one',
    edited((file) => file + file),
  ),
  pdf(
    'a file of line ends',
    edited((file) => file.replace(/\n/gu, '\r')),
  ),
  pdf(
    'a file without line ends',
    edited((file) => file.replace(/\n/gu, ' ')),
  ),
  pdf(
    'a previous section that is this one',
    edited((file) => file.replace('/Root', `/Prev ${file.indexOf('xref')} /Root`)),
  ),
  pdf(
    'a previous section beyond the end',
    edited((file) => file.replace('/Root', '/Prev 99999999 /Root')),
  ),
  pdf(
    'a stream of references that is no stream',
    edited((file) => file.replace('/Root', '/XRefStm 9 /Root')),
  ),
  pdf(
    'a cross-reference table of 1e9 rows',
    edited((file) => file.replace(/xref\n0 \d+/u, 'xref\n0 1000000000')),
  ),
  pdf(
    'a cross-reference table that begins at -5',
    edited((file) => file.replace(/xref\n0 \d+/u, 'xref\n-5 6')),
  ),
  pdf(
    'sections of the cross-references that overlap',
    edited((file) => file.replace('trailer', `${'0 6\n'.repeat(1_000)}trailer`)),
  ),
  pdf(
    'a linearised file that is cut off',
    edited((file) =>
      file
        .replace(
          '%PDF-1.7\n',
          '%PDF-1.7\n9 0 obj << /Linearized 1 /L 99999 /H [10 20] /O 3 /E 500 /N 1 /T 90000 >> endobj\n',
        )
        .slice(0, 400),
    ),
  ),
  pdf(
    'a linearised file of odd numbers',
    edited((file) =>
      file.replace(
        '%PDF-1.7\n',
        '%PDF-1.7\n9 0 obj << /Linearized 1e9 /L -1 /H [1e9 -5] /O 1e9 /E -1 /N 1e9 /T -1 >> endobj\n',
      ),
    ),
  ),
  pdf('a stream of cross-references with rows of no width', () => referenceStream('/Size 3 /W [0 0 0]')),
  pdf('a stream of cross-references with negative widths', () => referenceStream('/Size 3 /W [-1 2 -1]')),
  pdf('a stream of cross-references of size -1', () => referenceStream('/Size -1 /W [1 1 1]')),
  pdf('a stream of cross-references with an odd index', () =>
    referenceStream('/Size 3 /W [1 1 1] /Index [5]'),
  ),
  pdf('a stream of cross-references with types of its own', () =>
    referenceStream('/Size 3 /W [1 1 1]', [9, 9, 9, 8, 8, 8, 7, 7, 7]),
  ),
  pdf('compressed objects in themselves', () =>
    referenceStream('/Size 3 /W [1 1 1]', [2, 1, 0, 2, 2, 0, 2, 0, 0]),
  ),
  pdf('a stream of cross-references whose predictor has 1e9 columns', () =>
    referenceStream(
      '/Size 3 /W [1 1 1] /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 1000000000 >>',
    ),
  ),
  pdf('an object stream without a count', () => objectStream('/First 4')),
  pdf('an object stream of 1e9 objects', () => objectStream('/N 1000000000 /First 4')),
  pdf('an object stream of -1 objects', () => objectStream('/N -1 /First 4')),
  pdf('an object stream that begins behind its end', () => objectStream('/N 1 /First 99999')),
  pdf('an object stream of words', () => objectStream('/N 3 /First 4', 'not a number at all')),
  pdf('an object stream that extends itself', () => objectStream('/N 1 /First 4 /Extends 20 0 R')),
];

/** Faults of the tree of pages. */
const trees: readonly Attack[] = [
  pdf('no pages', () => changed({ 1: '<< /Type /Catalog >>' })),
  pdf('a catalogue that is a number', () => changed({ 1: '7' })),
  pdf('pages that are a list', () => changed({ 2: '[3 0 R]' })),
  pdf('kids that are no list', () => changed({ 2: '<< /Type /Pages /Kids 3 0 R /Count 1 >>' })),
  pdf('kids that are numbers', () => changed({ 2: '<< /Type /Pages /Kids [1 2 3] /Count 3 >>' })),
  pdf('kids that are not there', () => changed({ 2: '<< /Type /Pages /Kids [97 0 R 98 0 R] /Count 2 >>' })),
  pdf('kids that hold their parent', () => changed({ 2: '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>' })),
  pdf('kids in a circle of two', () =>
    changed({
      2: '<< /Type /Pages /Kids [20 0 R] /Count 1 >>',
      20: '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>',
    }),
  ),
  pdf('one page a hundred times', () =>
    changed({ 2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(100)}] /Count 100 >>` }),
  ),
  pdf('a page in the place of the tree', () => changed({ 1: '<< /Type /Catalog /Pages 3 0 R >>' })),
  pdf('a tree 3,000 deep', () => {
    const links = Array.from({ length: 3_000 }, (_, i): [number, string] => [
      100 + i,
      `<< /Type /Pages /Kids [${i < 2_999 ? 101 + i : 3} 0 R] /Count 1 >>`,
    ]);
    return changed({ 2: '<< /Type /Pages /Kids [100 0 R] /Count 1 >>', ...Object.fromEntries(links) });
  }),
  ...ODD_NUMBERS.map((count) =>
    pdf(`pages counted ${count}`, () => changed({ 2: `<< /Type /Pages /Kids [3 0 R] /Count ${count} >>` })),
  ),
  pdf('100,000,000 pages of which one is there', () =>
    changed({ 2: '<< /Type /Pages /Kids [3 0 R] /Count 100000000 >>' }),
  ),
  pdf(
    'no type anywhere',
    edited((file) => file.replace(/\/Type \/\w+/gu, '')),
  ),
  pdf('a parent that inherits from its page', () =>
    changed({
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 3 0 R >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
    }),
  ),
  pdf('a catalogue of odd members', () =>
    changed({
      1: '<< /Type /Catalog /Pages 2 0 R /Names 1 0 R /Dests 1 0 R /Outlines 1 0 R /AcroForm 1 0 R /StructTreeRoot 1 0 R /OCProperties 1 0 R /PageLabels 1 0 R /Metadata 1 0 R /Lang 1 0 R /MarkInfo 1 0 R >>',
    }),
  ),
  pdf('layers that hold themselves', () =>
    changed({
      1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [20 0 R 20 0 R] /D << /Order 21 0 R /ON 21 0 R >> >> >>',
      20: '<< /Type /OCG /Name 20 0 R >>',
      21: '[21 0 R 20 0 R]',
    }),
  ),
  pdf('a structure tree that is its own child', () =>
    changed({
      1: '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 20 0 R >>',
      20: '<< /Type /StructTreeRoot /K 20 0 R /ParentTree 21 0 R >>',
      21: '<< /Kids [21 0 R] /Limits [0 9] >>',
    }),
  ),
  pdf('a form whose fields are its page', () =>
    changed({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [3 0 R 1 0 R 20 0 R] /DR 20 0 R /DA 20 0 R >> >>',
      20: '20 0 R',
    }),
  ),
];

/** Faults of a page, its boxes and its resources. */
const pages: readonly Attack[] = [
  pdf('a page without resources', () => page('/Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R')),
  pdf('a page without a box', () => pageWith('')),
  pdf('a page without contents', () => page('/Parent 2 0 R /MediaBox [0 0 612 792]')),
  pdf('resources that are themselves', () =>
    changed({
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources 20 0 R >>',
      20: '<< /Font 20 0 R /XObject 20 0 R /F1 20 0 R >>',
    }),
  ),
  ...[
    '[0 0 0 0]',
    '[612 792 0 0]',
    '[0 0 612]',
    '[0 0 1e20 1e20]',
    '[-1e9 -1e9 1e9 1e9]',
    '[nan 0 0 1]',
    '[0 0 612 0.00001]',
    '7',
    '[[0 0] [612 792]]',
    '[0 0 612 792 0 0 612 792]',
    '[(0) (0) (6) (7)]',
    '3 0 R',
  ].map((box) => pdf(`a box of ${box}`, () => pageWith(`/MediaBox ${box}`))),
  ...['[0 0 0 0]', '[1000 1000 2000 2000]', '[5 5 4 4]', '[0 0 1e9 1e9]'].map((box) =>
    pdf(`a crop of ${box}`, () => pageWith(`/MediaBox [0 0 612 792] /CropBox ${box}`)),
  ),
  ...ODD_NUMBERS.map((angle) =>
    pdf(`turned by ${angle}`, () => pageWith(`/MediaBox [0 0 612 792] /Rotate ${angle}`)),
  ),
  ...ODD_NUMBERS.map((unit) =>
    pdf(`a unit of ${unit}`, () => pageWith(`/MediaBox [0 0 612 792] /UserUnit ${unit}`)),
  ),
  pdf('contents that are a list of lists', () =>
    page('/Parent 2 0 R /MediaBox [0 0 612 792] /Contents [[4 0 R] [[4 0 R]]]'),
  ),
  pdf('contents that are the page', () => page('/Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R')),
  pdf('annotations that are the page', () => pageWith('/MediaBox [0 0 612 792] /Annots 3 0 R')),
  pdf('annotations of odd kinds', () =>
    pageWith(
      '/MediaBox [0 0 612 792] /Annots [1 null (a) << >> << /Subtype /Widget >> << /Subtype /Link /Rect [1] >> << /Subtype /Widget /Rect [1e9 -1e9 0 0] /FT /Btn /AP << /N 3 0 R >> >>]',
    ),
  ),
];

/** Faults of streams, names, texts and operators. */
const contents: readonly Attack[] = [
  pdf('a stream of no bytes', () => changed({ 4: '<< /Length 0 >>\nstream\n\nendstream' })),
  ...ODD_NUMBERS.map((length) =>
    pdf(`a stream of length ${length}`, () =>
      changed({ 4: `<< /Length ${length} >>\nstream\n${TEXT}\nendstream` }),
    ),
  ),
  pdf('a stream that is not packed as it says', () =>
    changed({ 4: `<< /Filter /FlateDecode /Length 40 >>\nstream\n${TEXT}\nendstream` }),
  ),
  pdf('filters that are none', () =>
    changed({ 4: plain(TEXT, '/Filter [/No /Such null 7 (a) /FlateDecode]') }),
  ),
  pdf('filters that are themselves', () =>
    changed({ 4: plain(TEXT, '/Filter 20 0 R /DecodeParms 20 0 R'), 20: '[20 0 R /FlateDecode]' }),
  ),
  ...[
    'LZWDecode',
    'ASCII85Decode',
    'ASCIIHexDecode',
    'RunLengthDecode',
    'CCITTFaxDecode',
    'JBIG2Decode',
    'DCTDecode',
    'JPXDecode',
    'Crypt',
  ].map((filter) =>
    pdf(`contents in ${filter} that are none`, () => changed({ 4: plain(TEXT, `/Filter /${filter}`) })),
  ),
  ...[
    ['2', '1000000000'],
    ['15', '1000000000'],
    ['12', '-1'],
    ['15', '0'],
    ['99', '5'],
    ['-1', '-1'],
  ].map(([predictor, columns]) =>
    pdf(`predictor ${predictor} of ${columns} columns`, () =>
      changed({
        4: packed(
          TEXT,
          `/DecodeParms << /Predictor ${predictor} /Columns ${columns} /Colors 1000000 /BitsPerComponent 16 >>`,
        ),
      }),
    ),
  ),
  pdf('names with #00', () => stream('BT /F#00 12 Tf /#00#01#ff gs (a) Tj /#zz Do ET')),
  pdf('a name of a megabyte', () => stream(`/${'a'.repeat(1_000_000)} gs ${TEXT}`)),
  pdf('a text of five megabytes', () =>
    changed({ 4: packed(`BT /F1 12 Tf 72 700 Td (${'a'.repeat(5_000_000)}) Tj ET`) }),
  ),
  pdf('a text without end', () => stream(`BT /F1 12 Tf 72 700 Td (one ((( two`)),
  pdf('a text of escapes', () =>
    stream(`BT /F1 12 Tf 72 700 Td (\\777\\8\\\n\\${'('.repeat(10_000)}) Tj ET`),
  ),
  pdf('a hexadecimal text of odd length', () => stream('BT /F1 12 Tf 72 700 Td <4142zz4> Tj ET')),
  pdf('100,000 brackets', () => stream(`${'['.repeat(100_000)} TJ`)),
  pdf('100,000 dictionaries in each other', () => stream(`/A ${'<< /B '.repeat(100_000)} BDC`)),
  pdf('states that are not given back', () => stream(`${'q '.repeat(10_000)}${TEXT}`)),
  pdf('states given back that were not taken', () => stream(`${'Q '.repeat(10_000)}${TEXT}`)),
  pdf('text objects inside each other', () => stream(`${'BT '.repeat(10_000)}${TEXT}`)),
  pdf('marks that are ended without a beginning', () => stream(`${'EMC '.repeat(10_000)}${TEXT}`)),
  pdf('operators without operands', () =>
    stream('BT Tf Td Tm Tj TJ cm re c v y l m w d gs Do sh scn SCN BI ID EI ET'),
  ),
  pdf('operands without operators', () => stream('1 '.repeat(200_000))),
  pdf('an inline image without end', () => stream('BI /W 1000000000 /H 1000000000 /BPC 16 /CS /RGB ID abc')),
  pdf('an inline image that lies', () => stream('BI /W -5 /H 1e9 /BPC 99 /CS /Foo /F [/A85 /Fl] ID abc EI')),
  pdf('a matrix of no inverse', () => stream(`0 0 0 0 0 0 cm BT 0 0 0 0 0 0 Tm ${TEXT.slice(3)}`)),
  pdf('numbers that are none', () => stream(`--5 +-3 1.2.3 .. 4e5 1e999 - . re f ${TEXT}`)),
  pdf('dashes of nothing', () => stream('[0 0 0] 0 d 0 0 m 600 600 l S [-1 -1] 0 d 0 0 m 600 600 l S')),
];

/** Faults of fonts, images, colours and encryption. */
const resources: readonly Attack[] = [
  pdf('a font that is a number', () => fontOf('7')),
  pdf('a font that is its own descendant', () =>
    fontOf('<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [5 0 R] >>'),
  ),
  pdf('a font without a subtype', () => fontOf('<< /Type /Font >>')),
  pdf('an encoding that is the font', () =>
    fontOf('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding 5 0 R >>'),
  ),
  pdf('differences without end', () =>
    fontOf(
      `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [${'-1 /a 99999999 /b '.repeat(10_000)}] >> >>`,
    ),
  ),
  pdf('widths of odd places', () =>
    fontOf(
      '<< /Type /Font /Subtype /TrueType /BaseFont /Foo /FirstChar -2000000000 /LastChar 2000000000 /Widths [1e9 -1e9 null (a)] >>',
    ),
  ),
  ...['FontFile', 'FontFile2', 'FontFile3'].map((file) =>
    pdf(`${file} of noise`, () =>
      fontOf('<< /Type /Font /Subtype /TrueType /BaseFont /Foo /FontDescriptor 20 0 R >>', {
        20: `<< /Type /FontDescriptor /FontName /Foo /Flags -1 /FontBBox [1e9 -1e9 0 0] /Ascent 1e9 /${file} 21 0 R >>`,
        21: plain(
          `\0\u0001\0\0\0\u0020${'glyfheadmaxp\u00ff\u00ff\u00ff\u00ff'.repeat(60)}`,
          '/Length1 2000000000 /Subtype /OpenType',
        ),
      }),
    ),
  ),
  pdf('a TrueType font of 65,535 tables that lie', () =>
    fontOf('<< /Type /Font /Subtype /TrueType /BaseFont /Foo /FontDescriptor 20 0 R >>', {
      20: '<< /Type /FontDescriptor /FontName /Foo /Flags 4 /FontFile2 21 0 R >>',
      21: packed(
        `\0\u0001\0\0\u00ff\u00ff\0\0\0\0\0\0${'cmap\0\0\0\0\u007f\u00ff\u00ff\u00ff\u007f\u00ff\u00ff\u00ff'.repeat(65_535)}`,
      ),
    }),
  ),
  pdf('a mapping to Unicode that uses itself', () =>
    fontOf(
      '<< /Type /Font /Subtype /Type0 /BaseFont /Foo /Encoding 20 0 R /ToUnicode 20 0 R /DescendantFonts [21 0 R] >>',
      {
        20: plain(
          '1 begincodespacerange <00> <ffffffff> endcodespacerange 1 begincidrange <00> <ff> 4294967295 endcidrange',
          '/Type /CMap /CMapName /X /UseCMap 20 0 R',
        ),
        21: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Foo /CIDToGIDMap 20 0 R /DW 1e9 /W [0 [1e9] 5 0 1] >>',
      },
    ),
  ),
  pdf('a Type 3 font without procedures', () =>
    fontOf('<< /Type /Font /Subtype /Type3 /FontMatrix [0 0 0 0 0 0] /FontBBox [0 0 0 0] >>'),
  ),
  ...[
    '/Width 1000000000 /Height 1000000000 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
    '/Width -1 /Height -1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    '/Width 0 /Height 0 /BitsPerComponent 1 /ImageMask true',
    '/Width 10 /Height 10 /BitsPerComponent 99 /ColorSpace [/Indexed 10 0 R 999999999 (a)]',
    '/Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace [/ICCBased 10 0 R]',
    '/Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace [/ICCBased 4 0 R]',
    '/Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace [/Separation /X 10 0 R 10 0 R]',
    '/Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 10 0 R',
    '/Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray /Mask 10 0 R /Decode [1e9 -1e9 5]',
  ].map((entries) => pdf(`an image of ${entries}`, () => image(entries))),
  pdf('a JPEG of 65,535 by 65,535 pixels', () =>
    image(
      '/Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
      '\u00ff\u00d8\u00ff\u00c0\0\u0011\u0008\u00ff\u00ff\u00ff\u00ff\u0003\u0001\u0022\0\u0002\u0011\u0001\u0003\u0011\u0001\u00ff\u00da\0\u000c\u0003\u0001\0\u0002\u0011\u0003\u0011\0\u003f\0',
    ),
  ),
  pdf('a JPX of 4,294,967,295 by 4,294,967,295 pixels', () =>
    image(
      '/Width 10 /Height 10 /Filter /JPXDecode',
      `\u00ff\u004f\u00ff\u0051\0\u0029\0\0${'\u00ff\u00ff\u00ff\u00ff'.repeat(2)}${'\0\0\0\0'.repeat(2)}${'\u00ff\u00ff\u00ff\u00ff'.repeat(2)}${'\0\0\0\0'.repeat(2)}\0\u0001\u0007\u0001\u0001`,
    ),
  ),
  pdf('a JPX of a million tiles', () =>
    image(
      '/Width 10 /Height 10 /Filter /JPXDecode',
      `\u00ff\u004f\u00ff\u0051\0\u0029\0\0\0\0\u0004\0\0\0\u0004\0${'\0\0\0\0'.repeat(2)}\0\0\0\u0001\0\0\0\u0001${'\0\0\0\0'.repeat(2)}\0\u0001\u0007\u0001\u0001`,
    ),
  ),
  pdf('a JBIG2 page of 4,294,967,295 rows', () =>
    image(
      '/Width 10 /Height 10 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode',
      '\0\0\0\0\u0030\0\u0001\0\0\0\u0013\u00ff\u00ff\u00ff\u00fe\u00ff\u00ff\u00ff\u00fe\0\0\0\0\0\0\0\0\0\0\0',
    ),
  ),
  pdf('a form of a box without size that is itself', () =>
    onePage('/X Do', {
      resources: '/XObject << /X 10 0 R >>',
      objects: [
        [
          10,
          plain(
            '/X Do',
            '/Type /XObject /Subtype /Form /BBox [0 0 0 0] /Matrix [0 0 0 0 0 0] /Resources << /XObject << /X 10 0 R >> >>',
          ),
        ],
      ],
    }),
  ),
  pdf('functions in a circle', () =>
    onePage('/S sh', {
      resources:
        '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 1 1] /Function 10 0 R >> >>',
      objects: [
        [
          10,
          '<< /FunctionType 3 /Domain [0 1] /Functions [10 0 R 10 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>',
        ],
      ],
    }),
  ),
  pdf('a sampled function of 1e9 samples a side', () =>
    onePage('/S sh', {
      resources:
        '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 1 1] /Function 10 0 R >> >>',
      objects: [
        [
          10,
          plain(
            'abc',
            '/FunctionType 0 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1] /Size [1000000000 1000000000 1000000000] /BitsPerSample 32',
          ),
        ],
      ],
    }),
  ),
  ...[
    `/V 1 /R 2 ${KEYS}`,
    `/V 2 /R 3 /Length 128 ${KEYS}`,
    `/V 2 /R 3 /Length -8 ${KEYS}`,
    `/V 2 /R 3 /Length 1000000000 ${KEYS}`,
    `/V 4 /R 4 /CF << /StdCF << /CFM /AESV2 /Length 16 >> >> /StmF /StdCF /StrF /StdCF ${KEYS}`,
    `/V 4 /R 4 /CF 20 0 R /StmF /No /StrF /No ${KEYS}`,
    `/V 5 /R 5 /CF << /StdCF << /CFM /AESV3 >> >> /StmF /StdCF /StrF /StdCF ${LONG_KEYS}`,
    `/V 5 /R 6 /CF << /StdCF << /CFM /AESV3 >> >> /StmF /StdCF /StrF /StdCF ${LONG_KEYS}`,
    '/V 5 /R 6',
    '/V 99 /R 99',
    '/V 1 /R 2 /O (a) /U (b) /P 1e99',
  ].map((entries) => pdf(`encryption of ${entries.slice(0, 60)}`, () => encryption(entries))),
  pdf('encryption by a handler of its own', () =>
    changed(
      { 20: '<< /Filter /Foo.Bar /SubFilter /adbe.pkcs7.s5 /Recipients [(a)] /V 4 >>' },
      '/Encrypt 20 0 R',
    ),
  ),
  pdf('encryption without an id', () =>
    changed({ 20: `<< /Filter /Standard /V 1 /R 2 ${KEYS} >>` }, '/Encrypt 20 0 R'),
  ),
];

/** Files that keep an engine busy for seconds, or fill a heap of 512 MB in pdf.js: the report runs them. */
const SLOW = [
  'a text of five megabytes',
  'a text without end',
  'no cross-references',
  'one page a hundred times',
  'predictor 2 of 1000000000 columns',
  'states that are not given back',
];

export const attacks: readonly Attack[] = [...files, ...trees, ...pages, ...contents, ...resources].map(
  (attack) => ({ ...attack, slow: SLOW.includes(attack.name) }),
);
