import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseAnchor } from '../../../src/language/anchors/anchors.js';
import {
  type HorizontalRange,
  horizontalRangeSchema,
  horizontalSections,
} from '../../../src/language/anchors/ranges.js';
import { type SearchScope, scopeOf } from '../../../src/language/anchors/scope.js';
import { withFlow } from '../../../src/page/document/line-edits.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { guard } from '../../support/guards.js';
import { scopeOfLines } from '../../support/lines.js';
import { processorTime } from '../../support/processor-time.js';

function column(rows: Readonly<Record<string, number>>): LineSketch[] {
  return Object.entries(rows).map(([text, top]) => ({ text, left: 1, top }));
}

function sections(range: object, scope: SearchScope) {
  const parsed: HorizontalRange = horizontalRangeSchema.parse(range);
  const found = horizontalSections(parsed, scope, (anchor) => {
    const normal = normaliseAnchor(anchor);
    return 'ref' in normal ? { missing: normal.ref } : normal;
  });
  if ('missing' in found) throw new Error(`missing ${found.missing}`);
  return found;
}

function tops(range: object, ...lines: LineSketch[]): number[][] {
  return sections(range, scopeOfLines(lines)).map((section) => section.lines.map((line) => line.top));
}

const ORDERS = column({ 'Order A': 1, 'qty 2': 1.2, 'Order B': 1.5, 'qty 3': 1.7, 'Sum 5': 1.95 });

describe('cases of one list of orders', () => {
  const first = [1, 1.2];
  const second = [1.5, 1.7, 1.95];
  const all = [...first, ...second];
  it.each<[string, object, number[][]]>([
    ['no stop', {}, [first, second]],
    ['a stop in each', { stop: 'qty' }, [first, [1.5, 1.7]]],
    ['the stop moved down', { stop: 'qty', stopOffsetY: 0.2 }, [first, second]],
    ['a stop in the last', { stop: 'sum' }, [first, second]],
    ['the stop required', { stop: 'sum', requireStop: true }, [all]],
    ['the stop required and missing', { stop: 'none', requireStop: true }, [all]],
    ['an end of the search', { anchor: { match: 'order', end: 'Sum' } }, [first, second]],
    ['a start of the search', { anchor: { start: 'qty', match: 'order' } }, [second]],
    ['a start that is absent', { anchor: { start: 'absent', match: 'order' } }, []],
    ['starts moved down', { offsetY: 0.3 }, [[1.5, 1.7], [1.95]]],
    ['starts moved above the page', { offsetY: -2 }, [all]],
    ['no anchor', { anchor: 'invoice' }, []],
    ['the end of the document as stop', { stop: { type: 'last' } }, [first, second]],
    ['a stop as anchor object', { stop: { match: 'qty' } }, [first, [1.5, 1.7]]],
    ['a stop below a start', { stop: { start: 'order b', match: 'qty' } }, [first, second]],
    [
      'a stop searched upwards',
      { stop: ['sum', 'qty'].map((text, i) => ({ type: 'includes', text, reverse: i === 1 })) },
      [first, [1.5, 1.7]],
    ],
  ])('a range takes one order: %s', (_title, range, expected) => {
    expect(tops({ anchor: 'order', ...range }, ...ORDERS)).toEqual(expected);
  });
});

describe('the tolerance', () => {
  it.each([
    [1.43, [1, 1.2], [1.43, 1.5, 1.7, 1.95]],
    [1.41, [1, 1.2, 1.41], [1.5, 1.7, 1.95]],
  ])('gives a line at %s to the row it is in', (top, ...expected) => {
    const beside = { text: 'No. 7', left: 4, top };
    expect(tops({ anchor: 'order' }, ...ORDERS, beside)).toEqual(expected);
  });

  it.each([
    [0, 1.42],
    [-0.05, 1.42],
    [-0.2, 1.3],
  ])('the tolerance is not added to an offset up of %s', (offsetY, start) => {
    const [first, second] = tops(
      { anchor: 'order', offsetY },
      ...ORDERS,
      ...column({ out: start - 0.001, in: start }),
    );
    expect(first).toEqual([1, 1.2, expect.closeTo(start - 0.001)]);
    expect(second).toEqual([start, 1.5, 1.7, 1.95]);
  });

  it('the tolerance is added to an offset down', () => {
    expect(tops({ anchor: 'order', offsetY: 0.28 }, ...ORDERS)).toEqual([
      [1.2, 1.5],
      [1.7, 1.95],
    ]);
  });

  it('takes the row of the stop in, up to its limit', () => {
    const [first] = tops({ anchor: 'order', stop: 'qty' }, ...ORDERS, ...column({ in: 1.279, out: 1.28 }));
    expect(first).toEqual([1, 1.2, 1.279]);
  });

  it('makes one section of a row, whatever it holds', () => {
    const rows = (...y: number[]) => y.map((top, i) => ({ text: 'x', left: 1 + (i % 3), top }));
    const anchor = { type: 'regex', pattern: '.+' };
    expect(tops({ anchor }, ...rows(2, 2, 2.01, 2.25, 2.25, 2.5))).toEqual([
      [2, 2, 2.01],
      [2.25, 2.25],
      [2.5],
    ]);
    const close = rows(2, 2, 2.01, 2.07, 2.07, 2.14);
    expect(tops({ anchor }, ...close)).toHaveLength(2);
    expect(tops({ anchor, tolerance: 0.02 }, ...close)).toHaveLength(3);
  });
});

