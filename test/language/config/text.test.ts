import fc from 'fast-check';
import JSON5 from 'json5';
import { describe, expect, test } from 'vitest';
import { type ConfigText, readConfigText } from '../../../src/language/config/text.js';
import { CONFIG_LIMITS } from '../../../src/limits.js';

function read(text: string): ConfigText {
  const result = readConfigText(text);
  if ('issues' in result) throw new Error(JSON.stringify(result.issues));
  return result;
}

function issues(text: string) {
  const result = readConfigText(text);
  return 'issues' in result ? result.issues : [];
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

describe('readConfigText', () => {
  test('takes comments, trailing commas and a byte order mark', () => {
    expect(read('\uFEFF{ // a comment\n "a": [1, 2,], /* more */ }').value).toEqual({ a: [1, 2] });
  });

  test("takes JSON5's unquoted names and single quotes, with their places", () => {
    const text = read("{\n  fields: ['a',\n 0x1F, +5, .5, 'b\\\nc'] }");
    expect(text.value).toEqual({ fields: ['a', 31, 5, 0.5, 'bc'] });
    expect(text.locate(['fields'])).toEqual({ line: 2, column: 3 });
    expect(text.locate(['fields', 1])).toEqual({ line: 3, column: 2 });
  });

  test('reads what json5 writes as json5 does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("'", '"'), (value, quote) => {
        const text = JSON5.stringify([value], { space: 2, quote });
        expect(JSON.stringify(read(text).value)).toBe(JSON.stringify(JSON5.parse(text)));
      }),
    );
  });

  test('agrees with json5 on whether a damaged text can be read', () => {
    const sign = fc.constantFrom(...'{}[]",:\'/*\\ a1'.split(''));
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), sign, (value, place, damage) => {
        const text = JSON5.stringify([value], { quote: '"' });
        const at = place % text.length;
        const damaged = text.slice(0, at) + damage + text.slice(at + 1);
        fc.pre(!/\\[1-9]|[-+]\.|[\u{10000}-\u{10FFFF}]|(?:true|false|null):/u.test(damaged));
        const isJson5 = succeeds(() => JSON5.parse(damaged));
        expect('value' in readConfigText(damaged)).toBe(isJson5 && damaged.trim() !== '');
      }),
    );
  });

  test('finds members that are given twice anywhere in JSON, and takes no colon of a text for one', () => {
    const text = read('{"a": [{"b:\\"": ":", "c": "\\\\"}, {"d": 1,\n "d": 2}], "e": "a\\":b"}');
    expect(text.value).toEqual({ a: [{ 'b:"': ':', c: '\\' }, { d: 2 }], e: 'a":b' });
    expect(text.warnings).toMatchObject([{ path: ['a', 1, 'd'], line: 2, column: 2 }]);
    expect(read('{"a": ":", "b": {"c": "d:e"}}').warnings).toEqual([]);
  });

  test('parses a text inside a JSON string', () => {
    expect(read(JSON.stringify('{"fields": []} // done')).value).toEqual({ fields: [] });
  });

  test('reads the same as JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const plain: unknown = JSON.parse(text);
        fc.pre(typeof plain === 'object' && plain !== null);
        expect(JSON.stringify(read(text).value)).toBe(JSON.stringify(plain));
      }),
    );
  });

  test('gives the place of a member, and of the nearest one around a missing one', () => {
    const text = read('{\n  "fields": [\n    { "id": "a" }\n  ]\n}');
    expect(text.locate(['fields', 0, 'id'])).toEqual({ line: 3, column: 7 });
    expect(text.locate(['fields', 0])).toEqual({ line: 3, column: 5 });
    expect(text.locate(['fields', 0, 'method'])).toEqual({ line: 3, column: 5 });
    expect(text.locate([])).toEqual({ line: 1, column: 1 });
  });

  test('warns of a member that is given twice; the last one counts', () => {
    const { value, warnings } = read('{"a": 1,\n "a": 2}');
    expect(value).toEqual({ a: 2 });
    expect(warnings).toMatchObject([
      { path: ['a'], severity: 'warning', code: 'duplicate_member', line: 2, column: 2 },
    ]);
  });

  test('keeps members named like parts of every object', () => {
    const { value } = read('{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test.each(['', '   \n', '\uFEFF'])('says that %j is empty', (text) => {
    expect(issues(text)).toMatchObject([{ code: 'empty_config', message: 'the config is empty' }]);
  });

  test.each([
    ['{\n  "fields": [\n', 3, 1, 'the [ of line 2, column 13 is not closed'],
    ['{"fields": [1, 2}', 1, 17, 'the [ of line 1, column 12 is not closed'],
    ['{"fields": []}}', 1, 15, 'this } closes nothing'],
    ['{\n "a": "b\n}', 2, 7, 'a string is not closed'],
    ['{} /* more', 1, 4, 'a comment is not closed'],
    [
      '{\n "a": 1 "b": 2}',
      2,
      9,
      '" is not expected here; a comma, a colon or a quote may be missing before it',
    ],
    ['{ a: yes }', 1, 6, 'yes is not expected here; a comma, a colon or a quote may be missing before it'],
    ['{ a: -.5 }', 1, 6, '-.5 is not expected here; a number needs a digit before its point'],
    ['{} {}', 1, 4, '{ is not expected here; a comma, a colon or a quote may be missing before it'],
    ['// nothing', 1, 1, 'a value is missing'],
  ])('says what is wrong in %j, and where', (text, line, column, message) => {
    expect(issues(text)).toEqual([
      { path: [], code: 'invalid_json', severity: 'error', line, column, message },
    ]);
  });

  test('refuses a text that nests too deep, without exhausting the stack', () => {
    expect(issues('['.repeat(100_000))).toMatchObject([{ code: 'too_deep' }]);
    expect(issues('//\n'.repeat(100_000))).toMatchObject([{ code: 'too_deep' }]);
    expect(issues('['.repeat(CONFIG_LIMITS.depth) + ']'.repeat(CONFIG_LIMITS.depth))).toEqual([]);
  });
});
