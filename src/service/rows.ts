/**
 * The rows that stores keep. They are plain data: a store copies them in and out, and knows nothing of what JSON
 * members mean. Ids are lower-case UUIDs (v4) unless said otherwise, and every row belongs to an account.
 */
import { DAY_MS, MINUTE_MS } from '../units.js';
import type { Environment, Scope } from './api-keys.js';

/** Milliseconds since 1970-01-01 UTC: the precision that stores keep and that pages of lists compare. */
export type Instant = number;

/** JSON that a store keeps without looking into it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

/** JSON as text, kept character for character: the order of members is part of results and of what is signed. */
export type JsonText = string;

/** How long after its upload address an extraction still waits before it fails. */
export const UPLOAD_GRACE_MS = 5 * MINUTE_MS;
/** How long a response is kept for repetitions of its request. */
export const IDEMPOTENCY_KEPT_MS = DAY_MS;
/** How long a request counts as in progress when the process that answers it says nothing more. */
export const IDEMPOTENCY_BUSY_MS = MINUTE_MS;
/** How long the log of a delivery is kept after it ended. */
export const DELIVERY_KEPT_MS = 30 * DAY_MS;
/** How long a finished classification can be read. */
export const CLASSIFICATION_KEPT_MS = DAY_MS;
/** How long a review token is kept after it expired, so that its uses can still be read. */
export const TOKEN_KEPT_MS = 30 * DAY_MS;
/** How long a spreadsheet is kept. */
export const SPREADSHEET_KEPT_MS = DAY_MS;
/** How long after a blob could not be deleted it is tried again. */
export const DELETION_RETRY_MS = MINUTE_MS;
/** How long a row may wait for a worker before the sweep gives it a job again. */
export const UNQUEUED_AFTER_MS = MINUTE_MS;
/** `lastUsed` of a key is written at most this often. */
export const KEY_USE_EVERY_MS = MINUTE_MS;
/** Uses that a review token remembers. */
export const TOKEN_USES_KEPT = 100;

// Document types, configs, goldens

export interface TypeRow {
  readonly id: string;
  readonly account: string;
  /** Unique in the account. */
  readonly name: string;
  readonly description: string | null;
  readonly schema: JsonObject;
  readonly created: Instant;
}

/** What of a document type may change; absent members stay. */
export type TypePatch = Partial<Pick<TypeRow, 'name' | 'description' | 'schema'>>;

/** A version of a config without its text. `id` is 32 characters of `[A-Za-z0-9_]`. */
export interface VersionMeta {
  readonly id: string;
  readonly created: Instant;
}

/** A version's text, byte for byte. It never changes. */
export interface VersionRow extends VersionMeta {
  readonly configId: string;
  readonly text: string;
}

export interface ConfigRow {
  readonly id: string;
  readonly typeId: string;
  /** Unique in the document type. */
  readonly name: string;
  readonly created: Instant;
  /** Counts changes, from 1; the store adds one with each. */
  readonly counter: number;
  /** Newest first. */
  readonly versions: readonly VersionMeta[];
  /** The version published to each environment. */
  readonly published: Readonly<Record<Environment, string | null>>;
  /** The version that is a draft. */
  readonly draft: string | null;
}

/** Bytes that a store of blobs holds, and what was found out about them. */
export interface StoredDocument {
  readonly blobKey: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal, lower case. */
  readonly sha256: string;
}

export interface GoldenRow {
  readonly id: string;
  readonly account: string;
  readonly typeId: string;
  /** Unique in the document type. */
  readonly name: string;
  readonly created: Instant;
  readonly configId: string | null;
  readonly document: StoredDocument | null;
  /** Why the bytes cannot be read. */
  readonly error: string | null;
  /** Blob of a picture of the first page. */
  readonly thumbnailKey: string | null;
  /** What an extraction of it should give. */
  readonly expected: JsonText | null;
}

