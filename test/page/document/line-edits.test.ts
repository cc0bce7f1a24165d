import { describe, expect, it } from 'vitest';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import { finishLines, makeLine, partsOf } from '../../../src/page/document/line.js';
import {
  joinLines,
  linePart,
  rangePolygon,
  transformLine,
  undoOverlapJoin,
  withEdits,
  withFlow,
} from '../../../src/page/document/line-edits.js';
import type { Line } from '../../../src/page/document/model.js';
import { linesOf } from '../../../src/page/layout/lines.js';
import { pageTurn } from '../../../src/page/layout/page-rotation.js';
import { PAGE, show, showAt } from '../layout/glyphs.js';

const box = ({ left, top, right, bottom }: Line) => [left, top, right, bottom];
const wordLefts = (line: Line) => line.words.map((word) => [word.text, word.boundingPolygon[0].x]);
const sketch = (rawText: string, left = 1, right = 2) =>
  makeLine({
    rawText,
    page: 0,
    source: 'text',
    boundingPolygon: boxPolygon({ left, top: 1, right, bottom: 1.1 }),
  });

it('makeLine is immutable and keeps its words', () => {
  const line = sketch('two words');
  expect(Object.isFrozen(line)).toBe(true);
  expect(line.words).toBe(line.words);
  expect(line.words.map((word) => word.boundingPolygon[0].x)).toEqual([1, 1.444]);
});

it('averages the confidence of the segments of a word', () => {
  const segment = (start: number, confidence: number) => ({
    start,
    end: start + 1,
    left: 1,
    right: 2,
    confidence,
  });
  const parts = {
    rawText: 'ab',
    page: 0,
    source: 'ocr',
    boundingPolygon: sketch('ab').boundingPolygon,
  } as const;
  expect(makeLine({ ...parts, segments: [segment(0, 0.5), segment(1, 1)] }).words[0]?.confidence).toBe(0.75);
});

it('makeLine has an angle in (-180, 180] without noise', () => {
  const angle = (degrees: number) => makeLine({ ...partsOf(sketch('a')), angle: degrees }).angle;
  expect([270, -180, 180, 360, 90.0000001, -0.0000001].map(angle)).toEqual([-90, 180, 180, 0, 90, 0]);
});

describe('finishLines', () => {
  it('drops empty lines only, and shares the list when there are none', () => {
    const full = sketch('a');
    expect(finishLines([full, withEdits(full, [{ start: 0, end: full.rawText.length, text: ' ' }])])).toEqual(
      [full],
    );
    const all = [full];
    expect(finishLines(all)).toBe(all);
  });
});

describe('linePart', () => {
  const [line] = linesOf(show({ text: 'Claim: 12      Name: Diaz', x: 1, y: 1, advance: 0.04 }), PAGE);

  it('a part of a line is where its glyphs are, without blanks', () => {
    const part = linePart(line!, 9, 25)!;
    expect(part.text).toBe('Name: Diaz');
    expect(box(part)).toEqual([1.6, 0.9, 2, 1]);
    expect(wordLefts(part)).toEqual([
      ['Name:', 1.6],
      ['Diaz', 1.84],
    ]);
    expect(linePart(line!, 9, 14)).toBeUndefined();
    expect(linePart(line!, 0, 25)).toBe(line);
  });

  it('heeds neither spaces behind the text nor how wide its spaces are', () => {
    const typed = `AB${' '.repeat(28)}$56,410 `;
    const [whole] = linesOf(show({ text: typed, x: 1, y: 1, advance: 0.075 }), PAGE);
    expect(whole!.right).toBeCloseTo(1 + typed.length * 0.075);
    const part = linePart(whole!, 30, 37)!;
    expect(box(part)).toEqual([3.25, 0.9, 3.775, 1]);
    expect(part.runs).toMatchObject([{ start: 0, end: 7, left: 3.25, right: 3.775 }]);
    expect(wordLefts(part)).toEqual([['$56,410', 3.25]]);
    const narrow = [
      ['AB', 1],
      ['   ', 1.1],
      ['due', 1.2],
    ] as const;
    const [spaced] = linesOf(showAt(narrow, { y: 1, advance: 0.05 }), PAGE);
    expect(box(linePart(spaced!, 5, 8)!)).toEqual([1.2, 0.9, 1.35, 1]);
  });

  it('shares out the width of a line without glyphs', () => {
    expect(box(linePart(sketch('ab       c'), 9, 10)!)).toEqual([1.9, 1, 2, 1.1]);
  });

  it('uses the length the positions count in', () => {
    expect(rangePolygon(line!, 0, 10, 20)[1].x).toBeCloseTo(1.5);
  });

  it('follows the direction of the text', () => {
    const [up] = linesOf(
      [...show({ text: 'ab cd', x: 2, y: 5, angle: -90 }), ...show({ text: 'level text', x: 1, y: 9 })],
      PAGE,
    );
    expect(box(linePart(up!, 3, 5)!)).toEqual([1.9, 4.75, 2, 4.85]);
  });
});

