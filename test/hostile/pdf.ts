/** PDF files whose objects cost far more than their bytes. */
import { deflateSync } from 'node:zlib';
import type { Attack } from './attack.js';
import { onePage, type PdfBody, packed, pdfFile, plain } from './pdf-file.js';
import { probed } from './probe.js';

const MILLION = 1_000_000;

function pdf(name: string, make: () => Uint8Array): Attack {
  return { name: `PDF: ${name}`, make: () => probed(make()) };
}

/** A tree of pages in which every node holds the next one ten times. */
function sharedTree(levels: number, count: number, kidCount: number): Uint8Array {
  const objects = new Map<number, PdfBody>([[1, '<< /Type /Catalog /Pages 10 0 R >>']]);
  for (let i = 0; i < levels; i++) {
    const kids = `${11 + i} 0 R `.repeat(10);
    objects.set(10 + i, `<< /Type /Pages /Kids [${kids}] /Count ${i === 0 ? count : kidCount} >>`);
  }
  objects.set(10 + levels, '<< /Type /Page /MediaBox [0 0 612 792] >>');
  return pdfFile(objects);
}

/** A file that ends in a cross-reference stream with these entries. */
function xrefStream(entries: string, data: Uint8Array = new Uint8Array(100)): Uint8Array {
  const head = Buffer.from(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n',
  );
  const stream = Buffer.concat([
    Buffer.from('9 0 obj\n'),
    packed(data, `/Type /XRef /Root 1 0 R ${entries}`),
    Buffer.from('\nendobj\n'),
  ]);
  return Buffer.concat([head, stream, Buffer.from(`startxref\n${head.length}\n%%EOF\n`)]);
}

const form = (content: string, resources = '') =>
  plain(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${resources} >>`);

/** Forms of which each draws the next one ten times. */
function* multiplying(levels: number, first = 20): Generator<[number, PdfBody]> {
  for (let i = 0; i < levels; i++) {
    const last = i + 1 === levels;
    yield [
      first + i,
      last
        ? form('0 0 10 10 re f')
        : form('/N Do % the next one\n'.repeat(10), `/XObject << /N ${first + i + 1} 0 R >>`),
    ];
  }
}

function tiling(entries: string, content: string, resources = ''): Uint8Array {
  return plain(
    content,
    `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 ${entries} /Resources << ${resources} >>`,
  );
}

const painted = '/Pattern cs /P1 scn 0 0 612 792 re f\n';

/** A file of which nothing says where anything is, with a lot of something behind its objects. */
function withoutTable(filler: string, times: number): Uint8Array {
  const objects = Buffer.from(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>\nendobj\n',
  );
  return Buffer.concat([
    objects,
    Buffer.from(filler.repeat(times)),
    Buffer.from('\ntrailer\n<< /Root 1 0 R >>\n'),
  ]);
}

/** Text in a font whose program is looked at, in a file full of streams that begin but do not end. */
function overlappingStreams(): Uint8Array {
  const zeros = deflateSync(new Uint8Array(1000), { level: 0 }).subarray(0, 60);
  const begin = Buffer.concat([Buffer.from('stream\n'), zeros]);
  const filler = Buffer.alloc(begin.length * 300_000, begin);
  return onePage('BT /F2 12 Tf 72 600 Td (abc) Tj ET', {
    resources: '/Font << /F1 5 0 R /F2 11 0 R >>',
    objects: [
      [10, Buffer.concat([Buffer.from('<< /Length 10 >>\n'), filler])],
      [
        11,
        '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+X /Encoding /Identity-H /DescendantFonts [12 0 R] >>',
      ],
      [
        12,
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 13 0 R >>',
      ],
      [13, '<< /Type /FontDescriptor /FontName /ABCDEF+X /Flags 4 /FontBBox [0 0 1 1] /FontFile2 14 0 R >>'],
      [14, plain('no font')],
    ],
  });
}

const cidFont = (entries: string): [number, PdfBody][] => [
  [
    11,
    '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [12 0 R] /ToUnicode 15 0 R >>',
  ],
  [
    12,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 13 0 R ${entries} >>`,
  ],
  [13, '<< /Type /FontDescriptor /FontName /X /Flags 4 /FontBBox [0 0 1 1] >>'],
];
const second = { resources: '/Font << /F1 5 0 R /F2 11 0 R >>' };
const inSecond = 'BT /F2 12 Tf 72 600 Td <00410042> Tj ET';
const toUnicode = (ranges: string) =>
  packed(`begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${ranges} endcmap`);

