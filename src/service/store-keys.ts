/** API keys kept in the store of the service. */
import type { KeyRow as ApiKey, KeyStore } from './api-keys.js';
import type { KeyRow } from './rows.js';
import type { KeyRows } from './store.js';

/**
 * Keys in a store, so that all processes on one database know the same ones.
 *
 * @example
 * const store = postgresStore({ client: pool });
 * createService({ keys: storeKeys(store), store, queue: postgresQueue({ store }) });
 */
export function storeKeys(store: KeyRows): KeyStore {
  return {
    insert: (key) => store.insertKey(rowOf(key)),
    async find(id) {
      const row = await store.getKey(id);
      return row && keyOf(row);
    },
    list: async (account) => (await store.listKeys(account)).map(keyOf),
    revoke: (account, id) => store.revokeKey(account, id),
    touch: (id) => store.touchKey(id),
  };
}

function rowOf({ environment, expires, revoked, lastUsed, ...key }: ApiKey): KeyRow {
  return {
    ...key,
    environment: environment ?? null,
    expires: expires ?? null,
    revoked: revoked ?? null,
    lastUsed: lastUsed ?? null,
  };
}

function keyOf({ environment, expires, revoked, lastUsed, ...row }: KeyRow): ApiKey {
  return {
    ...row,
    ...(environment !== null && { environment }),
    ...(expires !== null && { expires }),
    ...(revoked !== null && { revoked }),
    ...(lastUsed !== null && { lastUsed }),
  };
}
