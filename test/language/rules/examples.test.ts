import { describe, expect, test } from 'vitest';
import { operators } from '../../../src/language/rules/index.js';
import { resultOf } from './support.js';

describe.each(operators.map((operator) => [operator.id, operator] as const))('%s', (_, operator) => {
  test.each(operator.examples.map((example) => [example.title, example] as const))(
    'the example gives what it says: %s',
    (_title, example) => {
      expect(resultOf(example.rule, example.data)).toEqual(example.result);
    },
  );

  test('says what it does and what it takes', () => {
    expect(operator.summary).not.toBe('');
    expect(operator.allowed).not.toBe('');
  });
});

test('no two operators share a name', () => {
  const names = operators.flatMap((operator) => operator.names);
  expect(new Set(names).size).toBe(names.length);
});
