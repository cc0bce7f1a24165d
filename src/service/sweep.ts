/** Finding what was left behind: rows whose worker is gone, addresses that expired, bytes that nobody refers to. */
// See docs/language/09-service.md#9183-sweep
import { DAY_MS, HOUR_MS } from '../units.js';
import { commit, guardedCall, type ServiceContext } from './context.js';
import { deleteBlobs } from './erasure.js';
import { LOST } from './processing/classify.js';
import { DOCUMENT_MISSING, INTERRUPTED } from './processing/failures.js';
import { failure, finish } from './processing/outcome.js';
import { takePresigned } from './processing/presigned.js';
import { type JobInput, pushJob } from './queue.js';
import type { PurgeReport, StuckRow } from './rows.js';

/** What a sweep did. Counts of rows and blobs. */
export interface SweepReport extends PurgeReport {
  /** Rows that got a job again. */
  readonly requeued: number;
  /** Extractions that failed because nothing came, or nobody finished them. */
  readonly failed: number;
  /** Extractions of which document or result was taken away after its time. */
  readonly retired: number;
  readonly blobs: number;
}

/** Rows that one step looks at. */
const STEP = 200;

/** How often the blobs of a store are listed, in milliseconds: that may take long, and nothing hangs on it. */
const BLOBS_EVERY_MS = HOUR_MS;

/** Sweeps for one process. Several processes may do so at once. */
export class Sweeper {
  readonly #context: ServiceContext;
  #listed = Number.NEGATIVE_INFINITY;
  /** The last extraction whose presigned address was looked at. */
  #looked: string | undefined;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** Sweeps once. @throws StoreError */
  async sweep(): Promise<SweepReport> {
    const context = this.#context;
    await this.#takePresigned();
    const { requeued, failed } = await stuckRows(context);
    await wakeDeliveries(context);
    const retired = await retention(context);
    const purged = await context.store.purge({ limit: STEP });
    const now = context.clock.now();
    const isDue = now - this.#listed >= BLOBS_EVERY_MS;
    if (isDue) this.#listed = now;
    const { taken, left } = await deleteBlobs(context);
    const orphaned = isDue ? await orphans(context) : 0;
    return { requeued, failed, retired, blobs: taken - left + orphaned, ...purged };
  }

  /** Takes documents that were put to addresses of the store of blobs, some rows a sweep. */
  async #takePresigned(): Promise<void> {
    const context = this.#context;
    if (!context.blobs.presignPut) return;
    const after = this.#looked;
    const rows = await context.store.listPresigned({ limit: STEP, ...(after !== undefined && { after }) });
    for (const { id } of rows) await guardedCall(context, 'presigned', () => takePresigned(context, id));
    this.#looked = rows.length === STEP ? rows.at(-1)?.id : undefined;
  }
}

async function stuckRows(context: ServiceContext): Promise<{ requeued: number; failed: number }> {
  const { store, limits } = context;
  const { maxAttempts } = limits;
  const rows = await commit(context, async ({ tx, jobs }) => {
    const stuck = await store.findStuck({ limit: STEP, maxAttempts }, tx);
    jobs.push(...stuck.flatMap(jobFor));
    return stuck;
  });
  let failed = 0;
  for (const row of rows) {
    if (row.reason === 'interrupted' || row.reason === 'upload_expired') {
      await guardedCall(context, 'sweep', async () => {
        if (await fail(context, row)) failed += 1;
      });
    }
  }
  return { requeued: rows.flatMap(jobFor).length, failed };
}

function jobFor({ kind, id, account, reason }: StuckRow): JobInput[] {
  return reason === 'lease_expired' || reason === 'unqueued' ? [{ kind, key: id, account }] : [];
}

/** T9 and T11. */
async function fail(context: ServiceContext, { kind, id, reason }: StuckRow): Promise<boolean> {
  const { store, limits } = context;
  const interrupted = { because: 'interrupted', maxAttempts: limits.maxAttempts } as const;
  if (kind === 'classify') return store.finishClassification(id, interrupted, LOST);
  const row = await store.getExtraction(null, id);
  if (!row) return false;
  const done =
    reason === 'upload_expired'
      ? await finish(context, row, { because: 'upload_expired' }, failure([DOCUMENT_MISSING]))
      : await finish(context, row, interrupted, failure([INTERRUPTED]));
  return done !== null;
}

/** A push whose job was lost gets another one. */
async function wakeDeliveries({ store, queue, clock }: ServiceContext): Promise<void> {
  const at = await store.nextDeliveryAt();
  if (at !== null && at <= clock.now()) await queue.enqueue([pushJob(DUE)]);
}

/** Key of a job for pushes of any extraction. */
const DUE = '00000000-0000-4000-8000-000000000000';

/** Takes away documents and results whose time is over; the row, its extra data and its counts stay. */
async function retention(context: ServiceContext): Promise<number> {
  const { store, clock, retention: kept } = context;
  const { documentsDays, resultsDays } = kept;
  if (documentsDays === undefined && resultsDays === undefined) return 0;
  const before = (days: number | undefined) => (days === undefined ? undefined : clock.now() - days * DAY_MS);
  const [documentsBefore, resultsBefore] = [before(documentsDays), before(resultsDays)];
  const rows = await store.findRetired({
    ...(documentsBefore !== undefined && { documentsBefore }),
    ...(resultsBefore !== undefined && { resultsBefore }),
    limit: STEP,
  });
  for (const { id, account } of rows) {
    const row = await store.getExtraction(account, id);
    const isOld = (limit: number | undefined) =>
      limit !== undefined && row?.completed != null && row.completed < limit;
    await store.erase(id, { document: isOld(documentsBefore), result: isOld(resultsBefore), given: false });
  }
  return rows.length;
}

/** How old a blob is before it may count as left behind. */
const ORPHAN_MS = DAY_MS;

/** Deletes bytes that no row refers to. */
async function orphans({ store, blobs }: ServiceContext): Promise<number> {
  if (!blobs.list) return 0;
  let deleted = 0;
  let keys: string[] = [];
  const clean = async () => {
    const orphaned = keys.length === 0 ? [] : await store.unreferenced(keys);
    for (const key of orphaned) await blobs.delete(key);
    deleted += orphaned.length;
    keys = [];
  };
  for await (const key of blobs.list('', ORPHAN_MS)) {
    keys.push(key);
    if (keys.length === STEP) await clean();
  }
  await clean();
  return deleted;
}
