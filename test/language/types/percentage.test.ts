import { describe } from 'vitest';
import { table } from './support.js';

describe('percentage', () => {
  table('percentage', [
    { title: 'with a space', lines: 'Load 81.5 %', value: 81.5, source: '81.5 %' },
    { title: 'without its sign', lines: '-6%', value: 6, source: '6%' },
    { title: 'beginning with the separator', lines: '.4%', value: 0.4, source: '.4%' },
    { title: 'grouped', lines: '1,250%', value: 1250 },
    { title: 'two spaces', lines: '6  %', value: null },
    { title: 'glued to letters', lines: 'A6%', value: null },
    { title: 'the end of a fraction', lines: '33 1/3% of 2,000', value: null },
    { title: 'the second of two shares', lines: 'Coinsurance 80/20%', value: 20, source: '20%' },
    { title: 'behind a letter that stands for a digit', lines: 'O.5%', value: null },
    { title: 'by position', lines: ['5% 6%', '7%'], tiebreaker: 'third', value: 7 },
    { title: 'position that does not exist', lines: '5%', tiebreaker: -2, value: null },
  ]);
});
