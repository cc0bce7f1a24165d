/**
 * Whether glyphs of a font program draw anything: the `glyf` table of TrueType, the charstrings of CFF (Adobe
 * Technical Notes 5176 and 5177). Programs come from strangers: every offset is checked.
 */
import { Bytes, characterSegments, readTables } from './truetype.js';

/** What a program says of its glyphs' outlines. */
export interface Outlines {
  /**
   * Whether the glyph that a character code of the program shows has no outline. False for codes without a glyph,
   * and in programs in which no glyph has an outline, such as those of invisible text layers: there it says nothing.
   */
  isBlank(character: number): boolean;
}

/** Reads a TrueType or OpenType program; undefined when the bytes are no such program. */
export function readOutlines(bytes: Uint8Array): Outlines | undefined {
  const tables = readTables(new Bytes(bytes));
  if (tables === undefined) return undefined;
  const glyphs = trueTypeGlyphs(tables) ?? charStrings(tables.get('CFF '));
  if (glyphs === undefined) return undefined;
  const codes = characterSegments(tables.get('cmap'));
  let drawsAny: boolean | undefined;
  return {
    isBlank(character) {
      const segment = codes.find(([first, last]) => first <= character && character <= last);
      const glyph = segment?.[2](character) ?? 0;
      if (glyph === 0 || glyph >= glyphs.count || !glyphs.isBlank(glyph)) return false;
      drawsAny ??= someOf(glyphs.count, (each) => !glyphs.isBlank(each));
      return drawsAny;
    },
  };
}

/** The glyphs of a program by number. */
interface Glyphs {
  readonly count: number;
  isBlank(glyph: number): boolean;
}

/** Whether a glyph passes; number 0 is drawn for what is missing and does not count. */
function someOf(count: number, passes: (glyph: number) => boolean): boolean {
  for (let glyph = 1; glyph < count; glyph++) if (passes(glyph)) return true;
  return false;
}

/** Offset of the format of `loca` in `head`. */
const LOCATION_FORMAT = 50;

/** Glyphs by `loca`: one without an outline has no bytes in `glyf`, or no contours. */
function trueTypeGlyphs(tables: ReadonlyMap<string, Bytes>): Glyphs | undefined {
  const [head, loca, glyf] = [tables.get('head'), tables.get('loca'), tables.get('glyf')];
  if (head === undefined || loca === undefined || glyf === undefined) return undefined;
  const isLong = head.u16(LOCATION_FORMAT) !== 0;
  const offset = (glyph: number) => (isLong ? loca.u32(4 * glyph) : 2 * loca.u16(2 * glyph));
  return {
    count: Math.max(0, Math.floor(loca.length / (isLong ? 4 : 2)) - 1),
    isBlank: (glyph) => offset(glyph + 1) <= offset(glyph) || glyf.u16(offset(glyph)) === 0,
  };
}

/** The charstrings of the first font of a CFF table. */
function charStrings(cff: Bytes | undefined): Glyphs | undefined {
  if (cff === undefined) return undefined;
  const names = readIndex(cff, cff.u8(2));
  const fonts = readIndex(cff, names.end);
  const at = fonts.count === 0 ? undefined : charStringsAt(fonts.item(0));
  if (at === undefined) return undefined;
  const glyphs = readIndex(cff, at);
  return { count: glyphs.count, isBlank: (glyph) => drawsNothing(glyphs.item(glyph)) };
}

interface Index {
  readonly count: number;
  /** Offset behind it. */
  readonly end: number;
  item(index: number): Bytes;
}

/** An INDEX of CFF: a count, the size of offsets, offsets from 1 on, data. */
function readIndex(table: Bytes, at: number): Index {
  const count = table.u16(at);
  if (count === 0) return { count, end: at + 2, item: () => table.part(table.length) };
  const size = table.u8(at + 2);
  const data = at + 2 + size * (count + 1);
  const offset = (index: number) => {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + table.u8(at + 3 + size * index + i);
    return value;
  };
  return {
    count,
    end: data + offset(count),
    item: (index) => table.part(data + offset(index), offset(index + 1) - offset(index)),
  };
}

/** The operator of a dictionary that says where the charstrings begin. */
const CHAR_STRINGS = 17;

function charStringsAt(dictionary: Bytes): number | undefined {
  let operand: number | undefined;
  for (let at = 0; at < dictionary.length; ) {
    const byte = dictionary.u8(at);
    if (byte === CHAR_STRINGS) return operand;
    if (byte === 29) operand = dictionary.u32(at + 1);
    else if (byte === 28) operand = dictionary.u16(at + 1);
    at += dictionaryStep(dictionary, at, byte);
  }
  return undefined;
}

/** Bytes of an operand or operator of a dictionary. Offsets are written with the operators 28 and 29. */
function dictionaryStep(dictionary: Bytes, at: number, byte: number): number {
  if (byte === 28) return 3;
  if (byte === 29) return 5;
  if (byte === 12 || (byte >= 247 && byte <= 254)) return 2;
  if (byte !== 30) return 1;
  let end = at + 1;
  while (end < dictionary.length && (dictionary.u8(end) & 0x0f) !== 0x0f && dictionary.u8(end) >> 4 !== 0x0f)
    end++;
  return end + 1 - at;
}

/** Operators of charstrings that draw nothing: hints and moves of the pen. */
const WITHOUT_INK: ReadonlySet<number> = new Set([1, 3, 4, 18, 21, 22, 23]);
const END = 14;

/** Numbers before the end, beyond which they are no width: they name two glyphs to draw. */
const ACCENTED_PARTS = 4;

/** Longer charstrings, in bytes, are taken to draw: those of spaces have up to 10. */
const LONGEST_BLANK = 64;

/** Whether a charstring comes to its end without drawing; one that calls others is taken to draw. */
function drawsNothing(charString: Bytes): boolean {
  if (charString.length > LONGEST_BLANK) return false;
  let numbers = 0;
  for (let at = 0; at < charString.length; ) {
    const byte = charString.u8(at);
    if (byte === END) return numbers < ACCENTED_PARTS;
    const step = byte === 255 ? 5 : byte === 28 ? 3 : byte >= 247 ? 2 : 1;
    const isNumber = byte === 28 || byte >= 32;
    if (!isNumber && !WITHOUT_INK.has(byte)) return false;
    numbers = isNumber ? numbers + 1 : 0;
    at += step;
  }
  return true;
}
