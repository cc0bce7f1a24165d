import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ConfigText, readConfigText } from '../../src/config/text.js';
import { CONFIG_LIMITS } from '../../src/limits.js';

function read(text: string): ConfigText {
  const result = readConfigText(text);
  if ('issues' in result) throw new Error(JSON.stringify(result.issues));
  return result;
}

function issues(text: string) {
  const result = readConfigText(text);
  return 'issues' in result ? result.issues : [];
}

describe('readConfigText', () => {
  test('takes comments, trailing commas and a byte order mark', () => {
    expect(read('\uFEFF{ // a comment\n "a": [1, 2,], /* more */ }').value).toEqual({ a: [1, 2] });
  });

  test("takes JSON5's unquoted names and single quotes", () => {
    expect(read("{fields: ['a']}").value).toEqual({ fields: ['a'] });
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

  test('says where the text breaks off', () => {
    expect(issues('{\n  "fields": [\n')[0]).toMatchObject({
      code: 'invalid_json',
      severity: 'error',
      line: 3,
    });
  });

  test('refuses a text that nests too deep, without exhausting the stack', () => {
    expect(issues('['.repeat(100_000))).toMatchObject([{ code: 'too_deep' }]);
    expect(issues('['.repeat(CONFIG_LIMITS.depth) + ']'.repeat(CONFIG_LIMITS.depth))).toEqual([]);
  });
});
