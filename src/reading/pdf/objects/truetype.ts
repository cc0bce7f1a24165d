/**
 * What a TrueType or OpenType font program says about the text of its glyphs: the names in its `post` table
 * and the Unicode subtable of its `cmap` read backwards (OpenType specification). Programs come from strangers:
 * every offset is checked, and tables may be wrong or missing.
 */
import { textOfGlyphName } from './glyph-names.js';
import { MACINTOSH_GLYPH_ORDER } from './glyph-order.js';

/** The texts of a font program's glyphs. */
export interface FontProgram {
  /** Glyph that a code of one byte shows when the font is used as a symbolic simple font. */
  glyphOfCode(code: number): number | undefined;
  /** Text of a glyph: by its name, else by the character that the program assigns to it. */
  textOfGlyph(glyph: number): string | undefined;
}

/** Tables read of a program's directory, more than any font has. */
const MAX_TABLES = 64;

/** Subtables read of a `cmap`. */
const MAX_SUBTABLES = 16;

/** Characters taken from a `cmap`: every glyph number twice over. */
const MAX_CHARACTERS = 2 * 65_536;

const TABLE_ENTRY = 16;
const POST_NAMES = 32;

/** Private use says nothing about text. */
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
const PRIVATE_USE = /\p{Co}/u;

/** Reads a program; undefined when the bytes are no program. */
export function readFontProgram(bytes: Uint8Array): FontProgram | undefined {
  const tables = readTables(new Bytes(bytes));
  if (tables === undefined) return undefined;
  const names = glyphNames(tables.get('post'));
  const subtables = readSubtables(tables.get('cmap'));
  const codes = symbolicCodes(subtables);
  const characters = charactersByGlyph(subtables);
  return {
    glyphOfCode: (code) => codes.get(code) ?? codes.get(SYMBOL_AREA + code),
    textOfGlyph: (glyph) => textOfGlyphName(names[glyph] ?? '') ?? characters.get(glyph),
  };
}

/** Glyph of a character in a map of two bytes each (`/CIDToGIDMap`); 0 beyond its end. */
export function glyphIn(map: Uint8Array, cid: number): number {
  return ((map[2 * cid] ?? 0) << 8) | (map[2 * cid + 1] ?? 0);
}

/** Numbers of a table, big-endian; 0 beyond its end. */
class Bytes {
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.#view.byteLength;
  }

  u8(at: number): number {
    return at < this.length ? this.#view.getUint8(at) : 0;
  }

  u16(at: number): number {
    return at + 2 <= this.length ? this.#view.getUint16(at) : 0;
  }

  u32(at: number): number {
    return at + 4 <= this.length ? this.#view.getUint32(at) : 0;
  }

  /** The bytes from an offset on, as far as there are any. */
  part(start: number, length = this.length): Bytes {
    const from = Math.min(start, this.length);
    const size = Math.max(0, Math.min(length, this.length - from));
    return new Bytes(new Uint8Array(this.#view.buffer, this.#view.byteOffset + from, size));
  }

  latin1(start: number, length: number): string {
    let text = '';
    for (let at = start; at < start + length; at++) text += String.fromCharCode(this.u8(at));
    return text;
  }
}

/** Versions of the table directory: TrueType, Apple's TrueType, and OpenType with PostScript outlines. */
const VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x74727565, 0x4f54544f]);

/** The tables of a program by their tags; undefined when the bytes are no program. */
function readTables(file: Bytes): ReadonlyMap<string, Bytes> | undefined {
  if (!VERSIONS.has(file.u32(0))) return undefined;
  const tables = new Map<string, Bytes>();
  const count = Math.min(file.u16(4), MAX_TABLES);
  for (let index = 0; index < count; index++) {
    const entry = 12 + index * TABLE_ENTRY;
    tables.set(file.latin1(entry, 4), file.part(file.u32(entry + 8), file.u32(entry + 12)));
  }
  return tables;
}

/** Names by glyph; formats 1 and 2 hold some. */
function glyphNames(post: Bytes | undefined): readonly string[] {
  const format = post?.u32(0);
  if (format === 0x00010000) return MACINTOSH_GLYPH_ORDER;
  return post !== undefined && format === 0x00020000 ? ownNames(post) : [];
}

function ownNames(post: Bytes): readonly string[] {
  const count = Math.min(post.u16(POST_NAMES), Math.floor(Math.max(0, post.length - POST_NAMES - 2) / 2));
  const strings: string[] = [];
  for (let at = POST_NAMES + 2 + 2 * count; at < post.length; at += 1 + post.u8(at)) {
    strings.push(post.latin1(at + 1, post.u8(at)));
  }
  return Array.from({ length: count }, (_, glyph) => {
    const index = post.u16(POST_NAMES + 2 + 2 * glyph);
    return MACINTOSH_GLYPH_ORDER[index] ?? strings[index - MACINTOSH_GLYPH_ORDER.length] ?? '';
  });
}

