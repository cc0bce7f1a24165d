/** Finding what was left behind: rows whose worker is gone, addresses that expired, bytes that nobody refers to. */
// See docs/language/09-service.md#9183-sweep
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../limits.js';
import { commit, guardedCall, type ServiceContext } from './context.js';
import { deleteBlobs } from './erasure.js';
import type { StuckRow } from './extraction-rows.js';
import { LOST } from './processing/classify.js';
import { DOCUMENT_MISSING, INTERRUPTED } from './processing/failures.js';
import { failure, finish } from './processing/outcome.js';
import { takePresigned } from './processing/presigned.js';
import { type JobInput, pushJob } from './queue.js';
import type { PurgeReport } from './rows.js';

/** What a sweep did. Counts of rows and blobs. */
export interface SweepReport extends PurgeReport {
  /** Rows that got a job again. */
  readonly requeued: number;
  /** Extractions that failed because nothing came, or nobody finished them. */
  readonly failed: number;
  /** Extractions of which document or result was taken away after its time. */
  readonly retired: number;
  /** Extractions and batches that were deleted after their time. */
  readonly deleted: number;
  readonly blobs: number;
}

/** How a sweep is ended early. */
export interface SweepOptions {
  /** Ends the sweep after the step that is under way. */
  readonly signal?: AbortSignal;
}

/** Rows that one step looks at. */
const STEP = 200;
/** Rows of a step that are worked on at once. */
const AT_ONCE = 4;

/** How often somebody sweeps. */
const SWEEP_MS = 30 * SECOND_MS;
/** How often somebody lists the blobs of a store, which may be millions; those of nobody are a day old by then. */
const BLOBS_EVERY_MS = DAY_MS;
/** How long whoever lists them may be silent before another process begins. */
const BLOBS_LEASE_MS = 5 * MINUTE_MS;

/** Goes on with a duty. False: it is another's by now, or is to end. */
type GoOn = () => Promise<boolean>;

/** Sweeps for one process. Several processes may do so at once; of those that run, one at a time does. */
export class Sweeper {
  readonly #context: ServiceContext;
  /** The last extraction whose presigned address was looked at. */
  #looked: string | undefined;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** Sweeps once, in steps, until nothing is left to do. @throws StoreError */
  async sweep({ signal }: SweepOptions = {}): Promise<SweepReport> {
    const swept = await this.#rows(async () => signal?.aborted !== true);
    return { ...swept, blobs: swept.blobs + (await this.#blobs(signal)) };
  }

  /** Sweeps now and then until the signal fires, where no other process does. @param failed hears of errors */
  async run(signal: AbortSignal, failed: (error: unknown) => Promise<void>): Promise<void> {
    await Promise.all([
      this.#repeatedly(signal, failed, async () => {
        const goOn = this.#duty('sweep', SWEEP_MS, signal);
        if (await goOn()) await this.#rows(goOn);
      }),
      this.#repeatedly(signal, failed, () => this.#blobs(signal)),
    ]);
  }

  async #repeatedly(
    signal: AbortSignal,
    failed: (error: unknown) => Promise<void>,
    work: () => Promise<unknown>,
  ): Promise<void> {
    while (!signal.aborted) {
      await work().catch(failed);
      await this.#context.clock.sleep(SWEEP_MS, signal).catch(() => undefined);
    }
  }

  /** A duty of one holder: nobody else, not even this process, takes it before its lease is over. */
  #duty(duty: string, leaseMs: number, signal: AbortSignal | undefined): (ms?: number) => Promise<boolean> {
    const { store, newId } = this.#context;
    const holder = newId();
    return async (ms = leaseMs) => !signal?.aborted && store.takeDuty(duty, { holder, leaseMs: ms });
  }

  async #rows(goOn: GoOn): Promise<SweepReport> {
    const context = this.#context;
    await this.#takePresigned(goOn);
    const failed = await inSteps(goOn, () => failStep(context));
    const requeued = await inSteps(goOn, requeueStep(context));
    if (await goOn()) await wakeDeliveries(context);
    const retired = await inSteps(goOn, () => retireStep(context));
    const deleted = await inSteps(goOn, () => deleteStep(context));
    const purged = { idempotency: 0, deliveries: 0, tokens: 0, classifications: 0, spreadsheets: 0 };
    await inSteps(goOn, async () => {
      const step = await context.store.purge({ limit: STEP });
      for (const kind of Object.keys(purged) as (keyof PurgeReport)[]) purged[kind] += step[kind];
      return Math.max(...Object.values(step));
    });
    const blobs = await inSteps(goOn, async () => (await deleteBlobs(context)).taken);
    return { requeued, failed, retired, deleted, blobs, ...purged };
  }

  /** Takes documents that were put to addresses of the store of blobs, some rows a sweep. */
  async #takePresigned(goOn: GoOn): Promise<void> {
    const context = this.#context;
    if (!context.blobs.presignPut) return;
    const after = this.#looked;
    const rows = await context.store.listPresigned({ limit: STEP, ...(after !== undefined && { after }) });
    for (const { id } of rows) {
      if (!(await goOn())) return;
      await guardedCall(context, 'presigned', () => takePresigned(context, id));
      this.#looked = id;
    }
    if (rows.length < STEP) this.#looked = undefined;
  }

  /** Deletes bytes that no row refers to, where nobody has looked for some time. @returns how many */
  async #blobs(signal: AbortSignal | undefined): Promise<number> {
    const goOn = this.#duty('blobs', BLOBS_LEASE_MS, signal);
    if (!this.#context.blobs.list || !(await goOn())) return 0;
    const { deleted, isWhole } = await orphans(this.#context, goOn);
    if (isWhole) await goOn(BLOBS_EVERY_MS);
    return deleted;
  }
}