export const attacks: readonly Attack[] = [
  pdf('a page tree that shares nodes', () => sharedTree(12, 5000, 5000)),
  pdf('a page tree that shares nodes and counts them wrong', () => sharedTree(12, 1, 0)),
  pdf('a page tree that is its own child', () =>
    pdfFile(
      new Map([
        [1, '<< /Type /Catalog /Pages 2 0 R >>'],
        [2, `<< /Type /Pages /Kids [${'2 0 R '.repeat(1000)}] /Count 5000 >>`],
      ]),
    ),
  ),
  pdf('a page tree of a million nodes without pages', () =>
    pdfFile(
      new Map([
        [1, '<< /Type /Catalog /Pages 2 0 R >>'],
        [2, `<< /Type /Pages /Kids [${'3 0 R '.repeat(MILLION)}] /Count 10 >>`],
        [3, '<< /Type /Pages /Kids [] /Count 0 >>'],
      ]),
    ),
  ),
  pdf('an index of a cross-reference stream of 2,000,000,000', () =>
    xrefStream('/Size 2000000000 /W [1 2 1] /Index [0 2000000000]', new Uint8Array(40 * MILLION)),
  ),
  pdf('indices of a cross-reference stream without end', () =>
    xrefStream(`/Size 10 /W [0 0 0] /Index [${'0 100000000 '.repeat(1000)}]`),
  ),
  pdf('widths of a cross-reference stream of 2,000,000,000', () =>
    xrefStream('/Size 10 /W [1 2000000000 2000000000] /Index [0 10]', new Uint8Array(40 * MILLION)),
  ),
  pdf('40 MB of digits without cross-references', () => withoutTable('1234567890', 4 * MILLION)),
  pdf('40 MB of object numbers without cross-references', () => withoutTable('1 0 obj\n', 5 * MILLION)),
  pdf('20 MB of trailers without cross-references', () => withoutTable('trailer <<>> ', 1_500_000)),
  pdf('20 MB of brackets without cross-references', () => withoutTable('<<[', 7 * MILLION)),
  pdf('cross-reference tables that name each other', () => {
    const table = (previous: number) =>
      `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev ${previous} >>\n`;
    const head = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';
    const length = table(1_000_000).length;
    const first = 1_000_000;
    const count = 100_000;
    const tables = Array.from({ length: count }, (_, i) =>
      table(first + ((i + 1) % count) * length).padEnd(length),
    );
    return Buffer.from(`${head.padEnd(first)}${tables.join('')}startxref\n${first}\n%%EOF`);
  }),
  pdf('dictionaries in each other, 2,000,000 deep', () =>
    onePage('', { page: `/X ${'<</A '.repeat(2 * MILLION)}` }),
  ),
  pdf('arrays in each other in the content', () => onePage('['.repeat(5 * MILLION))),
  pdf('a pattern that draws itself', () =>
    onePage(painted, {
      resources: '/Pattern << /P1 20 0 R >>',
      objects: [
        [20, tiling('/BBox [0 0 100 100] /XStep 100 /YStep 100', painted, '/Pattern << /P1 20 0 R >>')],
      ],
    }),
  ),
  pdf('patterns that draw each other', () =>
    onePage(painted, {
      resources: '/Pattern << /P1 20 0 R >>',
      objects: Array.from({ length: 12 }, (_, i): [number, PdfBody] => [
        20 + i,
        tiling(
          '/BBox [0 0 100 100] /XStep 10 /YStep 10',
          '/Pattern cs /P1 scn 0 0 50 50 re f /P1 scn 50 50 50 50 re f '.repeat(5),
          `/Pattern << /P1 ${20 + ((i + 1) % 12)} 0 R >>`,
        ),
      ]),
    }),
  ),
  pdf('a pattern of tiny steps', () =>
    onePage(painted, {
      resources: '/Pattern << /P1 20 0 R >>',
      objects: [[20, tiling('/BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001', '0 0 1 1 re f')]],
    }),
  ),
  pdf('a pattern of a huge box with tiny steps', () =>
    onePage(painted, {
      resources: '/Pattern << /P1 20 0 R >>',
      objects: [
        [20, tiling('/BBox [0 0 100000 100000] /XStep 1 /YStep 1 /Matrix [100 0 0 100 0 0]', '0 0 1 1 re f')],
      ],
    }),
  ),
  pdf('5,000 patterns that fill the page', () =>
    onePage(painted.repeat(5000), {
      resources: '/Pattern << /P1 20 0 R >>',
      objects: [[20, tiling('/BBox [0 0 3000 3000] /XStep 3000 /YStep 3000', '0 0 3000 3000 re f')]],
    }),
  ),
  pdf('forms that multiply', () =>
    onePage('/N Do', { resources: '/XObject << /N 20 0 R >>', objects: multiplying(9) }),
  ),
  pdf('forms that multiply in a comment', () =>
    onePage('', {
      page: '/Annots [10 0 R]',
      objects: [
        [
          10,
          '<< /Type /Annot /Subtype /Text /Rect [10 10 600 600] /Contents (a comment) /AP << /N 20 0 R >> >>',
        ],
        ...multiplying(9),
      ],
    }),
  ),
  pdf('forms that multiply in 1,000 comments', () =>
    onePage('', {
      page: `/Annots [${'10 0 R '.repeat(1000)}]`,
      objects: [
        [
          10,
          '<< /Type /Annot /Subtype /FreeText /Rect [10 10 600 600] /Contents (a comment) /AP << /N 20 0 R >> >>',
        ],
        ...multiplying(6),
      ],
    }),
  ),
  pdf('forms that show megabytes of text', () =>
    onePage('/N Do '.repeat(3000), {
      resources: '/XObject << /N 20 0 R >>',
      objects: [[20, form(`BT /F1 1 Tf (${'text '.repeat(200)}) Tj ET`, '/Font << /F1 5 0 R >>')]],
    }),
  ),
  pdf('a group that masks itself', () =>
    onePage('/G gs 0 0 100 100 re f', {
      resources: '/ExtGState << /G 20 0 R >>',
      objects: [
        [20, '<< /Type /ExtGState /SMask << /S /Alpha /G 21 0 R >> >>'],
        [
          21,
          plain(
            '/G gs 0 0 100 100 re f',
            '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Group << /S /Transparency >> /Resources << /ExtGState << /G 20 0 R >> >>',
          ),
        ],
      ],
    }),
  ),
  pdf('streams that overlap', overlappingStreams),
  pdf('a million saved states', () => onePage('q '.repeat(MILLION))),
  pdf('three million operators', () => onePage('0 0 1 1 re f '.repeat(3 * MILLION))),
  pdf('a million saved states with clips', () => onePage('q 0 0 500 500 re W n '.repeat(400_000))),
  pdf('a million marks without end', () => onePage('/Span << /ActualText (a) >> BDC '.repeat(500_000))),
  pdf('one path of three million points', () =>
    onePage(`0 0 m ${'100 700 l 500 20 l '.repeat(1_500_000)} S`),
  ),
  pdf('glyphs without end', () => onePage(`BT /F1 1 Tf ${`(${'text '.repeat(100)}) Tj `.repeat(10_000)} ET`)),
  pdf('the same content a million times', () =>
    onePage('', { page: `/Contents [${'4 0 R '.repeat(MILLION)}]` }),
  ),
  pdf('a stream that unpacks to 1 GB', () => onePage(Buffer.alloc(1000 * MILLION, '% '))),
  pdf('streams packed a hundred times', () => {
    let data: Uint8Array = Buffer.alloc(200 * MILLION, 'q Q ');
    for (let i = 0; i < 3; i++) data = deflateSync(data);
    return onePage('', {
      page: '/Contents 30 0 R',
      objects: [[30, plain(data, '/Filter [/FlateDecode /FlateDecode /FlateDecode]')]],
    });
  }),
  pdf('widths of 2,000,000,000 glyphs', () =>
    onePage(inSecond, {
      ...second,
      objects: [...cidFont('/W [0 2000000000 500]'), [15, toUnicode('')]],
    }),
  ),
  pdf('a mapping of 4,000,000,000 codes', () =>
    onePage(inSecond, {
      ...second,
      objects: [...cidFont(''), [15, toUnicode('1 beginbfrange <00000000> <ffffffff> <0041> endbfrange')]],
    }),
  ),
  pdf('mappings of all codes a thousand times', () =>
    onePage(inSecond, {
      ...second,
      objects: [
        ...cidFont(''),
        [15, toUnicode(`100 beginbfrange ${'<0000> <ffff> <0041> '.repeat(2000)} endbfrange`)],
      ],
    }),
  ),
  pdf('a mapping to a text of a megabyte', () =>
    onePage(`BT /F2 12 Tf 72 600 Td <${'0041'.repeat(1000)}> Tj ET`, {
      ...second,
      objects: [
        ...cidFont(''),
        [15, toUnicode(`1 beginbfchar <0041> <${'0061'.repeat(500_000)}> endbfchar`)],
      ],
    }),
  ),
  pdf('a glyph that shows itself', () =>
    onePage('BT /F2 12 Tf 72 600 Td (AAAA) Tj ET', {
      ...second,
      objects: [
        [
          11,
          '<< /Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 750 750] /FirstChar 65 /LastChar 65 /Widths [1000] /Encoding << /Differences [65 /A] >> /CharProcs << /A 12 0 R >> /Resources << /Font << /F2 11 0 R >> >> >>',
        ],
        [12, plain('1000 0 d0 BT /F2 12 Tf (AAAA) Tj ET 0 0 750 750 re f')],
      ],
    }),
  ),
  pdf('a colour space of functions in functions', () =>
    onePage('/C cs 1 scn 0 0 100 100 re f '.repeat(1000), {
      resources: '/ColorSpace << /C [/Separation /A /DeviceRGB 20 0 R] >>',
      objects: Array.from({ length: 25 }, (_, i): [number, PdfBody] => [
        20 + i,
        `<< /FunctionType 3 /Domain [0 1] /Bounds [0.5] /Encode [0 1 0 1] /Functions [${21 + i} 0 R ${21 + i} 0 R] >>`,
      ]),
    }),
  ),
  pdf('a sampled function of 2,000,000,000 samples', () =>
    onePage('/C cs 1 1 1 1 scn 0 0 100 100 re f', {
      resources: '/ColorSpace << /C [/DeviceN [/A /B /D /E] /DeviceRGB 20 0 R] >>',
      objects: [
        [
          20,
          plain(
            '0000',
            '/FunctionType 0 /Domain [0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1] /Size [2000 2000 2000 2000] /BitsPerSample 8',
          ),
        ],
      ],
    }),
  ),
];
