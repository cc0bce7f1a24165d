/** Spreadsheets and blobs to be deleted, in memory. */
import { DELETION_RETRY_MS } from '../../kept.js';
import type { DeletionStore } from '../../store.js';
import { addNew, type Memory, sortedBy } from './state.js';

/** Notes that a blob is to be deleted. */
export function deleteLater(memory: Memory, key: string, extractionId: string | null): void {
  if (!memory.deletions.has(key)) memory.deletions.set(key, { key, extractionId, tried: null });
}

/** Forgets spreadsheets, so that their blobs are deleted. */
export function dropSpreadsheets(memory: Memory, keys: readonly string[], extractionId: string | null): void {
  for (const key of keys) {
    memory.spreadsheets.delete(key);
    deleteLater(memory, key, extractionId);
  }
}

export function memoryDeletions(memory: Memory): DeletionStore {
  const { spreadsheets, deletions } = memory;
  return {
    insertSpreadsheet: (row, tx) =>
      memory.call(tx, () => addNew(spreadsheets, row.key, { ...row, created: memory.now() })),
    hasSpreadsheet: (key, tx) => memory.call(tx, () => spreadsheets.has(key)),
    takeDeletions: (o, tx) =>
      memory.call(tx, () => {
        const now = memory.now();
        const due = deletions.filter((row) =>
          o.extractionId === undefined
            ? row.tried === null || row.tried + DELETION_RETRY_MS < now
            : row.extractionId === o.extractionId,
        );
        const taken = sortedBy(
          due,
          (row) => row.tried ?? 0,
          (row) => row.key,
        ).slice(0, o.limit);
        for (const row of taken) deletions.set(row.key, { ...row, tried: now });
        return taken.map(({ key }) => key);
      }),
    dropDeletions: (keys, tx) =>
      memory.call(tx, () => {
        for (const key of keys) deletions.delete(key);
      }),
  };
}
