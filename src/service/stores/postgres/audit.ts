/** The audit log in PostgreSQL. */
import type { AuditRow } from '../../rows.js';
import type { AuditStore } from '../../store.js';
import type { Database, SqlRow } from './database.js';
import { insert } from './rows.js';
import { count, instant, json, parsed, stamp } from './values.js';

const COLUMNS = { account: 'text', at: 'timestamptz', action: 'text', subject: 'text', body: 'text' };

type Body = Pick<AuditRow, 'name' | 'keyId' | 'keyName' | 'details'>;

function auditRow(row: SqlRow): AuditRow {
  return {
    ...parsed<Body>(row['body']),
    id: count(row['id']),
    account: String(row['account']),
    at: instant(row['at']),
    action: row['action'] as AuditRow['action'],
    subject: String(row['subject']),
  };
}

export function postgresAudit(db: Database): AuditStore {
  return {
    insertAudit: async ({ account, at, action, subject, ...body }, tx) => {
      const given = { account, at: stamp(at), action, subject, body: json(body) };
      await insert(db, tx, 'audit', COLUMNS, [given]);
    },
    listAudit: async ({ account, actions, subject, before, limit }, tx) => {
      const text = `select * from ${db.table('audit')} where account = $1
          and ($2::text[] is null or action = any ($2::text[])) and ($3::text is null or subject = $3)
          and ($4::bigint is null or id < $4::bigint)
        order by id desc limit $5`;
      const values = [account, actions ? [...actions] : null, subject ?? null, before ?? null, limit];
      return (await db.run(tx, text, values)).map(auditRow);
    },
  };
}
