import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  equalInConstantTime,
  fromBase64,
  hmacSha256,
  platformRandom,
  sha256,
  toBase64,
  toBase64Url,
  toHex,
  utf8,
} from '../../src/service/bytes.js';

test('Base64 is that of Buffer, and is read back in every spelling', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64(toBase64(bytes))).toEqual(new Uint8Array(bytes));
      expect(fromBase64(toBase64Url(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
});

test.each(['a', 'ab=cd', 'ab cd', 'ab\n', '====', 'ä', 'abcde'])('Base64 is not %j', (text) => {
  expect(fromBase64(text)).toBeUndefined();
});

test('digests are those of FIPS 180-2 and RFC 4231', async () => {
  expect(toHex(await sha256(utf8('abc')))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(toHex(await hmacSha256(utf8('Jefe'), utf8('what do ya want for nothing?')))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

describe('comparison', () => {
  test('says what === says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        const [left, right] = [toHex(utf8(a)), toHex(utf8(b))];
        expect(equalInConstantTime(left, right)).toBe(left === right);
        expect(equalInConstantTime(left, left)).toBe(true);
        expect(equalInConstantTime(left, `${left}0`)).toBe(false);
      }),
    );
  });
});

test('the platform gives as many random bytes as asked for', () => {
  expect(platformRandom(32)).toHaveLength(32);
  expect(toHex(platformRandom(32))).not.toBe(toHex(platformRandom(32)));
});
