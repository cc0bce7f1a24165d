/** Blobs in tables of PostgreSQL, for hosts that have a database anyway and documents of moderate size. */

import { joined } from '../../foundation/objects/joined.js';
import { type Blobs, checkBlobKey } from '../blobs.js';
import type { SqlClient } from '../stores/postgres/connections.js';
import { Database } from '../stores/postgres/database.js';
import { type ByteStream, chunksOf, streamBy, streamOf } from '../streams.js';

/** Whatever runs SQL: a pool or client of `pg`, a PGlite database. */
export type QueryClient = SqlClient;

/** Where the tables of blobs are. */
export interface PostgresBlobsOptions {
  /** Schema of the tables, a plain name; default that of the connection. */
  readonly schema?: string;
}

/** Blobs with tables of their own. */
export interface PostgresBlobs extends Blobs {
  /** Makes the tables where they are missing. Many processes may do so at once. */
  migrate(): Promise<void>;
}

/** Bytes of a row. Small enough for drivers, which hold a few copies of a row in memory. */
const CHUNK_BYTES = 256 * 1024;
/** Keys listed at once. */
const LIST_ROWS = 1000;
/** Lock under which the tables are made; any number that nobody else uses. */
const MIGRATION_LOCK = 6_148_914_691;

/**
 * Blobs as rows of 256 KiB. Each `put` writes rows of its own, and one last statement makes them the blob of its
 * key: no transaction is open while a stream is read, and a client without transactions, such as a pool, will do. What the
 * database cannot do is a StoreError, as of the store.
 *
 * @example
 * const blobs = postgresBlobs(pool);
 * await blobs.migrate();
 * createService({ keys, store, queue, blobs });
 */
export function postgresBlobs(client: QueryClient, { schema }: PostgresBlobsOptions = {}): PostgresBlobs {
  const database = new Database({ client, ...(schema !== undefined && { schema }) });
  const blobs = database.name('blobs');
  const chunks = database.name('blob_chunks');
  const rows = async <Row>(text: string, ...values: unknown[]): Promise<readonly Row[]> =>
    (await database.run(undefined, text, values)) as readonly Row[];

  async function writeAll(upload: string, data: ByteStream | Uint8Array): Promise<number> {
    let size = 0;
    let position = 0;
    for await (const bytes of inChunks(data instanceof Uint8Array ? streamOf(data) : data)) {
      await rows(
        `insert into ${chunks} (upload, position, bytes) values ($1, $2, $3)`,
        upload,
        position,
        bytes,
      );
      position++;
      size += bytes.length;
    }
    return size;
  }

  /** Makes an upload the blob of its key, and lets go of the one before. */
  const publish = `with published as (
      update ${blobs} set size = $2, created = now() where upload = $1 returning key
    ) delete from ${blobs} where key = (select key from published) and size is not null`;

  return {
    async migrate() {
      await rows(`do $$ begin
        perform pg_advisory_xact_lock(${MIGRATION_LOCK});
        create table if not exists ${blobs} (
          upload uuid primary key default gen_random_uuid(),
          key text collate "C" not null,
          size bigint,
          created timestamptz not null default now()
        );
        create index if not exists al_blobs_key on ${blobs} (key);
        create table if not exists ${chunks} (
          upload uuid not null references ${blobs} on delete cascade,
          position integer not null,
          bytes bytea not null,
          primary key (upload, position)
        );
        alter table ${chunks} alter column bytes set storage external;
      end $$`);
    },
    async put(key, data) {
      checkBlobKey(key);
      const [row] = await rows<{ upload: string }>(
        `insert into ${blobs} (key) values ($1) returning upload`,
        key,
      );
      const { upload } = row!;
      try {
        const size = await writeAll(upload, data);
        await rows(publish, upload, size);
        return { size };
      } catch (error) {
        // If the database is gone, the row without a size is found by the clean-up.
        await rows(`delete from ${blobs} where upload = $1`, upload).catch(() => undefined);
        throw error;
      }
    },
    async get(key) {
      checkBlobKey(key);
      const [blob] = await rows<{ upload: string; size: unknown }>(
        `select upload, size from ${blobs} where key = $1 and size is not null`,
        key,
      );
      if (!blob) return null;
      const count = Math.ceil(Number(blob.size) / CHUNK_BYTES);
      let position = 0;
      return streamBy(async () => {
        if (position === count) return undefined;
        const [chunk] = await rows<{ bytes: Uint8Array }>(
          `select bytes from ${chunks} where upload = $1 and position = $2`,
          blob.upload,
          position++,
        );
        if (!chunk) throw new Error('The blob was deleted while it was read.');
        return chunk.bytes;
      });
    },
    async size(key) {
      checkBlobKey(key);
      const [blob] = await rows<{ size: unknown }>(
        `select size from ${blobs} where key = $1 and size is not null`,
        key,
      );
      return blob ? Number(blob.size) : null;
    },
    async delete(key) {
      checkBlobKey(key);
      await rows(`delete from ${blobs} where key = $1`, key);
    },
    async *list(start, olderThanMs) {
      let after: string | null = null;
      do {
        const found: readonly { key: string }[] = await rows<{ key: string }>(
          `select distinct key from ${blobs}
           where starts_with(key, $1) and created <= now() - $2 * interval '1 millisecond'
             and ($3::text is null or key > $3)
           order by key limit ${LIST_ROWS}`,
          start,
          olderThanMs,
          after,
        );
        for (const { key } of found) yield key;
        after = found.length === LIST_ROWS ? found.at(-1)!.key : null;
      } while (after !== null);
    },
  };
}

/** The bytes of a stream in pieces of one size, but for the last. */
async function* inChunks(stream: ByteStream): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(stream)) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < CHUNK_BYTES) continue;
    const all = joined(waiting);
    const rest = all.length % CHUNK_BYTES;
    for (let at = 0; at < all.length - rest; at += CHUNK_BYTES) yield all.subarray(at, at + CHUNK_BYTES);
    waiting = [all.subarray(all.length - rest)];
    size = rest;
  }
  if (size > 0) yield joined(waiting);
}
