import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundCoordinate, stepsOf } from '../../../src/page/document/geometry.js';
import { PackedNumbers } from '../../../src/page/document/packed-numbers.js';

const rounded = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((thousandths) => thousandths / 1000 + 0);
/** What fits in 2 bytes, in 4, what does not, and what is no number of lines at all. */
const anyNumber = fc.oneof(
  { weight: 20, arbitrary: rounded },
  fc.double(),
  fc.constantFrom(
    -0,
    32.767,
    32.768,
    -32.768,
    2_147_483.647,
    2_147_483.648,
    -2_147_483.648,
    -2_147_483.649,
    0.0005,
  ),
);

function packed(values: readonly number[]): PackedNumbers {
  const numbers = new PackedNumbers();
  for (const value of values) numbers.push(value);
  return numbers;
}

const read = (numbers: PackedNumbers) =>
  Array.from({ length: numbers.length }, (_, place) => numbers.at(place));

it.each([
  ['of three decimals', rounded],
  ['of any kind', anyNumber],
])('packed numbers: %s are read as they were put', (_, value) => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 200 }), (values) => {
      const numbers = packed(values);
      expect(read(numbers)).toStrictEqual(values);
      numbers.trim();
      expect(read(numbers)).toStrictEqual(values);
    }),
  );
});

it('packed numbers are rounded when put as steps', () => {
  fc.assert(
    fc.property(fc.array(fc.double()), fc.array(anyNumber), (rounds, others) => {
      const numbers = new PackedNumbers(2);
      for (const value of rounds) numbers.pushSteps(stepsOf(value));
      for (const value of others) numbers.push(value);
      for (const value of rounds) numbers.pushSteps(stepsOf(value));
      const expected = rounds.map(roundCoordinate);
      expect(read(numbers)).toStrictEqual([...expected, ...others, ...expected]);
    }),
  );
});

it('packed numbers: counts are read in steps as they were put, beside numbers of any size', () => {
  const count = fc.integer({ min: -0x80000000, max: 0x7fffffff });
  fc.assert(
    fc.property(fc.array(count), fc.array(anyNumber), (counts, others) => {
      const numbers = new PackedNumbers();
      for (const value of counts) numbers.pushSteps(value);
      for (const value of others) numbers.push(value);
      expect(counts.map((_, place) => numbers.stepsAt(place))).toStrictEqual(counts);
    }),
  );
});

it('go on after room was given back', () => {
  fc.assert(
    fc.property(fc.array(anyNumber), fc.array(anyNumber, { maxLength: 100 }), (before, after) => {
      const numbers = packed(before);
      numbers.trim();
      for (const value of after) numbers.push(value);
      expect(read(numbers)).toStrictEqual([...before, ...after]);
    }),
  );
});
