/** PDF files: those of the fixtures with objects, streams and contents that were changed, and pages of random operators. */
import { readdirSync, readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { onePage, type PdfBody, packed, pdfFile, plain } from '../pdf-file.js';
import type { Chance } from './chance.js';
import { damagedBytes, damagedTokens } from './damage.js';

const DOCUMENTS = new URL('../../../fixtures/documents/', import.meta.url);
/** Larger files hold scans, whose pixels say little. */
const LARGEST = 30_000;

/** A file in parts. */
interface Parsed {
  readonly objects: ReadonlyMap<number, string>;
  readonly trailer: string;
}

const fixtures: readonly Uint8Array[] = readdirSync(DOCUMENTS)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => new Uint8Array(readFileSync(new URL(name, DOCUMENTS))))
  .filter(({ length }) => length > 0 && length < LARGEST);

const OBJECT = /(\d+) 0 obj\s([\s\S]*?)\sendobj/g;

function parsed(bytes: Uint8Array): Parsed {
  const text = Buffer.from(bytes).toString('latin1');
  const objects = new Map([...text.matchAll(OBJECT)].map(([, number, body]) => [Number(number), body!]));
  const root = /\/Root (\d+) 0 R/.exec(text)?.[1];
  return { objects, trailer: root === undefined ? '' : `/Root ${root} 0 R` };
}

const readable: readonly Parsed[] = fixtures.map(parsed).filter(({ objects }) => objects.size > 3);

const TOKEN =
  /<<|>>|\[|\]|\/[^\s<>[\]()/%]*|\d+ \d+ R|[-+]?[\d.]+|\((?:\\[\s\S]|[^()\\])*\)|<[\dA-Fa-f\s]*>|[A-Za-z'"*]+|\S/g;
const REFERENCE = /^\d+ \d+ R$/;
const NUMBER = /^[-+]?[\d.]+$/;

const NAMES =
  '/Type /Page /Pages /Kids /Count /Parent /MediaBox /CropBox /Rotate /UserUnit /Resources /Font /XObject /Pattern /Shading /ExtGState /Contents /Length /Filter /FlateDecode /LZWDecode /ASCII85Decode /ASCIIHexDecode /RunLengthDecode /DCTDecode /CCITTFaxDecode /JBIG2Decode /JPXDecode /DecodeParms /Predictor /Columns /Width /Height /BitsPerComponent /ColorSpace /DeviceGray /DeviceRGB /DeviceCMYK /Indexed /ICCBased /Separation /SMask /Mask /Subtype /Type0 /Type1 /Type3 /TrueType /CIDFontType2 /DescendantFonts /ToUnicode /Encoding /Differences /Widths /FirstChar /LastChar /W /DW /CharProcs /FontMatrix /FontBBox /FontFile2 /Annots /AcroForm /Fields /FT /Tx /Btn /Ch /Sig /V /AS /AP /N /Rect /Form /Image /Matrix /BBox /Group /OCProperties /ObjStm /XRef /Index /First /Extends /Prev /Encrypt /F1 /Im0 /Fm0 /P0 /Sh0 /G0'.split(
    ' ',
  );
const OPERATORS =
  'q Q cm w J j M d ri i gs m l c v y h re S s f F f* B B* b b* n W W* BT ET Tc Tw Tz TL Tf Tr Ts Td TD Tm T* Tj TJ \' " d0 d1 CS cs SC SCN sc scn G g RG rg K k sh Do MP DP BMC BDC EMC BX EX BI ID EI'.split(
    ' ',
  );

function otherToken(chance: Chance, references: readonly string[]): (token: string) => string {
  return (token) => {
    const kind = chance.percent(70) ? kindOf(token) : chance.int(5);
    if (kind === 0) return chance.of(NAMES);
    if (kind === 1) return chance.of(references);
    if (kind === 2) return String(chance.number());
    if (kind === 3) return `(${chance.text()})`;
    return chance.of([
      '<<',
      '>>',
      '[',
      ']',
      'null',
      'true',
      '<FFFE0041>',
      '[[[[',
      '<< /A << /A <<',
      ...OPERATORS,
    ]);
  };
}

function kindOf(token: string): number {
  if (token.startsWith('/')) return 0;
  if (REFERENCE.test(token)) return 1;
  if (NUMBER.test(token)) return 2;
  return token.startsWith('(') ? 3 : 4;
}

const STREAM = /^([\s\S]*?)\sstream\r?\n([\s\S]*?)\r?\nendstream$/;

/** A body with some of its tokens, or of the data of its stream, changed. */
function damagedBody(body: string, chance: Chance, references: readonly string[]): PdfBody {
  const other = otherToken(chance, references);
  const stream = STREAM.exec(body);
  if (!stream) return damagedTokens(body.match(TOKEN) ?? [], chance, other).join(' ');
  const [, head = '', data = ''] = stream;
  if (chance.percent(30)) {
    const entries = damagedTokens(head.match(TOKEN) ?? [], chance, other).join(' ');
    return `${entries}\nstream\n${data}\nendstream`;
  }
  const unpacked = head.includes('/FlateDecode') ? unpackedData(data) : undefined;
  if (unpacked === undefined || chance.percent(10)) {
    const damaged = damagedBytes(Buffer.from(data, 'latin1'), chance);
    return Buffer.concat([
      Buffer.from(`${head}\nstream\n`, 'latin1'),
      damaged,
      Buffer.from('\nendstream', 'latin1'),
    ]);
  }
  const entries = head
    .replace(/^\s*<<|>>\s*$/g, '')
    .replace(/\/Length \d+(?: 0 R)?|\/Filter ?\[? ?\/FlateDecode ?\]?/g, '');
  const changed = /Tj|TJ| re| l\b/.test(unpacked)
    ? damagedTokens(unpacked.match(TOKEN) ?? [], chance, other).join(' ')
    : Buffer.from(damagedBytes(Buffer.from(unpacked, 'latin1'), chance)).toString('latin1');
  return chance.percent(50) ? packed(changed, entries) : plain(changed, entries);
}

function unpackedData(data: string): string | undefined {
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: 1_000_000 }).toString('latin1');
  } catch {
    return undefined;
  }
}

