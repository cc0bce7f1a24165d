/** Faults of fonts, images, colours and encryption. */
import type { Attack } from '../attack.js';
import { onePage, packed, plain } from '../pdf-file.js';
import { changed, fontOf, image, pdf } from './parts.js';

const encryption = (entries: string) =>
  changed(
    { 20: `<< /Filter /Standard ${entries} >>` },
    '/Encrypt 20 0 R /ID [<00112233445566778899aabbccddeeff> <00>]',
  );
const KEYS = `/O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -44`;
const LONG_KEYS = `/O <${'41'.repeat(48)}> /U <${'42'.repeat(48)}> /OE <${'43'.repeat(32)}> /UE <${'44'.repeat(32)}> /Perms <${'45'.repeat(16)}> /P -44`;

export const resources: readonly Attack[] = [
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
