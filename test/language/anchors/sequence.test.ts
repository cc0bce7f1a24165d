import { expect, test } from 'vitest';
import { findSequence, sequenceOf } from '../../../src/language/anchors/sequence.js';
import { scopeOfLines, stackedLines } from '../../support/lines.js';

test('a text is compiled once, and found also after thousands of others', () => {
  const { lines, patternGuard } = scopeOfLines(stackedLines('one', 'two'));
  const find = () => findSequence(sequenceOf('two'), lines, { from: 0, to: 2, lower: 0 }, patternGuard);
  expect(sequenceOf('two')).toBe(sequenceOf('two'));
  expect(find()).toMatchObject({ index: 1 });
  for (let other = 0; other < 5000; other++) sequenceOf(`text ${other}`);
  expect(find()).toMatchObject({ index: 1 });
});
