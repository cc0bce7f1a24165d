import { describe, expect, it } from 'vitest';
import type { ReadCharacter } from '../../../../src/reading/ocr/paddle/ctc.js';
import { letterHeights, measured, withCase } from '../../../../src/reading/ocr/paddle/letter-case.js';
import { inkOf } from '../../../../src/reading/ocr/paddle/row-ink.js';

const BASELINE = 38;
const WIDTH = 10;
const PITCH = 14;

/** A row of blocks, each as high as it is said to be. */
function rowOf(letters: readonly (readonly [string, number])[], pitch = PITCH) {
  const width = letters.length * PITCH + 20;
  const data = new Uint8Array(width * 48).fill(255);
  for (const [index, [, height]] of letters.entries()) {
    const left = 10 + index * pitch;
    for (let y = BASELINE - height; y < BASELINE; y++)
      data.fill(0, y * width + left, y * width + left + WIDTH);
  }
  const characters = letters.map(
    ([text]): ReadCharacter => ({ text, from: 0, to: 1, confidence: 1, afterSpace: false, space: 0 }),
  );
  const ink = inkOf({ width, height: 48, data })!;
  return measured(characters, { from: ink.left, to: ink.right }, ink);
}

function read(letters: readonly (readonly [string, number])[], pitch?: number): string {
  const row = rowOf(letters, pitch);
  return withCase(row, letterHeights(row))
    .map(({ text }) => text)
    .join('');
}

describe('letters whose capital has the same form', () => {
  it('letters of one form are in the case that their height beside other letters shows', () => {
    expect(
      read([
        ['B', 28],
        ['r', 20],
        ['e', 20],
        ['W', 20],
        ['e', 20],
        ['r', 20],
        ['y', 20],
      ]),
    ).toBe('Brewery');
    expect(
      read([
        ['c', 28],
        ['a', 20],
        ['s', 20],
        ['h', 28],
      ]),
    ).toBe('Cash');
    expect(
      read([
        ['N', 28],
        ['o', 28],
      ]),
    ).toBe('NO');
    expect(
      read([
        ['N', 28],
        ['O', 20],
      ]),
    ).toBe('No');
  });

  it('letters of one form stay where nothing around them shows how high letters are, or they touch', () => {
    expect(
      read([
        ['o', 28],
        ['x', 20],
      ]),
    ).toBe('ox');
    expect(
      read(
        [
          ['N', 28],
          ['O', 20],
        ],
        WIDTH,
      ),
    ).toBe('NO');
  });

  it('letters of one form stay small behind a small letter, where an accent may be on them', () => {
    expect(
      read([
        ['n', 20],
        ['o', 28],
        ['m', 20],
        ['h', 28],
      ]),
    ).toBe('nomh');
  });

  it('letters of one form stay in print whose small letters are nearly as high as its capitals', () => {
    expect(
      read([
        ['N', 28],
        ['a', 26],
        ['O', 26],
      ]),
    ).toBe('NaO');
  });
});
