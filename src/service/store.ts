/**
 * What the service asks of a store. The store is the only truth: every change of an extraction is one
 * compare-and-set here, and a call that finds another state changes nothing and says so.
 *
 * All methods take an optional `tx`, a handle that `transaction` gave: the call is then part of that transaction. A
 * call inside of the function that is not given it fails (`misuse`).
 * Inside a transaction, reads of one row by its key lock the row until the transaction ends, so that what was read
 * is still true when it is written; lists do not lock. Leases are timed by the store's clock, never by callers.
 * Ids that are no UUIDs are unknown ids. All methods may throw `StoreError`.
 */
import type { AuditAction } from './audit.js';
import type {
  Claim,
  CoverageKey,
  CoverageQuery,
  CoverageRow,
  Erasure,
  ExtractionRow,
  ListQuery,
  NewExtraction,
  NewSync,
  Outcome,
  PresignedRow,
  ResultRow,
  RetiredRow,
  ReviewChange,
  SpreadsheetRow,
  StatusCounts,
  StuckRow,
  WithoutLease,
} from './extraction-rows.js';
import type { JobKind } from './queue.js';
import type {
  AfterAttempt,
  AttemptRow,
  AuditRow,
  BatchRow,
  ClassificationClaim,
  ClassificationOutcome,
  ClassificationRow,
  ConfigRow,
  DeliveryClaim,
  DeliveryRow,
  EventRow,
  GoldenPatch,
  GoldenRow,
  IdempotencyKey,
  Instant,
  KeyRow,
  NewClassification,
  PurgeReport,
  Receiver,
  StoredDocument,
  StoredResponse,
  TokenRow,
  TokenUse,
  TypePatch,
  TypeRow,
  VersionRow,
} from './rows.js';

/** A transaction of a store, to be handed on and not to be looked into. It ends with the function it was given to. */
export interface Tx {
  readonly store: object;
}

/** Document types. Called by the operations on document types. */
export interface TypeStore {
  /** All types of an account, by name. */
  listTypes(account: string, tx?: Tx): Promise<TypeRow[]>;
  getType(account: string, by: { id: string } | { name: string }, tx?: Tx): Promise<TypeRow | null>;
  /** Adds a type unless its account has one of its name. */
  insertType(row: TypeRow, tx?: Tx): Promise<'ok' | 'name_taken'>;
  /** Replaces the given members. Null: there is no such type. */
  updateType(account: string, id: string, patch: TypePatch, tx?: Tx): Promise<TypeRow | 'name_taken' | null>;
  /** Deletes a type with its configs, versions and goldens; extractions stay. False: there is no such type. */
  deleteType(account: string, id: string, tx?: Tx): Promise<boolean>;
}

/** Configs and their versions. The caller has looked up the type in the account. */
export interface ConfigStore {
  /** Configs of a type with their versions' metadata, by name. */
  listConfigs(typeId: string, tx?: Tx): Promise<ConfigRow[]>;
  getConfig(by: { id: string } | { typeId: string; name: string }, tx?: Tx): Promise<ConfigRow | null>;
  /** Adds a config and the texts of its versions. `row.counter` is taken for 1. */
  insertConfig(
    row: ConfigRow,
    versions: readonly VersionRow[],
    tx?: Tx,
  ): Promise<'ok' | 'name_taken' | 'no_type'>;
  /**
   * Compare-and-set on `counter`: replaces name, versions, environments and draft by those of `next`, adds the text
   * of a new version, and deletes texts of versions that `next` no longer names. `stale`: the counter is another by
   * now, or the config is gone; read it again. Id, type and `created` of `next` are not looked at.
   */
  changeConfig(
    id: string,
    expect: { counter: number },
    next: ConfigRow,
    add?: VersionRow,
    tx?: Tx,
  ): Promise<'ok' | 'stale' | 'name_taken'>;
  /** Deletes a config with its versions; its goldens lose the association. */
  deleteConfig(id: string, tx?: Tx): Promise<boolean>;
  /** Those of the versions that there are, with their texts, in the order of `ids`. */
  getVersions(configId: string, ids: readonly string[], tx?: Tx): Promise<VersionRow[]>;
}

