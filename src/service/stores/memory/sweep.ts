/** What the sweep looks for, in memory. */

import type { StuckRow } from '../../extraction-rows.js';
import {
  CLASSIFICATION_KEPT_MS,
  DELIVERY_KEPT_MS,
  SPREADSHEET_KEPT_MS,
  TOKEN_KEPT_MS,
  UNQUEUED_AFTER_MS,
} from '../../kept.js';
import type { Instant } from '../../rows.js';
import type { SweepStore } from '../../store.js';
import { forget } from './bounds.js';
import { deleteLater, dropSpreadsheets } from './deletions.js';
import { isFree, isInterrupted, isPastUpload } from './extractions.js';
import { type ClassificationEntry, type ExtractionEntry, type Memory, sortedBy } from './state.js';
import type { Table } from './tables.js';

export function memorySweep(memory: Memory): SweepStore {
  const { extractions, classifications } = memory;
  return {
    findStuck: (o, tx) =>
      memory.call(tx, () => {
        const now = memory.now();
        const found = [
          ...[...extractions.values()].flatMap((row) => stuckExtraction(row, o.maxAttempts, now)),
          ...[...classifications.values()].flatMap((row) => stuckClassification(row, o.maxAttempts, now)),
        ];
        const isPast = (row: StuckRow, { since, id }: StuckRow) =>
          row.since > since || (row.since === since && row.id > id);
        const wanted = found.filter(
          (row) => (o.isOver === undefined || o.isOver === isOver(row)) && (!o.after || isPast(row, o.after)),
        );
        const ordered = sortedBy(
          wanted,
          ({ since }) => since,
          ({ id }) => id,
        );
        return ordered.slice(0, o.limit);
      }),
    listPresigned: (o, tx) =>
      memory.call(tx, () => {
        const rows = extractions.filter(
          (row) =>
            row.phase === 'awaiting_upload' &&
            (row.upload?.presignedKey ?? null) !== null &&
            (o.after === undefined || row.id > o.after),
        );
        return sortedBy(rows, (row) => row.id)
          .slice(0, o.limit)
          .map(({ id, account, upload }) => ({ id, account, key: upload!.presignedKey! }));
      }),
    findRetired: (o, tx) =>
      memory.call(tx, () => {
        const ended = (row: ExtractionEntry, before: Instant | undefined) =>
          row.phase === 'done' && before !== undefined && (row.completed ?? before) < before;
        const rows = extractions.filter(
          (row) =>
            (row.document !== null && ended(row, o.documentsBefore)) ||
            (memory.results.has(row.id) && ended(row, o.resultsBefore)),
        );
        const ordered = sortedBy(
          rows,
          (row) => row.completed ?? 0,
          (row) => row.id,
        );
        return ordered.slice(0, o.limit).map((row) => ({
          id: row.id,
          account: row.account,
          blobKey: ended(row, o.documentsBefore) ? (row.document?.blobKey ?? null) : null,
          result: ended(row, o.resultsBefore) && memory.results.has(row.id),
        }));
      }),
    deleteEnded: (o, tx) =>
      memory.call(tx, () => {
        const ended = sortedBy(
          extractions.filter(
            (row) => row.phase === 'done' && row.completed !== null && row.completed < o.before,
          ),
          (row) => row.completed ?? 0,
          (row) => row.id,
        ).slice(0, o.limit);
        const gone = new Set(ended.map(({ id }) => id));
        for (const { id, document, upload } of ended) {
          for (const key of [document?.blobKey, upload?.presignedKey]) if (key) deleteLater(memory, key, id);
          forget(memory, id);
        }
        for (const [key, row] of [...memory.idempotency.entries()]) {
          if (gone.has(row.response?.subject ?? '')) memory.idempotency.delete(key);
        }
        const shown = memory.spreadsheets.filter((row) => row.extractionIds.some((id) => gone.has(id)));
        dropSpreadsheets(
          memory,
          shown.map(({ key }) => key),
          null,
        );
        const used = new Set([...extractions.values()].map((row) => row.batchId));
        const empty = memory.batches
          .filter((row) => row.created < o.before && !used.has(row.id))
          .slice(0, o.limit);
        for (const { id } of empty) memory.batches.delete(id);
        return Math.max(ended.length, empty.length);
      }),
    unreferenced: (keys, tx) =>
      memory.call(tx, () => {
        const used = new Set<string | null | undefined>();
        for (const row of extractions.values()) {
          used.add(row.document?.blobKey);
          if (row.phase === 'awaiting_upload') used.add(row.upload?.presignedKey);
        }
        for (const row of classifications.values()) used.add(row.document.blobKey);
        for (const { key } of memory.spreadsheets.values()) used.add(key);
        for (const row of memory.goldens.values()) used.add(row.document?.blobKey).add(row.thumbnailKey);
        return keys.filter((key) => !used.has(key));
      }),
    takeDuty: (duty, { holder, leaseMs }, tx) =>
      memory.call(tx, () => {
        const now = memory.now();
        const known = memory.duties.get(duty);
        if (known && known.holder !== holder && known.until > now) return false;
        memory.duties.set(duty, { holder, until: now + leaseMs });
        return true;
      }),
    purge: (o, tx) =>
      memory.call(tx, () => {
        const now = memory.now();
        const past = (at: Instant | null, keptMs: number) => at !== null && at + keptMs < now;
        const remove = <Row>(table: Table<Row>, rows: Row[], key: (row: Row) => string) => {
          const gone = rows.slice(0, o.limit);
          for (const row of gone) table.delete(key(row));
          return gone.length;
        };
        const deliveries = memory.deliveries
          .filter((row) => past(row.ended, DELIVERY_KEPT_MS))
          .slice(0, o.limit);
        for (const row of deliveries) {
          memory.deliveries.delete(row.id);
          memory.events.delete(row.eventId);
        }
        remove(
          memory.events,
          memory.events.filter((row) => row.push === null && past(row.created, DELIVERY_KEPT_MS)),
          (row) => row.id,
        );
        const { idempotency, tokens } = memory;
        const keys = [...idempotency.entries()].filter(([, row]) => past(row.until, 0)).slice(0, o.limit);
        for (const [key] of keys) idempotency.delete(key);
        const spreadsheets = memory.spreadsheets
          .filter((row) => past(row.created, SPREADSHEET_KEPT_MS))
          .slice(0, o.limit);
        dropSpreadsheets(
          memory,
          spreadsheets.map(({ key }) => key),
          null,
        );
        return {
          spreadsheets: spreadsheets.length,
          idempotency: keys.length,
          deliveries: deliveries.length,
          tokens: remove(
            tokens,
            tokens.filter((row) => past(row.expires, TOKEN_KEPT_MS)),
            (row) => row.id,
          ),
          classifications: remove(
            classifications,
            classifications.filter((row) => past(row.completed, CLASSIFICATION_KEPT_MS)),
            (row) => row.id,
          ),
        };
      }),
  };
}

