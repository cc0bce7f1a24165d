/** What every store of blobs must do. Hosts that write their own run it, too. */
import { describe, expect, test } from 'vitest';
import type { Blobs } from '../../../src/service/blobs.js';
import { type ByteStream, readAll, streamBy } from '../../../src/service/streams.js';

/** A store to test: empty, and with a clock of its own where it has one. */
export interface BlobsUnderTest {
  readonly blobs: Blobs;
  close?(): Promise<void>;
}

/** Bytes that differ everywhere, so that pieces in a wrong order are noticed. */
function pattern(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let state = size + 1;
  for (let i = 0; i < size; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    bytes[i] = state >> 16;
  }
  return bytes;
}

/** A stream that gives some bytes in pieces, and then ends or fails. */
function pieces(bytes: Uint8Array, size: number, failure?: Error): ByteStream {
  let at = 0;
  return streamBy(async () => {
    const piece = bytes.subarray(at, at + size);
    at += size;
    if (piece.length > 0) return piece;
    if (failure) throw failure;
    return undefined;
  });
}

async function content(blobs: Blobs, key: string): Promise<Uint8Array | null> {
  const stream = await blobs.get(key);
  return stream && readAll(stream, 2 ** 30, () => new Error('too large'));
}

async function listed(blobs: Blobs, prefix: string, olderThanMs: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of blobs.list?.(prefix, olderThanMs) ?? []) keys.push(key);
  return keys.sort();
}

/** A clock may be set back while a test runs, which leaves blobs younger than nothing. */
const ANY_AGE = -60_000;

const MEBIBYTE = 1024 * 1024;

