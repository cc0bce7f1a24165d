/** Attacks that go across: fields that multiply each other, texts of odd letters, files whose headers lie, extra data. */
import { deflateSync } from 'node:zlib';
import type { ExtraData } from '../../src/index.js';
import { concat, latin1, png } from '../reading/picture-files.js';
import { archive, docx, paragraph, xlsx } from '../support/office-parts.js';
import type { Attack, HostileInput } from './attack.js';
import { textInput } from './inputs.js';
import { probed } from './probe.js';

const text = (content: string) => Buffer.from(content, 'utf8');
const lines = (count: number, line = 'some words of a line, 12.34 and more') =>
  Array<string>(count).fill(line);
const field = (method: object, more: object = {}) => ({ id: 'a', anchor: 'words', method, ...more });

/** A config against some lines. */
function config(name: string, make: () => object, document = () => lines(5_000), slow = false): Attack {
  return { name: `config: ${name}`, slow, make: () => textInput(document(), make()) };
}

function fields(name: string, ...list: readonly object[]): Attack {
  return config(name, () => ({ fields: list }));
}

function preprocessor(name: string, preprocessors: readonly object[]): Attack {
  return config(name, () => ({ fields: [field({ id: 'row' })], preprocessors }));
}

function file(name: string, filename: string, make: () => string | Uint8Array, slow = false): Attack {
  return {
    name: `${filename}: ${name}`,
    slow,
    make: () => {
      const made = make();
      return probed(typeof made === 'string' ? text(made) : made, { filename, ocrLevel: 0 });
    },
  };
}

/** Text that is read from a file, and looked at by every method. */
function letters(name: string, make: () => string): Attack {
  return file(name, 'letters.txt', make);
}

function extra(name: string, make: () => unknown): Attack {
  return {
    name: `extra data: ${name}`,
    make: (): HostileInput => ({ ...textInput(['a'], { fields: [] }), extraData: make() as ExtraData }),
  };
}

/** Sections in each other, each of which begins at every line and ends with its surroundings. */
function sections(depth: number): object {
  const inner = depth === 0 ? field({ id: 'passthrough' }) : sections(depth - 1);
  return { id: 's', type: 'sections', range: { anchor: 'words' }, fields: [inner] };
}

/** Computed fields each of which joins the one before with itself. */
function doublings(id: string, method: (source: string) => object): object {
  return {
    fields: [field({ id: 'row' }, { id: 'f0' })],
    computed_fields: Array.from({ length: 60 }, (_, i) => ({
      id: `${id}${i + 1}`,
      method: method(`${id}${i}`),
    })),
  };
}

const anyMatch = (match: string, method: object) => field(method, { match });

/** A local header and a directory whose sizes are said, whatever follows. */
function zipThatLies(size: number, packedSize: number, name = 'word/document.xml'): Uint8Array {
  const bytes = Buffer.from(archive({ [name]: 'a'.repeat(100), 'b.xml': 'b' }));
  const directory = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  bytes.writeUInt32LE(packedSize, directory + 20);
  bytes.writeUInt32LE(size, directory + 24);
  return bytes;
}

/** A mail in a mail in a mail. */
function mailsInside(depth: number): string {
  return `${'Content-Type: message/rfc822\r\n\r\n'.repeat(depth)}Subject: a\r\n\r\ntext`;
}

const word = (name: string, body: () => string) => file(name, 'a.docx', () => docx(body()));
const sheet = (name: string, body: () => string) => file(name, 'a.xlsx', () => xlsx(body()));
const MAIL = 'From: a@example.com\r\nSubject: a\r\nMIME-Version: 1.0\r\n';
const html = (name: string, body: () => string) =>
  file(name, 'a.eml', () => `${MAIL}Content-Type: text/html; charset=utf-8\r\n\r\n${body()}`);

/** A picture whose header says one size, and whose data are few. */
const lyingPng = (width: number, height: number, chunks: readonly (readonly [string, Uint8Array])[] = []) =>
  png({ width, height, depth: 8, colour: 2, rows: new Uint8Array(10), chunks });

const jpegSaid = (width: number, height: number) =>
  latin1(
    `\xff\xd8\xff\xc0\0\x11\x08${String.fromCharCode(height >> 8, height & 255, width >> 8, width & 255)}\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xda\0\x0c\x03\x01\0\x02\x11\x03\x11\0\x3f\0\0\0\xff\xd9`,
  );

const bomb = () => deflateSync(new Uint8Array(200_000_000));

