import { mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryBlobs } from '../../../src/service/blobs/directory.js';
import { isStorageAway } from '../../../src/service/store-error.js';
import { streamBy } from '../../../src/service/streams.js';
import { blobsContract } from './contract.js';

async function make() {
  const parent = await mkdtemp(join(tmpdir(), 'anchorline-blobs-'));
  const root = join(parent, 'not', 'there');
  return { root, blobs: directoryBlobs(root), close: () => rm(parent, { recursive: true }) };
}

blobsContract(make);

test('leave nothing behind: neither what broke off nor empty directories', async () => {
  const { root, blobs, close } = await make();
  const broken = streamBy(async () => Promise.reject(new Error('broken off')));
  await expect(blobs.put('a/b/c', broken, {})).rejects.toThrow('broken off');
  expect(await readdir(root, { recursive: true })).toEqual(['.incoming']);
  await blobs.put('a/b/c', new Uint8Array(1), {});
  await blobs.put('a/b/d', new Uint8Array(1), {});
  await blobs.delete('a/b/c');
  expect((await readdir(root, { recursive: true })).sort()).toEqual(['.incoming', 'a', 'a/b', 'a/b/d!']);
  await blobs.delete('a/b/d');
  expect(await readdir(root)).toEqual(['.incoming']);
  await close();
});

test.skipIf(process.platform === 'win32')(
  'blobs in a directory are read by nobody else on the machine',
  async () => {
    const { root, blobs, close } = await make();
    await blobs.put('a/b', new Uint8Array(1), {});
    const modeOf = async (path: string) => ((await stat(join(root, path))).mode & 0o777).toString(8);
    expect([await modeOf('a/b!'), await modeOf('a'), await modeOf('.incoming')]).toEqual([
      '600',
      '700',
      '700',
    ]);
    await close();
  },
);

test('blobs in a directory are missed by who has only read while their directory is away', async () => {
  const { root, blobs, close } = await make();
  await blobs.put('a/b', new Uint8Array(3), {});
  const reader = directoryBlobs(root);
  await (await reader.get('a/b'))?.cancel();
  await rename(root, `${root}-away`);
  for (const call of [() => reader.get('a/b'), () => reader.put('a/c', new Uint8Array(1), {})]) {
    await expect(call()).rejects.toThrow('is not there any more');
  }
  await rename(`${root}-away`, root);
  await close();
});

test('blobs in a directory do not make a directory that goes away while they are written', async () => {
  const { root, blobs, close } = await make();
  await blobs.put('a/b', new Uint8Array(3), {});
  const chunks = [async () => rename(root, `${root}-away`), async () => undefined];
  const leaving = streamBy(async () => {
    await chunks.shift()?.();
    return chunks.length > 0 ? new Uint8Array(1) : undefined;
  });
  const error: unknown = await blobs.put('a/c', leaving, {}).catch((reason: unknown) => reason);
  expect(isStorageAway(error)).toBe(true);
  await expect(stat(root)).rejects.toThrow('ENOENT');
  await rename(`${root}-away`, root);
  expect((await readdir(join(root, 'a'))).sort()).toEqual(['b!']);
  await close();
});

test('fail in every way while their directory is away, and are there again with it', async () => {
  const { root, blobs, close } = await make();
  await blobs.put('a/b', new Uint8Array(3), {});
  await rename(root, `${root}-away`);
  const calls = [
    () => blobs.get('a/b'),
    () => blobs.size('a/b'),
    () => blobs.size('none'),
    () => blobs.delete('a/b'),
    () => blobs.put('a/c', new Uint8Array(1), {}),
  ];
  for (const call of calls) {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringContaining('is not there any more') });
    expect(isStorageAway(error)).toBe(true);
  }
  await rename(`${root}-away`, root);
  expect(await blobs.size('a/b')).toBe(3);
  expect(await blobs.get('none')).toBeNull();
  await close();
});

test('blobs in a directory are put while others are deleted beside them', async () => {
  const { blobs, close } = await make();
  const churn = async (name: string) => {
    for (let i = 0; i < 20; i++) {
      await blobs.put(`a/b/${name}`, new Uint8Array(1), {});
      await blobs.delete(`a/b/${name}`);
    }
  };
  await Promise.all(['1', '2', '3', '4'].map(churn));
  expect(await blobs.put('a/b/1', new Uint8Array(1), {})).toEqual({ size: 1 });
  await close();
});

test('blobs in a directory that a process was writing when it died are cleaned up, other files are left alone', async () => {
  const { root, blobs, close } = await make();
  await blobs.put('a/b/c', new Uint8Array(1), {});
  const left = join(root, '.incoming', 'left');
  await writeFile(left, 'half');
  await writeFile(join(root, '.incoming', 'now'), 'half');
  for (const file of ['README', '%zz!']) await writeFile(join(root, file), 'not a blob');
  const yesterday = new Date(Date.now() - 90_000_000);
  for (const file of [left, join(root, 'a/b/c!'), join(root, 'README'), join(root, '%zz!')]) {
    await utimes(file, yesterday, yesterday);
  }
  const keys: string[] = [];
  for await (const key of blobs.list!('', 86_400_000)) keys.push(key);
  expect(keys).toEqual(['a/b/c']);
  expect((await readdir(root, { recursive: true })).sort()).toEqual([
    '%zz!',
    '.incoming',
    '.incoming/now',
    'README',
    'a',
    'a/b',
    'a/b/c!',
  ]);
  await close();
});

test('blobs in a directory that do not exist yet list nothing', async () => {
  const { blobs, close } = await make();
  for await (const key of blobs.list!('', 0)) expect.unreachable(key);
  await close();
});