/** What of a golden may change; absent members stay. Its bytes come in by `attachGolden`. */
export type GoldenPatch = Partial<
  Pick<GoldenRow, 'name' | 'configId' | 'error' | 'thumbnailKey' | 'expected'>
>;

// Extractions

export type ExtractionStatus = 'WAITING' | 'PROCESSING' | 'COMPLETE' | 'FAILED';
export type ReviewStatus = 'NEEDS_REVIEW' | 'APPROVED' | 'REJECTED';

/** Where an extraction stands. WAITING is the first two, PROCESSING the next two, COMPLETE or FAILED the last. */
export type Phase = 'awaiting_upload' | 'awaiting_fetch' | 'queued' | 'running' | 'done';

/** How the document comes in. */
export type Origin = 'upload' | 'url' | 'sync';

/** Where pushes go to, and what they echo. */
export interface WebhookTarget {
  readonly url: string;
  readonly payloadText?: JsonText;
}

/** Who made a row, as shown in responses. */
export interface Actor {
  readonly type: 'key';
  readonly name: string;
}

/** What the request says; it never changes. */
export interface ExtractionRequest {
  readonly environment: Environment;
  /** Names of the document types, as of creation: one, or the portfolio's in the order of the request. */
  readonly types: readonly string[];
  /** A portfolio and how it is cut; absent for a single document. */
  readonly segmentBy?: 'fingerprints' | 'llm';
  /** Id of the only config that may run. */
  readonly configId?: string;
  readonly documentName?: string;
  /** Whether documents that fit no fingerprint are refused; absent where the document type decides. */
  readonly strict?: boolean;
  /** As declared; what was recognised stands in the stored document. */
  readonly contentType?: string;
  readonly webhook?: WebhookTarget;
  /** Id of the key that made the extraction; keys of scope `extract` may read their own. */
  readonly keyId?: string;
  readonly actor?: Actor;
}

/** What every new extraction gives. */
interface NewExtractionBase {
  readonly id: string;
  readonly account: string;
  /** Clock of the service; the first member of the order of lists. */
  readonly created: Instant;
  readonly request: ExtractionRequest;
  /** Ids of the requested types, in the order of `request.types`; filters of lists look at them. */
  readonly typeIds: readonly string[];
  /** As it was given; `extraDataOf` of `ordered-json.ts` reads it. */
  readonly extraData: JsonText | null;
  readonly batchId: string | null;
}

/** T1: the address for its bytes was given out, or is to be (batches, see `issueUploads`). */
export interface NewUpload extends NewExtractionBase {
  readonly origin: 'upload';
  readonly upload: {
    /** When the address expires, and `UPLOAD_GRACE_MS` later the row fails; null: it waits for ever. */
    readonly expires: Instant | null;
    /** The blob that a presigned address writes to; null where uploads go through the service. */
    readonly presignedKey: string | null;
  };
}

/** T2: its bytes stand at an address of the caller. */
export interface NewFetch extends NewExtractionBase {
  readonly origin: 'url';
  /** Dropped as soon as the bytes are stored: it may hold a token. */
  readonly documentUrl: string;
}

/** T3: its bytes are stored, and the caller waits for the result. */
export interface NewSync extends NewExtractionBase {
  readonly origin: 'sync';
  readonly document: StoredDocument;
}

export type NewExtraction = NewUpload | NewFetch;

/** The hold of a worker on a row. A result is taken only from the holder of the token. */
export interface Lease {
  readonly token: string;
  readonly until: Instant;
  /** Name of the worker, for people. */
  readonly worker: string;
}

/** One entry of `errors`. */
export interface ExtractionIssue {
  readonly field_id?: string;
  readonly message: string;
  readonly type: 'configuration' | 'invalid' | 'unexpected';
  readonly code?: string;
}

