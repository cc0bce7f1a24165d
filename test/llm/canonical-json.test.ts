import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../src/llm/canonical-json.js';

it('sorts members at every depth, and leaves arrays in order and undefined ones out', () => {
  const value = { b: [{ d: 1, c: undefined, a: null }], a: 'x', 10: true, 9: false };
  expect(canonicalJson(value)).toBe('{"9":false,"10":true,"a":"x","b":[{"a":null,"d":1}]}');
});

it('canonical JSON is the same for equal values, whatever the order of their members', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(turned)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
