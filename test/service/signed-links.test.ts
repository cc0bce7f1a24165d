import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hmacSha256, toBase64Url, utf8 } from '../../src/service/bytes.js';
import { type LinkGrant, readLink, signLink } from '../../src/service/signed-links.js';
import { readToken, signToken } from '../../src/service/signed-tokens.js';

const FIRST = 'first secret of thirty-two bytes';
const SECOND = 'second secret of many more bytes than that';
const NOW = 1_700_000_000_000;
const grant: LinkGrant = {
  operation: 'put',
  id: '6f9f3c34-9dd5-4f8f-a5a4-2cb0b62a3c5e',
  contentType: 'application/pdf',
  expires: NOW / 1000 + 900,
};

test('a signed link is read back by each of the secrets that may have signed it', async () => {
  const token = await signLink(grant, [FIRST]);
  expect(await readLink(token, 'put', [FIRST], NOW)).toEqual(grant);
  expect(await readLink(token, 'put', [SECOND, FIRST], NOW)).toEqual(grant);
  expect(await readLink(token, 'put', [SECOND], NOW)).toBeNull();
  const bare = { operation: 'get', id: 'x', expires: 1 } as const;
  expect(await readLink(await signLink(bare, [FIRST]), 'get', [FIRST], 0)).toEqual(bare);
});

test('a signed link has the form that is written down', async () => {
  const json = `{"v":1,"op":"put","id":"${grant.id}","ct":"application/pdf","exp":1700000900}`;
  const payload = toBase64Url(utf8(json));
  const signature = toBase64Url(await hmacSha256(utf8(FIRST), utf8(`anchorline.put.${payload}`)));
  expect(await signLink(grant, [FIRST, SECOND])).toBe(`${payload}.${signature}`);
});

test('counts for its operation only, and until it expires', async () => {
  const token = await signLink(grant, [FIRST]);
  expect(await readLink(token, 'get', [FIRST], NOW)).toBeNull();
  expect(await readLink(token, 'put', [FIRST], grant.expires * 1000 - 1)).toEqual(grant);
  expect(await readLink(token, 'put', [FIRST], grant.expires * 1000)).toBeNull();
});

test('a signed link is worth nothing when any byte of it is changed, added or left out', async () => {
  const token = await signLink(grant, [FIRST]);
  const characters = fc.constantFrom(
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n\0é',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.nat(token.length),
      fc.constantFrom(0, 1),
      fc.option(characters),
      async (at, removed, added) => {
        const changed = token.slice(0, at) + (added ?? '') + token.slice(at + removed);
        fc.pre(changed !== token);
        expect(await readLink(changed, 'put', [FIRST, SECOND], NOW)).toBeNull();
      },
    ),
    { numRuns: 500 },
  );
  // The last character of a signature has two bits that no byte holds.
  const last = token.at(-1)!;
  for (const other of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
    if (other === last) continue;
    expect(await readLink(token.slice(0, -1) + other, 'put', [FIRST], NOW)).toBeNull();
  }
});

test('a signed link is no text that anybody may send', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      expect(await readLink(text, 'put', [FIRST], NOW)).toBeNull();
    }),
  );
  expect(await readLink(`${'a'.repeat(100_000)}.a`, 'put', [FIRST], NOW)).toBeNull();
});

test('a signed link needs members of the right kinds, also where the signature is right', async () => {
  const values = [
    {},
    { v: 2, op: 'put', id: 'x', exp: 9e9 },
    { v: 1, op: 'put', id: 1, exp: 9e9 },
    { v: 1, op: 'get', id: 'x', exp: 9e9 },
  ];
  for (const value of [...values, [], { v: 1, op: 'put', id: 'x', exp: '9e9' }]) {
    expect(await readLink(await signToken('put', value, [FIRST]), 'put', [FIRST], NOW)).toBeNull();
  }
});

test('a signed link needs secrets of at least 32 bytes', async () => {
  await expect(signLink(grant, [])).rejects.toThrow(RangeError);
  await expect(signLink(grant, ['x'.repeat(31)])).rejects.toThrow('Secret 0 has 31 bytes');
  await expect(readLink('a.b', 'put', [FIRST, 'short'], NOW)).rejects.toThrow('Secret 1 has 5 bytes');
});

describe('a signed token', () => {
  test('carries any value, for one purpose', async () => {
    await fc.assert(
      fc.asyncProperty(fc.object(), async (object) => {
        const value = JSON.parse(JSON.stringify(object));
        const token = await signToken('list', value, [FIRST]);
        expect(await readToken('list', token, [FIRST])).toEqual(value);
        expect(await readToken('put', token, [FIRST])).toBeNull();
      }),
    );
  });
});
