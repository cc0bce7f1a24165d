import { expect, it } from 'vitest';
import { run, select, table } from './support.js';

table('string', [
  { title: 'trims each line and joins', lines: ['  north ', 'pier'], value: 'north pier' },
  { title: 'keeps the place of a blank line', lines: ['north', '', 'pier'], value: 'north  pier' },
  { title: 'is empty for blank lines alone', lines: ['', ' '], value: '' },
  { title: 'is empty for blank lines alone, joined', lines: ['', ' '], tiebreaker: 'join', value: '' },
  { title: 'skips blank lines when selecting', lines: ['', 'pier', 'lock'], tiebreaker: 1, value: 'lock' },
  { title: 'has no selection among blank lines', lines: ['', ''], tiebreaker: 'first', value: null },
  {
    title: 'keeps blank lines in an explicit join',
    lines: ['a', '', 'b'],
    tiebreaker: 'join',
    value: 'a  b',
  },
  { title: 'is null without lines', lines: [], value: null },
  { title: 'compares by code units', lines: ['Zoe', 'anna'], tiebreaker: '>', value: 'anna' },
]);

it('string has no source and names the lines that it was built from', () => {
  expect(run('string', ['a', 'b'])).toEqual({ type: 'string', value: 'a b' });
  expect(select('string', ['a', 'b', 'c'], 'last')).toMatchObject({ lines: [2] });
  expect(select('string', ['a', 'b'])).toMatchObject({ lines: [0, 1] });
});
