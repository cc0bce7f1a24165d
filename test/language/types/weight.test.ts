import { describe } from 'vitest';
import { table } from './support.js';

describe('weight', () => {
  table('weight', [
    { title: 'pounds', lines: 'Net 310 Pounds', value: 310, source: '310 Pounds', unit: 'pounds' },
    { title: 'kilograms', lines: '0.75kg', value: 0.75, unit: 'kilograms' },
    { title: 'negative', lines: '-2 kilos', value: -2, unit: 'kilograms' },
    { title: 'bare', lines: '310', value: 310 },
    { title: 'another unit', lines: '310 grams', value: 310, source: '310' },
  ]);
});