/** Golden documents. The caller has looked up the type in the account. */
export interface GoldenStore {
  /** Goldens of a type, by name. */
  listGoldens(typeId: string, tx?: Tx): Promise<GoldenRow[]>;
  getGolden(by: { id: string } | { typeId: string; name: string }, tx?: Tx): Promise<GoldenRow | null>;
  insertGolden(row: GoldenRow, tx?: Tx): Promise<'ok' | 'name_taken' | 'no_type'>;
  /** Replaces the given members. Null: there is no such golden. */
  changeGolden(id: string, patch: GoldenPatch, tx?: Tx): Promise<GoldenRow | 'name_taken' | null>;
  /** Compare-and-set: takes the bytes of a golden that has none. */
  attachGolden(id: string, document: StoredDocument, tx?: Tx): Promise<'ok' | 'not_waiting'>;
  deleteGolden(id: string, tx?: Tx): Promise<boolean>;
}

/** Extractions from request to result. Called by the extraction operations and the worker loop. */
export interface ExtractionStore {
  /** T1, T2: adds rows, all or none. With a queue that joins, their jobs go into the same transaction. */
  insertExtractions(rows: readonly NewExtraction[], tx?: Tx): Promise<void>;
  /** T3: adds a row that its caller works on at once, held by the given worker. */
  insertLeased(row: NewSync, o: { leaseMs: number; worker: string }, tx?: Tx): Promise<Claim>;
  /** A row without its result. `account` null: whatever account it belongs to (workers, signed links). */
  getExtraction(account: string | null, id: string, tx?: Tx): Promise<ExtractionRow | null>;
  /** Those of the rows that there are in the account, in the order of `ids`. */
  getExtractions(account: string, ids: readonly string[], tx?: Tx): Promise<ExtractionRow[]>;
  /** The result of a COMPLETE extraction; null where there is none, or it was erased. */
  getResult(id: string, tx?: Tx): Promise<ResultRow | null>;
  /** Rows without results by `created`, then `id`, both descending. */
  listExtractions(query: ListQuery, tx?: Tx): Promise<ExtractionRow[]>;
  /**
   * T4, by whoever received the bytes. Compare-and-set `awaiting_upload` -> `queued`: sets the document and
   * `uploaded`. `not_waiting`: bytes were taken before, the row failed, or it is unknown; nothing changed. The expiry
   * of the address is the caller's to check.
   */
  attachDocument(id: string, document: StoredDocument, tx?: Tx): Promise<'ok' | 'not_waiting'>;
  /**
   * T6, by a worker. Compare-and-set: from `queued`, or from `running` or `awaiting_fetch` without a living lease,
   * fewer than `maxAttempts` attempts, not synchronous. Gives a new token and adds an attempt; `queued` becomes
   * `running`, and `awaiting_fetch` stays. Null: any other state.
   * @param o.token the new token, a UUID, for who must know it even where the answer is lost; drawn when left out
   */
  claim(
    id: string,
    o: { leaseMs: number; worker: string; maxAttempts: number; token?: string },
    tx?: Tx,
  ): Promise<Claim | null>;
  /**
   * T5, by the holder of the token. Compare-and-set `awaiting_fetch` -> `running` under the same lease: sets the
   * document, `uploaded` and `processingStarted`, and drops `documentUrl`. False: the lease is another's.
   */
  markFetched(id: string, token: string, document: StoredDocument, tx?: Tx): Promise<boolean>;
  /** Makes the lease end `leaseMs` from now. False: it is another's, or the row is done; stop working. */
  renew(id: string, token: string, leaseMs: number, tx?: Tx): Promise<boolean>;
  /**
   * Gives a row back, by the holder of the token: `running` becomes `queued`, `awaiting_fetch` stays, without a
   * lease. T10, a stop in good order, refunds the attempt; a transient error does not, and says after which delay
   * the next attempt is planned, so that the sweep leaves it alone until then. False: the lease is another's, or the
   * row is synchronous (those never wait: finish it).
   */
  release(id: string, token: string, o: { refund: boolean; delayMs?: number }, tx?: Tx): Promise<boolean>;
  /**
   * T7, T8 by the holder of the token; T8, T9, T11 without a lease. Compare-and-set to `done`, with the result, all
   * or nothing. COMPLETE is only for holders of a `running` row. False: the row is done, or another's, or not in the
   * state that `by` says; drop the result. Goes into one transaction with `insertEvent` and `addCoverage`.
   */
  finish(id: string, by: { token: string } | WithoutLease, outcome: Outcome, tx?: Tx): Promise<boolean>;
  /**
   * T13, by operators. Compare-and-set FAILED -> `queued`, where its document is kept and nothing was erased, not
   * synchronous: a new series of attempts, without times of work and summary. False: any other state.
   */
  retry(id: string, tx?: Tx): Promise<boolean>;
  /**
   * T12, by reviewers. Compare-and-set on `reviewVersion` of a COMPLETE row of which an entry of `reviewStatuses` is
   * NEEDS_REVIEW: replaces result, summary and statuses, adds to the log, and keeps the first result as `original`.
   * False: another version by now, closed, erased, or not COMPLETE.
   */
  review(id: string, expectVersion: number, change: ReviewChange, tx?: Tx): Promise<boolean>;
  /**
   * T14, by workers. Compare-and-set on `reviewVersion` of a COMPLETE row of which no entry of `reviewStatuses` is decided:
   * replaces result, summary and statuses, and adds to the log; `original` stays as it is, since nobody has changed a
   * value. False: another version by now, decided, erased, or not COMPLETE.
   */
  openReview(id: string, expectVersion: number, change: ReviewChange, tx?: Tx): Promise<boolean>;
  /**
   * Compare-and-set on `done`: takes away what `what` says, and sets `erased` where it is not set yet. False: not done,
   * or unknown.
   */
  erase(id: string, what: Erasure, tx?: Tx): Promise<boolean>;
  /** Deletes a row of which `phase` is `done`, with its result, events and deliveries. False: not done, or unknown. */
  deleteExtraction(id: string, tx?: Tx): Promise<boolean>;
}

