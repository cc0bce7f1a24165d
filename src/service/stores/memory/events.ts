/** Events and deliveries in memory. */
import { MOST_COUNTED } from '../../kept.js';
import type { DeliveryRow } from '../../rows.js';
import type { EventStore } from '../../store.js';
import { StoreError } from '../../store-error.js';
import { boundTexts } from './bounds.js';
import { isFree, newLease } from './extractions.js';
import { addNew, type DeliveryEntry, type Memory, sortedBy } from './state.js';

function shown({ lease: _lease, ...row }: DeliveryEntry): DeliveryRow {
  return row;
}

export function memoryEvents(memory: Memory): EventStore {
  const { events, deliveries, extractions } = memory;

  /** Pending deliveries that have no earlier one of the same extraction before them. */
  const heads = () => {
    const first = new Map<string, DeliveryEntry>();
    for (const row of deliveries.values()) {
      const known = first.get(row.extractionId);
      if (row.state === 'pending' && (!known || row.sequence < known.sequence)) {
        first.set(row.extractionId, row);
      }
    }
    return [...first.values()];
  };
  const owned = (account: string, id: string) => {
    const row = deliveries.get(id);
    return row?.account === account ? row : undefined;
  };

  return {
    insertEvent: (event, tx) =>
      memory.call(tx, () => {
        const extraction = extractions.get(event.extractionId);
        if (!extraction) throw new StoreError('misuse', `There is no extraction ${event.extractionId}`);
        const sequence = extraction.events + 1;
        extractions.set(extraction.id, { ...extraction, events: sequence });
        addNew(events, event.id, { ...event, sequence });
        if (event.push) {
          const { deliveryId: id, url } = event.push;
          addNew(deliveries, id, {
            id,
            account: event.account,
            extractionId: event.extractionId,
            eventId: event.id,
            event: event.name,
            sequence,
            url,
            state: 'pending',
            nextAttemptAt: memory.now(),
            attempts: [],
            seriesStart: 0,
            ended: null,
            lease: null,
          });
        }
        boundTexts(memory, event.extractionId);
        return sequence;
      }),
    claimDelivery: (o, tx) =>
      memory.call(tx, () => {
        const now = memory.now();
        const accounts = new Set(o.exceptAccounts);
        const isBusy = ({ account, url }: DeliveryEntry) =>
          accounts.has(account) ||
          o.exceptReceivers?.some((each) => each.account === account && each.host === new URL(url).host);
        const due = heads().filter(
          (row) => (row.nextAttemptAt ?? now) <= now && isFree(row.lease, now) && !isBusy(row),
        );
        const [row] = sortedBy(
          due,
          (each) => each.nextAttemptAt ?? now,
          (each) => each.id,
        );
        if (!row) return null;
        const lease = newLease(now, { leaseMs: o.leaseMs, worker: '' });
        deliveries.set(row.id, { ...row, lease });
        const traceparent = extractions.get(row.extractionId)?.request.traceparent;
        return {
          row: shown(row),
          token: lease.token,
          body: events.get(row.eventId)?.body ?? '',
          ...(traceparent !== undefined && { traceparent }),
        };
      }),
    recordAttempt: (id, token, attempt, next, tx) =>
      memory.call(tx, () => {
        const row = deliveries.get(id);
        if (row?.state !== 'pending' || row.lease?.token !== token) return false;
        const now = memory.now();
        const pending = next.state === 'pending';
        deliveries.set(id, {
          ...row,
          attempts: [...row.attempts, structuredClone(attempt)],
          state: next.state,
          nextAttemptAt: pending ? now + next.delayMs : null,
          ended: pending ? null : now,
          lease: null,
        });
        return true;
      }),
    countDeliveries: (tx) =>
      memory.call(tx, () => {
        const of = (state: DeliveryRow['state']) =>
          Math.min(MOST_COUNTED, deliveries.filter((row) => row.state === state).length);
        return { pending: of('pending'), dead: of('dead') };
      }),
    nextDeliveryAt: (tx) =>
      memory.call(tx, () => {
        const times = heads().map((row) => Math.max(row.nextAttemptAt ?? 0, row.lease?.until ?? 0));
        return times.length === 0 ? null : Math.min(...times);
      }),
    listDeliveries: (extractionId, tx) =>
      memory.call(tx, () =>
        sortedBy(
          deliveries.filter((row) => row.extractionId === extractionId),
          (row) => row.sequence,
        ).map(shown),
      ),
    getDelivery: (account, id, tx) =>
      memory.call(tx, () => {
        const row = owned(account, id);
        return row ? shown(row) : null;
      }),
    redeliver: (account, id, tx) =>
      memory.call(tx, () => {
        const row = owned(account, id);
        if (!row) return null;
        if (row.state === 'pending') return 'pending';
        if ((events.get(row.eventId)?.body ?? null) === null) return 'gone';
        deliveries.set(id, {
          ...row,
          state: 'pending',
          nextAttemptAt: memory.now(),
          seriesStart: row.attempts.length,
          ended: null,
        });
        return 'ok';
      }),
  };
}
