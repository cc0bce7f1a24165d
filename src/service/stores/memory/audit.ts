/** The audit log in memory. */
import type { AuditStore } from '../../store.js';
import { addNew, type Memory } from './state.js';

/** Entries that are kept; beyond that, the oldest are forgotten. */
const MOST_ENTRIES = 10_000;

export function memoryAudit(memory: Memory): AuditStore {
  const { audit } = memory;
  let last = 0;
  return {
    insertAudit: (row, tx) =>
      memory.call(tx, () => {
        last += 1;
        addNew(audit, String(last), { ...row, id: last });
        const [oldest] = audit.values();
        if (oldest && audit.size > MOST_ENTRIES) audit.delete(String(oldest.id));
      }),
    listAudit: ({ account, actions, subject, before = Number.POSITIVE_INFINITY, limit }, tx) =>
      memory.call(tx, () =>
        audit
          .filter(
            (row) =>
              row.account === account &&
              (!actions || actions.includes(row.action)) &&
              (subject === undefined || row.subject === subject) &&
              row.id < before,
          )
          .reverse()
          .slice(0, limit),
      ),
  };
}