interface Subtable {
  readonly platform: number;
  readonly encoding: number;
  readonly table: Bytes;
}

const WINDOWS = 3;
const MACINTOSH = 1;
const UNICODE = 0;

/** Where symbolic fonts of Windows have their codes. */
const SYMBOL_AREA = 0xf000;

function readSubtables(cmap: Bytes | undefined): readonly Subtable[] {
  if (cmap === undefined) return [];
  return Array.from({ length: Math.min(cmap.u16(2), MAX_SUBTABLES) }, (_, index) => {
    const entry = 4 + 8 * index;
    return {
      platform: cmap.u16(entry),
      encoding: cmap.u16(entry + 2),
      table: cmap.part(cmap.u32(entry + 4)),
    };
  });
}

/** Codes of the symbol subtable of Windows, else of the Macintosh one, with their glyphs (PDF 2.0, 9.6.5.4). */
function symbolicCodes(subtables: readonly Subtable[]): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  const used =
    subtables.find(({ platform, encoding }) => platform === WINDOWS && encoding === 0) ??
    subtables.find(({ platform, encoding }) => platform === MACINTOSH && encoding === 0);
  if (used === undefined) return codes;
  for (const [code, glyph] of mappings(used.table)) codes.set(code, glyph);
  return codes;
}

/** The Unicode subtable that holds most. */
function unicodeSubtable(subtables: readonly Subtable[]): Subtable | undefined {
  const rank = ({ platform, encoding }: Subtable): number => {
    if (platform === WINDOWS) return encoding === 10 ? 4 : encoding === 1 ? 2 : 0;
    return platform === UNICODE && encoding !== 5 ? (encoding >= 4 ? 3 : 1) : 0;
  };
  return subtables.filter((each) => rank(each) > 0).sort((a, b) => rank(b) - rank(a))[0];
}

/** The first usable character of each glyph. */
function charactersByGlyph(subtables: readonly Subtable[]): ReadonlyMap<number, string> {
  const best = unicodeSubtable(subtables);
  const characters = new Map<number, string>();
  if (best === undefined) return characters;
  for (const [code, glyph] of mappings(best.table)) {
    const surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < 0x20 || code > 0x10ffff || surrogate || characters.has(glyph)) continue;
    const character = String.fromCodePoint(code);
    if (!PRIVATE_USE.test(character)) characters.set(glyph, character);
  }
  return characters;
}

/** Codes and glyphs of a subtable in the formats that fonts use: 0, 4, 6 and 12. */
function* mappings(table: Bytes): Generator<readonly [number, number]> {
  let left = MAX_CHARACTERS;
  for (const [first, last, glyphOf] of segments(table)) {
    for (let code = first; code <= last && left > 0; code++, left--) {
      const glyph = glyphOf(code);
      if (glyph > 0 && glyph < 0xffff) yield [code, glyph];
    }
  }
}

/** First code, last code, and the glyph of a code between them; 0 for none. */
type CodeSegment = readonly [number, number, (code: number) => number];

function* segments(table: Bytes): Generator<CodeSegment> {
  switch (table.u16(0)) {
    case 0:
      yield [0, 255, (code) => table.u8(6 + code)];
      return;
    case 4:
      yield* deltaSegments(table);
      return;
    case 6: {
      const first = table.u16(6);
      yield [first, first + table.u16(8) - 1, (code) => table.u16(10 + 2 * (code - first))];
      return;
    }
    case 12:
      yield* groups(table);
  }
}

function* deltaSegments(table: Bytes): Generator<CodeSegment> {
  const size = Math.min(table.u16(6) & ~1, table.length);
  for (let at = 0; at < size; at += 2) {
    const last = table.u16(14 + at);
    const first = table.u16(16 + size + at);
    const delta = table.u16(16 + 2 * size + at);
    const offsetAt = 16 + 3 * size + at;
    const offset = table.u16(offsetAt);
    yield [
      first,
      last,
      (code) => {
        if (offset === 0) return (code + delta) & 0xffff;
        const glyph = table.u16(offsetAt + offset + 2 * (code - first));
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      },
    ];
  }
}

function* groups(table: Bytes): Generator<CodeSegment> {
  const count = Math.min(table.u32(12), Math.floor(table.length / 12));
  for (let index = 0; index < count; index++) {
    const at = 16 + 12 * index;
    const first = table.u32(at);
    const glyph = table.u32(at + 8);
    yield [first, table.u32(at + 4), (code) => glyph + code - first];
  }
}
