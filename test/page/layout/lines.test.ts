import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Glyph } from '../../../src/page/document/glyph.js';
import type { Line } from '../../../src/page/document/model.js';
import { linesOf, readPageText } from '../../../src/page/layout/lines.js';
import { mergeItems } from '../../../src/page/layout/merge.js';
import { processorTime } from '../../support/processor-time.js';
import { PAGE, type Shown, show, showAt } from './glyphs.js';

let textObjects = 0;
/** A run of its own: each is shown in its own text object. */
const run = (shown: Shown): Glyph[] => show({ ...shown, textObject: ++textObjects });
const texts = (glyphs: readonly Glyph[]) => linesOf(glyphs, PAGE).map((line) => line.text);
const box = ({ left, top, right, bottom }: Line) => [left, top, right, bottom];

describe('linesOf', () => {
  it('makes boxes from the baseline up by the font size', () => {
    const [line] = linesOf(
      show({ text: 'Total', x: 0.8451234, y: 2.7672, size: 1 / 6, advance: 0.0712 }),
      PAGE,
    );
    expect(box(line!)).toEqual([0.845, 2.601, 1.201, 2.767]);
    expect(line).toMatchObject({ lineHeight: 0.166, angle: 0, flow: 0, page: 0, source: 'text' });
    expect(line?.boundingPolygon[2]).toEqual({ x: 1.201, y: 2.767 });
  });

  it.each([
    [0.1, 'abcd'],
    [0.17, 'ab cd'],
    [0.6, 'ab cd'],
  ])('joins runs with a gap of %f heights', (gap, expected) => {
    expect(
      texts([...run({ text: 'ab', x: 1, y: 1 }), ...run({ text: 'cd', x: 1.1 + gap * 0.1, y: 1 })]),
    ).toEqual([expected]);
  });

  it('shows a pending space only where there is room for it', () => {
    const pair = (gap: number) => [
      ...run({ text: 'ab', x: 1, y: 1 }),
      ...show({ text: ' ', x: 1.1, y: 1, textObject: textObjects }),
      ...run({ text: '.', x: 1.1 + gap, y: 1 }),
    ];
    expect(texts(pair(0))).toEqual(['ab.']);
    expect(texts(pair(0.012))).toEqual(['ab .']);
  });

  it('joins a caption that is shown with the spaces between it and its number', () => {
    const number = (x: number) => run({ text: '7', x, y: 1, font: 'F1' });
    const caption = (spaces: number) =>
      run({ text: `${' '.repeat(spaces)}Name`, x: 1.05, y: 1, font: 'F2', advance: 0.05 });
    expect(texts([...number(1), ...caption(3)])).toEqual(['7 Name']);
    expect(texts([...number(0.9), ...caption(3)])).toEqual(['7', 'Name']);
    const [line] = linesOf(caption(3), PAGE);
    expect(box(line!)).toEqual([1.2, 0.9, 1.4, 1]);
  });

  it('sets text apart that the position jumps to after leading spaces', () => {
    const dots = showAt(
      [
        [' ', 1.05],
        [' ', 1.1],
        ['.', 1.25],
        ['.', 1.45],
      ],
      { y: 1, font: 'F2', textObject: ++textObjects },
    );
    expect(texts([...run({ text: '7', x: 1, y: 1 }), ...dots])).toEqual(['7', '.', '.']);
  });

  it('leaves a value of another size beside its caption, and another baseline', () => {
    const caption = run({ text: 'Date', x: 1, y: 1, size: 0.1, advance: 0.05 });
    expect(texts([...caption, ...run({ text: '2024-03-01', x: 1.25, y: 1, size: 0.13 })])).toEqual([
      '2024-03-01',
      'Date',
    ]);
    expect(texts([...caption, ...run({ text: 'low', x: 1.2, y: 1.01 })])).toEqual(['Date', 'low']);
  });

  it('merges the first two of three runs', () => {
    const glyphs = [1, 1.12, 1.5].flatMap((x, i) => run({ text: 'ab', x, y: 1, font: `F${i}` }));
    expect(texts(glyphs)).toEqual(['ab ab', 'ab']);
  });

  it('leaves runs that overlap apart', () => {
    const label = run({ text: 'Commercial coverage', x: 1, y: 1 });
    const amount = run({ text: '500', x: 1.9, y: 1 });
    const unit = run({ text: 'USD', x: 2.08, y: 1, font: 'F2' });
    expect(texts([...unit, ...label, ...amount])).toEqual(['Commercial coverage', '500 USD']);
  });

  it('glues a mark to the symbol that it is typed over, and records it', () => {
    const symbol = run({ text: '☐ Yes', x: 1, y: 1, advance: 0.1 });
    const [line, ...others] = linesOf([...symbol, ...run({ text: 'X', x: 1.02, y: 1, advance: 0.07 })], PAGE);
    expect(others).toEqual([]);
    expect(line?.text).toBe('☐ YesX');
    expect(line?.overlapJoins).toEqual([{ at: 5, overlap: 0.07 }]);
  });

  it('makes each run a line when merging is switched off', () => {
    const glyphs = [...run({ text: 'ab', x: 1, y: 1 }), ...run({ text: 'cd', x: 1.1, y: 1 })];
    expect(linesOf(glyphs, PAGE, { preventDefaultMergeLines: true }).map((line) => line.text)).toEqual([
      'ab',
      'cd',
    ]);
  });

  it('keeps text partly on the page and drops text outside it', () => {
    const glyphs = [
      ...run({ text: 'partly', x: -0.1, y: 1 }),
      ...run({ text: 'left', x: -2, y: 1 }),
      ...run({ text: 'below', x: 1, y: 11.2 }),
    ];
    expect(texts(glyphs)).toEqual(['partly']);
  });

  it('orders by exact top, then left', () => {
    const at = (text: string, x: number, y: number) => run({ text, x, y });
    expect(texts([...at('b', 5, 1.0004), ...at('a', 3, 1)])).toEqual(['a', 'b']);
    expect(texts([...at('low', 1, 1.002), ...at('high', 5, 1)])).toEqual(['high', 'low']);
  });

  it('keeps spaces in the raw text and words at their glyphs', () => {
    const [line] = linesOf(show({ text: 'ab     c', x: 1, y: 1 }), PAGE);
    expect(line).toMatchObject({ text: 'ab c', rawText: 'ab     c' });
    expect(
      line?.words.map((word) => [word.text, word.boundingPolygon[0].x, word.boundingPolygon[1].x]),
    ).toEqual([
      ['ab', 1, 1.1],
      ['c', 1.35, 1.4],
    ]);
  });

  it('handles text that runs in other directions in its own frame', () => {
    const glyphs = [
      ...run({ text: 'level text that is long enough', x: 1, y: 9 }),
      ...run({ text: 'up', x: 2, y: 5, angle: -90 }),
      ...run({ text: 'wards', x: 2, y: 4.88, angle: -90 }),
    ];
    const line = linesOf(glyphs, PAGE).find((each) => each.angle === -90);
    expect(line?.text).toBe('up wards');
    expect(line?.boundingPolygon).toEqual([
      { x: 1.9, y: 5 },
      { x: 1.9, y: 4.63 },
      { x: 2, y: 4.63 },
      { x: 2, y: 5 },
    ]);
    expect(line?.lineHeight).toBe(0.1);
    expect(line?.words[1]?.boundingPolygon[0]).toEqual({ x: 1.9, y: 4.88 });
  });

  it('rounds slanted polygons and keeps the exact direction', () => {
    const [line] = linesOf(show({ text: 'slanted', x: 1, y: 1, angle: 30 }), PAGE);
    expect(line?.angle).toBe(30);
    for (const { x, y } of line!.boundingPolygon) {
      expect(x).toBe(Math.round(x * 1000) / 1000);
      expect(y).toBe(Math.round(y * 1000) / 1000);
    }
  });
});