describe('withEdits', () => {
  it('keeps words at their glyphs around the changed text', () => {
    const [line] = linesOf(show({ text: 'the o\ue000ce is \ue000nal', x: 1, y: 1 }), PAGE);
    const changed = withEdits(line!, [
      { start: 5, end: 6, text: 'ffi' },
      { start: 12, end: 13, text: 'fi' },
    ]);
    expect(changed.text).toBe('the office is final');
    expect(wordLefts(changed)).toEqual(
      wordLefts(line!).map(([, left], i) => [changed.text.split(' ')[i], left]),
    );
    expect(box(changed)).toEqual(box(line!));
    expect(changed.runs.at(-1)!.end).toBe(changed.rawText.length);
  });

  it('gives the same line for edits that change nothing', () => {
    const [line] = linesOf(show({ text: 'same', x: 1, y: 1 }), PAGE);
    expect(withEdits(line!, [])).toBe(line);
    expect(withEdits(line!, [{ start: 0, end: 1, text: 's' }])).toBe(line);
  });

  it('withEdits may drop text', () => {
    const [line] = linesOf(show({ text: 'a bc', x: 1, y: 1 }), PAGE);
    const changed = withEdits(line!, [{ start: 0, end: 2, text: '' }]);
    expect(wordLefts(changed)).toEqual([['bc', wordLefts(line!)[1]![1]]]);
  });
});

describe('transformLine', () => {
  it('turns a line with its words and runs', () => {
    const [line] = linesOf(show({ text: 'ab cd', x: 2, y: 5 }), PAGE);
    const turn = pageTurn(90, PAGE);
    const turned = transformLine(line!, turn.transform);
    expect(turned.angle).toBe(-90);
    expect(box(turned)).toEqual([4.9, 6.25, 5, 6.5]);
    expect(turned.words[1]?.boundingPolygon[0]).toEqual({ x: 4.9, y: 6.35 });
    const back = transformLine(turned, pageTurn(270, turn).transform);
    expect(JSON.stringify(back)).toBe(JSON.stringify(line));
  });

  it('scales sizes and positions', () => {
    const [line] = linesOf(show({ text: 'ab cd', x: 2, y: 5 }), PAGE);
    const scaled = transformLine(line!, { a: 0.5, b: 0, c: 0, d: 0.5, e: 0, f: 0 });
    expect(box(scaled)).toEqual([1, 2.45, 1.125, 2.5]);
    expect(scaled.runs[0]).toMatchObject({ left: 1, right: 1.125, baseline: 2.5, size: 0.05 });
  });
});

describe('joinLines and undoOverlapJoin', () => {
  it('joins with a separator in the frame of the first line', () => {
    const [a, b] = linesOf(
      [...show({ text: 'left', x: 1, y: 1 }), ...show({ text: 'right', x: 2, y: 1.02 })],
      PAGE,
    );
    const joined = joinLines(a!, [{ line: b!, separator: ' ' }]);
    expect(joined.text).toBe('left right');
    expect(box(joined)).toEqual([1, 0.9, 2.25, 1]);
    expect(wordLefts(joined)).toEqual([
      ['left', 1],
      ['right', 2],
    ]);
    expect(joined.runs.map((run) => run.baseline)).toEqual([1, 1.02]);
  });

  it('gives back the two parts of an overlap join', () => {
    const [label, amount] = linesOf(
      [
        ...show({ text: 'Commercial coverage', x: 1, y: 1 }),
        ...show({ text: '500 USD', x: 1.9, y: 1, textObject: 1 }),
      ],
      PAGE,
    );
    const line = joinLines(label!, [{ line: amount!, separator: '', overlap: 0.05 }]);
    const [left, right] = undoOverlapJoin(line, line.overlapJoins[0]!);
    expect([left.text, box(left)]).toEqual(['Commercial coverage', [1, 0.9, 1.95, 1]]);
    expect([right.text, box(right)]).toEqual(['500 USD', [1.9, 0.9, 2.25, 1]]);
    const again = joinLines(left, [{ line: right, separator: '', overlap: 0.05 }]);
    expect(JSON.stringify(again)).toBe(JSON.stringify(line));
  });

  it('marks joined lines as read by OCR and averages over words', () => {
    const ocr = (rawText: string, confidence: number) =>
      makeLine({ ...partsOf(sketch(rawText)), source: 'ocr', confidence });
    expect(joinLines(ocr('a b', 0.9), [{ line: ocr('c', 0.3), separator: ' ' }])).toMatchObject({
      source: 'ocr',
      confidence: expect.closeTo(0.7),
    });
  });

  it('changes the flow alone', () => {
    const line = sketch('a');
    expect(withFlow(line, 0)).toBe(line);
    expect(withFlow(line, 3)).toMatchObject({ flow: 3, text: 'a' });
  });
});
