/** Document types in memory. */
import type { TypeStore } from '../../store.js';
import { deleteConfigEntry } from './configs.js';
import { addNew, type Memory, sortedBy } from './state.js';

export function memoryTypes(memory: Memory): TypeStore {
  const { types } = memory;
  const owned = (account: string, id: string) => {
    const row = types.get(id);
    return row?.account === account ? row : undefined;
  };
  const named = (account: string, name: string) =>
    types.find((row) => row.account === account && row.name === name);
  return {
    listTypes: (account, tx) =>
      memory.call(tx, () =>
        sortedBy(
          types.filter((row) => row.account === account),
          (row) => row.name,
        ),
      ),
    getType: (account, by, tx) =>
      memory.call(tx, () => ('id' in by ? owned(account, by.id) : named(account, by.name)) ?? null),
    insertType: (row, tx) =>
      memory.call(tx, () => {
        if (named(row.account, row.name)) return 'name_taken';
        addNew(types, row.id, row);
        return 'ok';
      }),
    updateType: (account, id, patch, tx) =>
      memory.call(tx, () => {
        const row = owned(account, id);
        if (!row) return null;
        const other = named(account, patch.name ?? row.name);
        if (other && other.id !== id) return 'name_taken';
        const { name = row.name, description = row.description, schema = row.schema } = patch;
        const next = { ...row, name, description, schema: structuredClone(schema) };
        types.set(id, next);
        return next;
      }),
    deleteType: (account, id, tx) =>
      memory.call(tx, () => {
        if (!owned(account, id)) return false;
        for (const config of memory.configs.filter((row) => row.typeId === id)) {
          deleteConfigEntry(memory, config.id);
        }
        for (const golden of memory.goldens.filter((row) => row.typeId === id)) {
          memory.goldens.delete(golden.id);
        }
        return types.delete(id);
      }),
  };
}