/** @param make gives an empty store; called once for each test */
export function blobsContract(make: () => Promise<BlobsUnderTest>): void {
  async function use(work: (blobs: Blobs) => Promise<void>): Promise<void> {
    const { blobs, close } = await make();
    try {
      await work(blobs);
    } finally {
      await close?.();
    }
  }

  describe('a blob', () => {
    test.each([0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, MEBIBYTE + 7])(
      'of %i bytes is given back',
      (size) =>
        use(async (blobs) => {
          const bytes = pattern(size);
          expect(await blobs.put('a/b/bytes', bytes, {})).toEqual({ size });
          expect(await blobs.put('a/b/stream', pieces(bytes, 100_000), { contentType: 'x/y' })).toEqual({
            size,
          });
          for (const key of ['a/b/bytes', 'a/b/stream']) {
            expect(await blobs.size(key)).toBe(size);
            expect(Buffer.compare((await content(blobs, key)) ?? Buffer.from('none'), bytes)).toBe(0);
          }
        }),
    );

    test('is not what its giver or its reader makes of the bytes afterwards', () =>
      use(async (blobs) => {
        const bytes = pattern(100);
        await blobs.put('a/b/c', bytes, {});
        bytes.fill(0);
        (await content(blobs, 'a/b/c'))!.fill(0);
        expect(await content(blobs, 'a/b/c')).toEqual(pattern(100));
      }));

    test('takes the place of the one before', () =>
      use(async (blobs) => {
        await blobs.put('a/b/c', pattern(MEBIBYTE), {});
        await blobs.put('a/b/c', pattern(10), {});
        expect(await blobs.size('a/b/c')).toBe(10);
        expect(await content(blobs, 'a/b/c')).toEqual(pattern(10));
      }));

    test('is one of those that were put at once, and whole', () =>
      use(async (blobs) => {
        const sizes = [300_000, 300_001, 300_002, 300_003];
        await Promise.all(sizes.map((size) => blobs.put('a/b/c', pieces(pattern(size), 50_000), {})));
        const size = (await blobs.size('a/b/c'))!;
        expect(sizes).toContain(size);
        expect(Buffer.compare((await content(blobs, 'a/b/c'))!, pattern(size))).toBe(0);
      }));

    test('that breaks off is none, and leaves what was there', () =>
      use(async (blobs) => {
        const broken = () => pieces(pattern(MEBIBYTE), 100_000, new Error('broken off'));
        await expect(blobs.put('a/b/c', broken(), {})).rejects.toThrow('broken off');
        expect(await blobs.size('a/b/c')).toBeNull();
        expect(await blobs.get('a/b/c')).toBeNull();
        await blobs.put('a/b/c', pattern(5), {});
        await expect(blobs.put('a/b/c', broken(), {})).rejects.toThrow('broken off');
        expect(await content(blobs, 'a/b/c')).toEqual(pattern(5));
      }));

    test('may be left half read', () =>
      use(async (blobs) => {
        await blobs.put('a/b/c', pattern(MEBIBYTE), {});
        const stream = (await blobs.get('a/b/c'))!;
        const reader = stream.getReader();
        expect((await reader.read()).value!.length).toBeGreaterThan(0);
        await reader.cancel();
        expect((await content(blobs, 'a/b/c'))!.length).toBe(MEBIBYTE);
      }));

    test('that is not there is nothing, and can be deleted', () =>
      use(async (blobs) => {
        expect(await blobs.get('a/b/c')).toBeNull();
        expect(await blobs.size('a/b/c')).toBeNull();
        await blobs.delete('a/b/c');
        await blobs.put('a/b/c', pattern(1), {});
        await blobs.delete('a/b/c');
        await blobs.delete('a/b/c');
        expect(await blobs.get('a/b/c')).toBeNull();
        expect(await blobs.size('a/b/c')).toBeNull();
        await blobs.put('a/b/c', pattern(2), {});
        expect(await blobs.size('a/b/c')).toBe(2);
      }));
  });

  describe('a key', () => {
    const KEYS = [
      'default/6f9f3c34-9dd5-4f8f-a5a4-2cb0b62a3c5e/x',
      'a',
      'a/b',
      'a/b/c',
      'A/B/C',
      'a b/ü/日本',
      'a%2Fb',
      'a!/b!',
      '.hidden/..x/x.',
      'con/nul/aux*?:"<>|',
      '1/2/3/4/5/6/7/8',
    ];

    test('is any text of parts, and no two are the same', () =>
      use(async (blobs) => {
        for (const [i, key] of KEYS.entries()) await blobs.put(key, pattern(i + 1), {});
        for (const [i, key] of KEYS.entries()) expect(await content(blobs, key), key).toEqual(pattern(i + 1));
        if (blobs.list) expect(await listed(blobs, '', ANY_AGE)).toEqual([...KEYS].sort());
        for (const key of KEYS) await blobs.delete(key);
        if (blobs.list) expect(await listed(blobs, '', ANY_AGE)).toEqual([]);
      }));

    const REFUSED = [
      '',
      '/',
      '/etc/passwd',
      'a//b',
      'a/',
      '..',
      '../x',
      'a/../../x',
      'a/./b',
      'a\\..\\b',
      'C:\\x',
      'a\0b',
      'a\nb',
      'a/\ud800',
      '1/2/3/4/5/6/7/8/9',
      'x'.repeat(241),
      'ü'.repeat(41),
    ];

    test('is no path, and has bounds', () =>
      use(async (blobs) => {
        for (const key of REFUSED) {
          await expect(blobs.put(key, pattern(1), {}), key).rejects.toThrow(RangeError);
          await expect(blobs.get(key), key).rejects.toThrow(RangeError);
          await expect(blobs.size(key), key).rejects.toThrow(RangeError);
          await expect(blobs.delete(key), key).rejects.toThrow(RangeError);
        }
      }));
  });

  describe('a list', () => {
    test('has the keys that begin so and are old enough', () =>
      use(async (blobs) => {
        if (!blobs.list) return;
        for (const key of ['a/1/x', 'a/2/x', 'ab/1/x', 'b/1/x']) await blobs.put(key, pattern(1), {});
        expect(await listed(blobs, '', ANY_AGE)).toEqual(['a/1/x', 'a/2/x', 'ab/1/x', 'b/1/x']);
        expect(await listed(blobs, 'a/', ANY_AGE)).toEqual(['a/1/x', 'a/2/x']);
        expect(await listed(blobs, 'a', ANY_AGE)).toEqual(['a/1/x', 'a/2/x', 'ab/1/x']);
        expect(await listed(blobs, 'c', ANY_AGE)).toEqual([]);
        expect(await listed(blobs, '', 3_600_000)).toEqual([]);
      }));
  });
}
