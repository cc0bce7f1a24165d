/** API keys and review tokens in PostgreSQL. */
import { KEY_USE_EVERY_MS, TOKEN_USES_KEPT } from '../../kept.js';
import type { KeyRow, TokenRow, TokenUse } from '../../rows.js';
import type { KeyRows } from '../../store.js';
import type { Database, SqlRow } from './database.js';
import { insert, locked } from './rows.js';
import { instant, instantOrNull, json, parsed, stamp } from './values.js';

const KEY_COLUMNS = {
  id: 'text',
  account: 'text',
  created: 'timestamptz',
  last_used: 'timestamptz',
  revoked: 'timestamptz',
  body: 'text',
};
const TOKEN_COLUMNS = {
  id: 'text',
  account: 'text',
  expires: 'timestamptz',
  revoked: 'timestamptz',
  body: 'text',
  uses: 'text',
};

type KeyBody = Omit<KeyRow, 'id' | 'account' | 'created' | 'lastUsed' | 'revoked'>;
type TokenBody = Omit<TokenRow, 'id' | 'account' | 'expires' | 'revoked' | 'uses'>;

function keyRow(row: SqlRow): KeyRow {
  return {
    ...parsed<KeyBody>(row['body']),
    id: String(row['id']),
    account: String(row['account']),
    created: instant(row['created']),
    lastUsed: instantOrNull(row['last_used']),
    revoked: instantOrNull(row['revoked']),
  };
}

function tokenRow(row: SqlRow): TokenRow {
  return {
    ...parsed<TokenBody>(row['body']),
    id: String(row['id']),
    account: String(row['account']),
    expires: instant(row['expires']),
    revoked: instantOrNull(row['revoked']),
    uses: parsed<TokenUse[]>(row['uses']),
  };
}

export function postgresKeys(db: Database): KeyRows {
  const keys = db.table('keys');
  const tokens = db.table('tokens');
  const getToken: KeyRows['getToken'] = async (id, tx) => {
    const row = await db.one(tx, `select * from ${tokens} where id = $1 ${locked(tx)}`, [id]);
    return row && tokenRow(row);
  };
  /** Marks a row as revoked; the first time counts. */
  const revoke = (table: string): KeyRows['revokeKey'] => {
    const text = `update ${table} set revoked = coalesce(revoked, ${db.now})
      where account = $1 and id = $2 returning 1`;
    return (account, id, tx) => db.changed(tx, text, [account, id]);
  };
  return {
    insertKey: async (row, tx) => {
      const { id, account, created, lastUsed, revoked, ...body } = row;
      const times = { created: stamp(created), last_used: stamp(lastUsed), revoked: stamp(revoked) };
      await insert(db, tx, 'keys', KEY_COLUMNS, [{ id, account, ...times, body: json(body) }]);
    },
    getKey: async (id, tx) => {
      const row = await db.one(tx, `select * from ${keys} where id = $1 ${locked(tx)}`, [id]);
      return row && keyRow(row);
    },
    listKeys: async (account, tx) => {
      const rows = await db.run(tx, `select * from ${keys} where account = $1 order by created, id`, [
        account,
      ]);
      return rows.map(keyRow);
    },
    touchKey: async (id, tx) => {
      const text = `update ${keys} set last_used = ${db.now} where id = $1 and (last_used is null
        or last_used + interval '${KEY_USE_EVERY_MS} milliseconds' <= ${db.now})`;
      await db.run(tx, text, [id]);
    },
    revokeKey: revoke(keys),
    insertToken: async (row, tx) => {
      const { id, account, expires, revoked, uses, ...body } = row;
      const times = { expires: stamp(expires), revoked: stamp(revoked) };
      const given = { id, account, ...times, body: json(body), uses: json(uses) };
      await insert(db, tx, 'tokens', TOKEN_COLUMNS, [given]);
    },
    getToken,
    useToken: (id, use, tx) =>
      db.within(tx, async (own) => {
        const token = await getToken(id, own);
        if (!token) return;
        const uses = [...token.uses, use].slice(-TOKEN_USES_KEPT);
        await db.run(own, `update ${tokens} set uses = $2 where id = $1`, [id, json(uses)]);
      }),
    revokeToken: revoke(tokens),
  };
}
