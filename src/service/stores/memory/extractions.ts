/** Extractions in memory: each change of phase is one function here, which looks at the row and replaces it. */

import {
  attemptsInSeries,
  type ExtractionRow,
  type NewExtraction,
  type NewSync,
  type Phase,
  type WithoutLease,
} from '../../extraction-rows.js';
import { UPLOAD_GRACE_MS } from '../../kept.js';
import type { Instant, Lease } from '../../rows.js';
import type { ExtractionStore } from '../../store.js';
import { withoutAnswer, withoutGiven, withoutValues } from '../erased.js';
import { boundTexts, forget, makeRoom } from './bounds.js';
import { deleteLater, dropSpreadsheets } from './deletions.js';
import { matches, newestFirst } from './lists.js';
import { addNew, type ExtractionEntry, type Memory } from './state.js';

/** Phases that a worker may hold. */
const HELD: readonly Phase[] = ['running', 'awaiting_fetch'];

/** Whether nobody holds the row any more. */
export function isFree(lease: Lease | null, now: Instant): boolean {
  return lease === null || lease.until < now;
}

/** A lease that begins now. */
export function newLease(now: Instant, o: { leaseMs: number; worker: string; token?: string }): Lease {
  return { token: o.token ?? crypto.randomUUID(), until: now + o.leaseMs, worker: o.worker };
}

/** The row as callers see it. */
function shown({ idleSince: _idle, events: _events, ...row }: ExtractionEntry): ExtractionRow {
  return row;
}

function isHolder(row: ExtractionEntry, token: string): boolean {
  return HELD.includes(row.phase) && row.lease?.token === token;
}

function entryOf(row: NewExtraction | NewSync, now: Instant, lease: Lease | null): ExtractionEntry {
  const sync = row.origin === 'sync';
  return {
    id: row.id,
    account: row.account,
    created: row.created,
    request: row.request,
    typeIds: row.typeIds,
    extraData: row.extraData,
    batchId: row.batchId,
    origin: row.origin,
    phase: sync ? 'running' : row.origin === 'upload' ? 'awaiting_upload' : 'awaiting_fetch',
    status: sync ? 'PROCESSING' : 'WAITING',
    upload: row.origin === 'upload' ? row.upload : null,
    documentUrl: row.origin === 'url' ? row.documentUrl : null,
    document: sync ? row.document : null,
    uploaded: sync ? now : null,
    processingStarted: sync ? now : null,
    completed: null,
    attempts: sync ? 1 : 0,
    seriesStart: 0,
    lease,
    summary: null,
    configIds: row.request.configId === undefined ? [] : [row.request.configId],
    reviewStatuses: [],
    reviewVersion: 0,
    erased: null,
    idleSince: now,
    events: 0,
  };
}

/** Whether a row may end as `by` says. */
function mayFinish(
  row: ExtractionEntry,
  by: { token: string } | WithoutLease,
  complete: boolean,
  now: Instant,
): boolean {
  if ('token' in by) return isHolder(row, by.token) && (!complete || row.phase === 'running');
  if (complete || row.phase === 'done') return false;
  switch (by.because) {
    case 'upload_expired':
      return isPastUpload(row, now);
    case 'interrupted':
      return isInterrupted(row, by.maxAttempts, now);
    case 'permanent':
      return isFree(row.lease, now);
  }
}

/** T9: the address expired, and nobody has used it for some minutes more. */
export function isPastUpload(row: ExtractionRow, now: Instant): boolean {
  const expires = row.phase === 'awaiting_upload' ? (row.upload?.expires ?? null) : null;
  return expires !== null && expires + UPLOAD_GRACE_MS < now;
}

/** T11: nobody holds the row, and nobody may take it again. */
export function isInterrupted(row: ExtractionRow, maxAttempts: number, now: Instant): boolean {
  const tried = attemptsInSeries(row) >= maxAttempts || row.origin === 'sync';
  return tried && (row.phase === 'queued' || HELD.includes(row.phase)) && isFree(row.lease, now);
}