it.each([90, 180, -90])('turns a page whose text runs at %i degrees', (angle) => {
  const glyphs = run({ text: 'sideways text of the page', x: 4, y: 5, angle });
  const { lines, turn } = readPageText(glyphs, PAGE);
  expect(lines.map((line) => [line.text, line.angle])).toEqual([['sideways text of the page', 0]]);
  expect([turn.width, turn.height]).toEqual(angle === 180 ? [8.5, 11] : [11, 8.5]);
  const [line] = lines;
  const { a, b, c, d, e, f } = turn.transform;
  expect([line?.left, line?.bottom]).toEqual(
    [a * 4 + c * 5 + e, b * 4 + d * 5 + f].map((v) => expect.closeTo(v, 3)),
  );
});

it('page rotation needs 80 % of the characters', () => {
  const page = (level: number) => [
    ...run({ text: 'x'.repeat(100 - level), x: 4, y: 1, angle: 90, advance: 0.05 }),
    ...run({ text: 'y'.repeat(level), x: 1, y: 1 }),
  ];
  expect(readPageText(page(20), PAGE).turn.quarter).toBe(90);
  expect(readPageText(page(21), PAGE).turn.quarter).toBe(0);
});

describe('mergeItems with other thresholds', () => {
  const item = (left: number, right: number, top = 0, bottom = 1) => ({
    left,
    right,
    top,
    bottom,
    lead: 0,
    trail: 0,
    spaceAfter: false,
  });
  const merged = (items: Parameters<typeof mergeItems>[0], thresholds: Parameters<typeof mergeItems>[1]) =>
    mergeItems(items, thresholds).map((parts) =>
      parts.map((part) => `${part.separator}${part.item}`).join(''),
    );

  it('joins imperfectly aligned lines', () => {
    const items = [item(0, 1, 0, 10), item(2, 3, 2, 12)];
    expect(merged(items, { directlyAdjacent: 0.05, adjacent: 0.2, yOverlap: 0.67 })).toEqual(['0 1']);
    expect(merged(items, { directlyAdjacent: 0.05, adjacent: 0.2, yOverlap: 0.7 })).toEqual(['0', '1']);
  });

  it('shows a space where the visible text is set apart, though the trailing space fills the gap', () => {
    const words = (gap: number) => [{ ...item(0, 1), trail: 0.25, spaceAfter: true }, item(1 + gap, 2)];
    const thresholds = { directlyAdjacent: 0.16, adjacent: 0.6, yOverlap: 1 };
    expect(merged(words(0.26), thresholds)).toEqual(['0 1']);
    expect(merged([{ ...item(0, 1), spaceAfter: true }, item(1.05, 2)], thresholds)).toEqual(['01']);
  });

  it('measures gaps from the leading spaces and shows one', () => {
    const thresholds = { directlyAdjacent: 0.16, adjacent: 0.6, yOverlap: 1 };
    const led = (left: number, lead: number) => ({ ...item(left, left + 1), lead });
    expect(merged([item(0, 1), led(2, 1)], thresholds)).toEqual(['0 1']);
    expect(merged([item(0, 1), led(2, 0.41)], thresholds)).toEqual(['0 1']);
    expect(merged([item(0, 1), led(2, 0.39)], thresholds)).toEqual(['0', '1']);
    expect(merged([item(0, 1), led(1, 1)], thresholds)).toEqual(['01']);
    expect(merged([item(0, 1), item(1.7, 2), led(2.1, 1.1)], thresholds)).toEqual(['0', '1 2']);
  });

  it('mergeItems joins at exactly the thresholds', () => {
    expect(merged([item(0, 1), item(1.5, 2)], { directlyAdjacent: 0.5, adjacent: 0.9, yOverlap: 1 })).toEqual(
      ['01'],
    );
    expect(merged([item(0, 1), item(1.9, 2)], { directlyAdjacent: 0.5, adjacent: 0.9, yOverlap: 1 })).toEqual(
      ['0 1'],
    );
  });

  it('keeps touching and slightly overlapping lines apart on demand', () => {
    const thresholds = { directlyAdjacent: 0.16, adjacent: 0.6, yOverlap: 1, glues: 'all' } as const;
    expect(merged([item(0, 1), item(1, 2)], { ...thresholds, minXGap: 0 })).toEqual(['0', '1']);
    expect(merged([item(0, 1), item(0.7, 2)], { ...thresholds, minXGap: 0.1 })).toEqual(['01']);
    expect(merged([item(0, 1), item(0.7, 2)], { ...thresholds, minXGap: 0.3 })).toEqual(['0', '1']);
  });
});

