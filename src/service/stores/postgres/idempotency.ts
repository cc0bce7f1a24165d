/** First responses in PostgreSQL. */
import { IDEMPOTENCY_BUSY_MS, IDEMPOTENCY_KEPT_MS } from '../../kept.js';
import type { StoredResponse } from '../../rows.js';
import type { IdempotencyStore } from '../../store.js';
import type { Database } from './database.js';
import { isUuid, json, parsedOrNull } from './values.js';

export function postgresIdempotency(db: Database): IdempotencyStore {
  const table = db.table('idempotency');
  const own = 'account = $1 and route = $2 and key = $3';
  return {
    idempotent: async ({ account, route, key }, bodyHash, tx) => {
      if (tx) {
        // Another transaction that has the key would make this one wait for its end.
        const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free';
        const row = await db.one(tx, lock, [JSON.stringify([db.schema, account, route, key])]);
        if (row?.['free'] !== true) return { state: 'busy' };
      }
      const take = `insert into ${table} as i (account, route, key, body_hash, until)
        values ($1, $2, $3, $4, ${db.after('$5')})
        on conflict (account, route, key) do update
          set body_hash = excluded.body_hash, response = null, subject = null, until = excluded.until
          where i.until < ${db.now}
        returning 1`;
      const values = [account, route, key, bodyHash, IDEMPOTENCY_BUSY_MS];
      if (await db.changed(tx, take, values)) return { state: 'new' };
      const text = `select body_hash, response from ${table} where ${own}`;
      const row = await db.one(tx, text, [account, route, key]);
      // It was freed between the two statements: whoever freed it was answering until then.
      if (!row) return { state: 'busy' };
      if (row['body_hash'] !== bodyHash) return { state: 'mismatch' };
      const response = parsedOrNull<StoredResponse>(row['response']);
      return response ? { state: 'done', response } : { state: 'busy' };
    },
    saveIdempotent: ({ account, route, key }, response, tx) =>
      db.within(tx, async (inside) => {
        const { subject } = response;
        // What a transaction has made itself cannot have been erased.
        if (tx === undefined && subject !== null && isUuid(subject)) {
          // An erasure that is under way is waited for: it would not find the response.
          const found = `select erased from ${db.table('extractions')} where id = $1 for share`;
          const row = await db.one(inside, found, [subject]);
          if (row && row['erased'] !== null) {
            await db.run(inside, `delete from ${table} where ${own}`, [account, route, key]);
            return;
          }
        }
        const text = `update ${table} set response = $4, until = ${db.after('$5')}, subject = $6
          where ${own} and response is null`;
        await db.run(inside, text, [account, route, key, json(response), IDEMPOTENCY_KEPT_MS, subject]);
      }),
    dropIdempotent: async ({ account, route, key }, tx) => {
      await db.run(tx, `delete from ${table} where ${own} and response is null`, [account, route, key]);
    },
  };
}
