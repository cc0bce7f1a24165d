/** Golden documents in memory. */
import type { GoldenStore } from '../../store.js';
import { addNew, type Memory, sortedBy } from './state.js';

export function memoryGoldens(memory: Memory): GoldenStore {
  const { goldens } = memory;
  const named = (typeId: string, name: string) =>
    goldens.find((row) => row.typeId === typeId && row.name === name);
  return {
    listGoldens: (typeId, tx) =>
      memory.call(tx, () =>
        sortedBy(
          goldens.filter((row) => row.typeId === typeId),
          (row) => row.name,
        ),
      ),
    getGolden: (by, tx) =>
      memory.call(tx, () => ('id' in by ? goldens.get(by.id) : named(by.typeId, by.name)) ?? null),
    insertGolden: (row, tx) =>
      memory.call(tx, () => {
        if (!memory.types.has(row.typeId)) return 'no_type';
        if (named(row.typeId, row.name)) return 'name_taken';
        addNew(goldens, row.id, row);
        return 'ok';
      }),
    changeGolden: (id, patch, tx) =>
      memory.call(tx, () => {
        const row = goldens.get(id);
        if (!row) return null;
        const other = named(row.typeId, patch.name ?? row.name);
        if (other && other.id !== id) return 'name_taken';
        const {
          name = row.name,
          configId = row.configId,
          error = row.error,
          thumbnailKey = row.thumbnailKey,
          expected = row.expected,
        } = patch;
        const next = { ...row, name, configId, error, thumbnailKey, expected };
        goldens.set(id, next);
        return next;
      }),
    attachGolden: (id, document, tx) =>
      memory.call(tx, () => {
        const row = goldens.get(id);
        if (!row || row.document !== null) return 'not_waiting';
        goldens.set(id, { ...row, document: structuredClone(document) });
        return 'ok';
      }),
    deleteGolden: (id, tx) => memory.call(tx, () => goldens.delete(id)),
  };
}
