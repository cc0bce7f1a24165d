/**
 * PDF files that use what is seldom in files, and use it oddly: several such things in each, drawn at random. They are
 * what suites of viewers hold, which go wrong one feature at a time.
 */
import type { Attack } from './attack.js';
import { Chance } from './fuzz/chance.js';
import { onePage, type PdfBody, packed, plain } from './pdf-file.js';
import { probed } from './probe.js';

/** Files; the tests run one of each `EVERY`, the report all. */
const FILES = 600;
const EVERY = 30;

/** What something odd adds to a file of one page. Objects are numbered from the number that it is given. */
interface Oddity {
  readonly page?: string;
  readonly resources?: string;
  readonly catalog?: string;
  readonly content?: string;
  readonly objects?: readonly PdfBody[];
}

type Maker = (chance: Chance, first: number) => Oddity;

const bytes = (chance: Chance, most: number) => Buffer.from(chance.bytes(chance.int(most)));

const number = (chance: Chance) =>
  chance.of(['-1', '0', '1', '0.001', '-72', '7', '612', '1e5', '99999', '-0.5', '3.14', '2147483647']);
const numbers = (chance: Chance, count: number) =>
  Array.from({ length: count }, () => number(chance)).join(' ');

/** A text in a font that the oddity brings along. */
const shown = (name: string, text: string) => `BT /${name} 14 Tf 72 600 Td ${text} Tj ET`;

