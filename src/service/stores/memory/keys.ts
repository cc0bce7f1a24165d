/** API keys and review tokens in memory. */
import { KEY_USE_EVERY_MS, TOKEN_USES_KEPT } from '../../kept.js';
import type { KeyRows } from '../../store.js';
import { addNew, type Memory, sortedBy } from './state.js';

export function memoryKeys(memory: Memory): KeyRows {
  const { keys, tokens } = memory;
  return {
    insertKey: (row, tx) => memory.call(tx, () => addNew(keys, row.id, row)),
    getKey: (id, tx) => memory.call(tx, () => keys.get(id) ?? null),
    listKeys: (account, tx) =>
      memory.call(tx, () =>
        sortedBy(
          keys.filter((row) => row.account === account),
          (row) => row.created,
          (row) => row.id,
        ),
      ),
    touchKey: (id, tx) =>
      memory.call(tx, () => {
        const row = keys.get(id);
        const now = memory.now();
        if (!row || (row.lastUsed !== null && row.lastUsed + KEY_USE_EVERY_MS > now)) return;
        keys.set(id, { ...row, lastUsed: now });
      }),
    revokeKey: (account, id, tx) =>
      memory.call(tx, () => {
        const row = keys.get(id);
        if (row?.account !== account) return false;
        keys.set(id, { ...row, revoked: row.revoked ?? memory.now() });
        return true;
      }),
    insertToken: (row, tx) => memory.call(tx, () => addNew(tokens, row.id, row)),
    getToken: (id, tx) => memory.call(tx, () => tokens.get(id) ?? null),
    useToken: (id, use, tx) =>
      memory.call(tx, () => {
        const row = tokens.get(id);
        if (row) tokens.set(id, { ...row, uses: [...row.uses, { ...use }].slice(-TOKEN_USES_KEPT) });
      }),
    revokeToken: (account, id, tx) =>
      memory.call(tx, () => {
        const row = tokens.get(id);
        if (row?.account !== account) return false;
        tokens.set(id, { ...row, revoked: row.revoked ?? memory.now() });
        return true;
      }),
  };
}
