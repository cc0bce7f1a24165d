/** What PDFium is read without pdf.js for, though it does not report it itself; and what pdf.js is still asked. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { namesEncryption } from '../../../../src/reading/pdf/objects/encryption.js';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { decryptedObjects } from '../../../../src/reading/pdf/pdfium/decrypted.js';
import { PdfiumFile } from '../../../../src/reading/pdf/pdfium/file.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { makePdf, type PageParts, stream } from '../../../support/make-pdf.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

/** The file as PDFium reads it, and how often pdf.js was opened for it. */
async function open(bytes: Uint8Array) {
  const openOther = vi.fn(() => pdfjs().open(bytes, {}));
  const isEncrypted = namesEncryption(bytes);
  const objects = isEncrypted
    ? await decryptedObjects(new FileObjects(bytes), undefined)
    : new FileObjects(bytes);
  const file = await PdfiumFile.open({ bytes, password: undefined, objects, isEncrypted, openOther });
  files.push(file);
  return { file, openOther };
}

async function oracle(bytes: Uint8Array): Promise<PdfFile> {
  const file = await pdfjs().open(bytes, {});
  files.push(file);
  return file;
}

async function contentOf(file: PdfFile) {
  const { glyphs, ...rest } = await (await file.page(0)).content();
  const plain = glyphs.map(({ text, x, y, advance, mapped, inferred, actualText, style }) => ({
    text,
    at: [x, y, advance, style.size, style.spaceWidth ?? 0].map((length) => Math.round(length * 1e4)),
    mapped,
    inferred,
    actualText,
    operation: style.operation,
  }));
  return { glyphs: plain, damaged: rest.damaged };
}

const LIBERATION = readFileSync(
  createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
).toString('latin1');

/** A program of signs: it says which glyphs codes show, but not which characters those are. */
function withoutUnicode(program: string): string {
  const bytes = Buffer.from(program.replace('post', 'none'), 'latin1');
  const table = bytes.readUInt32BE(bytes.indexOf('cmap') + 8);
  for (let index = 0; index < bytes.readUInt16BE(table + 2); index++) {
    const platformAt = table + 4 + 8 * index;
    if (bytes.readUInt16BE(platformAt) === WINDOWS) bytes.writeUInt16BE(SIGNS, platformAt + 2);
    else bytes.writeUInt16BE(UNKNOWN, platformAt);
  }
  return bytes.toString('latin1');
}

const WINDOWS = 3;
const SIGNS = 0;
const UNKNOWN = 9;

const descriptor = (entries: string) =>
  `<< /Type /FontDescriptor /FontName /Made /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 ${entries} >>`;
const simple = (entries: string) =>
  `<< /Type /Font /BaseFont /Made /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] ${entries} >>`;
const composite = (entries = '') => [
  `<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [11 0 R] ${entries} >>`,
  '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /DW 500 /FontDescriptor 12 0 R ' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
  descriptor('/Flags 4 /FontFile2 13 0 R'),
  stream(LIBERATION),
];
const type3 = (entries: string) =>
  `<< /Type /Font /Subtype /Type3 /FirstChar 97 /LastChar 98 /CharProcs << /a 11 0 R /b 11 0 R /odd 11 0 R >> ${entries} >>`;
const square = stream('50 0 0 0 50 50 d1 0 0 50 50 re f');
const toUnicode = (pairs: string) => stream(`1 begincodespacerange <0000> <ffff> endcodespacerange ${pairs}`);

/** Text in the font of the object 10. */
const shown = (text: string, size = 12): PageParts => ({
  content: `BT /F3 ${size} Tf 72 700 Td ${text} Tj ET`,
  fonts: '/F3 10 0 R',
});