/** A font that is read by codes of two bytes, and the objects it needs. */
function compositeFont(chance: Chance, first: number): Oddity {
  const encoding = chance.of(['/Identity-H', '/Identity-V', '/UniJIS-UTF16-V', '/None', `${first + 2} 0 R`]);
  const widths = chance.of([
    '[0 [500 600 700]]',
    '[0 65535 1000]',
    '[5 1 300]',
    '[65535 [1]]',
    '[0 0 R]',
    '/None',
  ]);
  const ranges = chance.of([
    '<0000> <FFFF> <0041>',
    '<0041> <0040> <0041>',
    '<0000> <00FF> [<0041> <0042>]',
    '<00> <FFFFFF> <D800>',
    '<0041> <0045> <0041004200430044004500460047>',
    '<0041> <0045> <>',
  ]);
  return {
    resources: `/Font << /F1 5 0 R /C ${first} 0 R >>`,
    content: shown('C', chance.of(['<004100420043>', '<0041004>', '<>', '(odd)', '<FFFFFFFF0000>'])),
    objects: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding ${encoding} /DescendantFonts [${first + 1} 0 R] /ToUnicode ${first + 2} 0 R >>`,
      `<< /Type /Font /Subtype /CIDFontType${chance.of(['0', '2', '7'])} /BaseFont /Odd /CIDSystemInfo << /Registry (Adobe) /Ordering (${chance.of(['Identity', 'Japan1', 'None'])}) /Supplement 0 >> /W ${widths} /W2 [0 [${numbers(chance, 3)}]] /DW2 [${numbers(chance, 2)}] /DW ${number(chance)} >>`,
      plain(
        `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange ${number(chance)} beginbfrange ${ranges} endbfrange endcmap`,
        '/Type /CMap /CMapName /Odd /WMode 1',
      ),
    ],
  };
}

function glyphProcedures(chance: Chance, first: number): Oddity {
  const glyph = chance.of([
    `${numbers(chance, 2)} d0 /T 1 Tf (a) Tj`,
    `${numbers(chance, 6)} d1 0 0 500 500 re f`,
    'BT /T 1 Tf (aa) Tj ET',
    '/X Do',
    'q q q',
    'BI /W 8 /H 8 /BPC 1 /IM true ID 12345678 EI',
  ]);
  return {
    resources: `/Font << /F1 5 0 R /T ${first} 0 R >>`,
    content: shown('T', '(aaa)'),
    objects: [
      `<< /Type /Font /Subtype /Type3 /FontBBox [${numbers(chance, 4)}] /FontMatrix [${chance.of(['0.001 0 0 0.001 0 0', '0 0 0 0 0 0', '1 0 0 -1 0 0', '1'])}] /CharProcs << /a ${first + 1} 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar ${chance.of(['97', '96', '70000', '-1'])} ${chance.percent(60) ? '/Widths [500]' : ''} /Resources << /Font << /T ${first} 0 R >> /XObject << /X ${first + 1} 0 R >> >> >>`,
      plain(glyph, chance.percent(50) ? '/Type /XObject /Subtype /Form /BBox [0 0 9 9]' : ''),
    ],
  };
}

function simpleFont(chance: Chance, first: number): Oddity {
  const kind = chance.of(['Type1', 'TrueType', 'MMType1', 'Type1C']);
  const file = chance.of(['FontFile', 'FontFile2', 'FontFile3']);
  return {
    resources: `/Font << /F1 5 0 R /S ${first} 0 R >>`,
    content: shown('S', '(odd text)'),
    objects: [
      `<< /Type /Font /Subtype /${kind} /BaseFont /Odd /FontDescriptor ${first + 1} 0 R /FirstChar ${number(chance)} /Encoding ${chance.of(['/MacExpertEncoding', '/None', '<< /Differences [111 /uni110000 100 /g999999999] >>'])} >>`,
      `<< /Type /FontDescriptor /FontName /Odd /Flags ${number(chance)} /FontBBox [${numbers(chance, 4)}] /${file} ${first + 2} 0 R >>`,
      plain(
        Buffer.concat([
          chance.of([
            Buffer.from('OTTO\0\x02'),
            Buffer.from('\0\x01\0\0\0\x09'),
            Buffer.from('%!PS-AdobeFont-1.0'),
          ]),
          bytes(chance, 400),
        ]),
        `/Subtype /${chance.of(['Type1C', 'CIDFontType0C', 'OpenType'])} /Length1 ${number(chance)} /Length2 ${number(chance)}`,
      ),
    ],
  };
}

function picture(chance: Chance, first: number): Oddity {
  const filter = chance.of([
    '/DCTDecode',
    '/JPXDecode',
    '/JBIG2Decode',
    '/CCITTFaxDecode',
    '/RunLengthDecode',
    '/LZWDecode',
    '[/ASCII85Decode /FlateDecode]',
  ]);
  const parameters = chance.of([
    '',
    `/DecodeParms << /K ${number(chance)} /Columns ${number(chance)} /Rows ${number(chance)} /EndOfLine true /EncodedByteAlign true >>`,
    `/DecodeParms << /JBIG2Globals ${first + 1} 0 R >>`,
    '/DecodeParms << /Predictor 15 /Colors 99 /BitsPerComponent 16 /Columns 3 >>',
  ]);
  const colours = chance.of([
    '/DeviceGray',
    '/DeviceCMYK',
    '/Pattern',
    '[/Indexed /DeviceRGB 255 (abc)]',
    `[/ICCBased ${first + 1} 0 R]`,
    '[/Separation /Odd /DeviceCMYK << /FunctionType 2 /N 1 /Domain [0 1] >>]',
    '[/DeviceN [/A /B] /Pattern 7]',
    '[/Lab << /WhitePoint [0 0 0] >>]',
  ]);
  const head = chance.of([
    Buffer.from([0xff, 0xd8, 0xff, 0xc2, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0, 0xff, 0xda]),
    Buffer.from([0xff, 0x4f, 0xff, 0x51, 0, 41]),
    Buffer.from([0, 0, 0, 0, 0x30, 0, 1, 0, 0, 0, 19, 0, 0, 0, 16, 0, 0, 0, 16]),
    Buffer.alloc(0),
  ]);
  return {
    resources: `/XObject << /I ${first} 0 R >>`,
    content: `q ${numbers(chance, 6)} cm /I Do Q q 90 0 0 90 300 300 cm /I Do Q`,
    objects: [
      plain(
        Buffer.concat([head, bytes(chance, 300)]),
        `/Type /XObject /Subtype /Image /Width ${chance.of(['16', '1', '0', '-5', '3000'])} /Height ${chance.of(['16', '1', '70000'])} /BitsPerComponent ${chance.of(['1', '2', '8', '16', '3'])} /ColorSpace ${colours} /Filter ${filter} ${parameters} ${chance.percent(30) ? `/SMask ${first} 0 R` : ''} ${chance.percent(20) ? '/ImageMask true' : ''} /Decode [${numbers(chance, 2)}]`,
      ),
      plain(bytes(chance, 200), '/N 3'),
    ],
  };
}

const inlinePicture: Maker = (chance) => ({
  content: `q 50 0 0 50 100 100 cm BI /W ${number(chance)} /H ${chance.of(['1', '8', '-8', '9999'])} /BPC ${chance.of(['1', '8', '99'])} /CS ${chance.of(['/G', '/CMYK', '[/I /RGB 1 <000000FFFFFF>]', '/None'])} ${chance.of(['', '/F /AHx', '/F [/A85 /Fl]', '/F /CCF /DP << /K -1 >>', '/F /DCT'])} ID ${bytes(chance, 60).toString('latin1')}${chance.of(['\nEI', ' EI', 'EI', ''])} Q`,
});

const pattern: Maker = (chance, first) => ({
  resources: `/Pattern << /P ${first} 0 R >> /XObject << /PX ${first + 1} 0 R >>`,
  content: '/Pattern cs /P scn 50 50 300 300 re f /Pattern CS /P SCN 10 w 60 60 200 200 re S',
  objects: [
    plain(
      chance.of(['/P scn 0 0 5 5 re f', '/PX Do', '0 0 5 5 re f', 'BT /F1 5 Tf (a) Tj ET']),
      `/Type /Pattern /PatternType ${chance.of(['1', '2', '3'])} /PaintType ${chance.of(['1', '2', '9'])} /TilingType 1 /BBox [${numbers(chance, 4)}] /XStep ${chance.of(['5', '0', '-5', '50'])} /YStep ${chance.of(['5', '0', '40'])} /Matrix [${chance.of(['1 0 0 1 0 0', '0 0 0 0 0 0', '1 1 1 1 0 0'])}] /Resources << /Pattern << /P ${first} 0 R >> /XObject << /PX ${first + 1} 0 R >> >>`,
    ),
    plain(
      '/Pattern cs /P scn 0 0 9 9 re f',
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency /K true /CS /None >> /Resources << /Pattern << /P ${first} 0 R >> >>`,
    ),
  ],
});