/** What lists, filters and statistics show of a finished extraction; it outlives the result. */
export interface OutcomeSummary {
  readonly errors: readonly ExtractionIssue[];
  /** Name and version of the config that ran; null for portfolios and failures. */
  readonly configuration: string | null;
  readonly configurationVersion: string | null;
  /** 0 to 1; null without a result. */
  readonly coverage: number | null;
  readonly pageCount: number | null;
  /** Documents extracted. */
  readonly charged: number;
  /** `validations` and `validation_summary` of a single document, as responses give them. */
  readonly validations: Json;
  readonly validationSummary: Json;
  /** Portfolios: the entries of `documents` as lists show them. */
  readonly documents: Json;
}

/** How an extraction ends. */
export interface Outcome {
  readonly status: 'COMPLETE' | 'FAILED';
  readonly summary: OutcomeSummary;
  /** All that responses show and the summary does not; null on failure. */
  readonly result: JsonText | null;
  /** One entry per document of a portfolio, else at most one; null where no review was triggered. */
  readonly reviewStatuses: readonly (ReviewStatus | null)[];
  /** Types of the documents that were found; they replace those of the request in filters of lists. */
  readonly typeIds?: readonly string[];
  /** Configs that ran. */
  readonly configIds: readonly string[];
}

/** Why an extraction that no worker holds fails. The store checks what it says. */
export type WithoutLease =
  /** T9: its upload address expired more than `UPLOAD_GRACE_MS` ago. */
  | { readonly because: 'upload_expired' }
  /** T11: its lease ran out, and it was tried `maxAttempts` times, or is a synchronous one. */
  | { readonly because: 'interrupted'; readonly maxAttempts: number }
  /** T8: whatever it waits for, it cannot succeed. */
  | { readonly because: 'permanent' };

export interface ReviewLogEntry {
  readonly at: Instant;
  readonly actor: Actor | null;
  readonly reviewer: string | null;
  readonly comment: string | null;
  /** Index of the document of a portfolio. */
  readonly document: number | null;
  readonly from: ReviewStatus | null;
  readonly to: ReviewStatus | null;
  readonly changes: readonly { readonly path: string; readonly from: Json; readonly to: Json }[];
}

/** T12: what a review leaves behind. */
export interface ReviewChange {
  readonly summary: OutcomeSummary;
  readonly result: JsonText;
  readonly reviewStatuses: readonly (ReviewStatus | null)[];
  readonly entry: ReviewLogEntry;
}

/** A result as stored; read by itself, because it may be large. */
export interface ResultRow {
  readonly result: JsonText;
  /** The result before the first review. */
  readonly original: JsonText | null;
  readonly reviews: readonly ReviewLogEntry[];
}

export interface ExtractionRow extends NewExtractionBase {
  readonly origin: Origin;
  readonly phase: Phase;
  readonly status: ExtractionStatus;
  readonly upload: NewUpload['upload'] | null;
  readonly documentUrl: string | null;
  readonly document: StoredDocument | null;
  /** The following times are those of the store's clock. */
  readonly uploaded: Instant | null;
  readonly processingStarted: Instant | null;
  readonly completed: Instant | null;
  readonly attempts: number;
  readonly lease: Lease | null;
  readonly summary: OutcomeSummary | null;
  readonly configIds: readonly string[];
  readonly reviewStatuses: readonly (ReviewStatus | null)[];
  /** 0 until it is COMPLETE, then 1, and one more with each review. */
  readonly reviewVersion: number;
  /** When document or result were erased. */
  readonly erased: Instant | null;
}

/** A worker's hold on an extraction. `attempt` counts from 1; it is `row.attempts`. */
export interface Claim {
  readonly row: ExtractionRow;
  readonly token: string;
  readonly attempt: number;
  readonly leaseUntil: Instant;
}

/**
 * What `erase` takes away. The row, its counts and its place in statistics stay. Blobs are to be deleted afterwards,
 * see `takeDeletions`.
 */
export interface Erasure {
  /** The document. */
  readonly document: boolean;
  /**
   * Result, original, review log, validations and documents of the summary, the bodies of events, what receivers of
   * pushes answered, spreadsheets, and responses that are kept for repetitions; pushes that are still pending are
   * given up.
   */
  readonly result: boolean;
  /** What came with the request: extra data, name of the document, payload of the webhook; and kept responses. */
  readonly given: boolean;
}

