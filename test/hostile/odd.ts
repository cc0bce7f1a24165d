/** PDF files as damaged or odd programs leave them: they never end in loading, hold themselves, or look like scans. */
import type { Attack } from './attack.js';
import { onePage, type PdfBody, packed, pdfFile, plain } from './pdf-file.js';
import { probed } from './probe.js';

function pdf(name: string, make: () => Uint8Array): Attack {
  return { name, make: () => probed(make()) };
}

/** Many pages with one content. */
function pages(
  count: number,
  content: PdfBody,
  resources: string,
  objects: Iterable<readonly [number, PdfBody]> = [],
) {
  return pdfFile(
    new Map<number, PdfBody>([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [
        2,
        `<< /Type /Pages /Kids [${Array.from({ length: count }, (_, i) => `${1000 + i} 0 R`).join(' ')}] /Count ${count} >>`,
      ],
      [4, content],
      [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
      ...objects,
      ...Array.from({ length: count }, (_, i): [number, PdfBody] => [
        1000 + i,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${resources} >> >>`,
      ]),
    ]),
  );
}

const grey = packed(
  new Uint8Array(800 * 1000).fill(220),
  '/Type /XObject /Subtype /Image /Width 800 /Height 1000 /ColorSpace /DeviceGray /BitsPerComponent 8',
);

export const attacks: readonly Attack[] = [
  pdf('a stream whose length is in itself', () =>
    onePage('', {
      page: '/Contents 10 0 R',
      objects: [[10, '<< /Length 10 0 R >>\nstream\n0 0 10 10 re f\nendstream']],
    }),
  ),
  pdf('an object stream that holds its own length', () =>
    pdfFile(
      new Map<number, PdfBody>([
        [1, '<< /Type /Catalog /Pages 2 0 R >>'],
        [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
        [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>'],
        [4, plain('4 0 5 5 << /A 4 0 R >> 5', '/Type /ObjStm /N 4 0 R /First 5 0 R /Extends 4 0 R')],
        [5, '5 0 R'],
      ]),
    ),
  ),
  pdf('references in a circle', () =>
    onePage('', {
      page: '/Contents 10 0 R /MediaBox 11 0 R /Resources 12 0 R /Rotate 10 0 R',
      objects: [
        [10, '11 0 R'],
        [11, '12 0 R'],
        [12, '10 0 R'],
      ],
    }),
  ),
  pdf('a catalogue that is its own page tree', () =>
    pdfFile(
      new Map<number, PdfBody>([
        [1, '<< /Type /Catalog /Pages 1 0 R /Kids [1 0 R] /Count 3 /Parent 1 0 R >>'],
      ]),
    ),
  ),
  pdf('a page whose parent is the page', () =>
    pdfFile(
      new Map<number, PdfBody>([
        [1, '<< /Type /Catalog /Pages 2 0 R >>'],
        [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 /Parent 3 0 R >>'],
        [3, '<< /Type /Page /Parent 3 0 R /Contents 4 0 R >>'],
        [4, plain('0 0 10 10 re f')],
      ]),
    ),
  ),
  pdf('a startxref that points at itself', () =>
    Buffer.from(
      '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\nstartxref\n54\n%%EOF\n'.repeat(20_000),
    ),
  ),
  pdf('encryption with itself', () =>
    onePage('', {
      trailer: '/Encrypt 10 0 R /ID [(a) (b)]',
      objects: [[10, '<< /Filter /Standard /V 10 0 R /R 10 0 R /Length 10 0 R >>']],
    }),
  ),
  pdf('encryption of 2,000,000,000 rounds', () =>
    onePage('', {
      trailer: '/Encrypt 10 0 R /ID [(a) (b)]',
      objects: [
        [
          10,
          `<< /Filter /Standard /V 5 /R 6 /Length 2000000000 /P -1 /O (${'a'.repeat(48)}) /U (${'b'.repeat(48)}) /OE (${'c'.repeat(32)}) /UE (${'d'.repeat(32)}) /Perms (${'e'.repeat(16)}) >>`,
        ],
      ],
    }),
  ),
  pdf('operators that hold themselves: a glyph, a pattern and a form in a circle', () =>
    onePage('/Pattern cs /P scn 0 0 600 700 re f BT /T 12 Tf (AAA) Tj ET /X Do', {
      resources: '/Font << /F1 5 0 R /T 11 0 R >> /Pattern << /P 12 0 R >> /XObject << /X 13 0 R >>',
      objects: [
        [
          11,
          '<< /Type /Font /Subtype /Type3 /FontMatrix [0.1 0 0 0.1 0 0] /FontBBox [0 0 10 10] /FirstChar 65 /LastChar 65 /Widths [10] /Encoding << /Differences [65 /A] >> /CharProcs << /A 14 0 R >> /Resources 15 0 R >>',
        ],
        [
          12,
          plain(
            '/X Do BT /T 12 Tf (AAA) Tj ET',
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 5 /YStep 5 /Resources 15 0 R',
          ),
        ],
        [
          13,
          plain(
            '/Pattern cs /P scn 0 0 60 70 re f BT /T 12 Tf (AAA) Tj ET /X Do',
            '/Type /XObject /Subtype /Form /BBox [0 0 600 700] /Resources 15 0 R',
          ),
        ],
        [14, plain('10 0 d0 /X Do /Pattern cs /P scn 0 0 60 70 re f BT /T 12 Tf (AAA) Tj ET')],
        [15, '<< /Font << /T 11 0 R >> /Pattern << /P 12 0 R >> /XObject << /X 13 0 R >> >>'],
      ],
    }),
  ),
  pdf('glyphs that show glyphs of other fonts', () =>
    onePage('BT /T0 12 Tf (AAAA) Tj ET', {
      resources: '/Font << /F1 5 0 R /T0 100 0 R >>',
      objects: Array.from({ length: 12 }, (_, i): [number, PdfBody][] => [
        [
          100 + i,
          `<< /Type /Font /Subtype /Type3 /FontMatrix [0.1 0 0 0.1 0 0] /FontBBox [0 0 10 10] /FirstChar 65 /LastChar 65 /Widths [10] /Encoding << /Differences [65 /A] >> /CharProcs << /A ${200 + i} 0 R >> /Resources << /Font << /T ${101 + i} 0 R >> >> >>`,
        ],
        [200 + i, plain('10 0 d0 BT /T 1 Tf (AAAAAAAAAA) Tj ET')],
      ]).flat(),
    }),
  ),
  pdf('500 pages of a line of text on a picture', () =>
    pages(
      500,
      plain('q 612 0 0 792 0 0 cm /I Do Q BT /F1 12 Tf 72 700 Td (one line of text) Tj ET'),
      '/Font << /F1 5 0 R >> /XObject << /I 20 0 R >>',
      [[20, grey]],
    ),
  ),
  pdf('500 pages of garbled text', () =>
    pages(
      500,
      plain(`BT /F1 12 Tf 72 700 Td ${'(bcdfg hjklm npqrs tvwxz) Tj 0 -14 Td '.repeat(40)} ET`),
      '/Font << /F1 5 0 R >>',
    ),
  ),
  pdf('a page of 10,000,000 dots that is read by OCR', () =>
    onePage('', {
      page: '/Contents [20 0 R]',
      objects: [
        [
          20,
          packed(
            Array.from({ length: 60_000 }, (_, i) => `${(i * 37) % 612} ${(i * 91) % 792} 1.5 1.5 re`)
              .join('\n')
              .concat('\nf'),
          ),
        ],
      ],
    }),
  ),
];
