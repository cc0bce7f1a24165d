/** Files that only a bound of their own ends: they are given far more time than they may take. */
import { deflateSync } from 'node:zlib';
import { pdfjs } from '../../src/index.js';
import { record, sharedStrings, u8, xls } from '../reading/sheet/binary/workbook-writer.js';
import type { Attack, PromisedEnd } from './attack.js';
import { acroForm, widget } from './forms.js';
import { matcherConfig, textInput } from './inputs.js';
import { onePage, type PdfBody, plain } from './pdf-file.js';
import { oneStrip, sharedTiff } from './pictures.js';
import { probed } from './probe.js';

const MILLION = 1_000_000;

/** So long that what is to end a file is not its time, in milliseconds. */
const LIMITS = { milliseconds: 120_000 };

const REFUSED: PromisedEnd = { kind: 'error', codes: ['too_large'] };

const GREY = 200;
const DEFLATE = 8;

function grey(width: number, height: number, count: number): Uint8Array {
  const data = deflateSync(new Uint8Array(width * height).fill(GREY));
  return sharedTiff(data, count, oneStrip(data, { width, height, compression: DEFLATE }));
}

function door(name: string, make: () => Uint8Array, ends = REFUSED): Attack {
  return { name, ends, make: () => probed(make(), { limits: LIMITS }) };
}

/** A field at the end of a chain of parents. */
function chain(parents: number): Uint8Array {
  const last = 99 + parents;
  const bodies = Array.from({ length: parents }, (_, i): [number, PdfBody] => {
    const parent = i > 0 ? `/Parent ${99 + i} 0 R` : '';
    if (100 + i === last) return [last, widget(`/FT /Tx /T (leaf) /V (value) ${parent}`)];
    return [100 + i, `<< /T (n) /Kids [${101 + i} 0 R] ${parent} >>`];
  });
  return acroForm('100 0 R', bodies, `/Annots [${last} 0 R]`);
}

/** A fax that is far wider than the picture it is. */
function fax(columns: number): Uint8Array {
  return onePage('q 612 0 0 792 0 0 cm /I Do Q', {
    resources: '/XObject << /I 20 0 R >>',
    objects: [
      [
        20,
        plain(
          Buffer.alloc(200_000, 0x26),
          `/Type /XObject /Subtype /Image /Width 1000 /Height 1000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${columns} /Rows 1000 >>`,
        ),
      ],
    ],
  });
}

const CONTINUE = 0x3c;

function continuedWorkbook(records: number): Uint8Array {
  const continued = record(CONTINUE, u8(0));
  const rest = Buffer.alloc(records * continued.length, continued);
  return xls({ globals: [sharedStrings(['a']), rest], sheets: [{}] });
}

/** So long that it fits into the largest config, in characters. */
const PATTERN = 'a'.repeat(9_900_000);

const match = { type: 'regex', pattern: PATTERN };
const field = { id: 'a', anchor: 'a', method: { id: 'passthrough' } };

/** Configs with a pattern in each place that takes one. */
const PATTERNS: Readonly<Record<string, object>> = {
  'an anchor': matcherConfig(match),
  'the method regex': { fields: [{ ...field, method: { id: 'regex', pattern: PATTERN } }] },
  'the end of a range': { fields: [{ ...field, method: { id: 'documentRange', stop: match } }] },
  'the type custom': { fields: [{ ...field, type: { id: 'custom', pattern: PATTERN } }] },
  'the type replace': { fields: [{ ...field, type: { id: 'replace', pattern: PATTERN, replaceWith: '' } }] },
  'a preprocessor': { preprocessors: [{ type: 'removeFooter', match }], fields: [field] },
  'a rule': {
    computed_fields: [
      { id: 'b', method: { id: 'customComputation', jsonLogic: { match: [{ var: 'a.value' }, PATTERN] } } },
    ],
    fields: [field],
  },
  'ids of sources': {
    fields: [field],
    computed_fields: [{ id: 'b', method: { id: 'concat', source_ids: { pattern: PATTERN } } }],
  },
};

function longPattern(place: string, config: object): Attack {
  return {
    name: `a pattern of 10 MB in ${place}`,
    ends: { kind: 'error', codes: ['invalid_config'] },
    make: () => textInput(['a'], config),
  };
}

export const attacks: readonly Attack[] = [
  { name: 'a fax of 2,000,000,000 columns', make: () => probed(fax(2_000_000_000), { limits: LIMITS }) },
  {
    ...door('a fax of 2,000,000,000 columns in pdf.js', () => fax(2_000_000_000)),
    make: () => probed(fax(2_000_000_000), { limits: LIMITS, pdf: pdfjs() }),
  },
  door('XLS of a million records that continue others', () => continuedWorkbook(MILLION), {
    kind: 'error',
    codes: ['invalid_document'],
  }),
  ...Object.entries(PATTERNS).map(([place, config]) => longPattern(place, config)),
  door('90 MB of digits and nothing else', () =>
    Buffer.from(`%PDF-1.7\n${'1234567890'.repeat(9 * MILLION)}`),
  ),
  door('a chain of 20,000 parents', () => chain(20_000)),
  door('TIFF of 5,000 small pages', () => grey(100, 100, 5_000), {
    kind: 'error',
    codes: ['too_many_pages'],
  }),
  door('TIFF of 200 large pages', () => grey(6_000, 6_600, 200)),
];
