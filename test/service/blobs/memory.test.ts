import { describe, expect, test } from 'vitest';
import { memoryBlobs } from '../../../src/service/blobs/memory.js';
import { type ObjectStorage, objectBlobs } from '../../../src/service/blobs/object-storage.js';
import { blobsContract } from './contract.js';

describe('blobs in memory', () => {
  blobsContract(async () => ({ blobs: memoryBlobs() }));

  test('blobs in memory are listed by their age', async () => {
    let now = 0;
    const blobs = memoryBlobs({ now: () => now });
    await blobs.put('a/b/old', new Uint8Array(1), {});
    now = 10;
    await blobs.put('a/b/new', new Uint8Array(1), {});
    now = 15;
    const keys: string[] = [];
    for await (const key of blobs.list!('', 10)) keys.push(key);
    expect(keys).toEqual(['a/b/old']);
  });
});

/** An object storage as providers have it: flat, with pages of two. */
function storage(): ObjectStorage & { readonly types: Map<string, string | undefined> } {
  const blobs = memoryBlobs();
  const types = new Map<string, string | undefined>();
  return {
    types,
    async put(key, data, meta) {
      await blobs.put(key, data, meta);
      types.set(key, meta.contentType);
    },
    get: (key) => blobs.get(key),
    async head(key) {
      const size = await blobs.size(key);
      return size === null ? null : { size };
    },
    async delete(key) {
      await blobs.delete(key);
    },
    async list(prefix, continuation = '0') {
      const keys: string[] = [];
      for await (const key of blobs.list!(prefix, 0)) keys.push(key);
      const start = Number(continuation);
      const page = keys.slice(start, start + 2);
      const next = start + 2 < keys.length ? String(start + 2) : undefined;
      return { objects: page.map((key) => ({ key, modified: Date.now() - 1_000 })), next };
    },
  };
}

describe('blobs in an object storage', () => {
  blobsContract(async () => ({ blobs: objectBlobs(storage()) }));

  test('lie under a prefix, with their content types', async () => {
    const { types, ...client } = storage();
    const blobs = objectBlobs(client, { prefix: 'p/' });
    await blobs.put('a/b/c', new Uint8Array(3), { contentType: 'application/pdf' });
    expect([...types]).toEqual([['p/a/b/c', 'application/pdf']]);
    const keys: string[] = [];
    for await (const key of blobs.list!('a/', 0)) keys.push(key);
    expect(keys).toEqual(['a/b/c']);
  });

  test('blobs in an object storage are presigned and listed where the storage can do that', async () => {
    const { list, ...plain } = storage();
    const without = objectBlobs(plain);
    expect([without.list, without.presignPut, without.presignGet]).toEqual([undefined, undefined, undefined]);
    const asked: unknown[] = [];
    const presign = async (...args: unknown[]) => {
      asked.push(args);
      return 'https://storage.example/signed';
    };
    const blobs = objectBlobs({ ...plain, presignPut: presign, presignGet: presign }, { prefix: 'p/' });
    expect(await blobs.presignPut!('a/b/c', { expiresMs: 5, maxBytes: 9 })).toBe(
      'https://storage.example/signed',
    );
    await blobs.presignGet!('a/b/c', { expiresMs: 5, filename: 'x.pdf' });
    expect(asked).toEqual([
      ['p/a/b/c', { expiresMs: 5, maxBytes: 9 }],
      ['p/a/b/c', { expiresMs: 5, filename: 'x.pdf' }],
    ]);
    await expect(blobs.presignPut!('../c', { expiresMs: 5, maxBytes: 9 })).rejects.toThrow(RangeError);
  });
});
