import { expect, test } from 'vitest';
import { digitShape, isAmount } from '../../../../src/page/tables/walls/cell-texts.js';

test.each(['5.00', '1,234.56', '1.234,56', '$ 12.00', '-$3.50', '(1,000.00)', '12.00-', '7.00 CR'])(
  'isAmount: %s is an amount',
  (text) => {
    expect(isAmount(text)).toBe(true);
  },
);

test.each(['12', '2024', '01/02/2024', 'Total 5.00', '5.00 each', '1,000.00 -', '', '10.30.2024'])(
  'isAmount: %j is none',
  (text) => {
    expect(isAmount(text)).toBe(false);
  },
);

test('the shape of a text distinguishes dates of a format and numbers of a series', () => {
  expect(digitShape('01/02/2024')).toBe(digitShape('12/31/1999'));
  expect(digitShape('GL-17')).toBe(digitShape('gl-23'));
  expect(digitShape('Page 2')).not.toBe(digitShape('Year 1'));
  expect(digitShape('Total')).toBeUndefined();
});
