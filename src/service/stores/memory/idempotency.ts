/** First responses in memory. */
import { IDEMPOTENCY_BUSY_MS, IDEMPOTENCY_KEPT_MS } from '../../kept.js';
import type { IdempotencyKey } from '../../rows.js';
import type { IdempotencyStore } from '../../store.js';
import type { Memory } from './state.js';

const idOf = ({ account, route, key }: IdempotencyKey) => JSON.stringify([account, route, key]);

export function memoryIdempotency(memory: Memory): IdempotencyStore {
  const { idempotency } = memory;
  return {
    idempotent: (key, bodyHash, tx) =>
      memory.call(tx, () => {
        const now = memory.now();
        const known = idempotency.get(idOf(key));
        if (!known || known.until < now) {
          idempotency.set(idOf(key), { bodyHash, response: null, until: now + IDEMPOTENCY_BUSY_MS });
          return { state: 'new' };
        }
        if (known.bodyHash !== bodyHash) return { state: 'mismatch' };
        return known.response ? { state: 'done', response: known.response } : { state: 'busy' };
      }),
    saveIdempotent: (key, response, tx) =>
      memory.call(tx, () => {
        const known = idempotency.get(idOf(key));
        if (!known || known.response) return;
        if ((memory.extractions.get(response.subject ?? '')?.erased ?? null) !== null) {
          idempotency.delete(idOf(key));
          return;
        }
        const until = memory.now() + IDEMPOTENCY_KEPT_MS;
        idempotency.set(idOf(key), { ...known, response: structuredClone(response), until });
      }),
    dropIdempotent: (key, tx) =>
      memory.call(tx, () => {
        if (idempotency.get(idOf(key))?.response === null) idempotency.delete(idOf(key));
      }),
  };
}