it('cuts sections at the positions of anchors and stops', () => {
  const lines = [2, 4, 6].map((top) => ({ text: 'item', left: 1, top }));
  const stops = [5, 7].map((top) => ({ text: 'sum', left: 1, top }));
  const edges = (range: object) =>
    sections(range, scopeOfLines([...lines, ...stops])).map(({ start, end }) => [start.y, end?.y]);
  const range = { anchor: 'item', stop: 'sum' };
  expect(edges(range)).toEqual([
    [1.92, 3.92],
    [3.92, 5.08],
    [5.92, 7.08],
  ]);
  expect(edges({ ...range, requireStop: true })).toEqual([
    [1.92, 5.08],
    [5.92, 7.08],
  ]);
});

it('keeps required stops from overlapping', () => {
  const range = { anchor: 'order', stop: 'qty', requireStop: true, stopOffsetY: 0.4, offsetY: -0.2 };
  expect(tops(range, ...ORDERS)).toEqual([
    [1, 1.2, 1.5],
    [1.7, 1.95],
  ]);
});

it('never reaches over the top of a page', () => {
  const lines = [
    { text: 'head', left: 1, top: 0.5, page: 0 },
    { text: 'policy', left: 1, top: 9.8, page: 0 },
    { text: 'intro', left: 1, top: 1, page: 1 },
    { text: 'policy', left: 1, top: 3, page: 1 },
  ];
  const found = sections({ anchor: 'policy', offsetY: -4 }, scopeOfLines(lines));
  expect(found.map(({ start }) => [start.page, start.y])).toEqual([
    [0, 5.8],
    [1, -1],
  ]);
  expect(found.map((section) => section.lines.map((line) => line.text))).toEqual([
    ['policy'],
    ['intro', 'policy'],
  ]);
});

it('follows the flow of a page', () => {
  const { pages } = documentFromLines([
    { text: 'item 1', left: 1, top: 1 },
    { text: 'a', left: 1, top: 3 },
    { text: 'item 2', left: 5, top: 2 },
    { text: 'b', left: 5, top: 1 },
  ]);
  const lines = pages[0]!.lines.map((line) => withFlow(line, line.left > 4 ? 1 : 0));
  const ordered = lines.sort((a, b) => a.flow - b.flow || a.top - b.top);
  const found = sections({ anchor: 'item' }, scopeOf(ordered, pages, guard()));
  expect(found.map((section) => section.lines.map((line) => line.text))).toEqual([
    ['item 1', 'a', 'b'],
    ['item 2'],
  ]);
});

it('reports an anchor that nothing is named', () => {
  const range = { anchor: 'order', stop: { ref: 'totals' } };
  expect(() => tops(range, ...ORDERS)).toThrow('missing totals');
});

it('a range needs a stop when it is required', () => {
  expect(horizontalRangeSchema.safeParse({ anchor: 'a', requireStop: true }).error?.issues[0]?.path).toEqual([
    'stop',
  ]);
  expect(horizontalRangeSchema.safeParse({ anchor: 'a', direction: 'vertical' }).success).toBe(false);
});

it('gives every line to at most one section', () => {
  const sketch = fc.record({
    text: fc.constantFrom('item', 'sum', 'other'),
    left: fc.integer({ min: 0, max: 7 }),
    top: fc.integer({ min: 0, max: 100 }).map((top) => top / 10),
    page: fc.integer({ min: 0, max: 2 }),
  });
  const range = fc.record({
    anchor: fc.constant('item'),
    stop: fc.constantFrom('sum', { match: 'sum' }, 'nothing'),
    requireStop: fc.boolean(),
    offsetY: fc.integer({ min: -20, max: 20 }).map((y) => y / 10),
    stopOffsetY: fc.integer({ min: -20, max: 20 }).map((y) => y / 10),
    tolerance: fc.constantFrom(0, 0.08, 0.3),
  });
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 30 }), range, (lines, given) => {
      const scope = scopeOfLines(lines);
      const found = sections(given, scope).flatMap((section) => section.lines);
      expect(new Set(found).size).toBe(found.length);
      expect(found.every((line) => scope.indexOf(line) >= 0)).toBe(true);
    }),
  );
});

it('stays linear in time', () => {
  const lines = Array.from(
    { length: 40_000 },
    (_, i): LineSketch => ({
      text: i % 20 === 0 ? 'item' : 'text',
      left: 1,
      top: (i % 200) / 20,
      page: Math.floor(i / 200),
    }),
  );
  const scope = scopeOfLines(lines);
  const begin = processorTime();
  expect(sections({ anchor: 'item', stop: 'absent' }, scope)).toHaveLength(2000);
  expect(processorTime() - begin).toBeLessThan(2000);
});
