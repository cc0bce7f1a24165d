import { describe, expect, it } from 'vitest';
import type { Glyph } from '../../../src/page/document/glyph.js';
import { runsOf } from '../../../src/page/layout/runs.js';
import { show, showAt } from './glyphs.js';

const texts = (glyphs: readonly Glyph[]) => runsOf(glyphs).map((run) => run.text);

/** Two glyphs of height 0.1 and advance 0.05 with a gap between them, shown one by one. */
function pair(gapInHeights: number, between: Glyph[] = []): Glyph[] {
  return [
    ...show({ text: 'a', x: 1, y: 1 }),
    ...between,
    ...show({ text: 'b', x: 1.05 + gapInHeights * 0.1, y: 1 }),
  ];
}

/** Spaces of 0.028, each shown by an operation of its own. */
const spaces = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    show({ text: ' ', x: 1.05 + i * 0.028, y: 1, advance: 0.028 }),
  ).flat();

describe('runsOf', () => {
  it.each([
    [-0.15, ['ab']],
    [-0.19, ['a', 'b']],
    [0, ['ab']],
    [0.15, ['ab']],
    [0.17, ['a b']],
    [0.59, ['a b']],
    [0.601, ['a b']],
    [0.61, ['a', 'b']],
  ])('reads a positional gap of %f heights as %j', (gap, expected) => {
    expect(texts(pair(gap))).toEqual(expected);
  });

  it.each([
    [1, ['a b']],
    [4, ['a    b']],
    [5, ['a', 'b']],
    [11, ['a', 'b']],
  ])('joins over up to 4 separately shown spaces: %i', (count, expected) => {
    expect(texts(pair(count * 0.28, spaces(count)))).toEqual(expected);
  });

  it.each([
    [3, 'a   b'],
    [12, 'a            b'],
  ])('joins over spaces shown with the text they lead: %i', (count, expected) => {
    const led = show({ text: `${' '.repeat(count)}b`, x: 1.05, y: 1, advance: 0.028 });
    expect(texts([...show({ text: 'a', x: 1, y: 1 }), ...led])).toEqual([expected]);
  });

  it('says how far before a run the spaces begin that it was shown with', () => {
    expect(runsOf(show({ text: '   b', x: 1, y: 1 }))[0]).toMatchObject({
      x: 1.15,
      lead: expect.closeTo(0.15),
    });
    const separate = [...show({ text: ' ', x: 1, y: 1 }), ...show({ text: 'b', x: 1.05, y: 1 })];
    expect(runsOf(separate)[0]?.lead).toBe(0);
    const jump = showAt(
      [
        [' ', 1],
        ['b', 1.07],
      ],
      { y: 1 },
    );
    expect(runsOf(jump)[0]?.lead).toBe(0);
    const back = showAt(
      [
        [' ', 1],
        ['b', 1.05],
        ['c', 0.99],
      ],
      { y: 1, spaceWidth: 0.1 },
    );
    expect(runsOf(back)[0]).toMatchObject({ x: 0.99, lead: 0 });
  });

  it('sets no space where separately shown spaces take no room', () => {
    expect(texts(pair(0.01, show({ text: ' ', x: 1.05, y: 1, advance: 0 })))).toEqual(['ab']);
  });

  it('keeps every space of one show operation', () => {
    expect(texts(show({ text: `a${' '.repeat(30)}b`, x: 1, y: 1 }))).toEqual([`a${' '.repeat(30)}b`]);
  });

  it('splits at positional gaps inside one operation', () => {
    const glyphs = showAt(
      [
        ['a', 1],
        ['b', 1.05 + 0.061],
      ],
      { y: 1 },
    );
    expect(texts(glyphs)).toEqual(['a', 'b']);
  });

  it.each([
    ['font', { font: 'F2' }],
    ['size', { size: 0.103 }],
    ['text rise', { y: 0.997 }],
    ['direction', { angle: 1.5 }],
    ['text object', { textObject: 1 }],
  ])('starts a run at another %s', (_, change) => {
    const b = show({ text: 'b', x: 1.05, y: 1, advance: 0.05, ...change });
    expect(texts([...show({ text: 'a', x: 1, y: 1 }), ...b])).toEqual(['a', 'b']);
  });

  it('ends a run at the last glyph that prints, and says how far spaces were typed behind it', () => {
    const [own] = runsOf(show({ text: 'ab  ', x: 1, y: 1 }));
    expect(own).toMatchObject({
      length: expect.closeTo(0.1),
      trail: expect.closeTo(0.1),
      pendingSpace: true,
    });
    const [other] = runsOf([...show({ text: 'ab', x: 1, y: 1 }), ...show({ text: '  ', x: 1.1, y: 1 })]);
    expect(other).toMatchObject({ length: expect.closeTo(0.1), trail: 0 });
    expect(runsOf(show({ text: 'ab        ', x: 1, y: 1 }))[0]?.trail).toBe(0);
  });

  it('spaces that a visible glyph of the operation follows are no trail', () => {
    const glyphs = showAt(
      [
        ['a', 1],
        [' ', 1.05],
        ['b', 0.5],
      ],
      { y: 1 },
    );
    expect(runsOf(glyphs).map((run) => [run.text, run.trail])).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
  });

  /** `ab`, spaces at distances behind it, then `cd`, all distances in text heights. */
  const dropped = (at: readonly number[], next: number) =>
    showAt(
      [['ab', 1], ...at.map((distance) => [' ', 1.1 + distance * 0.1] as const), ['cd', 1.1 + next * 0.1]],
      { y: 1 },
    );

  it.each([
    ['a lone one in a wide gap', [7.4], 13.7, ['ab', 'cd']],
    ['a lone one with less room on either side', [4], 8.6, ['ab', 'cd']],
    ['several, each set apart', [1.2, 2.9, 4.6, 6.3], 8.4, ['ab', 'cd']],
    ['a lone one in the gap of a justified line', [2], 5.4, ['ab cd']],
    ['many with some word spacing', Array.from({ length: 9 }, (_, i) => i), 8.9, ['ab         cd']],
    ['one that is drawn further right than the text', [9], 1, ['ab cd']],
  ])('spaces dropped into a gap are judged: %s', (_, at, next, expected) => {
    expect(texts(dropped(at, next))).toEqual(expected);
  });

  it('spaces dropped into a gap of one operation do not widen the run when they are set apart from it', () => {
    const [run] = runsOf(dropped([0, 0.5, 7.4], 20).slice(0, -2));
    expect(run?.trail).toBeCloseTo(0.1);
  });

  it('drops tiny text but not narrow or low text', () => {
    expect(texts(show({ text: 'tag', x: 1, y: 1, size: 0.014, advance: 0.007 }))).toEqual([]);
    expect(texts(show({ text: 'ab', x: 1, y: 1, size: 0.014, advance: 0.03 }))).toEqual(['ab']);
    expect(texts(show({ text: 'ab', x: 1, y: 1, size: 0.1, advance: 0.01 }))).toEqual(['ab']);
  });

  it('keeps what runs on under padding apart', () => {
    const padded = show({ text: `ab${' '.repeat(12)}`, x: 1, y: 1 });
    expect(texts([...padded, ...show({ text: 'cd', x: 1.2, y: 1 })])).toEqual(['ab', 'cd']);
  });

  it('never starts a run with a space and drops what is no text', () => {
    expect(texts(show({ text: '  \u200b', x: 1, y: 1 }))).toEqual([]);
    expect(texts([{ ...show({ text: 'a', x: 1, y: 1 })[0]!, x: Number.NaN }])).toEqual([]);
  });

  it('uses the assumed space width where the font has none', () => {
    expect(texts(pair(4 * 0.28, spaces(1)))).toEqual(['a    b']);
    const unknown = (gap: number) =>
      [
        show({ text: 'a', x: 1, y: 1, spaceWidth: undefined }),
        show({ text: ' ', x: 1.05, y: 1, spaceWidth: undefined }),
        show({ text: 'b', x: 1.05 + gap, y: 1, spaceWidth: undefined }),
      ].flat();
    expect(texts(unknown(0.112))).toEqual(['a    b']);
    expect(texts(unknown(0.12))).toEqual(['a', 'b']);
  });

  it('measures rotated text along its own direction', () => {
    const [run] = runsOf(show({ text: 'up', x: 1, y: 5, angle: -90 }));
    expect(run).toMatchObject({ text: 'up', angle: -90, size: 0.1 });
    expect(run?.length).toBeCloseTo(0.1);
  });
});