it.each<[string, PageParts, readonly string[], (readonly (readonly [string, string?])[])?]>([
  [
    'codes by their encoding',
    shown('(a\\200\\245)'),
    [
      simple('/Subtype /TrueType /Encoding /MacRomanEncoding /FontDescriptor 11 0 R'),
      descriptor('/Flags 32 /FontFile2 12 0 R'),
      stream(LIBERATION),
    ],
  ],
  [
    'names that say nothing',
    shown('(ab\\200)'),
    [
      simple(
        '/Subtype /Type1 /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [128 /odd] >> /FontDescriptor 11 0 R',
      ),
      descriptor('/Flags 32'),
    ],
  ],
  [
    'glyphs by the names in their program',
    shown('<0024004500030046>'),
    composite(),
    [['A'], ['b'], ['\u00a0'], ['c']],
  ],
  [
    'glyphs by their order',
    shown('<002400440062>'),
    [
      ...composite('/ToUnicode 14 0 R').slice(0, 3),
      stream('none'),
      toUnicode('1 beginbfrange <0024> <0027> <0041> endbfrange'),
    ],
    [['A'], ['a'], ['\0']],
  ],
  [
    'bitmaps with a map',
    shown('(aab)', 1),
    [
      type3(
        '/FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 50 50] /Widths [50 25] /ToUnicode 12 0 R /Encoding << /Differences [97 /odd /b] >>',
      ),
      square,
      stream('beginbfchar <61> <0078> <62> <0020> endbfchar'),
    ],
  ],
  [
    'glyphs that are drawn far smaller than the size says',
    shown(`(${'ab'.repeat(40)})`, 120),
    [
      type3(
        '/FontMatrix [.0001 0 0 .0001 0 0] /FontBBox [0 0 50 70] /Widths [53.4 48.6] /Encoding << /Differences [97 /a /b] >>',
      ),
      square,
    ],
  ],
  [
    'drawn signs without a name',
    shown('(ab)'),
    [
      type3(
        '/FontMatrix [.01 0 0 .01 0 0] /FontBBox [0 0 50 50] /Widths [50 50] /Encoding << /Differences [97 /odd /b] >>',
      ),
      square,
    ],
  ],
  [
    'text in place of what cannot be read, in forms, too',
    {
      content:
        '/Span << /ActualText <FEFF2014> >> BDC /X0 Do EMC BT /F3 9 Tf /Span << /ActualText (:) >> BDC <0025> Tj EMC ET',
      fonts: '/F3 10 0 R',
      resources: '/XObject << /X0 15 0 R >>',
    },
    [
      ...composite('/ToUnicode 14 0 R'),
      toUnicode('1 beginbfchar <0025> <E001> endbfchar'),
      stream(
        'BT /F3 9 Tf <00250025> Tj ET',
        '/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << /Font << /F3 10 0 R >> >>',
      ),
    ],
    [
      ['\ue001', '—'],
      ['\ue001', ''],
      ['\ue001', ':'],
    ],
  ],
  ['nothing at all', { content: 'q Q' }, []],
])(
  'a page that PDFium alone does not say enough of is not asked of pdf.js: %s',
  async (_, parts, extra, texts) => {
    const bytes = makePdf(parts, extra);
    const { file, openOther } = await open(bytes);
    const own = await contentOf(file);
    expect(openOther).not.toHaveBeenCalled();
    // What pdf.js reads plainly, it reads alike; the rest is PDFium's.
    if (!texts) expect(own).toEqual(await contentOf(await oracle(bytes)));
    else
      expect(own.glyphs.map(({ text, actualText }) => [text, actualText])).toEqual(
        texts.map(([text, actual]) => [text, actual]),
      );
  },
);

it('a page whose data is damaged is not asked of pdf.js', async () => {
  const lost = stream('x\u00ef\u00bf\u00bd\u00ef\u00bf\u00bd', '/Filter /FlateDecode');
  const written = Buffer.from(makePdf({ content: '' }, [lost])).toString('latin1');
  const { file, openOther } = await open(
    Buffer.from(written.replace('/Contents 4 0 R ', '/Contents 10 0 R'), 'latin1'),
  );
  expect(await contentOf(file)).toEqual({ glyphs: [], damaged: true });
  expect(openOther).not.toHaveBeenCalled();
});

const signs = (encoding: string, program = withoutUnicode(LIBERATION)) => [
  simple(`/Subtype /TrueType ${encoding} /FontDescriptor 11 0 R`),
  descriptor('/Flags 4 /FontFile2 12 0 R'),
  stream(program),
];
/** A Type 3 font with its codes named so. */
const named = (differences: string) => [
  type3(
    `/FontMatrix [.01 0 0 .01 0 0] /FontBBox [0 0 50 50] /Widths [50 50] /Encoding << /Differences [${differences}] >>`,
  )
    .replace('/FirstChar 97 /LastChar 98', '/FirstChar 0 /LastChar 255')
    .replace('[50 50]', `[${'50 '.repeat(256)}]`),
  square,
];
const UNICODE = composite('/ToUnicode /Identity-H').slice(0, 2);

