import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/llm/canonical-json.js';
import { embeddingKey, requestKey } from '../../src/llm/key.js';
import { promptOf } from './prompt-of.js';

const REQUEST = { ...promptOf('Which town?'), provider: 'p', temperature: 0 };

function withPicture(ref: string, pixel: number) {
  const image = { type: 'image' as const, mediaType: 'image/png' as const, data: Uint8Array.of(pixel), ref };
  return requestKey({ ...REQUEST, messages: [{ role: 'user', content: [image] }] });
}

describe('requestKey', () => {
  it('requestKey does not depend on the order of members', () => {
    const turned = Object.fromEntries(Object.entries(REQUEST).toReversed()) as typeof REQUEST;
    expect(requestKey(turned)).toBe(requestKey(REQUEST));
    expect(requestKey(REQUEST)).toMatch(/^[0-9a-f]{64}$/u);
  });

  it.each([
    { provider: 'q' },
    { temperature: 0.5 },
    { seed: 1 },
    { maxOutputTokens: 101 },
    { purpose: 'list' as const },
    { tier: 'long' as const },
    { schema: undefined },
    { messages: promptOf('Which city?').messages },
  ])('depends on %j', (change) => {
    expect(requestKey({ ...REQUEST, ...change })).not.toBe(requestKey(REQUEST));
  });

  it('distinguishes pictures by their names', () => {
    expect(withPicture('p1', 1)).toBe(withPicture('p1', 2));
    expect(withPicture('p1', 1)).not.toBe(withPicture('p2', 1));
  });
});

it('embeddingKey depends on texts, kind and provider', () => {
  const keys = [
    embeddingKey('p', 'chunk', ['a', 'b']),
    embeddingKey('p', 'chunk', ['ab']),
    embeddingKey('p', 'query', ['a', 'b']),
    embeddingKey('q', 'chunk', ['a', 'b']),
  ];
  expect(new Set(keys).size).toBe(4);
});

it('canonicalJson keeps values and orders members', () => {
  expect(canonicalJson({ b: [2, 1], a: { d: undefined, c: null } })).toBe('{"a":{"c":null},"b":[2,1]}');
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.integer()), (record) => {
      const turned = Object.fromEntries(Object.entries(record).toReversed());
      expect(canonicalJson(turned)).toBe(canonicalJson(record));
    }),
  );
});
