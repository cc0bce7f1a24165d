import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadCharacter } from '../../../../src/reading/ocr/paddle/ctc.js';
import { withStrokes } from '../../../../src/reading/ocr/paddle/single-strokes.js';

const KNOWN = new Set(['if', 'all', 'bill', 'island', 'ill']);
const read = (text: string): ReadCharacter => ({
  text,
  from: 0,
  to: 1,
  confidence: 0.9,
  afterSpace: false,
  space: 0,
});
const spelt = (text: string) =>
  withStrokes([...text].map(read), KNOWN)
    .map((each) => each.text)
    .join('');

it('strokes are the letters that make a word', () => {
  expect(spelt('lf')).toBe('If');
  expect(spelt('AlI')).toBe('All');
  expect(spelt('(lsland,')).toBe('(Island,');
});

it('strokes among capitals are capitals', () => {
  expect(spelt('(ElC)')).toBe('(EIC)');
  expect(spelt('DRlVE-lN')).toBe('DRIVE-lN');
});

it('strokes stay as they were read in words, and where either letter makes none', () => {
  expect(['bill', 'Bill', 'Ill', 'Al', 'McIntyre', 'x1l']).toEqual(
    ['bill', 'Bill', 'Ill', 'Al', 'McIntyre', 'x1l'].map(spelt),
  );
});

it('strokes are all that changes', () => {
  const text = fc.string({ unit: fc.constantFrom('I', 'l', 'f', 'A', 'B', '1', '-') });
  fc.assert(
    fc.property(text, (given) => {
      expect(spelt(given).replace(/[Il]/gu, '|')).toBe(given.replace(/[Il]/gu, '|'));
    }),
  );
});
