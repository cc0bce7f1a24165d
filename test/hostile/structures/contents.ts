/** Faults of streams, names, texts and operators. */
import type { Attack } from '../attack.js';
import { packed, plain } from '../pdf-file.js';
import { changed, ODD_NUMBERS, pdf, stream, TEXT } from './parts.js';

export const contents: readonly Attack[] = [
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
