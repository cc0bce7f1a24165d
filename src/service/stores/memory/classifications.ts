/** Classifications in memory. */
import type { ClassificationRow } from '../../rows.js';
import type { ClassificationStore } from '../../store.js';
import { isFree, newLease } from './extractions.js';
import { addNew, type ClassificationEntry, type Memory } from './state.js';

function shown({ idleSince: _idle, ...row }: ClassificationEntry): ClassificationRow {
  return row;
}

export function memoryClassifications(memory: Memory): ClassificationStore {
  const { classifications } = memory;
  const held = (id: string, token: string) => {
    const row = classifications.get(id);
    return row?.phase === 'running' && row.lease?.token === token ? row : undefined;
  };
  return {
    insertClassification: (row, tx) =>
      memory.call(tx, () =>
        addNew(classifications, row.id, {
          id: row.id,
          account: row.account,
          created: row.created,
          document: row.document,
          typeIds: row.typeIds,
          phase: 'queued',
          attempts: 0,
          lease: null,
          completed: null,
          outcome: null,
          idleSince: memory.now(),
        }),
      ),
    getClassification: (account, id, tx) =>
      memory.call(tx, () => {
        const row = classifications.get(id);
        return row && (account === null || row.account === account) ? shown(row) : null;
      }),
    claimClassification: (id, o, tx) =>
      memory.call(tx, () => {
        const row = classifications.get(id);
        const now = memory.now();
        if (!row || row.phase === 'done' || row.attempts >= o.maxAttempts || !isFree(row.lease, now)) {
          return null;
        }
        const lease = newLease(now, o);
        const attempts = row.attempts + 1;
        const next: ClassificationEntry = { ...row, phase: 'running', attempts, lease };
        classifications.set(id, next);
        return { row: shown(next), token: lease.token, attempt: attempts, leaseUntil: lease.until };
      }),
    renewClassification: (id, token, leaseMs, tx) =>
      memory.call(tx, () => {
        const row = held(id, token);
        if (!row?.lease) return false;
        classifications.set(id, { ...row, lease: { ...row.lease, until: memory.now() + leaseMs } });
        return true;
      }),
    releaseClassification: (id, token, o, tx) =>
      memory.call(tx, () => {
        const row = held(id, token);
        if (!row) return false;
        classifications.set(id, {
          ...row,
          phase: 'queued',
          lease: null,
          attempts: row.attempts - (o.refund ? 1 : 0),
          idleSince: memory.now() + (o.delayMs ?? 0),
        });
        return true;
      }),
    finishClassification: (id, by, outcome, tx) =>
      memory.call(tx, () => {
        const now = memory.now();
        const row = 'token' in by ? held(id, by.token) : classifications.get(id);
        if (!row || row.phase === 'done') return false;
        if (!('token' in by) && (row.attempts < by.maxAttempts || !isFree(row.lease, now))) return false;
        classifications.set(id, {
          ...row,
          phase: 'done',
          lease: null,
          completed: now,
          outcome: structuredClone(outcome),
        });
        return true;
      }),
  };
}
