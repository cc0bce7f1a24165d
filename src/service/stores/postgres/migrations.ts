/** The tables of the store, version by version, and the lock under which they are made. */
import { StoreError } from '../../store-error.js';
import type { SqlClient } from './connections.js';
import type { Database } from './database.js';
import { asStoreError, isLost } from './errors.js';
import { makeIndexes } from './indexes.js';
import { leaseFunction } from './lease-function.js';

/** Statements that bring the tables to a version. What a release has shipped is never changed, only added to. */
interface Migration {
  readonly version: number;
  readonly statements: (db: Database) => readonly string[];
}

const VERSION = 'schema_version';

export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: (db) => {
      const t = (name: Parameters<Database['table']>[0]) => db.table(name);
      return [
        `create table ${t('document_types')} (
          id uuid primary key, account text not null, name text collate "C" not null,
          created timestamptz(3) not null, body text not null, unique (account, name))`,
        `create table ${t('configs')} (
          id uuid primary key, type_id uuid not null references ${t('document_types')} on delete cascade,
          name text collate "C" not null, created timestamptz(3) not null, counter integer not null,
          body text not null, unique (type_id, name))`,
        `create table ${t('config_versions')} (
          config_id uuid not null references ${t('configs')} on delete cascade, id text not null,
          created timestamptz(3) not null, text_json text not null, primary key (config_id, id))`,
        `create table ${t('goldens')} (
          id uuid primary key, account text not null,
          type_id uuid not null references ${t('document_types')} on delete cascade,
          name text collate "C" not null, created timestamptz(3) not null, config_id uuid,
          blob_key text, document text, thumbnail_key text, body text not null, unique (type_id, name))`,
        `create index on ${t('goldens')} (config_id) where config_id is not null`,
        `create table ${t('extractions')} (
          id uuid primary key, account text not null, created timestamptz(3) not null, origin text not null,
          phase text not null, status text not null, environment text not null, request text not null,
          type_ids uuid[] not null, config_ids uuid[] not null, extra_data text, batch_id uuid,
          upload boolean not null, upload_expires timestamptz(3), presigned_key text, document_url text,
          blob_key text, document text, uploaded timestamptz(3), processing_started timestamptz(3),
          completed timestamptz(3), attempts integer not null, lease_token uuid, lease_until timestamptz(3),
          worker text, idle_since timestamptz(3) not null, summary text, coverage double precision,
          review text[] not null default '{}', review_version integer not null default 0,
          has_result boolean not null default false, erased timestamptz(3),
          event_count integer not null default 0)`,
        `create index on ${t('extractions')} (account, created desc, id desc)`,
        `create index on ${t('extractions')} (lease_until) where phase in ('running', 'awaiting_fetch')`,
        `create index on ${t('extractions')} (idle_since) where phase in ('queued', 'awaiting_fetch')`,
        `create index on ${t('extractions')} (upload_expires) where phase = 'awaiting_upload'`,
        `create index on ${t('extractions')} (completed) where blob_key is not null or has_result`,
        `create index on ${t('extractions')} (blob_key) where blob_key is not null`,
        `create index on ${t('extractions')} (batch_id) where batch_id is not null`,
        `create index on ${t('extractions')} using gin (type_ids)`,
        `create index on ${t('extractions')} using gin (config_ids)`,
        `create table ${t('results')} (
          extraction_id uuid primary key references ${t('extractions')} on delete cascade,
          result text not null, original text, reviews text not null default '')`,
        `create table ${t('events')} (
          id text primary key, account text not null,
          extraction_id uuid not null references ${t('extractions')} on delete cascade,
          sequence integer not null, name text not null, created timestamptz(3) not null, body text,
          pushed boolean not null, unique (extraction_id, sequence))`,
        `create index on ${t('events')} (created) where not pushed`,
        `create table ${t('deliveries')} (
          id uuid primary key, account text not null,
          extraction_id uuid not null references ${t('extractions')} on delete cascade,
          event_id text not null references ${t('events')} on delete cascade, event text not null,
          sequence integer not null, url text not null, host text not null, state text not null,
          next_attempt_at timestamptz(3), attempts text not null default '',
          attempts_made integer not null default 0, series_start integer not null default 0,
          ended timestamptz(3), lease_token uuid, lease_until timestamptz(3), unique (extraction_id, sequence))`,
        `create index on ${t('deliveries')} (next_attempt_at) where state = 'pending'`,
        `create index on ${t('deliveries')} (event_id)`,
        `create index on ${t('deliveries')} (ended) where ended is not null`,
        `create table ${t('jobs')} (
          id uuid primary key default gen_random_uuid(), kind text not null, key text not null,
          priority smallint not null, run_at timestamptz(3) not null, state text not null,
          lease_token uuid, lease_until timestamptz(3), worker text, attempt integer not null default 0,
          error text, position bigint generated always as identity)`,
        `create index on ${t('jobs')} (priority desc, run_at, position) where state = 'ready'`,
        `create index on ${t('jobs')} (lease_until) where state = 'leased'`,
        `create unique index on ${t('jobs')} (kind, key) where state = 'ready'`,
        `create table ${t('batches')} (
          id uuid primary key, account text not null, created timestamptz(3) not null, body text not null)`,
        `create table ${t('classifications')} (
          id uuid primary key, account text not null, created timestamptz(3) not null, blob_key text not null,
          document text not null, type_ids text, phase text not null, attempts integer not null,
          lease_token uuid, lease_until timestamptz(3), worker text, idle_since timestamptz(3) not null,
          completed timestamptz(3), outcome text)`,
        `create index on ${t('classifications')} (idle_since) where phase <> 'done'`,
        `create index on ${t('classifications')} (completed) where phase = 'done'`,
        `create index on ${t('classifications')} (blob_key)`,
        `create table ${t('coverage_days')} (
          account text not null, day text collate "C" not null, environment text not null,
          type_id text not null, config_id text not null, type_name text not null, config_name text not null,
          histogram integer[] not null, primary key (account, day, environment, type_id, config_id))`,
        `create table ${t('keys')} (
          id text collate "C" primary key, account text not null, created timestamptz(3) not null,
          last_used timestamptz(3), revoked timestamptz(3), body text not null)`,
        `create index on ${t('keys')} (account, created)`,
        `create table ${t('tokens')} (
          id text primary key, account text not null, expires timestamptz(3) not null,
          revoked timestamptz(3), body text not null, uses text not null)`,
        `create index on ${t('tokens')} (expires)`,
        `create table ${t('idempotency')} (
          account text not null, route text not null, key text not null, body_hash text not null,
          response text, until timestamptz(3) not null, primary key (account, route, key))`,
        `create index on ${t('idempotency')} (until)`,
      ];
    },
  },
  {
    version: 2,
    // Every row of these is changed a few times within minutes: a fifth of a large table is too late.
    statements: (db) =>
      (['jobs', 'extractions', 'deliveries'] as const).map(
        (name) => `alter table ${db.table(name)} set (autovacuum_vacuum_scale_factor = 0.02,
          autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02)`,
      ),
  },
  {
    version: 3,
    statements: (db) => {
      const t = (name: Parameters<Database['table']>[0]) => db.table(name);
      return [
        `alter table ${t('jobs')} add column account text collate "C" not null default ''`,
        `alter table ${t('idempotency')} add column subject text`,
        `create index on ${t('idempotency')} (subject) where subject is not null`,
        `create table ${t('spreadsheets')} (
          blob_key text primary key, extraction_ids uuid[] not null, created timestamptz(3) not null)`,
        `create index on ${t('spreadsheets')} using gin (extraction_ids)`,
        `create index on ${t('spreadsheets')} (created)`,
        `create table ${t('deletions')} (
          blob_key text primary key, extraction_id uuid, tried timestamptz(3))`,
        `create index on ${t('deletions')} (tried)`,
        `create index on ${t('deletions')} (extraction_id)`,
      ];
    },
  },
  {
    version: 4,
    statements: (db) => [
      `create table ${db.table('duties')} (
        name text primary key, holder text not null, until timestamptz(3) not null)`,
    ],
  },
  { version: 5, statements: (db) => [leaseFunction(db)] },
  {
    version: 6,
    statements: (db) => [
      `alter table ${db.table('extractions')} add column series_start integer not null default 0`,
    ],
  },
  {
    version: 7,
    // From here on steps do nothing where they were made before: a host that went back to an older version comes again.
    statements: (db) => [
      `create table if not exists ${db.table('audit')} (
        id bigint generated always as identity primary key, account text not null,
        at timestamptz(3) not null, action text not null, subject text not null, body text not null)`,
      `create index if not exists al_audit_account on ${db.table('audit')} (account, id)`,
      `create index if not exists al_audit_subject on ${db.table('audit')} (account, subject, id)`,
    ],
  },
];

