import { describe } from 'vitest';
import { table } from './support.js';

describe('boolean', () => {
  table('boolean', [
    { title: 'true', lines: 'TRUE', value: true },
    { title: 'y', lines: 'y', value: true },
    { title: 'false', lines: 'False', value: false, source: 'False' },
    { title: 'n with a mark', lines: 'n ;', value: false, source: 'n' },
    { title: 'a check box', lines: '[false]', value: false },
    { title: 'a check box with a caption', lines: '[true] Yes', value: null },
    { title: 'two check boxes', lines: '[true] [false]', value: null },
    { title: 'other words in brackets', lines: '[yes]', value: null },
    { title: 'two marks', lines: 'no!!', value: null },
    { title: 'another word', lines: 'none', value: null },
    { title: 'the second line', lines: ['maybe', 'no'], value: false },
  ]);
});
