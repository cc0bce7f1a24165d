import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFontProgram } from '../../../../src/reading/pdf/objects/truetype.js';
import { processorTime } from '../../../support/processor-time.js';

const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
const u32 = (...values: number[]) =>
  values.flatMap((value) => [...u16(value >>> 16), ...u16(value & 0xffff)]);
const latin1 = (text: string) => [...text].map((character) => character.charCodeAt(0));

/** A program of the given tables. */
function program(tables: Record<string, number[]>): Uint8Array {
  const entries = Object.entries(tables);
  let at = 12 + 16 * entries.length;
  const directory: number[] = [];
  const data: number[] = [];
  for (const [tag, bytes] of entries) {
    directory.push(...latin1(tag), ...u32(0, at, bytes.length));
    data.push(...bytes);
    at += bytes.length;
  }
  return Uint8Array.from([...u32(0x00010000), ...u16(entries.length, 0, 0, 0), ...directory, ...data]);
}

/** A `post` table of format 2: indexes into the Macintosh order or, from 258 on, the names. */
function post(indexes: number[], names: string[]): number[] {
  const strings = names.flatMap((name) => [name.length, ...latin1(name)]);
  return [...u32(0x00020000), ...Array(28).fill(0), ...u16(indexes.length, ...indexes), ...strings];
}

function cmap(...subtables: [platform: number, encoding: number, bytes: number[]][]): number[] {
  let at = 4 + 8 * subtables.length;
  const directory = subtables.flatMap(([platform, encoding, bytes]) => {
    const entry = [...u16(platform, encoding), ...u32(at)];
    at += bytes.length;
    return entry;
  });
  return [...u16(0, subtables.length), ...directory, ...subtables.flatMap(([, , bytes]) => bytes)];
}

/** Format 4 with segments of first code, last code and delta, or glyphs of their own. */
function format4(segments: { first: number; last: number; delta?: number; glyphs?: number[] }[]): number[] {
  const glyphs: number[] = [];
  const offsets = segments.map((segment, index) => {
    if (segment.glyphs === undefined) return 0;
    const offset = 2 * (segments.length - index) + 2 * glyphs.length;
    glyphs.push(...segment.glyphs);
    return offset;
  });
  return [
    ...u16(4, 0, 0, 2 * segments.length, 0, 0, 0),
    ...u16(...segments.map(({ last }) => last)),
    ...u16(0),
    ...u16(...segments.map(({ first }) => first)),
    ...u16(...segments.map(({ delta = 0 }) => delta & 0xffff)),
    ...u16(...offsets),
    ...u16(...glyphs),
  ];
}

const format12 = (first: number, last: number, glyph: number) => [
  ...u16(12, 0),
  ...u32(28, 0, 1, first, last, glyph),
];

const read = (tables: Record<string, number[]>) => {
  const font = readFontProgram(program(tables));
  if (font === undefined) throw new Error('no program');
  return font;
};

describe('font programs', () => {
  it('name their glyphs in format 2 of `post`, by the Macintosh order or by names of their own', () => {
    const font = read({ post: post([0, 36, 258, 259, 260], ['hyphen.case', 'uni20AC', 'g7']) });
    expect([0, 1, 2, 3, 4, 5].map((glyph) => font.textOfGlyph(glyph))).toEqual([
      undefined,
      'A',
      '-',
      '€',
      undefined,
      undefined,
    ]);
  });

  it('follow the Macintosh order in format 1', () => {
    const font = read({ post: [...u32(0x00010000), ...Array(28).fill(0)] });
    expect(font.textOfGlyph(19)).toBe('0');
    expect(font.textOfGlyph(258)).toBeUndefined();
  });

  it('assign characters in formats 4 and 12, the first of a glyph counts, private use does not', () => {
    const segments = [
      { first: 0x41, last: 0x43, delta: 5 - 0x41 },
      { first: 0x61, last: 0x62, glyphs: [5, 9] },
      { first: 0xe000, last: 0xe000, delta: 20 - 0xe000 },
    ];
    const font = read({ cmap: cmap([3, 1, format4(segments)]) });
    expect([5, 6, 7, 9, 20].map((glyph) => font.textOfGlyph(glyph))).toEqual(['A', 'B', 'C', 'b', undefined]);
    const full = read({ cmap: cmap([3, 1, format4(segments)], [3, 10, format12(0x1f600, 0x1f601, 5)]) });
    expect(full.textOfGlyph(6)).toBe('😁');
  });

  it('prefer a name to a character', () => {
    const font = read({
      post: post([0, 36], []),
      cmap: cmap([3, 1, format4([{ first: 0x42, last: 0x43, delta: 1 - 0x42 }])]),
    });
    expect([font.textOfGlyph(1), font.textOfGlyph(2)]).toEqual(['A', 'C']);
  });

  it('give symbolic fonts their codes, in the symbol area of Windows or as on the Macintosh', () => {
    const trimmed = [...u16(6, 0, 0, 33, 2), ...u16(7, 8)];
    expect(read({ cmap: cmap([1, 0, trimmed]) }).glyphOfCode(34)).toBe(8);
    const symbol = format4([{ first: 0xf021, last: 0xf022, delta: 3 - 0xf021 }]);
    expect(read({ cmap: cmap([1, 0, trimmed], [3, 0, symbol]) }).glyphOfCode(34)).toBe(4);
    expect(read({ cmap: cmap([3, 0, symbol]) }).textOfGlyph(3)).toBeUndefined();
  });

  it('font programs may be anything', () => {
    expect(readFontProgram(new Uint8Array())).toBeUndefined();
    expect(readFontProgram(Uint8Array.from(latin1('%PDF-1.7')))).toBeUndefined();
    const table = fc.array(fc.nat(255), { maxLength: 80 });
    fc.assert(
      fc.property(table, table, fc.nat(16), (postBytes, cmapBytes, cut) => {
        const whole = program({ post: [...u32(0x00020000), ...postBytes], cmap: cmapBytes });
        const font = readFontProgram(whole.subarray(0, whole.length - cut));
        font?.textOfGlyph(3);
        font?.glyphOfCode(65);
      }),
    );
  });

  it('end where they claim billions of characters', () => {
    const start = processorTime();
    const subtable: [number, number, number[]] = [3, 10, format12(0x20, 0xffffffff, 1)];
    const font = read({ cmap: cmap(...Array<typeof subtable>(40).fill(subtable)) });
    expect(font.textOfGlyph(2)).toBe('!');
    expect(processorTime() - start).toBeLessThan(2000);
  });
});
