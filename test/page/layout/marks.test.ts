/** Marks over letters, letters from the right, and glyphs of which nobody knows the text. */
import { describe, expect, it } from 'vitest';
import type { Glyph } from '../../../src/page/document/glyph.js';
import { linesOf } from '../../../src/page/layout/lines.js';
import { show, showAt } from './glyphs.js';

const PAGE = { index: 0, width: 8.5, height: 11 };
const texts = (...glyphs: readonly (readonly Glyph[])[]) =>
  linesOf(glyphs.flat(), PAGE).map(({ text }) => text);
const FATHA = '\u064e';

describe('letters that are read from the right', () => {
  it('words from the right stay whole beside words from the left', () => {
    expect(texts(show({ text: 'habibi يبيبح', x: 1, y: 1 }))).toEqual(['habibi حبيبي']);
  });

  it.each([
    ['one text object', 0],
    ['several text objects', 1],
  ])('letters shown one by one from the right are put in order in %s', (_, step) => {
    const letters = [...'حبيبي'].map((text, index) =>
      show({ text, x: 2 - 0.05 * index, y: 1, spaceWidth: 0.1, textObject: step * index }),
    );
    expect(texts(...letters)).toEqual(['حبيبي']);
  });

  it('presentation forms read as they are typed', () => {
    expect(texts(show({ text: 'ﻡﻼﺳ', x: 1, y: 1 }))).toEqual(['سلام']);
  });
});

const base = (text: string, x: number) => show({ text, x, y: 1 });
const mark = (x: number, y = 1) => show({ text: FATHA, x, y, advance: 0 });

it.each<[string, readonly (readonly Glyph[])[]]>([
  ['shown before it', [base('ي', 1), mark(1.06), base('ح', 1.05)]],
  ['shown behind it', [base('ي', 1), base('ح', 1.05), mark(1.06)]],
  ['raised', [base('ي', 1), mark(1.06, 0.96), base('ح', 1.05)]],
])('a mark stays with its letter: %s', (_, glyphs) => {
  expect(texts(...glyphs)).toEqual([`ح${FATHA}ي`]);
});

it('a mark that is shown first is put behind its letter', () => {
  expect(texts(mark(1.02, 0.96), base('يح', 1))).toEqual([`حي${FATHA}`]);
});

it('marks make no space in Thai, whether they take room or not', () => {
  for (const advance of [0, 0.05]) {
    const word = [
      show({ text: 'ส', x: 1, y: 1 }),
      show({ text: '\u0e31', x: 1.05, y: 0.98, advance }),
      show({ text: 'ด', x: 1.05 + advance, y: 1 }),
    ];
    expect(texts(...word)).toEqual(['ส\u0e31ด']);
  }
});

it('a mark far from all letters is a line of its own', () => {
  expect(texts(base('ح', 1), mark(3, 0.9))).toHaveLength(2);
});

describe('a ligature that lists the advance of its first letter', () => {
  it('a ligature that lists too little leaves no gap before what is placed behind it', () => {
    expect(
      texts(
        showAt(
          [
            ['dé', 1],
            ['nir', 1.15],
          ],
          { y: 1 },
        ),
      ),
    ).toEqual(['dé nir']);
    const [ligature] = showAt([['f', 1.1]], { y: 1, advance: 0.025 });
    const parts = [
      showAt([['dé', 1]], { y: 1 }),
      [{ ...ligature!, text: 'fi' }],
      showAt([['nir', 1.15]], { y: 1 }),
    ];
    expect(texts(...parts)).toEqual(['définir']);
  });
});

describe('a glyph of which nobody knows the text', () => {
  const shown = (before: string, after: string, gap = 0) => [
    show({ text: before, x: 1, y: 1 }),
    show({ text: '\0', x: 1 + 0.05 * before.length + gap, y: 1, mapped: false }),
    show({ text: after, x: 1.05 + 0.05 * before.length + gap, y: 1 }),
  ];

  it('an unknown glyph is left out, and leaves its line whole', () => {
    expect(texts(...shown('o', 'ce'))).toEqual(['oce']);
    expect(texts(...shown('in', 'g/kg', 0.03))).toEqual(['in g/kg']);
    expect(texts(...shown('and ', ' here'))).toEqual(['and here']);
  });

  it('an unknown glyph stands beside figures, where a number without it would be another one', () => {
    expect(texts(...shown('12', 'kg'))).toEqual(['12\ufffdkg']);
    expect(texts(...shown('No', '4'))).toEqual(['No\ufffd4']);
  });

  it('three unknown glyphs in a row stand for themselves, as text that nobody can read', () => {
    expect(texts(show({ text: '\0\0\0', x: 1, y: 1, mapped: false }))).toEqual(['\ufffd\ufffd\ufffd']);
    expect(texts(show({ text: '\0\0', x: 1, y: 1, mapped: false }))).toEqual([]);
  });

  it('an unknown glyph alone is no line', () => {
    expect(texts(show({ text: '\0', x: 1, y: 1, mapped: false }))).toEqual([]);
  });
});