/** Steps until one of them finds fewer rows than it may, or the sweep is to end. @returns the rows of all */
async function inSteps(goOn: GoOn, step: () => Promise<number>): Promise<number> {
  let all = 0;
  while (await goOn()) {
    const rows = await step();
    all += rows;
    if (rows < STEP) break;
  }
  return all;
}

/** T9 and T11 for some rows. @returns how many failed */
async function failStep(context: ServiceContext): Promise<number> {
  const { store, limits } = context;
  const rows = await store.findStuck({ limit: STEP, maxAttempts: limits.maxAttempts, isOver: true });
  return countOf(context, rows, (row) => fail(context, row));
}

/**
 * Makes a job for some rows that nobody works on, and with each step for those after them. A sweep finds them again until
 * somebody works on them.
 */
function requeueStep(context: ServiceContext): () => Promise<number> {
  const { store, limits } = context;
  let after: StuckRow | undefined;
  return async () => {
    const wanted = { limit: STEP, maxAttempts: limits.maxAttempts, isOver: false, after };
    const stuck = await commit(context, async ({ tx, jobs }) => {
      const found = await store.findStuck(wanted, tx);
      jobs.push(...found.map(({ kind, id, account }): JobInput => ({ kind, key: id, account })));
      return found;
    });
    after = stuck.at(-1);
    return stuck.length;
  };
}

/** Does some work on each row, a few at once; what fails is reported. @returns of how many it gave true */
async function countOf<Row>(
  context: ServiceContext,
  rows: readonly Row[],
  work: (row: Row) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  const left = rows.values();
  const worker = async () => {
    for (const row of left) {
      await guardedCall(context, 'sweep', async () => {
        if (await work(row)) count += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return count;
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
async function wakeDeliveries({ store, queue, time }: ServiceContext): Promise<void> {
  const at = await store.nextDeliveryAt();
  if (at !== null && at <= (await time.now())) await queue.enqueue([pushJob(DUE)]);
}

/** Key of a job for pushes of any extraction. */
const DUE = '00000000-0000-4000-8000-000000000000';

/** The moment before which what is kept for some days is over; undefined where it is kept for ever. */
async function before({ time }: ServiceContext, days: number | undefined): Promise<number | undefined> {
  return days === undefined ? undefined : (await time.now()) - days * DAY_MS;
}

/** Takes away some documents and results whose time is over; the row, its extra data and its counts stay. */
async function retireStep(context: ServiceContext): Promise<number> {
  const { documentsDays, resultsDays } = context.retention;
  if (documentsDays === undefined && resultsDays === undefined) return 0;
  const documentsBefore = await before(context, documentsDays);
  const resultsBefore = await before(context, resultsDays);
  const rows = await context.store.findRetired({
    ...(documentsBefore !== undefined && { documentsBefore }),
    ...(resultsBefore !== undefined && { resultsBefore }),
    limit: STEP,
  });
  return countOf(context, rows, ({ id, blobKey, result }) =>
    context.store.erase(id, { document: blobKey !== null, result, given: false }),
  );
}

/** Deletes some extractions whose time is over, with all that belongs to them, and then batches without any. */
async function deleteStep(context: ServiceContext): Promise<number> {
  const endedBefore = await before(context, context.retention.rowsDays);
  if (endedBefore === undefined) return 0;
  return context.store.deleteEnded({ before: endedBefore, limit: STEP });
}

/** How old a blob is before it may count as left behind. */
const ORPHAN_MS = DAY_MS;

/** Deletes bytes that no row refers to. @returns how many, and whether all were looked at */
async function orphans(
  { store, blobs }: ServiceContext,
  goOn: GoOn,
): Promise<{ deleted: number; isWhole: boolean }> {
  let deleted = 0;
  let keys: string[] = [];
  const clean = async () => {
    const orphaned = keys.length === 0 ? [] : await store.unreferenced(keys);
    for (const key of orphaned) await blobs.delete(key);
    deleted += orphaned.length;
    keys = [];
  };
  for await (const key of blobs.list?.('', ORPHAN_MS) ?? []) {
    keys.push(key);
    if (keys.length < STEP) continue;
    await clean();
    if (!(await goOn())) return { deleted, isWhole: false };
  }
  await clean();
  return { deleted, isWhole: true };
}