/** Bytes that are to go: spreadsheets with what they show, and blobs until they are deleted. */
export interface DeletionStore {
  /** Notes a spreadsheet, before the results that it will show are read. */
  insertSpreadsheet(row: SpreadsheetRow, tx?: Tx): Promise<void>;
  /** Whether it was noted, and neither its time is over nor an extraction of it erased. */
  hasSpreadsheet(key: string, tx?: Tx): Promise<boolean>;
  /**
   * Blobs to delete: those of an extraction; else those that nobody tried to delete within `DELETION_RETRY_MS`, those
   * that were tried longest ago first. They count as tried now.
   */
  takeDeletions(o: { limit: number; extractionId?: string }, tx?: Tx): Promise<string[]>;
  /** Forgets blobs that are deleted. */
  dropDeletions(keys: readonly string[], tx?: Tx): Promise<void>;
}

/** What the sweep looks for. Each method may run in several workers at once; limits are numbers of rows. */
export interface SweepStore {
  /**
   * Extractions and classifications that nobody works on though somebody should, oldest first. In a transaction the
   * rows are locked, and those that another transaction has locked are left out.
   * @param o.isOver true: only those that are to fail (`interrupted`, `upload_expired`); false: only the others
   * @param o.after only those that come after this one
   */
  findStuck(
    o: { limit: number; maxAttempts: number; isOver?: boolean; after?: StuckRow | undefined },
    tx?: Tx,
  ): Promise<StuckRow[]>;
  /** Rows `awaiting_upload` with a presigned address, by id, after the given one. */
  listPresigned(o: { limit: number; after?: string }, tx?: Tx): Promise<PresignedRow[]>;
  /** Extractions that ended before the given times and still hold a document or a result. */
  findRetired(
    o: { documentsBefore?: Instant; resultsBefore?: Instant; limit: number },
    tx?: Tx,
  ): Promise<RetiredRow[]>;
  /**
   * Deletes extractions that ended before a time, oldest first, with all that `erase` takes, events and deliveries, and
   * as many batches that were made before it and have no extraction left. Counters of coverage stay. Blobs are to be
   * deleted afterwards, see `takeDeletions`.
   * @returns how many extractions, or batches where those are more
   */
  deleteEnded(o: { before: Instant; limit: number }, tx?: Tx): Promise<number>;
  /** Those of the keys that no row refers to, so that the blobs may be deleted. */
  unreferenced(keys: readonly string[], tx?: Tx): Promise<string[]>;
  /**
   * Takes a duty that one process at a time has, or goes on with it: nobody else takes it for `leaseMs`, counted from
   * the store's clock. False: another holder has it.
   */
  takeDuty(duty: string, o: { holder: string; leaseMs: number }, tx?: Tx): Promise<boolean>;
  /** Deletes what is kept for a time only and whose time is over (`*_KEPT_MS`), at most `limit` rows of each kind. */
  purge(o: { limit: number }, tx?: Tx): Promise<PurgeReport>;
}

