import { describe } from 'vitest';
import { table } from './support.js';

describe('distance', () => {
  table('distance', [
    { title: 'kilometres', lines: '22.5 Kilometres', value: 22.5, unit: 'kilometers' },
    { title: 'a period behind the unit', lines: '8 km. out', value: 8, source: '8 km.', unit: 'kilometers' },
    { title: 'miles, attached', lines: '1,100mi', value: 1100, unit: 'miles' },
    { title: 'a unit is preferred in its line only', lines: ['4 stops', '9 miles'], value: 4 },
    { title: 'both units', lines: '16 km (10 mi)', tiebreaker: 'last', value: 10, unit: 'miles' },
    { title: 'no unit inside a word', lines: '7 mild days', value: 7, source: '7' },
  ]);
});
