/** Classifications in PostgreSQL. */
import type { ClassificationOutcome, ClassificationRow, StoredDocument } from '../../rows.js';
import type { ClassificationStore } from '../../store.js';
import { free, heldBy } from './conditions.js';
import type { Database, SqlRow } from './database.js';
import { leaseOf } from './extraction-row.js';
import { insert, locked } from './rows.js';
import {
  count,
  instant,
  instantOrNull,
  isUuid,
  json,
  newUuid,
  parsed,
  parsedOrNull,
  stamp,
} from './values.js';

const COLUMNS = {
  id: 'uuid',
  account: 'text',
  created: 'timestamptz',
  blob_key: 'text',
  document: 'text',
  type_ids: 'text',
  phase: 'text',
  attempts: 'integer',
};

function classificationRow(row: SqlRow): ClassificationRow {
  return {
    id: String(row['id']),
    account: String(row['account']),
    created: instant(row['created']),
    document: parsed<StoredDocument>(row['document']),
    typeIds: parsedOrNull<string[]>(row['type_ids']),
    phase: row['phase'] as ClassificationRow['phase'],
    attempts: count(row['attempts']),
    lease: leaseOf(row),
    completed: instantOrNull(row['completed']),
    outcome: parsedOrNull<ClassificationOutcome>(row['outcome']),
  };
}

export function postgresClassifications(db: Database): ClassificationStore {
  const table = db.table('classifications');
  return {
    insertClassification: async (row, tx) => {
      const given = {
        id: newUuid(row.id),
        account: row.account,
        created: stamp(row.created),
        blob_key: row.document.blobKey,
        document: json(row.document),
        type_ids: json(row.typeIds),
        phase: 'queued',
        attempts: 0,
      };
      const computed = { columns: { idle_since: db.now } };
      await insert(db, tx, 'classifications', COLUMNS, [given], '', computed);
    },
    getClassification: async (account, id, tx) => {
      if (!isUuid(id)) return null;
      const text = `select * from ${table} where id = $1 and ($2::text is null or account = $2) ${locked(tx)}`;
      const row = await db.one(tx, text, [id, account]);
      return row && classificationRow(row);
    },
    claimClassification: async (id, o, tx) => {
      if (!isUuid(id)) return null;
      const text = `update ${table} set phase = 'running', lease_token = gen_random_uuid(),
          lease_until = ${db.after('$2')}, worker = $3, attempts = attempts + 1
        where id = $1 and phase <> 'done' and attempts < $4::integer and ${free(db)} returning *`;
      const row = await db.one(tx, text, [id, o.leaseMs, o.worker, o.maxAttempts]);
      if (!row) return null;
      const claimed = classificationRow(row);
      const { token, until } = claimed.lease!;
      return { row: claimed, token, attempt: claimed.attempts, leaseUntil: until };
    },
    renewClassification: async (id, token, leaseMs, tx) => {
      if (!isUuid(id) || !isUuid(token)) return false;
      const text = `update ${table} set lease_until = ${db.after('$3')}
        where id = $1 and ${heldBy('$2')} and ${db.unhurried(tx)} returning id`;
      return db.changed(tx, text, [id, token, leaseMs]);
    },
    releaseClassification: async (id, token, o, tx) => {
      if (!isUuid(id) || !isUuid(token)) return false;
      const text = `update ${table} set phase = 'queued', lease_token = null, lease_until = null, worker = null,
          attempts = attempts - $3::integer, idle_since = ${db.after('$4')}
        where id = $1 and ${heldBy('$2')} returning id`;
      return db.changed(tx, text, [id, token, o.refund ? 1 : 0, o.delayMs ?? 0]);
    },
    finishClassification: async (id, by, outcome, tx) => {
      if (!isUuid(id) || ('token' in by && !isUuid(by.token))) return false;
      const [condition, value] =
        'token' in by
          ? [heldBy('$3'), by.token]
          : [`phase <> 'done' and attempts >= $3::integer and ${free(db)}`, by.maxAttempts];
      const text = `update ${table} set phase = 'done', lease_token = null, lease_until = null, worker = null,
          completed = ${db.now}, outcome = $2
        where id = $1 and ${condition} returning id`;
      return db.changed(tx, text, [id, json(outcome), value]);
    },
  };
}
