import { describe } from 'vitest';
import { table } from './support.js';

describe('weight', () => {
  table('weight', [
    { title: 'pounds', lines: 'Net 310 Pounds', value: 310, source: '310 Pounds', unit: 'pounds' },
    { title: 'kilograms', lines: '0.75kg', value: 0.75, unit: 'kilograms' },
    { title: 'negative', lines: '-2 kilos', value: -2, unit: 'kilograms' },
    { title: 'bare', lines: '310', value: 310 },
    { title: 'another unit', lines: '310 grams', value: 310, source: '310' },
    { title: 'in two units', lines: ['5 lb 3 oz', '7 lbs., 4.5 ounces', '2kg 500g'], value: null },
    { title: 'beside one in another unit', lines: '5 lb (80 oz)', value: 5, unit: 'pounds' },
    { title: 'before a number of pieces', lines: '5 lb 3 boxes', value: 5, unit: 'pounds' },
  ]);
});
