import { describe, expect, test } from 'vitest';
import { memoryBlobs } from '../../../src/service/blobs/memory.js';
import { type ObjectStorage, objectBlobs } from '../../../src/service/blobs/object-storage.js';
import { s3Storage } from '../../../src/service/blobs/s3.js';
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

/** The client of S3 with a storage behind it: it wants bytes, and says what is missing by the names of its errors. */
function s3Client() {
  const behind = storage();
  const missing = (name: string) => Object.assign(new Error(name), { name });
  const command = (name: string) =>
    class {
      readonly name = name;
      constructor(readonly input: Readonly<Record<string, never>>) {}
    };
  const names = ['PutObject', 'GetObject', 'HeadObject', 'DeleteObject', 'ListObjectsV2'] as const;
  const s3 = Object.fromEntries(names.map((name) => [`${name}Command`, command(name)]));
  const send = async ({ name, input }: InstanceType<ReturnType<typeof command>>) => {
    const {
      Key: key,
      Body: body,
      ContentType: contentType,
      Prefix: prefix,
      ContinuationToken: token,
    } = input;
    switch (name) {
      case 'PutObject':
        if (!((body as unknown) instanceof Uint8Array)) throw missing('MissingContentLength');
        return behind.put(key!, body!, { contentType });
      case 'GetObject': {
        const stream = await behind.get(key!);
        if (!stream) throw missing('NoSuchKey');
        return { Body: { transformToWebStream: () => stream } };
      }
      case 'HeadObject': {
        const head = await behind.head(key!);
        if (!head) throw missing('NotFound');
        return { ContentLength: head.size };
      }
      case 'DeleteObject':
        return behind.delete(key!);
      default: {
        const { objects, next } = await behind.list!(prefix!, token);
        const Contents = objects.map((each) => ({ Key: each.key, LastModified: new Date(each.modified) }));
        return { Contents, NextContinuationToken: next };
      }
    }
  };
  return { s3: s3 as never, client: { send: send as never }, bucket: 'documents' };
}

describe('blobs in S3', () => {
  blobsContract(async () => ({ blobs: objectBlobs(s3Storage(s3Client())) }));
});

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
