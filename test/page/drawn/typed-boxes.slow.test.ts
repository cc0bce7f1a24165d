import { expect, test } from 'vitest';
import { type DrawnPage, runOn } from '../../support/drawn.js';
import { cross, fill, penLine, stroke } from '../../support/paths.js';

/** A symbol of 10 points in front of its caption: its middle is at x 1.06, y 2.09. */
const SYMBOL = { text: '☐', left: 1, top: 2, width: 0.12, height: 0.139 };
const CAPTION = { text: 'caption', left: 1.2, top: 2.001, height: 0.138 };

async function statesOn({ lines = [], ...drawn }: DrawnPage) {
  const page = { lines: [SYMBOL, CAPTION, ...lines], ...drawn };
  const state = async (id: string) =>
    (await runOn(page, { anchor: 'caption', method: { id, position: 'left' } })).value;
  return [await state('checkbox'), await state('nearestCheckbox')];
}

const TICKED = [true, true];
const EMPTY = [false, false];

test('an empty symbol of a box is not ticked by itself', async () => {
  expect(await statesOn({})).toEqual(EMPTY);
});

test.each(['X', 'x', '✓', '■', '★', '☒'])(
  'an empty symbol of a box is ticked by what is typed over it: %s',
  async (text) => {
    const typed = { text, left: 1.02, top: 2.01, width: 0.08, height: 0.12 };
    expect(await statesOn({ lines: [typed] })).toEqual(TICKED);
  },
);

test('an empty symbol of a box is not ticked by what is typed beside it', async () => {
  const typed = { text: 'X', left: 0.8, top: 2.01, width: 0.08, height: 0.12 };
  expect(await statesOn({ lines: [typed] })).toEqual(EMPTY);
});

test.each<[string, DrawnPage]>([
  ['a cross', { paths: cross(1.01, 2.04, 1.11, 2.14) }],
  ['a tick', { paths: [stroke([1.03, 2.09, 1.05, 2.12, 1.12, 2.0])] }],
  ['a square', { paths: [fill(1.02, 2.05, 1.1, 2.13)] }],
  [
    'a picture',
    {
      images: [{ left: 1.01, top: 2.04, right: 1.11, bottom: 2.14 }],
      pictured: cross(1.01, 2.04, 1.11, 2.14),
    },
  ],
])('an empty symbol of a box is ticked by what is drawn over it: %s', async (_, drawn) => {
  expect(await statesOn(drawn)).toEqual(TICKED);
});

test.each<[string, DrawnPage]>([
  ['a band that it stands on', { paths: [fill(0.5, 1.8, 5, 2.4, { luminance: 0.85 })] }],
  ['a rule through it', { paths: [stroke([0.5, 2.09, 5, 2.09])] }],
  ['a rule under it', { paths: [stroke([0.5, 2.15, 5, 2.15])] }],
  ['a line that a pen drew across the page', { paths: [penLine({ x: 0.2, y: 1 }, { x: 2, y: 3.2 })] }],
])('an empty symbol of a box is not ticked by %s', async (_, drawn) => {
  expect(await statesOn(drawn)).toEqual(EMPTY);
});
