import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ClassificationError,
  ConfigError,
  DocumentError,
  ExtraDataError,
  LlmCallFailure,
  ProviderError,
  withCause,
} from '../../../src/errors.js';
import { orderedJson, orderedNames, setMember } from '../../../src/foundation/objects/members.js';
import { ErrorCarrier } from '../../../src/run/wall/carried-error.js';
import { disclose, type Envelope, enclose } from '../../../src/run/wall/envelope.js';

const errors = new ErrorCarrier();
const sent = <Value>(value: Value) =>
  disclose(deserialize(serialize(enclose(value, errors))) as Envelope, errors) as Value;
const carried = (error: unknown) => errors.revive(structuredClone(errors.pack(error)));

describe('values that cross the wall', () => {
  it('keep their members in order, whatever their names', () => {
    const name = fc.oneof(fc.string(), fc.nat().map(String), fc.constantFrom('__proto__', 'constructor'));
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.jsonValue(), (names, value) => {
        const object: Record<string, unknown> = {};
        for (const each of names) setMember(object, each, value);
        const copy = sent({ object, again: object, list: [object] });
        expect(orderedNames(copy.object)).toEqual(names);
        expect(orderedJson(copy.list[0])).toBe(orderedJson(object));
        expect(copy.again).toBe(copy.object);
      }),
    );
  });

  it('keep what JSON does not: undefined, dates, bytes, numbers of all kinds', () => {
    const value = { a: undefined, b: new Date(7), c: new Uint8Array([1, 2]), d: [Number.NaN, -0] };
    expect(sent(value)).toEqual(value);
    expect(Object.keys(sent(value))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keep hidden causes hidden', () => {
    const cause = new DocumentError('too_large', 'much', { page: 2 });
    const [issue] = sent([withCause({ message: 'it failed' }, cause)]);
    expect(Object.keys(issue!)).toEqual(['message']);
    expect(issue!.cause).toEqual(cause);
    expect(issue!.cause).toBeInstanceOf(DocumentError);
  });
});

describe('errors that cross the wall', () => {
  const issues = [
    { path: ['fields', 0], message: 'no', severity: 'error', code: 'x', line: 1, column: 2 },
  ] as const;
  it.each([
    new DocumentError('too_large', 'too much', { page: 3, cause: new Error('inner') }),
    new ConfigError(issues),
    new ConfigError(issues, 'too_costly'),
    new ExtraDataError('extra_data_too_large', 'large'),
    new ClassificationError('no_matching_type', 'none'),
    new ProviderError('pdf', 'crashed', 'gone', { cause: 'a word' }),
    new LlmCallFailure('LLM_TIMEOUT', 'late', new Error('inner')),
    new TypeError('wrong'),
    new RangeError('far'),
  ])('keep their class, and all that they say: %s', (error) => {
    const back = carried(error);
    expect(back.constructor).toBe(error.constructor);
    expect(back).toEqual(error);
    expect({ ...back }).toEqual({ ...error });
    expect(back.message).toBe(error.message);
  });

  it('keep their name where nobody knows their class', () => {
    const error = Object.assign(new Error('odd'), { name: 'OddError', code: 'ODD' });
    expect(carried(error)).toMatchObject({
      name: 'OddError',
      code: 'ODD',
      message: 'odd',
      stack: error.stack,
    });
    expect(carried('a word').message).toBe('a word');
    expect(carried(new Error('a', { cause: () => 1 })).cause).toBeTypeOf('string');
  });
});