/** Counters of coverage. They outlive types, configs and extractions. */
export interface CoverageStore {
  /** Adds one to a bucket (0 to `COVERAGE_BUCKETS` - 1) of a day (`YYYY-MM-DD`, of `created`), with T7. */
  addCoverage(day: string, key: CoverageKey, bucket: number, tx?: Tx): Promise<void>;
  /** By day, type name, config name, config id. */
  readCoverage(query: CoverageQuery, tx?: Tx): Promise<CoverageRow[]>;
}

/** Events and their pushes. */
export interface EventStore {
  /**
   * Adds an event, and its delivery where it has `push`, in the transaction of the change it reports. Returns its
   * sequence: 1, 2 … per extraction.
   */
  insertEvent(event: EventRow, tx?: Tx): Promise<number>;
  /**
   * The delivery that is due for longest and the first of its extraction that is pending, under a lease. Accounts of
   * `exceptAccounts`, and hosts (as in `URL.host`) of an account in `exceptReceivers`, have enough pushes under way.
   * Null: nothing is due.
   */
  claimDelivery(
    o: { leaseMs: number; exceptAccounts?: readonly string[]; exceptReceivers?: readonly Receiver[] },
    tx?: Tx,
  ): Promise<DeliveryClaim | null>;
  /** Adds an attempt to the log, by the holder of the token. False: the lease is another's by now. */
  recordAttempt(
    id: string,
    token: string,
    attempt: AttemptRow,
    next: AfterAttempt,
    tx?: Tx,
  ): Promise<boolean>;
  /** Deliveries of all accounts that wait for their push, and that were given up: `MOST_COUNTED` of each at most. */
  countDeliveries(tx?: Tx): Promise<{ readonly pending: number; readonly dead: number }>;
  /** When the next pending delivery is due, leases included; null: none is pending. */
  nextDeliveryAt(tx?: Tx): Promise<Instant | null>;
  /** Deliveries of an extraction by sequence. The caller has looked up the extraction in the account. */
  listDeliveries(extractionId: string, tx?: Tx): Promise<DeliveryRow[]>;
  getDelivery(account: string, id: string, tx?: Tx): Promise<DeliveryRow | null>;
  /**
   * Makes a delivery that ended pending again, due now, in a new series of attempts. `pending`: it has not ended
   * yet. `gone`: its body was erased. Null: there is no such delivery.
   */
  redeliver(account: string, id: string, tx?: Tx): Promise<'ok' | 'pending' | 'gone' | null>;
}

/** First responses of requests that may come again. */
export interface IdempotencyStore {
  /**
   * Takes a key for a request. `new`: the caller answers it, and saves or drops the response. `done`: it was
   * answered. `busy`: it is being answered. `mismatch`: the key was used for another request.
   *
   * In a transaction the key is taken until the transaction ends, so it is saved with what it made or not at all.
   * Without one it is taken for `IDEMPOTENCY_BUSY_MS`.
   */
  idempotent(
    key: IdempotencyKey,
    bodyHash: string,
    tx?: Tx,
  ): Promise<{ state: 'new' | 'busy' | 'mismatch' } | { state: 'done'; response: StoredResponse }>;
  /**
   * Keeps the response for `IDEMPOTENCY_KEPT_MS`, by whoever got `new`; frees the key instead where its subject was
   * erased meanwhile.
   */
  saveIdempotent(key: IdempotencyKey, response: StoredResponse, tx?: Tx): Promise<void>;
  /** Frees a key whose request was not answered; one with a response stays. */
  dropIdempotent(key: IdempotencyKey, tx?: Tx): Promise<void>;
}

export interface BatchStore {
  /** Adds a batch, in the transaction that adds its extractions. */
  insertBatch(row: BatchRow, tx?: Tx): Promise<void>;
  getBatch(account: string, id: string, tx?: Tx): Promise<BatchRow | null>;
  /** Replaces the description. Null: there is no such batch. */
  changeBatch(
    account: string,
    id: string,
    patch: { description: string | null },
    tx?: Tx,
  ): Promise<BatchRow | null>;
  /** How many of its extractions have each status. */
  countBatch(id: string, tx?: Tx): Promise<StatusCounts>;
  /**
   * Compare-and-set on `awaiting_upload`: sets when the upload addresses given out now expire. Returns the ids of
   * those that still wait, in the order of `ids`.
   */
  issueUploads(account: string, ids: readonly string[], expires: Instant, tx?: Tx): Promise<string[]>;
}

