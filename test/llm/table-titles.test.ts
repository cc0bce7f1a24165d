import { expect, it } from 'vitest';
import { askedWords, titleBonus } from '../../src/llm/table-titles.js';

const TABLE = [
  ['', 'Rate', 'Amount'],
  ['Basic service', 'fixed', '$18.00'],
  ['Distribution over our own wires and poles', '0.05', '$32.77'],
];
const COLUMNS = [
  ['Delivery charges are the charges for bringing', 'The rate of a delivery charge is its price'],
  ['power to your home. The delivery charges of a', 'for each of the units that were delivered,'],
  ['month depend on its use.', 'as the state has approved it for all.'],
];
const asked = askedWords('delivery charges');

it.each([
  ['all that is asked', 'Delivery charges', TABLE, 3],
  ['in other forms', 'Charge for delivery', TABLE, 3],
  ['half of it', 'Other charges', TABLE, 2],
  ['none of it', 'Supply', TABLE, 1],
  ['in a sentence', 'Delivery charges are named on the back of this bill by our state office', TABLE, 1],
  ['above running text in columns', 'Delivery charges', COLUMNS, 1],
  ['above nothing', 'Delivery charges', [], 1],
  ['above one row', 'Delivery charges', TABLE.slice(0, 1), 1],
])('the bonus of a title counts words %s', (_, title, rows, bonus) => {
  expect(titleBonus([title], rows, asked)).toBe(bonus);
});

it('titleBonus is that of the best of several titles, and none where nothing is asked', () => {
  expect(titleBonus(['Supply', 'Delivery charges'], TABLE, asked)).toBe(3);
  expect(titleBonus(['Delivery charges'], TABLE, askedWords('the'))).toBe(1);
});