const isOver = ({ reason }: StuckRow) => reason === 'interrupted' || reason === 'upload_expired';

function stuckExtraction(row: ExtractionEntry, maxAttempts: number, now: Instant): StuckRow[] {
  const { id, account, phase } = row;
  const kind = phase === 'awaiting_fetch' ? 'fetch' : 'process';
  if (isPastUpload(row, now)) {
    return [{ kind, id, account, reason: 'upload_expired', since: row.upload!.expires! }];
  }
  if (phase === 'done' || phase === 'awaiting_upload') return [];
  return stuckWork(row, kind, isInterrupted(row, maxAttempts, now), now);
}

function stuckClassification(row: ClassificationEntry, maxAttempts: number, now: Instant): StuckRow[] {
  return row.phase === 'done' ? [] : stuckWork(row, 'classify', row.attempts >= maxAttempts, now);
}

/** A row that is to be worked on while nobody is at it: by the lease that ran out, or since when nobody came. */
function stuckWork(
  { id, account, lease, idleSince }: ExtractionEntry | ClassificationEntry,
  kind: StuckRow['kind'],
  isInterrupted: boolean,
  now: Instant,
): StuckRow[] {
  const stuck = (reason: StuckRow['reason'], since: Instant) => [{ kind, id, account, reason, since }];
  if (!isFree(lease, now)) return [];
  if (isInterrupted) return stuck('interrupted', lease?.until ?? idleSince);
  if (lease) return stuck('lease_expired', lease.until);
  return idleSince + UNQUEUED_AFTER_MS < now ? stuck('unqueued', idleSince) : [];
}