export function memoryExtractions(memory: Memory): ExtractionStore {
  const { extractions, results } = memory;

  /** Replaces members of a row. */
  const change = (row: ExtractionEntry, next: Partial<ExtractionEntry>) =>
    extractions.set(row.id, { ...row, ...structuredClone(next) });

  return {
    insertExtractions: (rows, tx) =>
      memory.call(tx, () => {
        makeRoom(memory, rows.length);
        for (const row of rows) addNew(extractions, row.id, entryOf(row, memory.now(), null));
      }),
    insertLeased: (row, o, tx) =>
      memory.call(tx, () => {
        makeRoom(memory, 1);
        const lease = newLease(memory.now(), o);
        const entry = entryOf(row, memory.now(), lease);
        addNew(extractions, row.id, entry);
        return { row: shown(entry), token: lease.token, attempt: 1, leaseUntil: lease.until };
      }),
    getExtraction: (account, id, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        return row && (account === null || row.account === account) ? shown(row) : null;
      }),
    getExtractions: (account, ids, tx) =>
      memory.call(tx, () =>
        ids.flatMap((id) => {
          const row = extractions.get(id);
          return row?.account === account ? [shown(row)] : [];
        }),
      ),
    getResult: (id, tx) => memory.call(tx, () => results.get(id) ?? null),
    listExtractions: (query, tx) =>
      memory.call(tx, () =>
        newestFirst(extractions.filter((row) => matches(row, query)))
          .slice(0, query.limit)
          .map(shown),
      ),
    attachDocument: (id, document, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        if (row?.phase !== 'awaiting_upload') return 'not_waiting';
        const now = memory.now();
        change(row, { phase: 'queued', status: 'PROCESSING', document, uploaded: now, idleSince: now });
        return 'ok';
      }),
    claim: (id, o, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        const now = memory.now();
        const claimable = row && (row.phase === 'queued' || HELD.includes(row.phase));
        if (!claimable || row.origin === 'sync' || attemptsInSeries(row) >= o.maxAttempts) return null;
        if (!isFree(row.lease, now)) return null;
        const lease = newLease(now, o);
        const started = row.phase === 'awaiting_fetch' ? null : now;
        change(row, {
          phase: row.phase === 'queued' ? 'running' : row.phase,
          processingStarted: row.processingStarted ?? started,
          attempts: row.attempts + 1,
          lease,
        });
        const claimed = shown(extractions.get(id)!);
        return { row: claimed, token: lease.token, attempt: claimed.attempts, leaseUntil: lease.until };
      }),
    markFetched: (id, token, document, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        if (row?.phase !== 'awaiting_fetch' || row.lease?.token !== token) return false;
        const now = memory.now();
        change(row, {
          phase: 'running',
          status: 'PROCESSING',
          document,
          documentUrl: null,
          uploaded: now,
          processingStarted: row.processingStarted ?? now,
        });
        return true;
      }),
    renew: (id, token, leaseMs, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        if (!row?.lease || !isHolder(row, token)) return false;
        change(row, { lease: { ...row.lease, until: memory.now() + leaseMs } });
        return true;
      }),
    release: (id, token, o, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        if (!row || row.origin === 'sync' || !isHolder(row, token)) return false;
        change(row, {
          phase: row.phase === 'running' ? 'queued' : row.phase,
          lease: null,
          attempts: row.attempts - (o.refund ? 1 : 0),
          idleSince: memory.now() + (o.delayMs ?? 0),
        });
        return true;
      }),
    finish: (id, by, outcome, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        const complete = outcome.status === 'COMPLETE';
        if (!row || !mayFinish(row, by, complete, memory.now())) return false;
        change(row, {
          phase: 'done',
          status: outcome.status,
          completed: memory.now(),
          lease: null,
          documentUrl: null,
          summary: outcome.summary,
          typeIds: outcome.typeIds ?? row.typeIds,
          configIds: outcome.configIds,
          reviewStatuses: outcome.reviewStatuses,
          reviewVersion: complete ? 1 : 0,
        });
        if (outcome.result !== null) {
          results.set(id, { result: outcome.result, original: null, reviews: [] });
          boundTexts(memory, id);
        }
        return true;
      }),
    retry: (id, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        const isKept = row?.status === 'FAILED' && row.document !== null && row.erased === null;
        if (!isKept || row.origin === 'sync') return false;
        change(row, {
          phase: 'queued',
          status: 'PROCESSING',
          seriesStart: row.attempts,
          processingStarted: null,
          completed: null,
          summary: null,
          idleSince: memory.now(),
        });
        return true;
      }),
    review: (id, expectVersion, next, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        const stored = results.get(id);
        if (row?.status !== 'COMPLETE' || row.reviewVersion !== expectVersion || !stored) return false;
        if (!row.reviewStatuses.includes('NEEDS_REVIEW')) return false;
        const { summary, reviewStatuses, result, entry } = next;
        change(row, { summary, reviewStatuses, reviewVersion: expectVersion + 1 });
        const reviews = [...stored.reviews, structuredClone(entry)];
        results.set(id, { result, original: stored.original ?? stored.result, reviews });
        boundTexts(memory, id);
        return true;
      }),
    openReview: (id, expectVersion, next, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        const stored = results.get(id);
        if (row?.status !== 'COMPLETE' || row.reviewVersion !== expectVersion || !stored) return false;
        if (row.reviewStatuses.some((status) => status !== null && status !== 'NEEDS_REVIEW')) return false;
        const { summary, reviewStatuses, result, entry } = next;
        change(row, { summary, reviewStatuses, reviewVersion: expectVersion + 1 });
        results.set(id, { ...stored, result, reviews: [...stored.reviews, structuredClone(entry)] });
        boundTexts(memory, id);
        return true;
      }),
    deleteExtraction: (id, tx) =>
      memory.call(tx, () => {
        if (extractions.get(id)?.phase !== 'done') return false;
        forget(memory, id);
        return true;
      }),
    erase: (id, what, tx) =>
      memory.call(tx, () => {
        const row = extractions.get(id);
        if (row?.phase !== 'done') return false;
        if (what.document) {
          if (row.document) deleteLater(memory, row.document.blobKey, id);
          if (row.upload?.presignedKey != null) deleteLater(memory, row.upload.presignedKey, id);
        }
        change(row, {
          erased: row.erased ?? memory.now(),
          document: what.document ? null : row.document,
          upload: what.document && row.upload ? { ...row.upload, presignedKey: null } : row.upload,
          extraData: what.given ? null : row.extraData,
          request: what.given ? withoutGiven(row.request) : row.request,
          summary: what.result && row.summary ? withoutValues(row.summary) : row.summary,
        });
        if (what.result) eraseResult(memory, id);
        if (what.result || what.given) {
          const kept = [...memory.idempotency.entries()].filter(([, each]) => each.response?.subject === id);
          for (const [key] of kept) memory.idempotency.delete(key);
        }
        return true;
      }),
  };
}

function eraseResult(memory: Memory, id: string): void {
  memory.results.delete(id);
  const shown = memory.spreadsheets.filter(({ extractionIds }) => extractionIds.includes(id));
  dropSpreadsheets(
    memory,
    shown.map(({ key }) => key),
    id,
  );
  for (const event of memory.events.filter((row) => row.extractionId === id)) {
    memory.events.set(event.id, { ...event, body: null });
  }
  for (const row of memory.deliveries.filter((each) => each.extractionId === id)) {
    const attempts = row.attempts.map(withoutAnswer);
    const over = { state: 'dead', nextAttemptAt: null, lease: null, ended: memory.now() } as const;
    memory.deliveries.set(row.id, { ...row, attempts, ...(row.state === 'pending' && over) });
  }
}
