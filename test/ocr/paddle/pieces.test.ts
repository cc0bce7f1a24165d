import { describe, expect, it } from 'vitest';
import { boxPolygon } from '../../../src/document/geometry.js';
import { withoutPieces } from '../../../src/ocr/paddle/pieces.js';

const word = (text: string, left: number, right: number, top = 10, bottom = 30) => ({
  text,
  polygon: boxPolygon({ left, top, right, bottom }),
});
const textsOf = (...words: readonly ReturnType<typeof word>[]) =>
  withoutPieces(words).map(({ text }) => text);

describe('pieces of words', () => {
  it('pieces of words that the row before ends with are left out', () => {
    expect(textsOf(word('B:', 10, 30), word('F', 38, 46), word('Half', 40, 80))).toEqual(['B:', 'Half']);
    expect(textsOf(word('(', 38, 44), word('(313)775', 37, 120))).toEqual(['(313)775']);
  });

  it('pieces of words are not words beside others, above them, or as long as they', () => {
    expect(textsOf(word('F', 30, 40), word('Half', 42, 80))).toEqual(['F', 'Half']);
    expect(textsOf(word('F', 42, 50, 32, 50), word('Half', 42, 80))).toEqual(['F', 'Half']);
    expect(textsOf(word('F', 42, 50), word('H', 42, 51))).toEqual(['F', 'H']);
  });
});
