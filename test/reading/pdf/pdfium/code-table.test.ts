import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodeTable } from '../../../../src/reading/pdf/pdfium/code-table.js';

test('codes are known as in a map, and listed in their order', () => {
  const code = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 0xfffffffe }));
  fc.assert(
    fc.property(fc.array(fc.tuple(code, fc.string())), fc.array(code), (entries, asked) => {
      const table = new CodeTable<string>();
      for (const [each, value] of entries) table.set(each, value);
      const map = new Map(entries);
      for (const each of [...asked, ...map.keys()]) expect(table.get(each)).toBe(map.get(each));
      expect([...table.codes()]).toEqual([...map.keys()].sort((a, b) => a - b));
    }),
  );
});
