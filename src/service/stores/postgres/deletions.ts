/** Spreadsheets and blobs to be deleted, in PostgreSQL. */
import { DELETION_RETRY_MS } from '../../kept.js';
import type { DeletionStore, Tx } from '../../store.js';
import type { Database } from './database.js';
import { isUuid, uuids } from './values.js';

/**
 * Keeps erasures and new spreadsheets apart: erasures share the lock until they end, and who notes a spreadsheet has
 * it alone. So an erasure either finds the spreadsheet, or has ended before its results are read.
 */
export async function lockErasures(db: Database, tx: Tx, as: 'erasing' | 'noting'): Promise<void> {
  const lock = as === 'erasing' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await db.run(tx, `select ${lock}(hashtextextended($1, 0))`, [`anchorline erasures ${db.schema ?? ''}`]);
}

/** Notes that blobs are to be deleted; null means none. */
export async function deleteLater(
  db: Database,
  tx: Tx,
  keys: readonly (string | null)[],
  extractionId: string,
): Promise<void> {
  const text = `insert into ${db.table('deletions')} (blob_key, extraction_id)
    select key, $2::uuid from unnest($1::text[]) as given (key) on conflict do nothing`;
  const given = keys.filter((key) => key !== null);
  if (given.length > 0) await db.run(tx, text, [given, extractionId]);
}

/**
 * Forgets spreadsheets that a condition holds of, so that their blobs are deleted.
 * @param extractionId SQL
 * @returns how many
 */
export async function dropSpreadsheets(
  db: Database,
  tx: Tx | undefined,
  where: string,
  extractionId: string,
  values: readonly unknown[],
): Promise<number> {
  const text = `with gone as (delete from ${db.table('spreadsheets')} where ${where} returning blob_key),
      noted as (insert into ${db.table('deletions')} (blob_key, extraction_id)
        select blob_key, ${extractionId} from gone on conflict do nothing)
    select blob_key from gone`;
  return (await db.run(tx, text, values)).length;
}

export function postgresDeletions(db: Database): DeletionStore {
  const spreadsheets = db.table('spreadsheets');
  const deletions = db.table('deletions');
  return {
    insertSpreadsheet: (row, tx) =>
      db.within(tx, async (own) => {
        await lockErasures(db, own, 'noting');
        const text = `insert into ${spreadsheets} (blob_key, extraction_ids, created)
          values ($1, $2::uuid[], ${db.now})`;
        await db.run(own, text, [row.key, uuids(row.extractionIds)]);
      }),
    hasSpreadsheet: (key, tx) => db.changed(tx, `select 1 from ${spreadsheets} where blob_key = $1`, [key]),
    takeDeletions: async (o, tx) => {
      if (o.extractionId !== undefined && !isUuid(o.extractionId)) return [];
      const [where, lock] =
        o.extractionId === undefined
          ? [
              `$2::uuid is null and (tried is null or tried < ${db.now} - interval '${DELETION_RETRY_MS} milliseconds')`,
              'skip locked',
            ]
          : ['extraction_id = $2::uuid', ''];
      const text = `update ${deletions} d set tried = ${db.now}
        from (select blob_key from ${deletions} where ${where}
          order by tried nulls first, blob_key limit $1::integer for update ${lock}) due
        where d.blob_key = due.blob_key returning d.blob_key`;
      const rows = await db.run(tx, text, [o.limit, o.extractionId ?? null]);
      return rows.map((row) => String(row['blob_key']));
    },
    dropDeletions: async (keys, tx) => {
      if (keys.length === 0) return;
      await db.run(tx, `delete from ${deletions} where blob_key = any ($1::text[])`, [[...keys]]);
    },
  };
}