/** The version that this program works with. */
export const SCHEMA_VERSION = migrations.at(-1)!.version;

/**
 * Brings the tables up to date in one transaction, under a lock that holds off other processes; then makes the
 * indexes that are missing, by one process, while the others go on without them.
 * @throws StoreError `schema` when the tables are newer than this program
 */
export async function migrate(db: Database): Promise<void> {
  const work = async (client: SqlClient) => {
    await client.query('begin');
    try {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lockName(db, 'migrate')]);
      await steps(db, client);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
    await indexesBesides(db, client);
  };
  try {
    await db.connections.use(work, isLost);
  } catch (error) {
    throw asStoreError(error);
  }
}

const lockName = (db: Database, what: string) => `anchorline ${what} ${db.schema ?? ''}`;

/**
 * Whoever waited for this lock would hold up what is made under it, which waits for all that looks at the database:
 * so nobody waits.
 */
async function indexesBesides(db: Database, client: SqlClient): Promise<void> {
  const name = [lockName(db, 'indexes')];
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as free', name);
  const [row] = rows as { free: boolean }[];
  if (!row?.free) return;
  try {
    await makeIndexes(db, client, 'concurrently');
  } finally {
    await unlock(client, name);
  }
}

/** Takes the lock away from the session that took it. @throws StoreError `misuse` where a pooler has put another in its place */
async function unlock(client: SqlClient, name: readonly string[]): Promise<void> {
  const { rows } = await client.query('select pg_advisory_unlock(hashtextextended($1, 0)) as done', [
    ...name,
  ]);
  if ((rows as { done: boolean }[])[0]?.done) return;
  throw new StoreError(
    'misuse',
    'A pooler gives each transaction another session of the database, so the lock of migrate() is left behind in one of them. Call migrate() over a connection of its own to the database, past the pooler, and let the pooler close its sessions',
  );
}

async function steps(db: Database, client: SqlClient): Promise<void> {
  if (db.schema !== null) await client.query(`create schema if not exists "${db.schema}"`);
  const meta = db.table('meta');
  await client.query(`create table if not exists ${meta} (key text primary key, value text not null)`);
  const { rows } = await client.query(`select value from ${meta} where key = $1`, [VERSION]);
  const [row] = rows as { value: string }[];
  const current = Number(row?.value ?? 0);
  if (current > SCHEMA_VERSION) {
    throw new StoreError(
      'schema',
      `The tables have version ${current}; this program knows them up to ${SCHEMA_VERSION}. Update the program`,
    );
  }
  for (const { version, statements } of migrations) {
    if (version <= current) continue;
    for (const statement of statements(db)) await client.query(statement);
  }
  // Tables that were just made are empty, and nobody else sees them yet.
  if (current === 0) await makeIndexes(db, client, 'in transaction');
  await client.query(
    `insert into ${meta} (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [VERSION, String(SCHEMA_VERSION)],
  );
}