/** Words on a grid, none touching another: rows 0.2 apart, columns 1.2 apart, each shown in its own text object. */
const gridPage = fc
  .uniqueArray(
    fc.record({
      row: fc.nat(20),
      column: fc.nat(5),
      text: fc.stringMatching(/^[a-z$0-9]{1,8}( {1,3}[a-z]{1,6})?$/),
      nudge: fc.constantFrom(0, 0.001, 0.004, 0.03),
      size: fc.constantFrom(0.1, 0.12),
      angle: fc.constantFrom(0, 0, 0, 0.7, -90, 33),
    }),
    { selector: ({ row, column }) => row * 10 + column, minLength: 1, maxLength: 40 },
  )
  .map((cells) =>
    cells.map(({ row, column, text, nudge, size, angle }) =>
      run({ text, x: 0.5 + column * 1.2, y: 1 + row * 0.2 + nudge, size, angle, advance: 0.04 }),
    ),
  );

const CYRILLIC = 0x430;

/** Runs on two baselines with gaps of every kind, overlaps included; no two begin at the same place. */
const crowdedRows = fc
  .uniqueArray(
    fc.record({
      row: fc.nat(1),
      place: fc.nat(120),
      text: fc.stringMatching(/^[a-z]{1,6}$/),
    }),
    { selector: ({ row, place }) => row * 1000 + place, minLength: 1, maxLength: 25 },
  )
  .map((cells) =>
    // Letters that no other run has: what is printed again in its place is left out.
    cells.map(({ row, place, text }) => {
      const letter = String.fromCharCode(CYRILLIC + place);
      return run({ text: letter.repeat(text.length), x: 0.5 + place * 0.05, y: 1 + row * 0.3 });
    }),
  );

