import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanGlyph,
  cleanText,
  collapseSpaces,
  comparablePattern,
  comparableText,
  withPlainSpaces,
} from '../../../src/page/document/cleaning.js';
import { replacedGlyphs, resolveActualText } from '../../../src/page/layout/actual-text.js';
import { hasRightToLeft, logicalOrder, mirror } from '../../../src/page/layout/bidi.js';
import { linesOf } from '../../../src/page/layout/lines.js';
import { PAGE, show, showAt } from '../layout/glyphs.js';

describe('cleanGlyph', () => {
  it.each([
    ['\u2026', '...'],
    ['\u2025', '..'],
    ['\u2212', '-'],
    ['\ufb03', 'ffi'],
    ['\ufb05', 'st'],
    ['\u0132', 'IJ'],
    ['\u2163', 'IV'],
    ['\u217f', 'm'],
    ['\u00a0', ' '],
    ['\t', ' '],
    ['\u3000', ' '],
    ['\u00ad', '-'],
    ['\u200e', ''],
    ['a\u2066', 'a'],
    ['\0', ''],
    ['\u0092', ''],
    ['a\u0003', 'a'],
    ['\ufee0', 'ل'],
    ['\ufefb', 'لا'],
    ['\ufe77', 'ـَ'],
    ['\ufe76', '\u064e'],
    ['\ue092', '\ue092'],
    ['™', '™'],
    ['²', '²'],
    ['’', '’'],
    ['–', '–'],
    ['\u{1d400}', '\u{1d400}'],
  ])('cleanGlyph: %j becomes %j', (text, expected) => {
    expect(cleanGlyph(text, 0.05, 0.1)).toBe(expected);
  });

  it('takes a zero-width space with an advance for a space', () => {
    expect(cleanGlyph('\u200b', 0.01, 0.1)).toBe(' ');
    expect(cleanGlyph('\u200b', 0.009, 0.1)).toBe('');
  });

  it('drops control characters, but for tabs and line ends, which are spaces', () => {
    expect(cleanGlyph('\u0000', 0.05, 0.1)).toBe('');
    expect(cleanGlyph('\t', 0, 0.1)).toBe(' ');
    expect(cleanText('AB\u000112\u001f\u0085X')).toBe('AB12 X');
  });

  it('drops a soft hyphen that is not seen', () => {
    expect(cleanGlyph('\u00ad', 0, 0.1)).toBe('');
    expect(cleanText('co\u00adop')).toBe('coop');
  });

  it('cleanGlyph is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(cleanText(text)) === cleanText(text)),
    );
  });
});

/** Zs of Unicode without U+0020. */
const SPACES = [
  ...'\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
];

describe('comparableText', () => {
  it('cleans a text of a config as texts of documents are', () => {
    for (const space of SPACES) expect(comparableText(`net${space}due`)).toBe('net due');
    expect(comparableText('of\ufb01ce\u2026\u200b')).toBe('office...');
  });

  it('leaves a text that would be found everywhere', () => {
    expect(comparableText('\u200b')).toBe('\u200b');
  });
});

describe('withPlainSpaces', () => {
  it('leaves tabs, line breaks and everything else', () => {
    expect(withPlainSpaces(`${SPACES.join('')}\t\n\u2026`)).toBe(`${' '.repeat(SPACES.length)}\t\n\u2026`);
  });
});

describe('comparablePattern', () => {
  it.each(SPACES)('makes %j a space', (space) => {
    expect(comparablePattern(`net${space}due`)).toBe('net due');
  });

  it.each([
    ['[\u00a0,]', '[ ,]'],
    ['[^\u00a0]+\u2009$', '[^ ]+ $'],
    ['[-\u00a0]', '[- ]'],
    ['[a\u00a0', '[a '],
    ['\u00a0-\u00a0', ' - '],
    ['\\[\u00a0]', '\\[ ]'],
    ['[\\]\u00a0]', '[\\] ]'],
  ])('reads %j as %j', (source, expected) => {
    expect(comparablePattern(source)).toBe(expected);
  });

  it.each([
    '[!-\u00a0]',
    '[\u00a0-\u00ff]',
    '\\u00a0',
    '\\xa0',
    '\\\u00a0',
    '[\\\u00a0]',
    'caf\u00e9 \u200b?',
  ])('leaves %j as it is', (source) => {
    expect(comparablePattern(source)).toBe(source);
  });
});

describe('collapseSpaces', () => {
  it('leaves one space between words and none outside, and is idempotent', () => {
    expect(collapseSpaces('  a \t b\n')).toBe('a b');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(' ', '\t', 'a', '\u00a0') }), (text) => {
        const collapsed = collapseSpaces(text);
        return !/^\s|\s\s|\s$/.test(collapsed) && collapseSpaces(collapsed) === collapsed;
      }),
    );
  });
});

/** Reading order of a text given as it is seen, from left to right. */
function read(seen: string): string {
  const pieces = [...seen];
  const { order, reversed } = logicalOrder(pieces);
  return order.map((index) => (reversed(index) ? mirror(pieces[index]!) : pieces[index]!)).join('');
}

const backwards = (text: string) => [...text].reverse().join('');

