import { expect, it } from 'vitest';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import { withoutBars } from '../../../src/reading/ocr/blackened.js';
import { paper } from '../../support/scans.js';

type InInches = readonly [left: number, top: number, right: number, bottom: number];

/** Whether a word in a box is kept on a picture with some black boxes. */
function isKept(word: InInches, ...black: readonly InInches[]): boolean {
  return isSignKept('IN', word, ...black);
}

function isSignKept(text: string, word: InInches, ...black: readonly InInches[]): boolean {
  const [left, top, right, bottom] = word;
  const placed = {
    text,
    polygon: boxPolygon({ left, top, right, bottom }),
    angle: 0,
    visible: text.length,
  };
  const pixels = black.map((box) => box.map((inches) => Math.round(inches * 300)));
  return withoutBars([placed], paper(600, 300, pixels as [number, number, number, number][])).length > 0;
}

const WORD: InInches = [0.5, 0.5, 1, 0.62];

it('a word is none where a bar is', () => {
  expect(isKept(WORD, WORD)).toBe(false);
  expect(isKept(WORD, [0.4, 0.4, 1.5, 0.8])).toBe(false);
  expect(isKept(WORD, [0.5, 0.51, 1, 0.6])).toBe(false);
});

it.each<[string, InInches, ...InInches[]]>([
  ['of letters with gaps', WORD, [0.5, 0.5, 0.72, 0.62], [0.77, 0.5, 1, 0.62]],
  ['with an underline', WORD, [0.5, 0.6, 1, 0.62]],
  ['that is a dash', [0.5, 0.5, 0.6, 0.53], [0.5, 0.5, 0.6, 0.53]],
  ['of one upright letter', [0.5, 0.5, 0.54, 0.62], [0.5, 0.5, 0.54, 0.62]],
  ['beside a bar', WORD, [1.1, 0.5, 1.5, 0.62]],
])('a word stays one: %s', (_, word, ...black) => {
  expect(isKept(word, ...black)).toBe(true);
});

const SIGN: InInches = [0.5, 0.5, 0.58, 0.63];

it.each(['|', 'I', ']', '1'])('an upright sign is the end of a bar that goes on beside it: %s', (sign) => {
  expect(isSignKept(sign, SIGN, [0.1, 0.52, 0.55, 0.62])).toBe(false);
  expect(isSignKept(sign, SIGN, [0.53, 0.52, 0.9, 0.62])).toBe(false);
});

it.each<[string, string, ...InInches[]]>([
  ['stands beside a bar', '1', [0.1, 0.5, 0.47, 0.63], [0.5, 0.5, 0.53, 0.63]],
  ['stands alone', 'I', [0.52, 0.5, 0.55, 0.63]],
  ['stands on a rule', '1', [0.52, 0.5, 0.55, 0.63], [0.1, 0.61, 0.9, 0.63]],
  ['is a letter of another shape', 'E', [0.1, 0.52, 0.55, 0.62]],
])('an upright sign stays where it %s', (_, sign, ...black) => {
  expect(isSignKept(sign, SIGN, ...black)).toBe(true);
});