it.each<[string, PageParts, readonly string[], string]>([
  ['signs that their encoding names', shown('(Dur\\351e)'), signs('/Encoding /WinAnsiEncoding'), 'Durée'],
  [
    'signs that the encoding of the Macintosh names',
    shown('(Dur\\216e)'),
    signs('/Encoding /MacRomanEncoding'),
    'Durée',
  ],
  ['signs without an encoding, in words of Windows', shown('(Allg\\344u \\200 5)'), signs(''), 'Allgäu € 5'],
  ['signs without an encoding, in words of the Macintosh', shown('(Allg\\212u)'), signs(''), 'Allgäu'],
  [
    'codes that are Unicode',
    shown('<0046006100590142>'),
    [UNICODE[0]!, UNICODE[1]!.replace('/FontDescriptor 12 0 R', '')],
    'FaYł',
  ],
  [
    'codes that are said to be Unicode, but are numbers of glyphs',
    shown('<00240045>'),
    composite('/ToUnicode /Identity-H'),
    'Ab',
  ],
  ['names that are numbers', shown('(Due)'), named('68 /a68 101 /a101 117 /a117'), 'Due'],
  ['names that are numbers, under other codes', shown('(\\001\\002)'), named('1 /a68 2 /a117'), 'Du'],
  ['ligatures of TeX', shown('(o\\016ce)'), named('14 /a14 99 /a99 101 /a101 111 /a111'), 'office'],
  ['hexadecimal names', shown('(\\200\\201)'), named('128 /G41 /G6B'), 'Ak'],
  [
    'the program where the map says U+0000',
    shown('<00240025>'),
    [...composite('/ToUnicode 14 0 R'), toUnicode('2 beginbfchar <0024> <0041> <0025> <0000> endbfchar')],
    'AB',
  ],
  [
    'control signs of a map, which are signs of Windows',
    shown('<00240025>'),
    [...composite('/ToUnicode 14 0 R'), toUnicode('2 beginbfchar <0024> <0041> <0025> <0092> endbfchar')],
    'A’',
  ],
  [
    'letters read from the right',
    shown('<00240025>'),
    [...composite('/ToUnicode 14 0 R'), toUnicode('2 beginbfchar <0024> <0628> <0025> <FEFB> endbfchar')],
    'بﻻ',
  ],
])('a code means what the file says, and PDFium is not believed: %s', async (_, parts, extra, text) => {
  const { file, openOther } = await open(makePdf(parts, extra));
  const { glyphs } = await contentOf(file);
  expect(glyphs.map((glyph) => glyph.text).join('')).toBe(text);
  expect(openOther).not.toHaveBeenCalled();
});

describe('a code that nobody knows costs its sign, not its page', () => {
  it.each<[string, PageParts, readonly string[], string, number]>([
    [
      'names of glyphs by their numbers',
      shown('(A\\200)'),
      [
        simple(
          '/Subtype /Type1 /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [128 /g41] >> /FontDescriptor 11 0 R',
        ),
        descriptor('/Flags 32'),
      ],
      'A\0',
      128,
    ],
    [
      'another map of codes than none',
      shown('<0024>'),
      [
        composite()[0]!.replace('/Identity-H', '14 0 R'),
        ...composite().slice(1),
        stream(
          '1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> <ffff> 0 endcidrange',
          '/Type /CMap /CMapName /Own',
        ),
      ],
      '\0',
      0x24,
    ],
    [
      'fonts that draw nothing at all',
      shown('<0001>'),
      [
        ...composite().slice(0, 1),
        composite()[1]!.replace('/DW 500', '/DW 500 /CIDToGIDMap 14 0 R'),
        composite()[2]!,
        stream(LIBERATION.replace('post', 'none').replace('cmap', 'none')),
        stream('\u0000\u0003\u0000\u0003'),
      ],
      '\0',
      1,
    ],
    ['names of a Type 3 font that say nothing', shown('(D\\001)'), named('1 /odd 68 /a68'), 'D\0', 1],
  ])('a code that nobody knows costs its sign, not its page: %s', async (_, parts, extra, text, code) => {
    const { file, openOther } = await open(makePdf(parts, extra));
    const { glyphs, unread } = await (await file.page(0)).content();
    expect(glyphs.map((glyph) => glyph.text).join('')).toBe(text);
    expect(glyphs.filter(({ mapped }) => !mapped)).toHaveLength(1);
    expect(unread?.map(({ codes }) => codes)).toEqual([[code]]);
    expect(openOther).not.toHaveBeenCalled();
  });

  it('control codes of a font that is not in the file are nothing', async () => {
    const { file } = await open(makePdf({ content: 'BT /F1 12 Tf 72 700 Td (AB\\00112\\011C) Tj ET' }));
    const { glyphs, unread } = await (await file.page(0)).content();
    expect(glyphs.map(({ text }) => text)).toEqual(['A', 'B', '', '1', '2', ' ', 'C']);
    expect(glyphs.every(({ mapped }) => mapped)).toBe(true);
    expect(unread).toEqual([{ font: 'Helvetica', codes: [1] }]);
  });

  it('advances of a Type 3 font that are not those of its procedures are taken as PDFium moves', async () => {
    const font = type3(
      '/FontMatrix [.01 0 0 .01 0 0] /FontBBox [0 0 50 50] /Widths [0 0] /Encoding << /Differences [97 /a /b] >>',
    );
    const { file, openOther } = await open(makePdf(shown('(aa)'), [font, square]));
    expect((await contentOf(file)).glyphs.map(({ text }) => text)).toEqual(['a', 'a']);
    expect(openOther).not.toHaveBeenCalled();
  });
});