/** Classifications that run in a worker. Same leases as extractions. */
export interface ClassificationStore {
  /** Adds one in phase `queued`. */
  insertClassification(row: NewClassification, tx?: Tx): Promise<void>;
  getClassification(account: string | null, id: string, tx?: Tx): Promise<ClassificationRow | null>;
  /** Compare-and-set from `queued`, or `running` without a living lease, with fewer than `maxAttempts` attempts. */
  claimClassification(
    id: string,
    o: { leaseMs: number; worker: string; maxAttempts: number },
    tx?: Tx,
  ): Promise<ClassificationClaim | null>;
  renewClassification(id: string, token: string, leaseMs: number, tx?: Tx): Promise<boolean>;
  /** `running` -> `queued`, by the holder of the token; see `release`. */
  releaseClassification(
    id: string,
    token: string,
    o: { refund: boolean; delayMs?: number },
    tx?: Tx,
  ): Promise<boolean>;
  /**
   * `running` -> `done`, by the holder of the token, or, as `interrupted`, by the sweep when the lease ran out after
   * `maxAttempts` attempts.
   */
  finishClassification(
    id: string,
    by: { token: string } | Extract<WithoutLease, { because: 'interrupted' }>,
    outcome: ClassificationOutcome,
    tx?: Tx,
  ): Promise<boolean>;
}

/** API keys and review tokens. Secrets never reach the store, only their hashes. */
export interface KeyRows {
  insertKey(row: KeyRow, tx?: Tx): Promise<void>;
  getKey(id: string, tx?: Tx): Promise<KeyRow | null>;
  /** Keys of an account by `created`, then id; revoked ones, too. */
  listKeys(account: string, tx?: Tx): Promise<KeyRow[]>;
  /** Sets `lastUsed` to the store's clock, unless it is younger than `KEY_USE_EVERY_MS`. */
  touchKey(id: string, tx?: Tx): Promise<void>;
  /** Sets `revoked`, once. False: there is no such key. */
  revokeKey(account: string, id: string, tx?: Tx): Promise<boolean>;
  insertToken(row: TokenRow, tx?: Tx): Promise<void>;
  getToken(id: string, tx?: Tx): Promise<TokenRow | null>;
  /** Adds a use; of more than `TOKEN_USES_KEPT` the oldest go. */
  useToken(id: string, use: TokenUse, tx?: Tx): Promise<void>;
  /** Sets `revoked`, once. False: there is no such token. */
  revokeToken(account: string, id: string, tx?: Tx): Promise<boolean>;
}

/** Who changed what. Entries are never changed, and kept for ever. */
export interface AuditStore {
  insertAudit(row: Omit<AuditRow, 'id'>, tx?: Tx): Promise<void>;
  /** Entries of an account, the newest first. @param o.before only those before this id */
  listAudit(
    o: {
      account: string;
      actions?: readonly AuditAction[];
      subject?: string;
      before?: number;
      limit: number;
    },
    tx?: Tx,
  ): Promise<AuditRow[]>;
}

/** All that the service keeps, besides bytes (`Blobs`) and jobs (`Queue`). */
export interface Store
  extends TypeStore,
    ConfigStore,
    GoldenStore,
    ExtractionStore,
    DeletionStore,
    SweepStore,
    CoverageStore,
    EventStore,
    IdempotencyStore,
    BatchStore,
    ClassificationStore,
    KeyRows,
    AuditStore {
  /**
   * Runs a function in a transaction: all of its changes, or none where it throws. When the transaction meets others
   * the function may run again, so it must do nothing that cannot be done twice. It holds locks: nothing slow in it.
   * @throws StoreError `conflict` after several tries; whatever the function throws
   */
  transaction<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** Makes the tables, or brings them up to date; safe in several processes at once. */
  migrate(): Promise<void>;
  /** Kinds of jobs that workers take none of. */
  pausedKinds(tx?: Tx): Promise<JobKind[]>;
  /** Pauses kinds of jobs, or ends that; those that are paused already, or not, stay so. */
  setPaused(kinds: readonly JobKind[], isPaused: boolean, tx?: Tx): Promise<void>;
  /** The time by the store's clock. */
  now(): Promise<Instant>;
  /** Asks whether rows can be written at the moment. @throws StoreError `unavailable` where they cannot */
  checkWritable(): Promise<void>;
  /** Frees what the store holds. Pools that were handed to it stay open. */
  close(): Promise<void>;
}
