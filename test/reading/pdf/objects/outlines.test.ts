import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOutlines } from '../../../../src/reading/pdf/objects/outlines.js';

const LIBERATION = readFileSync(
  createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
);

type Part = readonly number[];
const u16 = (value: number): Part => [value >> 8, value & 255];
const u32 = (value: number): Part => [...u16(value >>> 16), ...u16(value & 0xffff)];

/** An INDEX of CFF with offsets of one byte. */
function index(items: readonly Part[]): Part {
  const offsets = [1];
  for (const { length } of items) offsets.push(offsets.at(-1)! + length);
  return [...u16(items.length), 1, ...offsets, ...items.flat()];
}

/** An OpenType program whose glyphs have these charstrings; the first is number 0, `A` shows number 1. */
function openType(charStrings: readonly Part[]): Uint8Array {
  const head = [1, 0, 4, 1, ...index([[65]])];
  const dictionary = (at: number) => index([[28, ...u16(at), 17]]);
  const cff = [...head, ...dictionary(head.length + dictionary(0).length), ...index(charStrings)];
  const subtable = [...u16(6), ...u16(0), ...u16(0), ...u16(65), ...u16(charStrings.length - 1)];
  const glyphs = charStrings.slice(1).flatMap((_, glyph) => u16(glyph + 1));
  const cmap = [...u16(0), ...u16(1), ...u16(3), ...u16(1), ...u32(12), ...subtable, ...glyphs];
  const start = 12 + 2 * 16;
  const entry = (tag: string, at: number, length: number) => [
    ...[...tag].map((character) => character.charCodeAt(0)),
    ...u32(0),
    ...u32(at),
    ...u32(length),
  ];
  return Uint8Array.from([
    ...[0x4f, 0x54, 0x54, 0x4f],
    ...u16(2),
    ...u16(0),
    ...u16(0),
    ...u16(0),
    ...entry('CFF ', start, cff.length),
    ...entry('cmap', start + cff.length, cmap.length),
    ...cff,
    ...cmap,
  ]);
}

const END = 14;
/** 100 0 rlineto, of a glyph that draws. */
const DRAWN = [239, 139, 5, END];

describe('readOutlines', () => {
  it('recognises blank glyphs of TrueType by glyf and loca', () => {
    const outlines = readOutlines(LIBERATION)!;
    expect([0x20, 0xa0, 0x41, 0xf000].map((code) => outlines.isBlank(code))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['nothing but the end', [END], true],
    ['a width', [139, END], true],
    ['a width of two bytes and a hint', [247, 0, 139, 139, 1, END], true],
    ['a move of the pen', [28, 1, 244, 22, END], true],
    ['no end', [139], true],
    ['a line', DRAWN, false],
    ['an accented letter', [139, 139, 139, 139, END], false],
    ['a call', [139, 10, END], false],
  ])('recognises them of CFF by charstrings: %s', (_, charString, blank) => {
    const outlines = readOutlines(openType([[END], charString, DRAWN]))!;
    expect(outlines.isBlank(65)).toBe(blank);
    expect(outlines.isBlank(66)).toBe(false);
  });

  it('says nothing where no glyph has an outline', () => {
    expect(readOutlines(openType([DRAWN, [END], [END]]))!.isBlank(65)).toBe(false);
  });

  it('survives programs that are cut or changed', () => {
    const cff = openType([[END], [END], DRAWN]);
    fc.assert(
      fc.property(
        fc.constantFrom(cff, LIBERATION.subarray(0, 20_000)),
        fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 8 }),
        fc.nat(20_000),
        (whole, changes, length) => {
          const bytes = Uint8Array.from(whole.subarray(0, Math.max(12, length)));
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const outlines = readOutlines(bytes);
          for (const code of [0x20, 65, 66]) outlines?.isBlank(code);
        },
      ),
      { numRuns: 200 },
    );
    expect(readOutlines(new Uint8Array(4))).toBeUndefined();
  });
});
