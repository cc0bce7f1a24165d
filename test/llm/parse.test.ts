import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAnswer } from '../../src/llm/parse.js';

const LONG_NUMBERS = {
  a: ['-0.12345678901234567890', 1_234_567_890_123_456],
  b: 'x 4000123412341234567',
};

describe('parseAnswer', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['\uFEFF {"a":1}\n', { a: 1 }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['Here it is: {"a":"}"} I hope it helps {b}', { a: '}' }],
    ['As note [1] says: {"a":"b"}', { a: 'b' }],
    ['[1]: {"a":"b"} [2]: see page 4', { a: 'b' }],
    ['[1]: [{"a":"b"}]', [{ a: 'b' }]],
    [
      'The rows {as asked} are {"rows":[{"a":1,},]} (see [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])',
      { rows: [{ a: 1 }] },
    ],
    ['[see below] [{"a":1}]', [{ a: 1 }]],
    ['An example is {}, the answer {"a":1}.', { a: 1 }],
    ['Only [1]', [1]],
    ['```json\n[1]: {"a":1}\n```', { a: 1 }],
    ['{"a":[1,2,],}', { a: [1, 2] }],
    ['{"a":"one\ntwo"}', { a: 'one\ntwo' }],
    ['{"a":None,"b":True,"c":False,"d":NaN}', { a: null, b: true, c: false, d: null }],
    ['{"a":"None, ] True",}', { a: 'None, ] True' }],
    ['{"a":"say \\"hi\\"",}', { a: 'say "hi"' }],
    ['{"account":4000123412341234567,"b":12.5}', { account: '4000123412341234567', b: 12.5 }],
    ['{"a":[-0.12345678901234567890,1234567890123456],"b":"x 4000123412341234567"}', LONG_NUMBERS],
    ['The account is {"a":00000000000000012345,}', { a: '00000000000000012345' }],
    ['{"a":00123,"b":0.05,"c":-7,"d":0}', { a: '00123', b: 0.05, c: -7, d: 0 }],
  ])('parseAnswer reads %j', (text, value) => {
    expect(parseAnswer(text)).toEqual({ value });
  });

  it.each(['', 'No idea.', '{"a":', '{a:1}'])('finds no JSON in %j', (text) => {
    expect(parseAnswer(text)).toHaveProperty('problem');
  });

  it.each([
    ['{"rows":[{"a":1},{"a":2},{"a":', { rows: [{ a: 1 }, { a: 2 }] }],
    ['{"rows":[{"a":[1', { rows: [] }],
    ['[{"a":"]"},{"a', [{ a: ']' }]],
    ['[1]: {"rows":[{"a":1},{"a', { rows: [{ a: 1 }] }],
  ])('keeps the complete elements of %j where it was cut off', (text, value) => {
    expect(parseAnswer(text, true)).toEqual({ value });
    expect(parseAnswer(text)).not.toEqual({ value });
  });

  it('looks at a bounded number of places of a text full of brackets', () => {
    expect(parseAnswer('[1] '.repeat(100_000))).toEqual({ value: [1] });
    expect(parseAnswer('['.repeat(100_000))).toHaveProperty('problem');
  });

  it('gives back all JSON, and never throws', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), fc.boolean(), (json, text, isCut) => {
        expect(parseAnswer(json, isCut)).toEqual({ value: JSON.parse(json) });
        parseAnswer(text, isCut);
        parseAnswer(`${json.slice(0, -1)}${text}`, isCut);
      }),
    );
  });
});