const shading: Maker = (chance, first) => ({
  resources: `/Shading << /Sh ${first} 0 R >> /ExtGState << /G << /SMask << /S /Luminosity /G ${first + 2} 0 R /TR ${first + 1} 0 R >> /BM [/None /Multiply] /ca ${number(chance)} /Font [${first} 0 R 7] >> >>`,
  content: 'q 100 100 200 200 re W n /G gs /Sh sh Q',
  objects: [
    `<< /ShadingType ${chance.of(['1', '2', '3', '8'])} /ColorSpace ${chance.of(['/DeviceRGB', '/DeviceN', '/Pattern'])} /Coords [${numbers(chance, chance.of([4, 6, 1]))}] /Domain [${numbers(chance, 2)}] /Extend [true true] /Function ${first + 1} 0 R >>`,
    chance.of<PdfBody>([
      `<< /FunctionType 3 /Domain [0 1] /Functions [${first + 1} 0 R] /Bounds [${numbers(chance, 3)}] /Encode [0 1] >>`,
      '<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 1] /N -1 >>',
      plain(
        '{ dup 0 eq { pop } { 1 sub } ifelse { } repeat roll -1 -1 roll }',
        '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1]',
      ),
      plain('abc', '/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [9] /BitsPerSample 32'),
    ]),
    plain(
      '/Sh sh',
      `/Type /XObject /Subtype /Form /BBox [${numbers(chance, 4)}] /Resources << /Shading << /Sh ${first} 0 R >> >>`,
    ),
  ],
});

const layers: Maker = (chance, first) => ({
  catalog: `/OCProperties << /OCGs [${first} 0 R ${first + 1} 0 R] /D << /BaseState ${chance.of(['/OFF', '/Unchanged', '7'])} /ON [${first} 0 R] /OFF [${first} 0 R] /Order [[[${first} 0 R]]] /AS [7] >> >>`,
  resources: `/Properties << /L ${chance.of([`${first}`, `${first + 1}`])} 0 R >>`,
  content: `/OC /L BDC ${shown('F1', '(in a layer)')} EMC EMC /OC /None BDC ${shown('F1', '(in none)')}`,
  objects: [
    '<< /Type /OCG /Name (One) /Usage << /View 7 >> >>',
    `<< /Type /OCMD /OCGs [${first} 0 R ${first + 1} 0 R null] /P ${chance.of(['/AllOff', '/AnyOn', '/None'])} /VE [/Not [/Or ${first + 1} 0 R [/And]]] >>`,
  ],
});

