import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import { makeLine, partsOf } from '../../../src/page/document/line.js';
import type { Line } from '../../../src/page/document/model.js';
import {
  compareLines,
  readingOrder,
  sortByLeft,
  sortLeftToRight,
  sortPageLines,
  visualRows,
} from '../../../src/page/document/order.js';

type Place = readonly [text: string, left: number, top: number, width?: number, height?: number];

function line([text, left, top, width = 0.5, height = 0.1]: Place, page = 0, flow = 0): Line {
  const boundingPolygon = boxPolygon({ left, top, right: left + width, bottom: top + height });
  return makeLine({ rawText: text, page, flow, boundingPolygon, source: 'text' });
}

const lines = (...places: Place[]) => places.map((place) => line(place));
const texts = (of: readonly Line[]) => of.map((each) => each.text).join(' ');

describe('document order', () => {
  it('goes by page, flow, top and left', () => {
    const all = [
      line(['e', 0, 0], 1),
      line(['d', 0, 0], 0, 1),
      line(['c', 1, 2]),
      line(['b', 0, 2]),
      line(['a', 5, 1.999]),
    ];
    expect(texts([...all].sort(compareLines))).toBe('a b c d e');
  });

  it('takes tops as equal that round to the same thousandth', () => {
    expect(texts(sortPageLines(lines(['b', 2, 1], ['a', 1, 1.0004])))).toBe('a b');
    expect(texts(sortPageLines(lines(['b', 2, 1], ['a', 1, 1.002])))).toBe('b a');
  });

  it('sorts by rows within a tolerance, flow by flow', () => {
    const jittered = lines(['one', 1, 1], ['two', 2, 0.97], ['three', 3, 1.02], ['next', 1, 1.17]);
    expect(texts(sortPageLines(jittered, 0.08))).toBe('one two three next');
    expect(texts(sortPageLines(jittered))).toBe('two one three next');
    expect(texts(sortPageLines([line(['b', 1, 1], 0, 1), line(['a', 2, 1])], 0.08))).toBe('a b');
  });

  it('leaves turned lines at their place by top, between the rows around them', () => {
    const turned = makeLine({ ...partsOf(line(['turned', 0, 1.01])), angle: 90 });
    const jittered = lines(['one', 1, 1], ['two', 0.5, 1.05]);
    expect(texts(sortPageLines([...jittered, turned], 0.08))).toBe('two one turned');
  });
});

describe('sortLeftToRight', () => {
  it('orders jittered rows from left to right', () => {
    const rows = lines(['b', 2, 1], ['a', 1, 1.03], ['d', 2, 1.2], ['c', 1, 1.22]);
    expect(texts(sortLeftToRight(rows))).toBe('a b c d');
  });

  it('lets the higher line go first when two overlap along the row by a thousandth', () => {
    expect(texts(sortLeftToRight(lines(['right', 1.499, 1], ['left', 1, 1.01])))).toBe('right left');
    expect(texts(sortLeftToRight(lines(['right', 1.5, 1], ['left', 1, 1.01])))).toBe('left right');
  });

  it('sortLeftToRight needs 30 % of the smaller height', () => {
    expect(texts(sortLeftToRight(lines(['high', 2, 1], ['low', 1, 1.07])))).toBe('low high');
    expect(texts(sortLeftToRight(lines(['high', 2, 1], ['low', 1, 1.075])))).toBe('high low');
  });

  it('leaves pages and flows apart', () => {
    expect(texts(sortLeftToRight([line(['b', 1, 1], 1), line(['a', 2, 1])]))).toBe('a b');
    expect(texts(sortLeftToRight([line(['b', 1, 1.01], 0, 1), line(['a', 2, 1])]))).toBe('a b');
  });
});

describe('other orders', () => {
  it('sorts by the left edge', () => {
    expect(texts(sortByLeft(lines(['c', 2, 1], ['b', 1, 3], ['a', 1, 2])))).toBe('a b c');
  });

  it('makes visual rows from lines that share half the smaller height with the first', () => {
    const rows = visualRows(lines(['b', 2, 1], ['a', 1, 1.05], ['c', 1, 1.1], ['d', 0, 1.05, 0.5, 0.04]));
    expect(rows.map(texts)).toEqual(['d a b', 'c']);
    expect(texts(readingOrder(lines(['c', 1, 1.2], ['b', 2, 1], ['a', 1, 1.04])))).toBe('a b c');
  });

  it('never loses or invents a line, and does not depend on the order given', () => {
    const place = fc.record({
      left: fc.nat(5),
      top: fc.nat(40),
      flow: fc.nat(1),
      text: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 30 }), (places) => {
        const all = places.map(({ left, top, flow, text }) => line([text, left, top / 30], 0, flow));
        for (const sort of [sortPageLines, sortLeftToRight, sortByLeft, readingOrder]) {
          const sorted = sort(all);
          expect(new Set(sorted)).toEqual(new Set(all));
          expect(JSON.stringify(sort([...all].reverse()))).toBe(JSON.stringify(sorted));
        }
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});
