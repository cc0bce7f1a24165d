/** The embedded store: everything in the memory of this process. */
import { JOB_KINDS } from '../queue.js';
import type { Instant } from '../rows.js';
import type { Store } from '../store.js';
import { memoryAudit } from './memory/audit.js';
import { memoryBatches } from './memory/batches.js';
import { memoryClassifications } from './memory/classifications.js';
import { memoryConfigs } from './memory/configs.js';
import { memoryCoverage } from './memory/coverage.js';
import { memoryDeletions } from './memory/deletions.js';
import { memoryEvents } from './memory/events.js';
import { memoryExtractions } from './memory/extractions.js';
import { memoryGoldens } from './memory/goldens.js';
import { memoryIdempotency } from './memory/idempotency.js';
import { memoryKeys } from './memory/keys.js';
import { Memory, type MemoryLimits } from './memory/state.js';
import { memorySweep } from './memory/sweep.js';
import { memoryTypes } from './memory/types.js';

/** Extractions that a store in memory keeps by default. */
const MAX_EXTRACTIONS = 10_000;
/** Characters of results and pushes that it keeps by default: 256 MiB at two bytes each. */
const MAX_RESULT_CHARS = 128 * 1024 * 1024;

/** How much a store in memory keeps, and its clock. */
export interface MemoryStoreOptions extends Partial<MemoryLimits> {
  /** The store's clock; `Date.now` when left out. */
  readonly now?: () => Instant;
}

/** A store in memory, and what a queue needs to join its transactions. */
export interface MemoryStore extends Store {
  readonly memory: Memory;
}

/**
 * A store for one process, for tests and for services that may forget. Its limits: everything is lost when the
 * process ends; it keeps 10,000 extractions and 256 MiB of results, and forgets the oldest finished ones beyond
 * that; transactions run one after the other; lists look at every row.
 *
 * @example
 * const store = memoryStore({ maxExtractions: 100 });
 * createService({ keys, store, queue: memoryQueue(store) });
 */
export function memoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const { now = Date.now, maxExtractions = MAX_EXTRACTIONS, maxResultChars = MAX_RESULT_CHARS } = options;
  const memory = new Memory(now, { maxExtractions, maxResultChars });
  return {
    memory,
    ...memoryTypes(memory),
    ...memoryConfigs(memory),
    ...memoryGoldens(memory),
    ...memoryExtractions(memory),
    ...memoryDeletions(memory),
    ...memorySweep(memory),
    ...memoryCoverage(memory),
    ...memoryEvents(memory),
    ...memoryIdempotency(memory),
    ...memoryBatches(memory),
    ...memoryClassifications(memory),
    ...memoryKeys(memory),
    ...memoryAudit(memory),
    transaction: (fn) => memory.transaction(fn),
    migrate: async () => {},
    pausedKinds: (tx) => memory.call(tx, () => JOB_KINDS.filter((kind) => memory.pauses.has(kind))),
    setPaused: (kinds, isPaused, tx) =>
      memory.call(tx, () => {
        for (const kind of kinds) {
          if (isPaused) memory.pauses.set(kind, true);
          else memory.pauses.delete(kind);
        }
      }),
    now: async () => now(),
    checkWritable: async () => {},
    close: async () => {},
  };
}
