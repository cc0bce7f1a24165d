import { expect, it } from 'vitest';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import { withoutEmptyBoxes } from '../../../src/reading/ocr/drawn-boxes.js';
import { paper } from '../../support/scans.js';

/** A box of 40 by 40 pixels at 300 dpi with sides of 3. */
const FRAME = [
  [100, 100, 140, 140],
  [103, 103, 137, 137, 255],
] as const;
const MARK = [114, 110, 126, 130] as const;

function read(text: string, boxes: Parameters<typeof paper>[2], left = 102, right = 138) {
  const box = { left: left / 300, right: right / 300, top: 98 / 300, bottom: 142 / 300 };
  const words = [{ text, polygon: boxPolygon(box), angle: 0, visible: text.length }];
  return withoutEmptyBoxes(words, paper(400, 300, boxes)).map((word) => [word.text, word.boxed ?? false]);
}

/** The same on a page where some box was read as brackets, so that boxes are looked for. */
function withBracket(...[text, boxes, left, right]: Parameters<typeof read>) {
  const place = (from: number, to: number) =>
    boxPolygon({ left: from / 300, top: 98 / 300, right: to / 300, bottom: 142 / 300 });
  const words = [
    { text, polygon: place(left!, right!), angle: 0, visible: text.length },
    { text: '[]', polygon: place(300, 340), angle: 0, visible: 2 },
  ];
  const found = withoutEmptyBoxes(words, paper(400, 300, boxes));
  return found.slice(0, -1).map((word) => [word.text, word.boxed ?? false]);
}

it.each(['[]', '[J', '[_]', '□'])(
  'words that are drawn boxes are dropped where the box is empty: %s',
  (text) => {
    expect(read(text, FRAME)).toEqual([]);
  },
);

it('stay, apart from their neighbours, where something is in the box', () => {
  expect(read('[X]', [...FRAME, MARK])).toEqual([['[X]', true]]);
});

it('stay where they are thin print in the box', () => {
  const thin = [...FRAME, [119, 114, 121, 127] as const];
  expect(withBracket('1', thin, 118, 122)).toEqual([['1', true]]);
});

it.each<[string, string, Parameters<typeof paper>[2], number?, number?]>([
  ['without a box', '[]', []],
  ['of more signs', '[]Yes', FRAME],
  ['that reach out of the box', '[A]', FRAME, 102, 180],
  ['beside the box', '[]', FRAME, 150, 180],
  ['that are frames themselves', '口[', FRAME],
])('words that are drawn boxes are words as they are %s', (_, text, boxes, left, right) => {
  expect(read(text, boxes, left, right)).toEqual([[text, false]]);
});

const TICK = [112, 112, 132, 134] as const;
const ticked = (text: string, confidence: number, boxes: Parameters<typeof paper>[2]) => {
  const box = { left: 104 / 300, right: 136 / 300, top: 98 / 300, bottom: 142 / 300 };
  const words = [{ text, polygon: boxPolygon(box), angle: 0, visible: text.length, confidence }];
  return withoutEmptyBoxes(words, paper(400, 300, boxes)).map((word) => [word.text, word.boxed ?? false]);
};

it('signs in a box that an engine is unsure of, or that are strokes are its tick', () => {
  expect(ticked('Vv,', 0.2, [...FRAME, TICK])).toEqual([]);
});

it.each(['<', '/', '√'])(
  'signs in a box that an engine is unsure of, or that are strokes are its tick where they look like one, however sure it is: %s',
  (sign) => {
    expect(ticked(sign, 0.9, [...FRAME, TICK])).toEqual([]);
  },
);

it('signs in a box that an engine is unsure of, or that are strokes are its tick where that reaches out of the box', () => {
  expect(ticked('Vv,', 0.2, [...FRAME, TICK, [130, 116, 150, 122]])).toEqual([]);
});

it.each([
  ['a digit', '7', 0.3],
  ['an X', 'X', 0.4],
  ['a letter that is certain', 'A', 0.9],
])('signs in a box stay text: %s', (_, text, confidence) => {
  expect(ticked(text, confidence, [...FRAME, TICK, [300, 100, 340, 140]])).toEqual(
    confidence < 0.6 ? [[text, true]] : [[text, false]],
  );
});

it('stay as text in a box for letters', () => {
  const large = [
    [90, 60, 180, 150],
    [93, 63, 177, 147, 255],
  ] as const;
  expect(ticked('Ab', 0.3, [...large, TICK])).toEqual([['Ab', true]]);
});