const annotations: Maker = (chance, first) => ({
  page: `/Annots [${first} 0 R ${first + 1} 0 R ${first} 0 R 7 null]`,
  catalog: chance.percent(50)
    ? `/AcroForm << /Fields [${first} 0 R] /NeedAppearances true /DA (/None 0 Tf ${number(chance)} g) >>`
    : '',
  objects: [
    `<< /Type /Annot /Subtype /${chance.of(['Widget', 'FreeText', 'Stamp', 'Ink', 'Popup', 'Odd', 'Redact'])} /FT /${chance.of(['Tx', 'Btn', 'Ch', 'Sig', 'No'])} /T (f) /V ${chance.of(['(value)', '/On', '[(a) (b)]', `${first} 0 R`, '<FEFF>'])} /Rect [${numbers(chance, 4)}] /AP ${chance.of(['<< /N 7 >>', `<< /N << /On ${first + 1} 0 R >> >>`, `<< /N ${first} 0 R >>`, 'null'])} /AS /None /Ff ${number(chance)} /MaxLen ${number(chance)} /Q 9 /Opt [[] 7 [(a)]] /InkList [[1] []] /QuadPoints [1 2 3] /MK << /R 45 /CA () >> >>`,
    plain(
      'q 1 0 0 1 0 0 cm /Tx BMC BT /None 0 Tf (appearance) Tj ET',
      `/Type /XObject /Subtype /Form /BBox [${numbers(chance, 4)}] /Matrix [${numbers(chance, 6)}]`,
    ),
  ],
});

const sheet: Maker = (chance) => ({
  page: `/MediaBox [${chance.of(['612 792 0 0', '-612 -792 0 0', '0 0 612 0', '100 100 100 100', '0 0 14400 14400', '0 0 1 1', '0 0 612 792 9', '(a) 0 612 792'])}] /CropBox [${numbers(chance, 4)}] /Rotate ${chance.of(['90', '-90', '450', '45', '180.0', '/None'])} /UserUnit ${chance.of(['1', '0', '-2', '75', '1e9', '0.001'])}`,
  catalog: chance.of([
    `/PageLabels << /Nums [${number(chance)} << /S /r /St ${number(chance)} /P (\\000) >> 0] >>`,
    '/PageLabels << /Kids [1 0 R] >>',
    '/Outlines 1 0 R /Dests 1 0 R /Names 1 0 R',
    '/StructTreeRoot << /K [<< /K 0 /Pg 3 0 R /ActualText (a) >>] /ParentTree << /Nums [0 7] >> >> /MarkInfo << /Marked true >>',
    '/Version /9.9 /Extensions 7 /Lang 7 /ViewerPreferences 7 /OpenAction 1 0 R',
  ]),
});

const form: Maker = (chance, first) => ({
  resources: `/XObject << /X ${first} 0 R >>`,
  content: `q /X Do ${numbers(chance, 6)} cm /X Do`,
  objects: [
    packed(
      `${shown('F1', '(in a form)')} /X Do ${chance.of(['Q Q Q', 'q q', 'BT', 'EMC', '/None gs', '1 0 0 RG'])}`,
      `/Type /XObject /Subtype /Form /BBox [${numbers(chance, 4)}] /Matrix [${chance.of(['1 0 0 1 0 0', '0 0 0 0 0 0', '1e9 0 0 1e9 0 0'])}] /Resources << /Font << /F1 5 0 R >> /XObject << /X ${first} 0 R >> >>`,
    ),
  ],
});

const state: Maker = (chance) => ({
  content: [
    `${number(chance)} Tc ${number(chance)} Tw ${number(chance)} Tz ${number(chance)} TL ${number(chance)} Ts ${chance.of(['0', '3', '7', '99'])} Tr`,
    `BT /F1 ${number(chance)} Tf ${numbers(chance, 6)} Tm [(a) ${number(chance)} (b) null [1]] TJ T* (c) ' ${numbers(chance, 2)} (d) " ET`,
    `${number(chance)} w [${numbers(chance, 2)}] ${number(chance)} d ${numbers(chance, 4)} re ${chance.of(['f', 'S', 'B*', 'W n', 'h'])}`,
    `${numbers(chance, 6)} cm /Span << /ActualText (\\376\\377\\330) /MCID -1 >> BDC (e) Tj EMC`,
  ].join('\n'),
});

const MAKERS: readonly Maker[] = [
  compositeFont,
  glyphProcedures,
  simpleFont,
  picture,
  inlinePicture,
  pattern,
  shading,
  layers,
  annotations,
  sheet,
  form,
  state,
];

/** Where the objects of the first oddity begin, and how many each may have. */
const FIRST = 20;
const ROOM = 10;

