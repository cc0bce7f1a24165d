import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as browserInflate from '../../../src/foundation/platform/browser/inflate.js';
import { sha256 as browserSha256 } from '../../../src/foundation/platform/browser/sha256.js';
import * as inflate from '../../../src/foundation/platform/inflate.js';
import { sha256 } from '../../../src/foundation/platform/sha256.js';

const PLATFORM = fileURLToPath(new URL('../../../src/foundation/platform/', import.meta.url));

function exportsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gmu);
  return Array.from(found, ([, name = '']) => name).sort();
}

/** Bytes that one code of Deflate represents, at most. */
const LONGEST_MATCH = 258;

const siblings = readdirSync(PLATFORM).filter((name) => readdirSync(`${PLATFORM}browser`).includes(name));

describe('modules for browsers', () => {
  test.each(siblings.filter((name) => name.endsWith('.ts')))(
    'modules for browsers: %s exports what the one for Node does',
    (name) => {
      const own = exportsOf(`${PLATFORM}${name}`);
      expect(own.length).toBeGreaterThan(0);
      expect(exportsOf(`${PLATFORM}browser/${name}`)).toEqual(own);
    },
  );

  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array(), fc.uint8ClampedArray());
  test('hash as Node does', () => {
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom('hex', 'base64'), (parts, as) => {
        expect(browserSha256(parts, as)).toBe(sha256(parts, as));
      }),
    );
  });

  test('unpack as Node does, also what ends early', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2_000 }),
        fc.nat({ max: 100 }),
        fc.nat({ max: 20 }),
        (part, times, missing) => {
          const bytes = Buffer.concat(Array.from({ length: times }, () => part));
          const packed = deflateSync(bytes);
          const most = Math.max(1, bytes.length);
          expect(Buffer.from(browserInflate.inflatedNow(packed, most)).equals(bytes)).toBe(true);
          const cut = packed.subarray(0, Math.max(2, packed.length - missing));
          const found = Buffer.from(browserInflate.inflatedSoFar(cut, most));
          // How much is held back of data that ends early is up to the program.
          expect(bytes.subarray(0, found.length).equals(found)).toBe(true);
          expect(found.length).toBeGreaterThanOrEqual(
            inflate.inflatedSoFar(cut, most).length - LONGEST_MATCH,
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  test.each([inflate, browserInflate])('unpack no more than is allowed', async (module) => {
    const packed = deflateSync(new Uint8Array(10_000_000));
    expect(() => module.inflatedNow(packed, 9_999_999)).toThrow(module.TooMuchUnpacked);
    expect(() => module.inflatedSoFar(packed, 1_000)).toThrow(module.TooMuchUnpacked);
    await expect(module.inflated(packed, 1)).rejects.toThrow(module.TooMuchUnpacked);
    expect(module.inflatedNow(packed, 10_000_000)).toHaveLength(10_000_000);
  });

  test.each([inflate, browserInflate])(
    'refuse data that is damaged or cut, unless its beginning is asked for',
    (module) => {
      const packed = deflateSync(Buffer.from('The quick brown fox jumps over the lazy dog'));
      expect(() => module.inflatedNow(packed.subarray(0, 20), 1_000)).toThrow(Error);
      expect(() => module.inflatedNow(Buffer.from('no deflate'), 1_000)).toThrow(Error);
      expect(module.inflatedSoFar(packed.subarray(0, 20), 1_000).length).toBeLessThan(43);
    },
  );
});
