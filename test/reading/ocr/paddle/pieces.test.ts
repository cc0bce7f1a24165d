import { expect, it } from 'vitest';
import { boxPolygon } from '../../../../src/page/document/geometry.js';
import { withoutPieces } from '../../../../src/reading/ocr/paddle/pieces.js';

const word = (text: string, left: number, right: number, top = 10, bottom = 30, confidence = 0.9) => ({
  text,
  confidence,
  polygon: boxPolygon({ left, top, right, bottom }),
});
const textsOf = (...words: readonly ReturnType<typeof word>[]) =>
  withoutPieces(words).map(({ text }) => text);

it('pieces of words that the row before ends with are left out', () => {
  expect(textsOf(word('B:', 10, 30), word('F', 38, 46), word('Half', 40, 80))).toEqual(['B:', 'Half']);
  expect(textsOf(word('(', 38, 44), word('(313)775', 37, 120))).toEqual(['(313)775']);
});

it('pieces of words are words that were read in the place of one as long, less surely or later', () => {
  expect(textsOf(word('MI', 10, 30), word('State', 40, 90), word('MI', 10, 30))).toEqual(['MI', 'State']);
  expect(textsOf(word('F', 42, 50), word('H', 42, 51, 10, 30, 0.95))).toEqual(['H']);
});

it('pieces of words are not words beside others, or above them', () => {
  expect(textsOf(word('F', 30, 40), word('Half', 42, 80))).toEqual(['F', 'Half']);
  expect(textsOf(word('F', 42, 50, 32, 50), word('Half', 42, 80))).toEqual(['F', 'Half']);
  expect(textsOf(word('F', 42, 50), word('H', 47, 56))).toEqual(['F', 'H']);
});