describe('logicalOrder', () => {
  it('turns right-to-left lines round', () => {
    expect(read(backwards('שלום עולם'))).toBe('שלום עולם');
  });

  it('keeps numbers and Latin words inside them', () => {
    expect(read(`USD 1,250.50 ${backwards('סך הכל')}`)).toBe('סך הכל USD 1,250.50');
    expect(read(`${backwards('ימים')} 14 ${backwards('תוך')}`)).toBe('תוך 14 ימים');
  });

  it('turns only the right-to-left words of a Latin line', () => {
    expect(read(`Name of the company: ${backwards('שלום עולם')}, Tel Aviv`)).toBe(
      'Name of the company: שלום עולם, Tel Aviv',
    );
  });

  it('mirrors brackets and keeps marks behind their letter', () => {
    expect(read(backwards('שלום (עולם)').replaceAll(/[()]/g, (c) => (c === '(' ? ')' : '(')))).toBe(
      'שלום (עולם)',
    );
    expect(read('מל\u05c1ש')).toBe('של\u05c1מ');
  });

  it('logicalOrder is a permutation, and leaves text without right-to-left letters alone', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '1', '-', ' ', '(', 'ש', 'ם', '\u05c1') }),
        (seen) => {
          const { order } = logicalOrder([...seen]);
          expect([...order].sort((a, b) => a - b)).toEqual([...seen].map((_, index) => index));
          if (!hasRightToLeft(seen)) expect(order).toEqual([...seen].map((_, index) => index));
        },
      ),
    );
  });

  it('reads a whole line of several runs, with words where they are', () => {
    const glyphs = [
      ...show({ text: backwards('עולם'), x: 1, y: 1 }),
      ...show({ text: backwards('שלום'), x: 1.24, y: 1, textObject: 1 }),
    ];
    const [line] = linesOf(glyphs, PAGE);
    expect(line?.text).toBe('שלום עולם');
    expect(line?.words.map(({ text, boundingPolygon }) => [text, boundingPolygon[0].x])).toEqual([
      ['שלום', 1.24],
      ['עולם', 1],
    ]);
  });
});

describe('resolveActualText', () => {
  const text = (glyphs: ReturnType<typeof show>, scope: 'none' | 'unmapped' | 'unusable') =>
    resolveActualText(glyphs, scope)
      .glyphs.map((glyph) => glyph.text)
      .join('');
  const noise = show({ text: '!"#', x: 1, y: 1, mapped: false, actualText: 'Sum' });
  const privateUse = show({ text: '16\ue09230', x: 1, y: 1, actualText: '16:30' });

  it('replaces unmapped glyphs by what the file says they are', () => {
    expect(text(noise, 'none')).toBe('!"#');
    expect(text(noise, 'unmapped')).toBe('Sum');
  });

  it('replaces private-use glyphs only in the wider scope', () => {
    expect(text(privateUse, 'unmapped')).toBe('16\ue09230');
    expect(resolveActualText(privateUse, 'unmapped').moreWithUnusable).toBe(true);
    expect(text(privateUse, 'unusable')).toBe('16:30');
  });

  it('never replaces readable glyphs, nor by invisible text', () => {
    expect(text(show({ text: 'abc', x: 1, y: 1, actualText: 'xyz' }), 'unusable')).toBe('abc');
    expect(text(show({ text: '\0', x: 1, y: 1, actualText: '\u00a0\u202a' }), 'unusable')).toBe('\0');
  });

  it('spreads a longer text evenly and gives it one line', () => {
    const glyphs = resolveActualText(
      show({ text: '!"', x: 1, y: 1, mapped: false, actualText: 'total' }),
      'unmapped',
    );
    expect(glyphs.glyphs.map(({ x, advance }) => [Number(x.toFixed(3)), Number(advance.toFixed(3))])).toEqual(
      [1, 1.02, 1.04, 1.06, 1.08].map((x) => [x, 0.02]),
    );
    expect(linesOf(glyphs.glyphs, PAGE).map((line) => line.text)).toEqual(['total']);
  });

  it('leaves glyphs after the marked content alone and counts what stays unresolved', () => {
    const after = show({ text: '\0z', x: 2, y: 1 });
    const resolved = resolveActualText([...noise, ...after], 'unmapped');
    expect(resolved.glyphs.map((glyph) => glyph.text).join('')).toBe('Sum\0z');
    expect(resolved).toMatchObject({ visible: 5, unresolved: 1, moreWithUnusable: false });
  });

  it('deals text over several baselines out glyph by glyph', () => {
    const glyphs = [
      ...show({ text: '!', x: 1, y: 1, mapped: false, actualText: 'abcd' }),
      ...showAt([['"', 1]], { y: 1.2, mapped: false }).map((glyph) => ({ ...glyph, actualText: '' })),
    ];
    expect(resolveActualText(glyphs, 'unmapped').glyphs.map((glyph) => [glyph.text, glyph.y])).toEqual([
      ['ab', 1],
      ['cd', 1.2],
    ]);
  });

  it.each([
    ['auto', false, 'unmapped'],
    ['auto', true, 'unusable'],
    ['always', false, 'unusable'],
    ['never', true, 'none'],
  ] as const)('policy %s, document for OCR %s: %s', (policy, readByOcr, scope) => {
    expect(replacedGlyphs(policy, readByOcr)).toBe(scope);
  });
});
