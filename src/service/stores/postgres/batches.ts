/** Batches in PostgreSQL. */
import type { ExtractionStatus } from '../../extraction-rows.js';
import type { BatchRow } from '../../rows.js';
import type { BatchStore } from '../../store.js';
import type { Database, SqlRow } from './database.js';
import { insert, locked } from './rows.js';
import { count, instant, isUuid, json, newUuid, parsed, stamp, uuids } from './values.js';

const COLUMNS = { id: 'uuid', account: 'text', created: 'timestamptz', body: 'text' };

type Body = Pick<BatchRow, 'description' | 'environment' | 'keyId' | 'extractionIds'>;

function batchRow(row: SqlRow): BatchRow {
  // Batches of schema version 2 and before have neither environment nor key.
  const { environment = 'production', keyId = null, ...body } = parsed<Body>(row['body']);
  return {
    id: String(row['id']),
    account: String(row['account']),
    created: instant(row['created']),
    ...body,
    environment,
    keyId,
  };
}

const bodyOf = ({ description, environment, keyId, extractionIds }: Body) =>
  json({ description, environment, keyId, extractionIds });

export function postgresBatches(db: Database): BatchStore {
  const batches = db.table('batches');
  const extractions = db.table('extractions');
  const getBatch: BatchStore['getBatch'] = async (account, id, tx) => {
    if (!isUuid(id)) return null;
    const text = `select * from ${batches} where account = $1 and id = $2 ${locked(tx)}`;
    const row = await db.one(tx, text, [account, id]);
    return row && batchRow(row);
  };
  return {
    getBatch,
    insertBatch: async (row, tx) => {
      const { account } = row;
      const given = { id: newUuid(row.id), account, created: stamp(row.created), body: bodyOf(row) };
      await insert(db, tx, 'batches', COLUMNS, [given]);
    },
    changeBatch: (account, id, patch, tx) =>
      db.within(tx, async (own) => {
        const row = await getBatch(account, id, own);
        if (!row) return null;
        const next = { ...row, description: patch.description };
        await db.run(own, `update ${batches} set body = $2 where id = $1`, [id, bodyOf(next)]);
        return next;
      }),
    countBatch: async (id, tx) => {
      const counts = { WAITING: 0, PROCESSING: 0, COMPLETE: 0, FAILED: 0 };
      if (!isUuid(id)) return counts;
      const text = `select status, count(*) as rows from ${extractions} where batch_id = $1 group by status`;
      for (const row of await db.run(tx, text, [id])) {
        counts[row['status'] as ExtractionStatus] = count(row['rows']);
      }
      return counts;
    },
    issueUploads: async (account, ids, expires, tx) => {
      const text = `update ${extractions} set upload_expires = $3::timestamptz
        where id = any ($2::uuid[]) and account = $1 and phase = 'awaiting_upload' returning id`;
      const rows = await db.run(tx, text, [account, uuids(ids), stamp(expires)]);
      const issued = new Set(rows.map((row) => String(row['id'])));
      return ids.filter((id) => issued.has(id));
    },
  };
}
