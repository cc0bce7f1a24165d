/** Keys kept in this process. They are gone when it ends. */
import type { KeyRow, KeyStore } from './api-keys.js';

/**
 * A key store in memory.
 * @param rows keys that are there from the start
 *
 * @example
 * const { key, row } = await makeKey({ account: 'north', name: 'ci' }, Date.now());
 * createService({ keys: memoryKeys([row]) });
 */
export function memoryKeys(rows: Iterable<KeyRow> = []): KeyStore {
  const keys = new Map<string, KeyRow>([...rows].map((row) => [row.id, row]));
  return {
    async insert(row) {
      if (keys.has(row.id)) throw new Error(`There is a key with the id ${row.id} already.`);
      keys.set(row.id, row);
    },
    async find(id) {
      return keys.get(id) ?? null;
    },
    async list(account) {
      return [...keys.values()].filter((row) => row.account === account);
    },
    async revoke(account, id, at) {
      const row = keys.get(id);
      if (row?.account !== account) return false;
      if (row.revoked === undefined) keys.set(id, { ...row, revoked: at });
      return true;
    },
    async touch(id, at) {
      const row = keys.get(id);
      if (row) keys.set(id, { ...row, lastUsed: at });
    },
  };
}