/** A fixture with a few of its objects changed, dropped or exchanged. */
function damagedFile(chance: Chance): Uint8Array {
  const { objects, trailer } = chance.of(readable);
  const references = [...objects.keys()].map((number) => `${number} 0 R`);
  const bodies = new Map<number, PdfBody>(objects);
  const numbers = [...objects.keys()];
  for (let times = 1 + chance.int(3); times > 0; times--) {
    const number = chance.of(numbers);
    const kind = chance.int(10);
    if (kind === 0) bodies.delete(number);
    else if (kind === 1) bodies.set(number, objects.get(chance.of(numbers))!);
    else bodies.set(number, damagedBody(objects.get(number)!, chance, references));
  }
  const file = pdfFile(bodies, chance.percent(10) ? `${trailer} /Prev ${chance.number()}` : trailer);
  return chance.percent(10) ? damagedBytes(file, chance) : file;
}

/** An operand of a content stream. */
function operand(chance: Chance): string {
  const kind = chance.int(10);
  if (kind < 6) return String(chance.percent(80) ? chance.int(600) : chance.number());
  if (kind === 6) return chance.of(['/F1', '/Fm0', '/Im0', '/P0', '/Sh0', '/G0', '/F9']);
  if (kind === 7) return '(Total 12.34)';
  if (kind === 8) return `[${chance.list(4, () => operand(chance)).join(' ')}]`;
  return `(${chance.text().replace(/[()\\]/g, '')})`;
}

function content(chance: Chance): string {
  const parts = chance.list(
    60,
    () => `${chance.list(6, () => operand(chance)).join(' ')} ${chance.of(OPERATORS)}`,
  );
  const sane = chance.list(10, () => {
    const [x, y] = [chance.int(500), chance.int(780)];
    return `BT /F1 ${1 + chance.int(20)} Tf 1 0 0 1 ${x} ${y} Tm (Total ${y}) Tj ET ${x} ${y} 10 10 re S`;
  });
  return [...sane, ...parts].join('\n');
}

/** A page of random operators, with forms, images, patterns and shadings that they may use. */
function randomPage(chance: Chance): Uint8Array {
  const box = `[${Array.from({ length: 4 }, (_, i) => (chance.percent(80) ? [0, 0, 612, 792][i] : chance.number())).join(' ')}]`;
  const size = () => (chance.percent(80) ? 1 + chance.int(64) : chance.number());
  const image = `/Type /XObject /Subtype /Image /Width ${size()} /Height ${size()} /BitsPerComponent ${chance.of([1, 2, 4, 8, 16, chance.number()])} /ColorSpace ${chance.of(['/DeviceGray', '/DeviceRGB', '/DeviceCMYK', '[/Indexed /DeviceRGB 255 (abc)]', '11 0 R'])}`;
  return onePage(content(chance), {
    page: chance.percent(30)
      ? `/CropBox ${box} /Rotate ${chance.of([0, 90, 180, 270, chance.number()])}`
      : '',
    resources:
      '/XObject << /Fm0 11 0 R /Im0 12 0 R >> /Pattern << /P0 13 0 R >> /Shading << /Sh0 14 0 R >> /ExtGState << /G0 << /ca 0.5 /SMask 11 0 R >> >>',
    objects: [
      [
        11,
        packed(
          content(chance),
          `/Type /XObject /Subtype /Form /BBox ${box} /Resources << /XObject << /Fm0 11 0 R /Im0 12 0 R >> >>`,
        ),
      ],
      [12, packed(chance.bytes(chance.int(2_000)), image)],
      [
        13,
        packed(
          content(chance),
          `/PatternType 1 /PaintType ${1 + chance.int(2)} /TilingType 1 /BBox ${box} /XStep ${chance.number()} /YStep ${chance.number()} /Resources << /Pattern << /P0 13 0 R >> >>`,
        ),
      ],
      [
        14,
        `<< /ShadingType ${1 + chance.int(3)} /ColorSpace /DeviceRGB /Coords [0 0 ${chance.number()} ${chance.number()} 5 5] /Function << /FunctionType 2 /N ${chance.number()} /Domain [0 1] /C0 [0 0 0] /C1 [1 1 1] >> >>`,
      ],
    ],
  });
}

export function fuzzedPdf(chance: Chance): Uint8Array {
  const kind = chance.int(10);
  if (kind < 6) return damagedFile(chance);
  return kind < 9 ? randomPage(chance) : damagedBytes(chance.of(fixtures), chance);
}