/** A spreadsheet that links lead to. */
export interface SpreadsheetRow {
  /** The blob. */
  readonly key: string;
  /** Extractions whose results it holds. */
  readonly extractionIds: readonly string[];
}

/** A row that waits for nothing that will come by itself, and what the sweep does about it. */
export interface StuckRow {
  readonly kind: 'fetch' | 'process' | 'classify';
  readonly id: string;
  readonly account: string;
  /**
   * `lease_expired`: its worker is gone; a job again (T6). `unqueued`: no worker came for it; a job again.
   * `interrupted`: T11. `upload_expired`: T9.
   */
  readonly reason: 'lease_expired' | 'unqueued' | 'interrupted' | 'upload_expired';
}

/** An extraction whose bytes a client may have put into a blob of its own accord. */
export interface PresignedRow {
  readonly id: string;
  readonly account: string;
  readonly key: string;
}

/** What an extraction whose time of keeping is over still holds. */
export interface RetiredRow {
  readonly id: string;
  readonly account: string;
  /** The blob of the document; null where that is not due. */
  readonly blobKey: string | null;
  /** Whether the result is due. */
  readonly result: boolean;
}

export interface ListQuery {
  readonly account: string;
  /** Bounds on `created`, both inclusive. */
  readonly from: Instant;
  readonly to: Instant;
  /** Rows wanted at most. */
  readonly limit: number;
  /** Last row of the page before. */
  readonly before?: { readonly created: Instant; readonly id: string };
  /** Lists of which an extraction must match one; absent or empty: all. */
  readonly typeIds?: readonly string[];
  readonly configIds?: readonly string[];
  readonly environments?: readonly Environment[];
  readonly statuses?: readonly ExtractionStatus[];
  readonly reviewStatuses?: readonly ReviewStatus[];
  /** Inclusive; either one leaves out extractions without coverage. */
  readonly minCoverage?: number;
  readonly maxCoverage?: number;
  readonly batchId?: string;
}

// Statistics

/** Percent of coverage: `[0,10) [10,20) … [80,90) [90,95) [95,100) [100]`. */
export const COVERAGE_BUCKETS = 12;

/** Whose counter it is. Names are those of the last count. */
export interface CoverageKey {
  readonly account: string;
  readonly environment: Environment;
  readonly configId: string;
  readonly configName: string;
  readonly typeId: string;
  readonly typeName: string;
}

export interface CoverageQuery {
  readonly account: string;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly environments?: readonly Environment[];
}

/** Counts of a day and config over the environments asked for. */
export interface CoverageRow extends Omit<CoverageKey, 'account' | 'environment'> {
  readonly day: string;
  /** `COVERAGE_BUCKETS` integers. */
  readonly histogram: readonly number[];
}

// Events and deliveries

export type EventName =
  | 'extraction.complete'
  | 'extraction.failed'
  | 'extraction.retried'
  | 'extraction.review_changed';

export interface EventRow {
  /** `evt_` and a UUID: the `webhook-id` of its pushes. */
  readonly id: string;
  readonly account: string;
  readonly extractionId: string;
  readonly name: EventName;
  readonly created: Instant;
  /** What is pushed, rendered once; null where there is nothing to push. */
  readonly body: JsonText | null;
  /** Where it is pushed to; null for events of hooks only. */
  readonly push: { readonly deliveryId: string; readonly url: string } | null;
}

export type DeliveryState = 'pending' | 'delivered' | 'dead';

export interface AttemptRow {
  readonly at: Instant;
  /** HTTP status, where there was an answer. */
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
  /** The beginning of the answer. */
  readonly response?: string;
}

