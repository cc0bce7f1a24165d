import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPath } from '../../../../src/errors.js';
import { configAt } from '../../../../src/tools/report/inspection/config-at.js';

test('finds what a printed path names', () => {
  const config = { fields: [{ id: 'a', 'odd name': { 'x.y': [1, 2] } }] };
  expect(configAt(config, 'fields[0].id')).toBe('a');
  expect(configAt(config, 'fields[0]["odd name"]["x.y"][1]')).toBe(2);
  expect(configAt(config, 'fields[3]')).toBeUndefined();
  expect(configAt(config, 'fields..id')).toBeUndefined();
  expect(configAt({}, '__proto__')).toBeUndefined();
});

test('undoes the printing of paths', () => {
  const step = fc.oneof(fc.nat(3), fc.string({ maxLength: 8 }));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (path) => {
      let config: unknown = 'here';
      for (const key of [...path].reverse()) {
        config =
          typeof key === 'number'
            ? Object.assign([], { [key]: config })
            : Object.fromEntries([[key, config]]);
      }
      expect(configAt(config as object, formatPath(path))).toBe('here');
    }),
  );
});
