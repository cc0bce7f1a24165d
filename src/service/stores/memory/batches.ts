/** Batches in memory. */
import type { BatchStore } from '../../store.js';
import { addNew, type Memory } from './state.js';

export function memoryBatches(memory: Memory): BatchStore {
  const { batches, extractions } = memory;
  const owned = (account: string, id: string) => {
    const row = batches.get(id);
    return row?.account === account ? row : undefined;
  };
  return {
    insertBatch: (row, tx) => memory.call(tx, () => addNew(batches, row.id, row)),
    getBatch: (account, id, tx) => memory.call(tx, () => owned(account, id) ?? null),
    changeBatch: (account, id, patch, tx) =>
      memory.call(tx, () => {
        const row = owned(account, id);
        if (!row) return null;
        const next = { ...row, description: patch.description };
        batches.set(id, next);
        return next;
      }),
    countBatch: (id, tx) =>
      memory.call(tx, () => {
        const counts = { WAITING: 0, PROCESSING: 0, COMPLETE: 0, FAILED: 0 };
        for (const row of extractions.values()) if (row.batchId === id) counts[row.status]++;
        return counts;
      }),
    issueUploads: (account, ids, expires, tx) =>
      memory.call(tx, () =>
        ids.filter((id) => {
          const row = extractions.get(id);
          if (row?.account !== account || row.phase !== 'awaiting_upload' || !row.upload) return false;
          extractions.set(id, { ...row, upload: { ...row.upload, expires } });
          return true;
        }),
      ),
  };
}
