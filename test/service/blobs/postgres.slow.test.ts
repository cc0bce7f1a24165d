import { afterAll, describe, expect, test } from 'vitest';
import { postgresBlobs, type QueryClient } from '../../../src/service/blobs/postgres.js';
import { readAll } from '../../../src/service/streams.js';
import { serverPool } from '../../support/postgres.js';
import { blobsContract } from './contract.js';
import { closeEmbedded, embeddedDatabase, serverDatabase, type TestDatabase } from './databases.js';

const pool = await serverPool();

afterAll(async () => {
  await closeEmbedded();
  await pool?.end();
});

describe.each([
  ['PGlite', embeddedDatabase],
  ['a server', pool && (() => serverDatabase(pool))],
] as const)('blobs in %s', (_, open) => {
  if (!open) {
    test.skip('no server answers', () => undefined);
    return;
  }

  const make = async () => {
    const { client, schema, close } = await open();
    const blobs = postgresBlobs(client, { schema });
    await blobs.migrate();
    return { blobs, close };
  };

  blobsContract(make);

  const count = async ({ client, schema }: TestDatabase, table: string) => {
    const { rows } = await client.query(`select count(*)::int as n from "${schema}".${table}`);
    return (rows[0] as { n: number }).n;
  };

  test('leave no rows behind when they are replaced or deleted', async () => {
    const database = await open();
    const blobs = postgresBlobs(database.client, database);
    await Promise.all([blobs.migrate(), blobs.migrate(), blobs.migrate()]);
    await blobs.put('a/b/c', new Uint8Array(600_000), {});
    expect(await count(database, 'al_blob_chunks')).toBe(3);
    await blobs.put('a/b/c', new Uint8Array(1), {});
    expect(await count(database, 'al_blob_chunks')).toBe(1);
    expect(await count(database, 'al_blobs')).toBe(1);
    await blobs.delete('a/b/c');
    expect(await count(database, 'al_blob_chunks')).toBe(0);
    await database.close();
  });

  test('blobs of which the database failed half way are found by the clean-up', async () => {
    const database = await open();
    let failing = false;
    const client: QueryClient = {
      async query(text, values) {
        failing ||= text.includes('al_blob_chunks') && values?.[1] === 1;
        if (failing) throw new Error('the database is gone');
        return database.client.query(text, values);
      },
    };
    const blobs = postgresBlobs(client, database);
    await blobs.migrate();
    await expect(blobs.put('a/b/c', new Uint8Array(600_000), {})).rejects.toThrow('gone');
    failing = false;
    expect(await blobs.get('a/b/c')).toBeNull();
    expect(await count(database, 'al_blobs')).toBe(1);
    const keys: string[] = [];
    for await (const key of blobs.list!('', 0)) keys.push(key);
    expect(keys).toEqual(['a/b/c']);
    await blobs.delete('a/b/c');
    expect(await count(database, 'al_blobs')).toBe(0);
    await database.close();
  });

  test('blobs whose database ends its session are not available, and are read again', async () => {
    const database = await open();
    let ended = false;
    const client: QueryClient = {
      async query(text, values) {
        if (ended && text.startsWith('select bytes')) {
          throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        }
        return database.client.query(text, values);
      },
    };
    const blobs = postgresBlobs(client, database);
    await blobs.migrate();
    await blobs.put('a/b/c', new Uint8Array(3), {});
    ended = true;
    const cut = readAll((await blobs.get('a/b/c'))!, 1e9, () => new Error('too large'));
    await expect(cut).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
    ended = false;
    expect(await readAll((await blobs.get('a/b/c'))!, 1e9, () => new Error('too large'))).toHaveLength(3);
    await database.close();
  });

  test('deleted while they are read fail, and are not taken for shorter ones', async () => {
    const { blobs, close } = await make();
    await blobs.put('a/b/c', new Uint8Array(600_000), {});
    const stream = (await blobs.get('a/b/c'))!;
    await blobs.delete('a/b/c');
    await expect(readAll(stream, 1e9, () => new Error('too large'))).rejects.toThrow('deleted');
    await close();
  });

  test('blobs are listed by the thousand', async () => {
    const database = await open();
    const blobs = postgresBlobs(database.client, database);
    await blobs.migrate();
    await database.client.query(
      `insert into "${database.schema}".al_blobs (key, size) select 'k/' || i, 0 from generate_series(1, 2500) i`,
    );
    const keys = new Set<string>();
    for await (const key of blobs.list!('k/', 0)) keys.add(key);
    expect(keys.size).toBe(2500);
    await database.close();
  });
});