export interface DeliveryRow {
  readonly id: string;
  readonly account: string;
  readonly extractionId: string;
  readonly eventId: string;
  readonly event: EventName;
  /** 1, 2 … per extraction, in the order of its changes. */
  readonly sequence: number;
  readonly url: string;
  readonly state: DeliveryState;
  readonly nextAttemptAt: Instant | null;
  readonly attempts: readonly AttemptRow[];
  /** Attempts before the series that runs; the plan of retries counts from there. */
  readonly seriesStart: number;
  /** When it was delivered or given up. */
  readonly ended: Instant | null;
}

/** Where an account has its pushes sent to: the host as in `URL.host`. */
export interface Receiver {
  readonly account: string;
  readonly host: string;
}

/** A push to be made now. */
export interface DeliveryClaim {
  readonly row: DeliveryRow;
  readonly token: string;
  readonly body: JsonText;
}

/** What becomes of a delivery after an attempt. The delay is counted from the store's clock. */
export type AfterAttempt =
  | { readonly state: 'pending'; readonly delayMs: number }
  | { readonly state: 'delivered' | 'dead' };

// Idempotency

export interface IdempotencyKey {
  readonly account: string;
  /** Method and path of the request. */
  readonly route: string;
  readonly key: string;
}

export interface StoredResponse {
  /** Id of what it shows; it goes with that when an extraction is erased. */
  readonly subject: string | null;
  readonly status: number;
  /** Null for an empty one. */
  readonly body: JsonText | null;
}

// Batches and classifications

export interface BatchRow {
  readonly id: string;
  readonly account: string;
  readonly created: Instant;
  readonly description: string | null;
  /** Environment of its extractions. */
  readonly environment: Environment;
  /** Id of the key that made it. */
  readonly keyId: string | null;
  /** In the order of the request. */
  readonly extractionIds: readonly string[];
}

export type StatusCounts = Readonly<Record<ExtractionStatus, number>>;

export interface NewClassification {
  readonly id: string;
  readonly account: string;
  readonly created: Instant;
  readonly document: StoredDocument;
  /** Ids of the document types to choose from; null for all of the account. */
  readonly typeIds: readonly string[] | null;
}

export interface ClassificationRow extends NewClassification {
  readonly phase: 'queued' | 'running' | 'done';
  readonly attempts: number;
  readonly lease: Lease | null;
  readonly completed: Instant | null;
  /** The answer, or what to answer instead. */
  readonly outcome: ClassificationOutcome | null;
}

export type ClassificationOutcome =
  | { readonly ok: true; readonly result: JsonText }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly message: string };

export interface ClassificationClaim {
  readonly row: ClassificationRow;
  readonly token: string;
  readonly attempt: number;
  readonly leaseUntil: Instant;
}

// Keys and tokens

export interface KeyRow {
  /** 12 characters, the public part of the key. */
  readonly id: string;
  readonly account: string;
  readonly name: string;
  /** SHA-256 of the secret, hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly created: Instant;
  readonly expires: Instant | null;
  readonly revoked: Instant | null;
  readonly lastUsed: Instant | null;
  /** Default environment; one of `development` touches nothing of production. */
  readonly environment: Environment | null;
}

export interface TokenGrant {
  readonly route: string;
  readonly method: 'GET' | 'PUT';
  readonly extractionId: string;
}

export interface TokenUse {
  readonly at: Instant;
  readonly route: string;
  readonly method: string;
  readonly extractionId: string;
}

/** A review token: bearer of a few grants. */
export interface TokenRow {
  readonly id: string;
  readonly account: string;
  /** SHA-256 of the secret half, hexadecimal. */
  readonly hash: string;
  readonly grants: readonly TokenGrant[];
  readonly created: Instant;
  readonly expires: Instant;
  readonly revoked: Instant | null;
  /** The last `TOKEN_USES_KEPT`, oldest first. */
  readonly uses: readonly TokenUse[];
}

/** What a purge took away. */
export interface PurgeReport {
  readonly idempotency: number;
  readonly deliveries: number;
  readonly tokens: number;
  readonly classifications: number;
  readonly spreadsheets: number;
}