describe('an encrypted file is read without pdf.js', () => {
  it('its text, text objects, maps and metadata', async () => {
    const parts = {
      content: 'BT /F1 12 Tf 72 720 Td (a) Tj ET BT (b) Tj /F3 9 Tf <00240025> Tj ET',
      fonts: '/F3 10 0 R',
    };
    const extra = [
      ...composite('/ToUnicode 14 0 R'),
      toUnicode('2 beginbfchar <0024> <0041> <0025> <0107> endbfchar'),
    ];
    const document = await PDFDocument.load(makePdf(parts, extra));
    document.setTitle('Größe');
    await document.encrypt({ userPassword: '', ownerPassword: 'owner' });
    const bytes = await document.save();
    const { file, openOther } = await open(bytes);
    const [own, other] = [file, await oracle(bytes)];
    expect(await contentOf(own)).toEqual(await contentOf(other));
    const { info, ...rest } = await own.metadata();
    expect({ info, ...rest }).toEqual(await other.metadata());
    expect(info).toMatchObject({ Title: 'Größe', EncryptFilterName: 'Standard' });
    const styles = (await (await own.page(0)).content()).glyphs.map(({ style }) => style.textObject);
    expect(new Set(styles).size).toBe(2);
    expect(openOther).not.toHaveBeenCalled();
  });

  it('an encrypted file whose layers are known is read without pdf.js, too', async () => {
    const catalog = '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>';
    const document = await PDFDocument.load(
      makePdf({ content: '' }, ['<< /Type /OCG /Name (a) >>'], catalog),
    );
    await document.encrypt({ userPassword: 'open', ownerPassword: 'owner' });
    const bytes = await document.save({ useObjectStreams: true });
    const own = new FileObjects(bytes);
    const [known, sealed] = [await decryptedObjects(own, 'open'), await decryptedObjects(own, 'wrong')];
    expect(known.parts.some((part) => part?.includes('/OFF'))).toBe(true);
    expect([known.isSealed, sealed.isSealed]).toEqual([false, true]);
    expect(sealed.stream(4)).toBeUndefined();
  });
});

it.each<[string, string, string, readonly string[]]>([
  [
    'members of its own',
    '/Info 10 0 R',
    '',
    ['<< /Title (a) /Own (b) /Hex <63> /Count 3 /Is true /Not [(d)] /Name /e /Trapped /False >>'],
  ],
  ['a form with signatures', '', '/AcroForm << /Fields [10 0 R] /SigFlags 3 >>', ['<< /FT /Tx /T (a) >>']],
  [
    'a form of unseen signatures',
    '',
    '/AcroForm << /Fields [10 0 R] /SigFlags 3 >>',
    ['<< /T (a) /Kids [11 0 R] >>', '<< /FT /Sig /Rect [0 0 0 0] >>'],
  ],
  ['an older kind of form', '', '/AcroForm << /Fields [] /XFA [(a) 10 0 R] >>', [stream('<a/>')]],
])('metadata are read without pdf.js: %s', async (_, trailer, catalog, extra) => {
  const written = Buffer.from(makePdf({ content: '' }, extra, catalog)).toString('latin1');
  const bytes = Buffer.from(written.replace('trailer\n<< ', `trailer\n<< ${trailer} `), 'latin1');
  const { file, openOther } = await open(bytes);
  expect(await file.metadata()).toEqual(await (await oracle(bytes)).metadata());
  expect(openOther).not.toHaveBeenCalled();
});
