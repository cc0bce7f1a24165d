/** Extractions: what rows hold, how results are kept, lists, and what the sweep finds. */
import { beforeEach, expect, test } from 'vitest';
import type { ListQuery } from '../../../src/service/extraction-rows.js';
import type { Store } from '../../../src/service/store.js';
import type { Harness } from './backends.js';
import {
  ACCOUNT,
  approval,
  CONFIG,
  CREATED,
  complete,
  document,
  event,
  failed,
  fetched,
  id,
  LEASE,
  NOBODY,
  RESULT,
  summary,
  sync,
  TYPE,
  upload,
} from './samples.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

export function extractionContract(open: () => Promise<Harness>): void {
  let h: Harness;
  let store: Store;
  beforeEach(async () => {
    h = await open();
    store = h.store;
  });

  const done = async (outcome = complete(), over = {}) => {
    const { row, token } = await store.insertLeased(sync(over), LEASE);
    expect(await store.finish(row.id, { token }, outcome)).toBe(true);
    return row.id;
  };

  test('a new row comes back whole, with its members in order', async () => {
    const row = upload({ batchId: null, upload: { expires: CREATED + 1, presignedKey: 'default/a' } });
    await store.insertExtractions([row]);
    const stored = await store.getExtraction(ACCOUNT, row.id);
    expect(stored).toEqual({
      ...row,
      phase: 'awaiting_upload',
      status: 'WAITING',
      documentUrl: null,
      document: null,
      uploaded: null,
      processingStarted: null,
      completed: null,
      attempts: 0,
      seriesStart: 0,
      lease: null,
      summary: null,
      configIds: [],
      reviewStatuses: [],
      reviewVersion: 0,
      erased: null,
    });
    expect(stored?.extraData).toBe(row.extraData);
    expect(JSON.stringify(stored?.request)).toBe(JSON.stringify(row.request));
    expect(await store.getExtraction('other', row.id)).toBeNull();
    expect(await store.getExtractions('other', [row.id])).toEqual([]);
    await expect(store.insertExtractions([row])).rejects.toMatchObject({ name: 'StoreError' });
  });

  test('what was read or written is a copy', async () => {
    const row = upload();
    await store.insertExtractions([row]);
    const stored = await store.getExtraction(ACCOUNT, row.id);
    (stored!.request.types as string[]).push('changed');
    (row.request as { environment: string }).environment = 'development';
    const again = await store.getExtraction(ACCOUNT, row.id);
    expect(again?.request).toMatchObject({ environment: 'production', types: ['invoice'] });
    (row.request as { environment: string }).environment = 'production';
  });

  test('rows are added all or none', async () => {
    const known = upload();
    await store.insertExtractions([known]);
    const fresh = upload();
    await expect(store.insertExtractions([fresh, { ...known }])).rejects.toThrow();
    expect(await store.getExtraction(ACCOUNT, fresh.id)).toBeNull();
  });

  test('from address to result', async () => {
    const row = fetched({ request: { ...fetched().request, configId: CONFIG } });
    await store.insertExtractions([row]);
    const first = await store.claim(row.id, LEASE);
    expect(first).toMatchObject({ attempt: 1, row: { phase: 'awaiting_fetch', status: 'WAITING' } });
    expect(first!.row.documentUrl).toBe(row.documentUrl);
    expect(first!.leaseUntil - h.now()).toBeGreaterThan(LEASE.leaseMs - 5_000);
    expect(first!.row.lease).toEqual({ token: first!.token, until: first!.leaseUntil, worker: 'w1' });
    const bytes = document();
    expect(await store.markFetched(row.id, first!.token, bytes)).toBe(true);
    expect(await store.markFetched(row.id, first!.token, bytes)).toBe(false);
    const running = await store.getExtraction(null, row.id);
    expect(running).toMatchObject({
      phase: 'running',
      status: 'PROCESSING',
      document: bytes,
      documentUrl: null,
    });
    expect([running?.uploaded, running?.processingStarted]).not.toContain(null);
    expect(await store.finish(row.id, { token: first!.token }, complete())).toBe(true);
    const finished = await store.getExtraction(null, row.id);
    expect(finished).toMatchObject({
      phase: 'done',
      status: 'COMPLETE',
      lease: null,
      typeIds: [TYPE],
      configIds: [CONFIG],
      reviewStatuses: ['NEEDS_REVIEW'],
      reviewVersion: 1,
      summary: summary(),
    });
    expect(finished?.completed).toBeTypeOf('number');
    expect(await store.getResult(row.id)).toEqual({ result: RESULT, original: null, reviews: [] });
  });

  test('what failed runs again while its document is kept', async () => {
    const row = upload();
    await store.insertExtractions([row]);
    expect(await store.retry(row.id)).toBe(false);
    await store.attachDocument(row.id, document());
    const claim = (await store.claim(row.id, LEASE))!;
    expect(await store.retry(row.id)).toBe(false);
    await store.finish(row.id, { token: claim.token }, failed());
    const { attempts, seriesStart } = (await store.getExtraction(null, row.id))!;
    expect([attempts, seriesStart]).toEqual([1, 0]);
    expect(await store.retry(row.id)).toBe(true);
    expect(await store.retry(row.id)).toBe(false);
    expect(await store.getExtraction(null, row.id)).toMatchObject({
      phase: 'queued',
      status: 'PROCESSING',
      attempts: 1,
      seriesStart: 1,
      processingStarted: null,
      completed: null,
      summary: null,
    });
    const again = (await store.claim(row.id, LEASE))!;
    expect(again.attempt).toBe(2);
    await store.finish(row.id, { token: again.token }, failed());
    await store.erase(row.id, { document: true, result: true, given: false });
    expect(await store.retry(row.id)).toBe(false);
    expect(await store.retry('no id')).toBe(false);
  });

  test('what runs again may be tried as often as at first, and its attempts count on', async () => {
    const row = upload();
    await store.insertExtractions([row]);
    await store.attachDocument(row.id, document());
    for (const first of [1, 4]) {
      for (let attempt = first; attempt < first + LEASE.maxAttempts; attempt++) {
        expect(await store.findStuck({ limit: 9, maxAttempts: LEASE.maxAttempts })).toEqual([]);
        const claim = await store.claim(row.id, LEASE);
        expect(claim?.attempt).toBe(attempt);
        await store.release(row.id, claim!.token, { refund: false });
      }
      expect(await store.claim(row.id, LEASE)).toBeNull();
      const over = { because: 'interrupted', maxAttempts: LEASE.maxAttempts } as const;
      expect(await store.finish(row.id, { ...over, maxAttempts: over.maxAttempts + 1 }, failed())).toBe(
        false,
      );
      const stuck = await store.findStuck({ limit: 9, maxAttempts: LEASE.maxAttempts });
      expect(stuck).toMatchObject([{ id: row.id, reason: 'interrupted' }]);
      expect(await store.finish(row.id, over, failed())).toBe(true);
      expect(await store.retry(row.id)).toBe(true);
    }
    expect(await store.getExtraction(null, row.id)).toMatchObject({ attempts: 6, seriesStart: 6 });
  });

  test('attempts are counted, refunded for a stop in good order, and end', async () => {
    const row = upload();
    await store.insertExtractions([row]);
    await store.attachDocument(row.id, document());
    for (let attempt = 1; attempt <= 3; attempt++) {
      const stopped = await store.claim(row.id, LEASE);
      expect(stopped?.attempt).toBe(attempt);
      expect(await store.claim(row.id, LEASE)).toBeNull();
      await store.release(row.id, stopped!.token, { refund: true });
      const broken = await store.claim(row.id, LEASE);
      expect(broken?.attempt).toBe(attempt);
      await store.release(row.id, broken!.token, { refund: false });
    }
    expect(await store.claim(row.id, LEASE)).toBeNull();
    const { processingStarted, attempts } = (await store.getExtraction(null, row.id))!;
    expect(attempts).toBe(3);
    expect(processingStarted).toBeTypeOf('number');
    const stuck = await store.findStuck({ limit: 9, maxAttempts: 3 });
    expect(stuck).toMatchObject([{ id: row.id, kind: 'process', reason: 'interrupted' }]);
    expect(await store.finish(row.id, { because: 'interrupted', maxAttempts: 3 }, failed())).toBe(true);
  });

  test('a renewed lease lives on, a lapsed one is fenced out', async () => {
    const row = upload();
    await store.insertExtractions([row]);
    await store.attachDocument(row.id, document());
    const slow = (await store.claim(row.id, LEASE))!;
    await h.advance(LEASE.leaseMs - 5_000);
    expect(await store.renew(row.id, slow.token, LEASE.leaseMs)).toBe(true);
    await h.advance(LEASE.leaseMs - 5_000);
    expect(await store.claim(row.id, LEASE)).toBeNull();
    await h.advance(10_000);
    const quick = (await store.claim(row.id, { ...LEASE, worker: 'w2' }))!;
    expect(quick).toMatchObject({ attempt: 2, row: { lease: { worker: 'w2' } } });
    expect(await store.renew(row.id, slow.token, LEASE.leaseMs)).toBe(false);
    expect(await store.release(row.id, slow.token, { refund: true })).toBe(false);
    expect(await store.finish(row.id, { token: slow.token }, complete())).toBe(false);
    expect(await store.getResult(row.id)).toBeNull();
    expect(await store.finish(row.id, { token: quick.token }, failed())).toBe(true);
  });

  test('reviews count versions, keep the first result and a log', async () => {
    const portfolio = complete({ reviewStatuses: ['NEEDS_REVIEW', null, 'NEEDS_REVIEW'] });
    const extraction = await done(portfolio);
    const first = approval({ reviewStatuses: ['APPROVED', null, 'NEEDS_REVIEW'] });
    expect(await store.review(extraction, 0, first)).toBe(false);
    expect(await store.review(extraction, 1, first)).toBe(true);
    expect(await store.review(extraction, 1, first)).toBe(false);
    const second = approval({ reviewStatuses: ['APPROVED', null, 'REJECTED'], result: '{"n":3}' });
    expect(await store.review(extraction, 2, second)).toBe(true);
    expect(await store.review(extraction, 3, second)).toBe(false);
    expect(await store.getResult(extraction)).toEqual({
      result: '{"n":3}',
      original: RESULT,
      reviews: [first.entry, second.entry],
    });
    expect(await store.getExtraction(null, extraction)).toMatchObject({
      reviewVersion: 3,
      reviewStatuses: ['APPROVED', null, 'REJECTED'],
      summary: { coverage: 1 },
    });
  });

  test('what is not to be reviewed cannot be', async () => {
    const extraction = await done(complete({ reviewStatuses: [] }));
    expect(await store.review(extraction, 1, approval())).toBe(false);
  });

  test('a review is opened by who finds something, until somebody has decided', async () => {
    const extraction = await done(complete({ reviewStatuses: [] }));
    const opened = approval({ reviewStatuses: ['NEEDS_REVIEW'], result: '{"n":2}' });
    expect(await store.openReview(extraction, 2, opened)).toBe(false);
    expect(await store.openReview(extraction, 1, opened)).toBe(true);
    expect(await store.openReview(extraction, 1, opened)).toBe(false);
    // Nobody has changed a value: the first result is not kept apart.
    expect(await store.getResult(extraction)).toEqual({
      result: '{"n":2}',
      original: null,
      reviews: [opened.entry],
    });
    expect(await store.getExtraction(null, extraction)).toMatchObject({
      reviewVersion: 2,
      reviewStatuses: ['NEEDS_REVIEW'],
    });
    expect(await store.review(extraction, 2, approval())).toBe(true);
    expect(await store.openReview(extraction, 3, opened)).toBe(false);
  });

  test('erasing takes what it is asked to, pushes included', async () => {
    const extraction = await done();
    const told = event(extraction);
    await store.insertEvent(told);
    expect(await store.erase(extraction, { document: true, result: false, given: false })).toBe(true);
    expect(await store.getExtraction(null, extraction)).toMatchObject({ document: null });
    expect(await store.getResult(extraction)).not.toBeNull();
    expect(await store.erase(extraction, { document: false, result: true, given: true })).toBe(true);
    expect(await store.getExtraction(null, extraction)).toMatchObject({
      extraData: null,
      summary: { ...summary(), validations: null, documents: null },
    });
    expect(await store.getResult(extraction)).toBeNull();
    expect(await store.review(extraction, 1, approval())).toBe(false);
    expect(await store.claimDelivery({ leaseMs: MINUTE })).toBeNull();
    expect(await store.listDeliveries(extraction)).toMatchObject([{ state: 'dead', nextAttemptAt: null }]);
    expect(await store.redeliver(ACCOUNT, told.push!.deliveryId)).toBe('gone');
  });

  test('pages go down by time and id, and repeat nothing', async () => {
    const rows = Array.from({ length: 11 }, (_, i) => upload({ created: CREATED + Math.floor(i / 4) }));
    await store.insertExtractions(rows);
    await store.insertExtractions([upload({ account: 'other' })]);
    const expected = [...rows]
      .sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))
      .map((row) => row.id);
    const seen: string[] = [];
    let before: ListQuery['before'];
    for (;;) {
      const query = { account: ACCOUNT, from: 0, to: CREATED + 9, limit: 3, ...(before && { before }) };
      const page = await store.listExtractions(query);
      if (page.length === 0) break;
      seen.push(...page.map((row) => row.id));
      before = page.at(-1)!;
      await store.insertExtractions([upload({ created: CREATED + 5 })]);
    }
    expect(seen).toEqual(expected);
  });

  test('lists are filtered', async () => {
    const config = id();
    const batchId = id();
    const a = await done(complete({ summary: summary({ coverage: 0.9 }) }), { created: CREATED });
    const b = await done(
      complete({
        summary: summary({ coverage: 0.95 }),
        configIds: [config, CONFIG],
        typeIds: [TYPE, batchId],
      }),
      { created: CREATED + 1, batchId },
    );
    const c = await done(
      complete({ summary: summary({ coverage: 1 }), reviewStatuses: [null, 'REJECTED'] }),
      {
        created: CREATED + 2,
      },
    );
    const d = await done(failed(), {
      created: CREATED + 3,
      typeIds: [NOBODY],
      request: { ...sync().request, environment: 'development' },
    });
    const list = async (q: Partial<ListQuery>) => {
      const rows = await store.listExtractions({
        account: ACCOUNT,
        from: 0,
        to: CREATED + 9,
        limit: 9,
        ...q,
      });
      return rows.map((row) => row.id);
    };
    expect(await list({})).toEqual([d, c, b, a]);
    expect(await list({ from: CREATED + 1, to: CREATED + 2 })).toEqual([c, b]);
    expect(await list({ minCoverage: 0.9 })).toEqual([c, b, a]);
    expect(await list({ minCoverage: 0.95, maxCoverage: 0.95 })).toEqual([b]);
    expect(await list({ maxCoverage: 1 })).toEqual([c, b, a]);
    expect(await list({ minCoverage: 1 })).toEqual([c]);
    expect(await list({ typeIds: [batchId, NOBODY] })).toEqual([d, b]);
    expect(await list({ configIds: [config] })).toEqual([b]);
    expect(await list({ configIds: [] })).toHaveLength(4);
    expect(await list({ environments: ['development'] })).toEqual([d]);
    expect(await list({ statuses: ['FAILED', 'WAITING'] })).toEqual([d]);
    expect(await list({ reviewStatuses: ['REJECTED', 'APPROVED'] })).toEqual([c]);
    expect(await list({ batchId })).toEqual([b]);
    expect(await list({ limit: 2, statuses: ['COMPLETE'] })).toEqual([c, b]);
  });

  test('the sweep finds what is stuck, and nothing else', async () => {
    const idle = upload();
    const leased = upload();
    const delayed = upload();
    const toFetch = fetched();
    const late = upload({ upload: { expires: h.now() + MINUTE, presignedKey: null } });
    const patient = upload();
    await store.insertExtractions([idle, leased, delayed, toFetch, late, patient]);
    for (const row of [idle, leased, delayed]) await store.attachDocument(row.id, document());
    const claim = (await store.claim(delayed.id, LEASE))!;
    await store.release(delayed.id, claim.token, { refund: false, delayMs: 10 * MINUTE });
    const waits = await store.insertLeased(sync(), { leaseMs: MINUTE, worker: 'w' });
    expect(await store.findStuck({ limit: 9, maxAttempts: 3 })).toEqual([]);
    await store.claim(leased.id, LEASE);
    await h.advance(MINUTE + 5_000);
    const found = async () => {
      const rows = await store.findStuck({ limit: 9, maxAttempts: 3 });
      return new Map(rows.map((row) => [row.id, `${row.kind} ${row.reason}`]));
    };
    expect(await found()).toEqual(
      new Map([
        [idle.id, 'process unqueued'],
        [toFetch.id, 'fetch unqueued'],
        [leased.id, 'process lease_expired'],
        [waits.row.id, 'process interrupted'],
      ]),
    );
    expect(await store.findStuck({ limit: 1, maxAttempts: 3 })).toHaveLength(1);
    await h.advance(5 * MINUTE);
    expect((await found()).get(late.id)).toBe('process upload_expired');
    expect((await found()).has(delayed.id)).toBe(false);
    await h.advance(10 * MINUTE);
    expect((await found()).get(delayed.id)).toBe('process unqueued');
    expect((await found()).has(patient.id)).toBe(false);
    const some = async (isOver: boolean) => store.findStuck({ limit: 9, maxAttempts: 3, isOver });
    const isEnd = (reason: string) => reason === 'interrupted' || reason === 'upload_expired';
    const all = await store.findStuck({ limit: 9, maxAttempts: 3 });
    expect(await some(true)).toEqual(all.filter(({ reason }) => isEnd(reason)));
    expect(await some(false)).toEqual(all.filter(({ reason }) => !isEnd(reason)));
    const inSteps: typeof all = [];
    for (let step = all.slice(0, 1); step.length > 0; ) {
      inSteps.push(...step);
      step = await store.findStuck({ limit: 1, maxAttempts: 3, after: step[0] });
    }
    expect(inSteps).toEqual(all);
  });

  test('rows whose time is over are deleted, then batches without any', async () => {
    const bytes = document();
    const old = await done(complete(), { document: bytes });
    const batch = id();
    await store.insertBatch({
      id: batch,
      account: ACCOUNT,
      created: h.now(),
      description: null,
      environment: 'production',
      keyId: null,
      extractionIds: [],
    });
    const waiting = upload({ batchId: batch });
    await store.insertExtractions([waiting]);
    expect(await store.deleteExtraction(waiting.id)).toBe(false);
    expect(await store.deleteEnded({ before: h.now() - MINUTE, limit: 9 })).toBe(0);
    const later = h.now() + MINUTE;
    expect(await store.deleteEnded({ before: later, limit: 9 })).toBe(1);
    expect(await store.getExtraction(ACCOUNT, old)).toBeNull();
    expect(await store.getResult(old)).toBeNull();
    expect(await store.takeDeletions({ limit: 9 })).toEqual([bytes.blobKey]);
    expect(await store.getBatch(ACCOUNT, batch)).not.toBeNull();
    expect(await store.finish(waiting.id, { because: 'permanent' }, failed())).toBe(true);
    expect(await store.deleteExtraction(waiting.id)).toBe(true);
    expect(await store.deleteExtraction(waiting.id)).toBe(false);
    expect(await store.deleteEnded({ before: later, limit: 9 })).toBe(1);
    expect(await store.getBatch(ACCOUNT, batch)).toBeNull();
  });

  test('presigned uploads, old documents and results, and blobs of nobody are found', async () => {
    const rows = [1, 2, 3].map((n) => upload({ upload: { expires: null, presignedKey: `default/p${n}` } }));
    await store.insertExtractions([...rows, upload()]);
    const ids = rows.map((row) => row.id).sort();
    const page = await store.listPresigned({ limit: 2 });
    expect(page.map((row) => row.id)).toEqual(ids.slice(0, 2));
    const rest = await store.listPresigned({ limit: 2, after: ids[1]! });
    expect(rest.map((row) => row.id)).toEqual(ids.slice(2));
    const bytes = document();
    const extraction = await done(complete(), { document: bytes });
    const retired = (o: { documentsBefore?: number; resultsBefore?: number }) =>
      store.findRetired({ ...o, limit: 9 });
    const later = h.now() + MINUTE;
    expect(await retired({})).toEqual([]);
    expect(await retired({ documentsBefore: h.now() - MINUTE })).toEqual([]);
    expect(await retired({ documentsBefore: later })).toEqual([
      { id: extraction, account: ACCOUNT, blobKey: bytes.blobKey, result: false },
    ]);
    expect(await retired({ resultsBefore: later })).toEqual([
      { id: extraction, account: ACCOUNT, blobKey: null, result: true },
    ]);
    const keys = ['default/nobody', bytes.blobKey, 'default/p1'];
    expect(await store.unreferenced(keys)).toEqual(['default/nobody']);
    await store.erase(extraction, { document: true, result: true, given: false });
    expect(await retired({ documentsBefore: later, resultsBefore: later })).toEqual([]);
    expect(await store.unreferenced(keys)).toEqual(['default/nobody', bytes.blobKey]);
  });

  test('coverage is counted a day and config', async () => {
    const key = {
      account: ACCOUNT,
      environment: 'production' as const,
      configId: CONFIG,
      configName: 'acme',
      typeId: TYPE,
      typeName: 'invoice',
    };
    await store.addCoverage('2026-05-06', key, 11);
    await store.addCoverage('2026-05-06', key, 11);
    await store.addCoverage('2026-05-06', key, 0);
    await store.addCoverage('2026-05-06', { ...key, environment: 'development', configName: 'new_name' }, 0);
    await store.addCoverage('2026-05-06', { ...key, configId: NOBODY, configName: 'aaa' }, 5);
    await store.addCoverage('2026-05-07', key, 3);
    await store.addCoverage('2026-05-06', { ...key, account: 'other' }, 3);
    const bars = (counts: Record<number, number>) => Array.from({ length: 12 }, (_, i) => counts[i] ?? 0);
    const { account: _account, environment: _environment, ...shown } = key;
    const range = { account: ACCOUNT, from: '2026-05-06', to: '2026-05-06' };
    expect(await store.readCoverage(range)).toEqual([
      { ...shown, day: '2026-05-06', configId: NOBODY, configName: 'aaa', histogram: bars({ 5: 1 }) },
      { ...shown, day: '2026-05-06', histogram: bars({ 0: 2, 11: 2 }) },
    ]);
    expect(await store.readCoverage({ ...range, environments: ['development'] })).toEqual([
      { ...shown, day: '2026-05-06', configName: 'new_name', histogram: bars({ 0: 1 }) },
    ]);
    expect(await store.readCoverage({ ...range, to: '2026-05-07' })).toHaveLength(3);
  });

  test('classifications live like extractions', async () => {
    const row = { id: id(), account: ACCOUNT, created: CREATED, document: document(), typeIds: [TYPE] };
    await store.insertClassification(row);
    expect(await store.getClassification(ACCOUNT, row.id)).toEqual({
      ...row,
      phase: 'queued',
      attempts: 0,
      lease: null,
      completed: null,
      outcome: null,
    });
    expect(await store.getClassification('other', row.id)).toBeNull();
    expect(await store.unreferenced([row.document.blobKey])).toEqual([]);
    const first = (await store.claimClassification(row.id, LEASE))!;
    expect(first.attempt).toBe(1);
    expect(await store.claimClassification(row.id, LEASE)).toBeNull();
    expect(await store.renewClassification(row.id, NOBODY, 1)).toBe(false);
    expect(await store.renewClassification(row.id, first.token, MINUTE)).toBe(true);
    expect(await store.releaseClassification(row.id, first.token, { refund: true })).toBe(true);
    const second = (await store.claimClassification(row.id, LEASE))!;
    expect(second.attempt).toBe(1);
    const outcome = { ok: true, result: RESULT } as const;
    expect(await store.finishClassification(row.id, { token: first.token }, outcome)).toBe(false);
    const interrupted = { because: 'interrupted', maxAttempts: 1 } as const;
    expect(await store.finishClassification(row.id, interrupted, outcome)).toBe(false);
    await h.advance(2 * MINUTE);
    expect(await store.findStuck({ limit: 9, maxAttempts: 3 })).toEqual([
      { kind: 'classify', id: row.id, account: ACCOUNT, reason: 'lease_expired', since: expect.any(Number) },
    ]);
    expect(await store.findStuck({ limit: 9, maxAttempts: 1 })).toMatchObject([{ reason: 'interrupted' }]);
    const gone = { ok: false, status: 400, code: 'no_matching_type', message: 'None' } as const;
    expect(await store.finishClassification(row.id, interrupted, gone)).toBe(true);
    expect(await store.finishClassification(row.id, { token: second.token }, outcome)).toBe(false);
    expect(await store.getClassification(null, row.id)).toMatchObject({ phase: 'done', outcome: gone });
    await h.advance(DAY + MINUTE);
    expect(await store.purge({ limit: 9 })).toMatchObject({ classifications: 1 });
    expect(await store.getClassification(null, row.id)).toBeNull();
  });
}
