/** PDF files with annotations, fields and pictures without measure. */
import type { Attack } from './attack.js';
import { onePage, type PdfBody, packed, plain } from './pdf-file.js';
import { probed } from './probe.js';

const MILLION = 1_000_000;

function pdf(name: string, make: () => Uint8Array): Attack {
  return { name, make: () => probed(make()) };
}

const references = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${from + i} 0 R`).join(' ');

/** A form with these fields. */
export function acroForm(
  fields: string,
  objects: Iterable<readonly [number, PdfBody]>,
  page = '',
): Uint8Array {
  return onePage('', {
    catalog: `/AcroForm << /Fields [${fields}] /DA (/F1 10 Tf) /DR << /Font << /F1 5 0 R >> >> >>`,
    page,
    objects,
  });
}

export const widget = (entries: string) =>
  `<< /Type /Annot /Subtype /Widget /Rect [100 100 300 120] /DA (/F1 10 Tf) ${entries} >>`;

/** Shading of a mesh whose data are these bytes. */
function mesh(type: number, entries: string, data: Uint8Array): [number, PdfBody] {
  return [
    20,
    packed(
      data,
      `/ShadingType ${type} /ColorSpace /DeviceRGB /BitsPerCoordinate 8 /BitsPerComponent 8 /Decode [0 612 0 792 0 1 0 1 0 1] ${entries}`,
    ),
  ];
}

const shaded = { resources: '/Shading << /S 20 0 R >>' };

function picture(entries: string, data: string | Uint8Array): Uint8Array {
  return onePage('q 612 0 0 792 0 0 cm /I Do Q', {
    resources: '/XObject << /I 20 0 R >>',
    objects: [[20, plain(data, `/Type /XObject /Subtype /Image ${entries}`)]],
  });
}

const fax = (columns: number, rows: number) =>
  picture(
    `/Width ${columns} /Height ${rows} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${columns} /Rows ${rows} >>`,
    Buffer.alloc(200_000, 0x26),
  );

export const attacks: readonly Attack[] = [
  pdf('100,000 annotations', () =>
    onePage('', {
      page: `/Annots [${references(100, 100_000)}]`,
      objects: Array.from({ length: 100_000 }, (_, i): [number, PdfBody] => [
        100 + i,
        '<< /Type /Annot /Subtype /Square /Rect [10 10 600 600] /C [1 0 0] /Contents (a) >>',
      ]),
    }),
  ),
  pdf('one annotation 1,000,000 times', () =>
    onePage('', {
      page: `/Annots [${'10 0 R '.repeat(MILLION)}]`,
      objects: [[10, '<< /Type /Annot /Subtype /Text /Rect [10 10 600 600] /Contents (a) >>']],
    }),
  ),
  pdf('100,000 fields', () =>
    acroForm(
      references(100, 100_000),
      Array.from({ length: 100_000 }, (_, i): [number, PdfBody] => [
        100 + i,
        widget(`/FT /Tx /T (f${i}) /V (value)`),
      ]),
      `/Annots [${references(100, 100_000)}]`,
    ),
  ),
  pdf('one field 300,000 times', () =>
    acroForm(
      '10 0 R '.repeat(300_000),
      [[10, widget('/FT /Tx /T (f) /V (value)')]],
      `/Annots [${'10 0 R '.repeat(300_000)}]`,
    ),
  ),
  pdf('fields that share children', () =>
    acroForm(
      '20 0 R',
      Array.from({ length: 30 }, (_, i): [number, PdfBody] => [
        20 + i,
        i === 29
          ? widget('/FT /Tx /T (leaf) /V (value)')
          : `<< /T (n${i}) /Kids [${`${21 + i} 0 R `.repeat(10)}] >>`,
      ]),
    ),
  ),
  pdf('signatures that share parents', () =>
    acroForm(
      '20 0 R',
      Array.from({ length: 30 }, (_, i): [number, PdfBody] => [
        20 + i,
        i === 29
          ? widget('/FT /Sig /T (leaf) /V << /Type /Sig >>')
          : `<< /T (n${i}) /Kids [${`${21 + i} 0 R `.repeat(10)}] >>`,
      ]),
      '/Annots [49 0 R]',
    ),
  ),
  pdf('a field that is its own child', () =>
    acroForm('20 0 R', [[20, '<< /T (a) /Kids [20 0 R 20 0 R] >>']]),
  ),
  pdf('a chain of 20,000 parents', () =>
    acroForm(
      '100 0 R',
      Array.from({ length: 20_000 }, (_, i): [number, PdfBody] => [
        100 + i,
        i === 19_999
          ? widget(`/FT /Tx /T (leaf) /V (value) /Parent ${99 + i} 0 R`)
          : `<< /T (n) /Kids [${101 + i} 0 R] ${i > 0 ? `/Parent ${99 + i} 0 R` : ''} >>`,
      ]),
      '/Annots [20099 0 R]',
    ),
  ),
  pdf('1,000 fields at the end of a chain of 20,000 parents', () =>
    acroForm(
      '100 0 R',
      [
        ...Array.from({ length: 20_000 }, (_, i): [number, PdfBody] => [
          100 + i,
          `<< /T (n) ${i > 0 ? `/Parent ${99 + i} 0 R` : ''} /Kids [${i === 19_999 ? references(30_000, 1000) : `${101 + i} 0 R`}] >>`,
        ]),
        ...Array.from({ length: 1000 }, (_, i): [number, PdfBody] => [
          30_000 + i,
          widget('/FT /Tx /T (leaf) /V (value) /Parent 20099 0 R'),
        ]),
      ],
      `/Annots [${references(30_000, 1000)}]`,
    ),
  ),
  pdf('parents in a circle', () =>
    acroForm(
      '20 0 R',
      [
        [20, '<< /T (a) /Parent 21 0 R /Kids [21 0 R] >>'],
        [21, widget('/T (b) /Parent 20 0 R /FT /Tx /V (value) /Kids [20 0 R]')],
      ],
      '/Annots [21 0 R]',
    ),
  ),
  pdf('a value of 30 MB', () =>
    acroForm(
      '20 0 R',
      [[20, widget(`/FT /Tx /T (a) /V (${'text '.repeat(6 * MILLION)})`)]],
      '/Annots [20 0 R]',
    ),
  ),
  pdf('a name of 30 MB', () =>
    acroForm(
      '20 0 R',
      [[20, widget(`/FT /Tx /T (${'text '.repeat(6 * MILLION)}) /V (value)`)]],
      '/Annots [20 0 R]',
    ),
  ),
  pdf('a name of 1 MB of 1,000 fields', () =>
    acroForm(
      '20 0 R',
      [
        [20, `<< /T (${'n'.repeat(MILLION)}) /Kids [${references(100, 1000)}] >>`],
        ...Array.from({ length: 1000 }, (_, i): [number, PdfBody] => [
          100 + i,
          widget('/FT /Tx /T (leaf) /V (value) /Parent 20 0 R'),
        ]),
      ],
      `/Annots [${references(100, 1000)}]`,
    ),
  ),
  pdf('a comment of 30 MB', () =>
    onePage('', {
      page: '/Annots [10 0 R]',
      objects: [
        [
          10,
          `<< /Type /Annot /Subtype /FreeText /Rect [10 10 600 600] /DA (/F1 10 Tf) /Contents (${'text '.repeat(6 * MILLION)}) >>`,
        ],
      ],
    }),
  ),
  pdf('a list of 500,000 choices', () =>
    acroForm(
      '20 0 R',
      [
        [
          20,
          widget(
            `/FT /Ch /T (a) /V (o5) /Opt [${Array.from({ length: 500_000 }, (_, i) => `(o${i})`).join('')}]`,
          ),
        ],
      ],
      '/Annots [20 0 R]',
    ),
  ),
  pdf('1,000 lists of 100,000 shared choices', () =>
    acroForm(
      references(100, 1000),
      [
        [20, `[${Array.from({ length: 100_000 }, (_, i) => `(o${i})`).join('')}]`],
        ...Array.from({ length: 1000 }, (_, i): [number, PdfBody] => [
          100 + i,
          widget(`/FT /Ch /Ff 131072 /T (a${i}) /V (o99999) /Opt 20 0 R`),
        ]),
      ],
      `/Annots [${references(100, 1000)}]`,
    ),
  ),
  pdf('metadata of 30 MB', () =>
    onePage('', {
      trailer: '/Info 10 0 R',
      objects: [[10, `<< /Title (${'text '.repeat(6 * MILLION)}) >>`]],
    }),
  ),
  pdf('a field of a comb of 2,000,000,000 cells', () =>
    acroForm(
      '20 0 R',
      [[20, widget('/FT /Tx /T (a) /V (value) /Ff 16777216 /MaxLen 2000000000')]],
      '/Annots [20 0 R]',
    ),
  ),
  pdf('a mesh of 10,000,000 free triangles', () =>
    onePage('/S sh', { ...shaded, objects: [mesh(4, '/BitsPerFlag 8', new Uint8Array(60 * MILLION))] }),
  ),
  pdf('a lattice of 10,000,000 points', () =>
    onePage('/S sh', { ...shaded, objects: [mesh(5, '/VerticesPerRow 2', new Uint8Array(50 * MILLION))] }),
  ),
  pdf('a lattice with rows of 2,000,000,000 points', () =>
    onePage('/S sh', {
      ...shaded,
      objects: [mesh(5, '/VerticesPerRow 2000000000', new Uint8Array(50 * MILLION))],
    }),
  ),
  pdf('a mesh of 500,000 patches', () =>
    onePage('/S sh', {
      ...shaded,
      objects: [
        mesh(
          7,
          '/BitsPerFlag 8',
          Buffer.alloc(
            45 * 300_000,
            Buffer.from([0, ...Array.from({ length: 44 }, (_, i) => (i * 37) % 256)]),
          ),
        ),
      ],
    }),
  ),
  pdf('a shading by a function over a huge domain', () =>
    onePage('/S sh', {
      ...shaded,
      objects: [
        [
          20,
          '<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1e9 0 1e9] /Matrix [1e-6 0 0 1e-6 0 0] /Function 21 0 R >>',
        ],
        [
          21,
          plain(
            `{ ${'dup mul sqrt '.repeat(2000)} dup dup }`,
            '/FunctionType 4 /Domain [0 1e9 0 1e9] /Range [0 1 0 1 0 1]',
          ),
        ],
      ],
    }),
  ),
  pdf('a fax of 2,000,000,000 columns', () => fax(2_000_000_000, 1)),
  pdf('a fax of 100,000,000 columns', () => fax(100_000_000, 100)),
  pdf('a fax of 60,000 columns and rows', () => fax(60_000, 60_000)),
  pdf('a fax of 7,500 columns and rows', () => fax(7500, 7500)),
  pdf('a picture of 2,000,000,000 columns in JBIG2', () =>
    picture(
      '/Width 2000000000 /Height 10 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
      Buffer.alloc(1000),
    ),
  ),
  pdf('a picture of few bytes and 60,000,000 pixels, 500 times', () =>
    onePage('q 612 0 0 792 0 0 cm /I Do Q '.repeat(500), {
      resources: '/XObject << /I 20 0 R >>',
      objects: [
        [
          20,
          packed(
            new Uint8Array(7700 * 7700),
            '/Type /XObject /Subtype /Image /Width 7700 /Height 7700 /ColorSpace /DeviceGray /BitsPerComponent 8',
          ),
        ],
      ],
    }),
  ),
  pdf('500 pictures of 50,000,000 pixels', () =>
    onePage(Array.from({ length: 500 }, (_, i) => `q 612 0 0 792 0 0 cm /I${i} Do Q`).join('\n'), {
      resources: `/XObject << ${Array.from({ length: 500 }, (_, i) => `/I${i} ${100 + i} 0 R`).join(' ')} >>`,
      objects: Array.from({ length: 500 }, (_, i): [number, PdfBody] => [
        100 + i,
        plain(
          '00',
          `/Type /XObject /Subtype /Image /Width 7000 /Height 7000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode`,
        ),
      ]),
    }),
  ),
  pdf('a picture in a thousand filters', () =>
    picture(
      `/Width 100 /Height 100 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter [${'/RunLengthDecode '.repeat(1000)}]`,
      Buffer.alloc(MILLION, 0x81),
    ),
  ),
];
