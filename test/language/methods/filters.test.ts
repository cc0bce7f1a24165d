import { expect, test } from 'vitest';
import { filterPieces, withoutWords } from '../../../src/language/methods/filters.js';
import { wholeLines } from '../../../src/language/methods/shared.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { guard } from '../../support/guards.js';

/** The texts that line filters leave of some lines, one below the other. */
function left(texts: readonly string[], lineFilters: object): string[] {
  const sketches = texts.map((text, i): LineSketch => ({ text, left: 1, top: 1 + i / 4 }));
  const pieces = wholeLines(documentFromLines(sketches).pages[0]!.lines);
  return filterPieces(pieces, { lineFilters } as never, undefined, [], guard()).pieces.map(
    ({ text }) => text,
  );
}

const first = { type: 'first' };
const plum = { type: 'equals', text: 'plum' };

test.each<[string, object, string[]]>([
  ['first drops the first line alone', [first], ['pear', 'plum', 'fig']],
  ['also where another filter drops it, too', [plum, first], ['pear', 'fig']],
  ['in any order of the filters', [first, plum], ['pear', 'fig']],
  [
    'the first line that passes its filters',
    { type: 'first', minimumHeight: 9 },
    ['plum', 'pear', 'plum', 'fig'],
  ],
])('lineFilters choose lines: %s', (_, filters, expected) => {
  expect(left(['plum', 'pear', 'plum', 'fig'], filters)).toEqual(expected);
});

test.each([
  ['İzmir, City of', ['city of'], 'İzmir,'],
  ['İİİ total 5', ['Total'], 'İİİ  5'],
  ['Total İ', ['İ'], 'Total'],
  ['CITY OF ROME', ['city of'], 'ROME'],
])('wordFilters: %s without %j', (text, words, expected) => {
  expect(withoutWords(text, words)).toBe(expected);
});