/** Some things that odd programs do to a whole file. */
function damaged(file: Uint8Array, chance: Chance): Uint8Array {
  const text = Buffer.from(file).toString('latin1');
  const edit = chance.of<(whole: string) => string>([
    (whole) => whole,
    (whole) => whole,
    (whole) => whole.replace(/startxref\n\d+/u, 'startxref\n7'),
    (whole) => whole.slice(0, -chance.int(200)),
    (whole) => `${whole.slice(0, 200)}${whole}`,
    (whole) => whole.replaceAll('endobj', chance.of(['', 'endob', 'obj'])),
    (whole) =>
      whole.replace(
        '%PDF-1.7\n',
        '%PDF-1.7\n9 0 obj << /Linearized 1 /L 5 /H [0 0] /O 3 /E 9 /N 9999 /T 7 >> endobj\n',
      ),
    (whole) => whole.replaceAll('/Length ', '/Length 1'),
    (whole) => whole.replace('trailer\n<<', 'trailer\n<< /Prev 9 /XRefStm 15'),
  ]);
  return Buffer.from(edit(text), 'latin1');
}

const ENCRYPTIONS = [
  '/Filter /Standard /V 1 /R 2 /P -4',
  '/Filter /Standard /V 4 /R 4 /Length 128 /CF << /StdCF << /CFM /None >> >> /StmF /StdCF /StrF /None /P -4',
  '/Filter /Standard /V 5 /R 5 /Length 256 /P -4',
  '/Filter /Odd /V 9',
];

function assorted(chance: Chance): Uint8Array {
  const chosen = Array.from({ length: 1 + chance.int(4) }, (_, i) =>
    chance.of(MAKERS)(chance, FIRST + i * ROOM),
  );
  const together = (member: 'page' | 'resources' | 'catalog') =>
    chosen.map((oddity) => oddity[member] ?? '').join(' ');
  const isEncrypted = chance.percent(8);
  const file = onePage(chosen.map(({ content = '' }) => content).join('\n'), {
    page: together('page'),
    resources: together('resources'),
    catalog: together('catalog'),
    trailer: isEncrypted ? '/Encrypt 10 0 R /ID [(a) (b)]' : '',
    objects: [
      ...(isEncrypted
        ? [[10, `<< ${chance.of(ENCRYPTIONS)} /O (${'o'.repeat(48)}) /U (${'u'.repeat(48)}) >>`] as const]
        : []),
      ...chosen.flatMap(({ objects = [] }, i) =>
        objects.map((body, k) => [FIRST + i * ROOM + k, body] as const),
      ),
    ],
  });
  return damaged(file, chance);
}

/** A page filled with a pattern of such a step. */
const stepped = (step: string): Attack => ({
  name: `a pattern with steps of ${step}`,
  make: () =>
    probed(
      onePage('/Pattern cs /P scn 50 50 300 300 re f', {
        resources: '/Pattern << /P 10 0 R >>',
        objects: [
          [
            10,
            plain(
              '0 0 5 5 re f',
              `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep ${step} /Resources << >>`,
            ),
          ],
        ],
      }),
      { ocrLevel: 0 },
    ),
});

/** A picture of pixels that are no whole number, on a page with a unit of its own, which pdf.js reads. */
const fractional: Attack = {
  name: 'a picture that is 3.14 pixels wide',
  walled: true,
  make: () =>
    probed(
      onePage(
        'BT /F1 14 Tf 72 600 Td (text) Tj ET q 50 0 0 50 100 100 cm BI /W 3.14 /H 9999 /BPC 8 /CS /G ID grey EI Q',
        {
          page: '/UserUnit 2',
        },
      ),
      { ocrLevel: 0 },
    ),
};

/** A font whose codes are mapped by one range of as many as three bytes have. */
const widelyMapped: Attack = {
  name: 'a mapping of 16,777,216 codes',
  walled: true,
  make: () =>
    probed(
      onePage(shown('C', '<0041>'), {
        resources: '/Font << /F1 5 0 R /C 10 0 R >>',
        objects: [
          [
            10,
            '<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>',
          ],
          [
            11,
            '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
          ],
          [
            12,
            plain(
              'begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <00> <FFFFFF> <D800> endbfrange endcmap',
            ),
          ],
        ],
      }),
      { ocrLevel: 0 },
    ),
};

export const attacks: readonly Attack[] = [
  widelyMapped,
  stepped('0'),
  stepped('0.00000001'),
  fractional,
  ...Array.from({ length: FILES }, (_, i) => ({
    name: `odd file ${i}`,
    slow: i % EVERY !== 0,
    make: () => probed(assorted(new Chance(i + 1)), { ocrLevel: 0 }),
  })),
];