const plain = (lines: readonly Line[]) => JSON.stringify(lines.map((line) => [line, line.words]));

describe('properties', () => {
  it.each([
    ['apart from each other', gridPage],
    ['crowded', crowdedRows],
  ])('runs %s give the same lines in whatever order they are shown', (_, page) => {
    fc.assert(
      fc.property(page, fc.infiniteStream(fc.nat()), (runs, keys) => {
        const order = runs.map((glyphs) => [keys.next().value as number, glyphs] as const);
        const shuffled = order.sort((a, b) => a[0] - b[0]).map(([, glyphs]) => glyphs);
        expect(plain(linesOf(shuffled.flat(), PAGE))).toBe(plain(linesOf(runs.flat(), PAGE)));
      }),
      { seed: 7, numRuns: 150 },
    );
  });

  it('never makes an empty line, loses no character, and keeps words inside their line', () => {
    fc.assert(
      fc.property(fc.oneof(gridPage, crowdedRows), (runs) => {
        const lines = linesOf(runs.flat(), PAGE);
        const shown = runs.flat().filter((glyph) => glyph.text !== ' ').length;
        expect(
          lines.reduce((sum, line) => sum + line.text.replaceAll(' ', '').length, 0),
        ).toBeLessThanOrEqual(shown);
        for (const line of lines) {
          expect(line.text).not.toBe('');
          expect(line.text).toBe(line.rawText.replace(/\s+/g, ' ').trim());
          expect(line.words.map((word) => word.text).join(' ')).toBe(line.text);
          for (const { x, y } of line.words.flatMap((word) => word.boundingPolygon)) {
            expect(x).toBeGreaterThanOrEqual(line.left - 0.0011);
            expect(x).toBeLessThanOrEqual(line.right + 0.0011);
            expect(y).toBeGreaterThanOrEqual(line.top - 0.0011);
            expect(y).toBeLessThanOrEqual(line.bottom + 0.0011);
          }
        }
      }),
      { seed: 7, numRuns: 150 },
    );
  });
});

describe('cost', () => {
  it('stays bounded on hostile pages', () => {
    const page = { index: 0, width: 300, height: 300 };
    const glyphs = Array.from({ length: 20_000 }, (_, i) =>
      run({ text: 'a', x: (i * 7919) % 200, y: 1 + (i % 3) * 0.0001, font: `F${i}`, advance: 50 }),
    ).flat();
    const start = processorTime();
    expect(linesOf(glyphs, page).length).toBeGreaterThan(0);
    expect(processorTime() - start).toBeLessThan(10_000);
  });
});