/** Attacks that use up the limit of 10 s: the report runs them. */
const SLOW = [
  'config: 10,000 filters of types',
  'config: 10,000 filters of words',
  'config: 200 preprocessors',
  'config: a pattern on all the text of the document',
  'config: columns without end',
  'a.xlsx: dates beyond all time',
  'extra data: a million names',
];

const all: readonly Attack[] = [
  config(
    'sections in sections that begin at every line',
    () => ({ fields: [sections(5)] }),
    () => lines(200),
  ),
  config(
    'sections 200 deep',
    () => ({ fields: [sections(150)] }),
    () => lines(3),
  ),
  config('texts that are joined with themselves', () =>
    doublings('f', (id) => ({ id: 'concat', source_ids: [id, id] })),
  ),
  config('arrays that are split again', () =>
    doublings('f', (id) => ({ id: 'split', source_id: id, separator: '' })),
  ),
  fields(
    'every line to the end of the document',
    anyMatch('all', { id: 'documentRange', includeAnchor: true }),
  ),
  fields('the commonest of all rows', anyMatch('mostFrequent', { id: 'row', includeAnchor: true })),
  fields('the paragraph of every line', anyMatch('all', { id: 'paragraph' })),
  fields('the column of every line', anyMatch('all', { id: 'column' })),
  fields(
    'a region as large as a continent at every line',
    anyMatch('all', { id: 'region', start: 'left', offsetX: -1e9, offsetY: -1e9, width: 2e9, height: 2e9 }),
  ),
  fields(
    'crossings of every line with every line',
    anyMatch('all', { id: 'intersection', verticalAnchor: 'more' }),
  ),
  fields('a text that is nearly on every line', {
    id: 'a',
    anchor: { match: { type: 'includes', text: 'b'.repeat(2_000), editDistance: 1_000 } },
    method: { id: 'row' },
  }),
  fields(
    '10,000 filters of types',
    anyMatch('all', { id: 'row', includeAnchor: true, typeFilters: Array(10_000).fill('currency') }),
  ),
  fields(
    '10,000 filters of words',
    anyMatch('all', {
      id: 'row',
      includeAnchor: true,
      wordFilters: Array.from({ length: 10_000 }, (_, i) => `w${i}`),
    }),
  ),
  fields(
    'columns without end',
    anyMatch('all', {
      id: 'textTable',
      columns: Array.from({ length: 5_000 }, (_, i) => ({ id: `c${i}`, minX: 0, maxX: 8 })),
    }),
  ),
  fields(
    'a pattern on all the text of the document',
    anyMatch('all', { id: 'regex', pattern: '(\\w+\\s+)*\\d' }),
  ),
  preprocessor('lines split at every letter', [{ type: 'splitLines', separator: 'e' }]),
  preprocessor(
    '200 preprocessors',
    Array(200).fill({
      type: 'mergeLines',
      directlyAdjacentThreshold: 1e9,
      adjacentThreshold: 1e9,
      yOverlapThreshold: 0,
    }),
  ),
  preprocessor('a ligature for every letter', [
    {
      type: 'ligature',
      mappings: Object.fromEntries(
        [...'abcdefghijklmnopqrstuvwxyz '].map((letter) => [letter, Array(200).fill(letter.repeat(50))]),
      ),
      forceReplaceAll: true,
    },
  ]),
  preprocessor('blocks without end', [
    {
      type: 'linearize',
      match: 'words',
      blocks: Array.from({ length: 5_000 }, () => ({ minX: 0, maxX: 8 })),
    },
  ]),
  {
    name: 'config: names of the prototype',
    make: () =>
      textInput(
        ['words 1'],
        '{ "fields": [{ "id": "__proto__", "anchor": "words", "method": { "id": "row", "__proto__": { "id": "label" } } }, { "id": "constructor", "anchor": { "ref": "__proto__" }, "method": { "id": "row" } }], "__proto__": { "polluted": true } }',
      ),
  },
  {
    name: 'config: 500 levels of the prototype',
    make: () =>
      textInput(['a'], `{ "fields": [], "x": ${'{ "__proto__": '.repeat(500)}1${'}'.repeat(500)} }`),
  },
  {
    name: 'config: half letters',
    make: () =>
      textInput(['a\ud800'], {
        fields: [
          {
            id: '\udc00\ud800',
            anchor: '\ud800',
            method: { id: 'regex', pattern: '[\ud800-\udfff]+', flags: 'u' },
          },
        ],
      }),
  },

  letters('200,000 marks on one letter', () => `a${'\u0301'.repeat(199_000)}`),
  letters('letters that grow by folding', () => '\ufdfa'.repeat(60_000)),
  letters('directions inside each other', () => '\u202b\u202e\u2067'.repeat(60_000)),
  letters('a family of 40,000', () => '\u{1f468}\u200d'.repeat(40_000)),
  letters('spaces of all kinds', () => '\u00a0\u2003\u3000\u200b\ufeff'.repeat(38_000)),
  letters('numbers of other scripts', () => '\u0661\u0966\u4e00\u2160'.repeat(40_000)),
  letters('dashes, quotes and dots', () => '-.,\'"'.repeat(39_000)),
  letters('amounts without end', () => '$1,'.repeat(60_000)),
  letters('dates without end', () => '01/02/2003 '.repeat(18_000)),
  letters('addresses without end', () => '12 Main St, Springfield, IL 62701 '.repeat(5_800)),
  letters('zeros', () => '0'.repeat(190_000)),

  file('a row of 1,000,000 columns', 'a.csv', () => ','.repeat(1_000_000)),
  file('a row of 1,000,000 words', 'a.csv', () => 'a,'.repeat(1_000_000)),
  file('quotes without end', 'a.csv', () => '"'.repeat(5_000_001)),
  sheet(
    'a sheet that is said to be full',
    () =>
      '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
  ),
  sheet(
    'all cells merged',
    () =>
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
  ),
  sheet(
    'places that are none',
    () =>
      '<sheetData><row r="-5"><c r="ZZZZZZZ99999999999999"><v>1</v></c><c r=""><v>2</v></c></row><row r="1e9"><c r="A1"><v>3</v></c></row></sheetData>',
  ),
  sheet(
    'columns as wide as a continent',
    () =>
      '<cols><col min="1" max="999999999" width="1e300"/></cols><sheetData><row r="1" ht="1e300"><c r="A1"><v>1</v></c></row></sheetData>',
  ),
  sheet(
    'dates beyond all time',
    () =>
      `<sheetData><row>${'<c s="1"><v>1e308</v></c><c s="1"><v>-1e308</v></c>'.repeat(1_000)}</row></sheetData>`,
  ),
  word(
    'tables 1,000 deep',
    () => `${'<w:tbl><w:tr><w:tc>'.repeat(1_000)}${paragraph('a')}${'</w:tc></w:tr></w:tbl>'.repeat(1_000)}`,
  ),
  word(
    'controls 50,000 deep',
    () =>
      `${'<w:sdt><w:sdtContent>'.repeat(50_000)}${paragraph('a')}${'</w:sdtContent></w:sdt>'.repeat(50_000)}`,
  ),
  word(
    'a billion laughs',
    () =>
      `</w:body></w:document><!DOCTYPE a [<!ENTITY a "${'ha'.repeat(100)}">${Array.from({ length: 20 }, (_, i) => `<!ENTITY b${i} "${`&b${i - 1};`.repeat(10)}">`).join('')}]><a>&b19;</a>`,
  ),
  file('entities of its own', 'a.docx', () =>
    archive({
      'word/document.xml':
        '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>',
    }),
  ),
  word('20,000 names of namespaces', () =>
    Array.from({ length: 20_000 }, (_, i) => `<w:p xmlns:a${i}="b">`).join(''),
  ),
  file('an entry that is said to be 4 GB', 'a.docx', () => zipThatLies(0xfffffffe, 50)),
  file('an entry that is said to be packed in 4 GB', 'a.docx', () => zipThatLies(100, 0xfffffffe)),
  file('an entry that is said to be empty', 'a.docx', () => zipThatLies(0, 0)),
  file('entries outside of the archive', 'a.docx', () =>
    archive({ '../../word/document.xml': 'a', '/etc/passwd': 'b', 'C:\\a': 'c' }),
  ),
  file('9,000 entries of one name', 'a.xlsx', () =>
    archive(
      Object.fromEntries(
        Array.from({ length: 9_000 }, (_, i) => [`xl/workbook.xml${' '.repeat(i % 50)}${i}`, 'a']),
      ),
    ),
  ),

  file('1,000 mails in each other', 'a.eml', () => mailsInside(1_000)),
  file(
    'a boundary of 100,000 letters',
    'a.eml',
    () =>
      `${MAIL}Content-Type: multipart/mixed; boundary="${'b'.repeat(100_000)}"\r\n\r\n${`--${'b'.repeat(100_000)}\r\n\r\na\r\n`.repeat(100)}`,
  ),
  file(
    'a boundary that begins every line',
    'a.eml',
    () => `${MAIL}Content-Type: multipart/mixed; boundary=""\r\n\r\n${'--\r\n'.repeat(9_000)}`,
  ),
  file('a header folded 200,000 times', 'a.eml', () => `Subject: a${'\r\n b'.repeat(200_000)}\r\n\r\ntext`),
  file(
    'a charset that is none',
    'a.eml',
    () => `${MAIL}Content-Type: text/plain; charset="${'x'.repeat(10_000)}"\r\n\r\n\xff\xfe\xfd`,
  ),
  file(
    'a charset of escapes',
    'a.eml',
    () => `${MAIL}Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${'\x1b$B\x1b(B'.repeat(100_000)}`,
  ),
  html(
    'cells that span 1e9 columns',
    () =>
      `<table>${'<tr><td colspan=1000000000 rowspan=1000000000>a</td><td>b</td></tr>'.repeat(1_000)}</table>`,
  ),
  html(
    'tables 190 deep of 100 cells',
    () => `${'<table><tr><td>'.repeat(190)}${'<table><tr>'}${'<td>a</td>'.repeat(100)}</tr></table>`,
  ),
  html('numbers of letters that are none', () => '&#x110000;&#99999999999999;&#xd800;&#0;'.repeat(50_000)),
  html('a million line breaks', () => `<pre>${'\n'.repeat(1_000_000)}</pre>${'<br>'.repeat(100_000)}`),
  html('10 MB of one word', () => `<p>${'a'.repeat(10_000_000)}</p>`),

  file('a size that is not there', 'a.png', () => lyingPng(0x7fffffff, 0x7fffffff)),
  file('a size of nothing', 'a.png', () => lyingPng(0, 0)),
  file('one row of 40,000,000 pixels', 'a.png', () => lyingPng(40_000_000, 1)),
  file('a profile that unpacks to 200 MB', 'a.png', () =>
    lyingPng(10, 10, [['iCCP', concat([latin1('a\0\0'), bomb()])]]),
  ),
  file('a text that unpacks to 200 MB', 'a.png', () =>
    lyingPng(10, 10, [['zTXt', concat([latin1('a\0\0'), bomb()])]]),
  ),
  file('data that unpack to 200 MB', 'a.png', () => lyingPng(10, 10, [['IDAT', bomb()]])),
  file('2,000,000,000 frames', 'a.png', () => lyingPng(10, 10, [['acTL', latin1('\x77\x35\x94\0\0\0\0\0')]])),
  file('65,535 by 65,535 pixels', 'a.jpg', () => jpegSaid(65_535, 65_535)),
  file('no pixels', 'a.jpg', () => jpegSaid(0, 0)),
  file('markers without end', 'a.jpg', () =>
    concat([latin1('\xff\xd8'), new Uint8Array(5_000_000).fill(0xff)]),
  ),
  file('a header of 16,384 by 16,384 pixels', 'a.webp', () =>
    latin1(`RIFF\xff\xff\xff\x7fWEBPVP8L\xff\xff\xff\x7f\x2f\xff\xff\xff\x0f${'\0'.repeat(50)}`),
  ),
  file('frames of 65,535 by 65,535 pixels', 'a.gif', () =>
    latin1(
      `GIF89a\xff\xff\xff\xff\x80\0\0${'\0'.repeat(6)}${'\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x44\x01\0'.repeat(1_000)}\x3b`,
    ),
  ),

  extra('a name of 20 MB', () => ({ ['k'.repeat(20_000_000)]: { nested: true } })),
  extra('a value of 20 MB', () => ({ k: 'v'.repeat(20_000_000) })),
  extra('a million names', () =>
    Object.fromEntries(Array.from({ length: 1_000_000 }, (_, i) => [`k${i}`, i])),
  ),
  extra('a circle', () => {
    const data: Record<string, unknown> = {};
    data['self'] = data;
    return data;
  }),
  extra('names of the prototype', () =>
    JSON.parse('{ "__proto__": "a", "constructor": 1, "toString": null }'),
  ),
  extra('a list', () => [1, 2]),
  extra('numbers that are none', () => ({ a: Number.NaN, b: Number.POSITIVE_INFINITY })),
];

export const attacks: readonly Attack[] = all.map((attack) => ({
  ...attack,
  slow: attack.slow || SLOW.includes(attack.name),
}));
