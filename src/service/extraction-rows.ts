/** Rows of extractions, from request to review, and what is counted of them. See `rows.ts`. */
import type { Environment } from './api-keys.js';
import type { Instant, Json, JsonText, Lease, StoredDocument } from './rows.js';

/** Where an extraction is, as callers see it. */
export type ExtractionStatus = 'WAITING' | 'PROCESSING' | 'COMPLETE' | 'FAILED';

/** What a reviewer decided, or that one is needed. */
export type ReviewStatus = 'NEEDS_REVIEW' | 'APPROVED' | 'REJECTED';

/** Where an extraction is. WAITING is the first two, PROCESSING the next two, COMPLETE or FAILED the last. */
export type Phase = 'awaiting_upload' | 'awaiting_fetch' | 'queued' | 'running' | 'done';

/** How the document comes in. */
type Origin = 'upload' | 'url' | 'sync';

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
  /** As declared; what was recognised is in the stored document. */
  readonly contentType?: string;
  readonly webhook?: WebhookTarget;
  /** Id of the key that made the extraction; keys of scope `extract` may read their own. */
  readonly keyId?: string;
  readonly actor?: Actor;
  /** The trace of the request, as the header of that name. */
  readonly traceparent?: string;
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

/** T2: its bytes are at an address of the caller. */
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

/** An extraction as it is made, before its document is read. */
export type NewExtraction = NewUpload | NewFetch;

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
  /** T11: its lease ran out, and it was tried `maxAttempts` times in its series, or is a synchronous one. */
  | { readonly because: 'interrupted'; readonly maxAttempts: number }
  /** T8: whatever it waits for, it cannot succeed. */
  | { readonly because: 'permanent' };

/** One step of a review: who changed what, and when. */
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

/** An extraction with everything that is known of it. */
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
  /** Times that it was begun, over all series. */
  readonly attempts: number;
  /** Attempts before the series that runs; `maxAttempts` counts from there. */
  readonly seriesStart: number;
  readonly lease: Lease | null;
  readonly summary: OutcomeSummary | null;
  readonly configIds: readonly string[];
  readonly reviewStatuses: readonly (ReviewStatus | null)[];
  /** 0 until it is COMPLETE, then 1, and one more with each review. */
  readonly reviewVersion: number;
  /** When document or result were erased. */
  readonly erased: Instant | null;
}

/**
 * Attempts of the series that runs: since the extraction was made, or since it was last retried.
 *
 * @example
 * attemptsInSeries({ attempts: 5, seriesStart: 3 }); // 2
 */
export function attemptsInSeries({
  attempts,
  seriesStart,
}: Pick<ExtractionRow, 'attempts' | 'seriesStart'>): number {
  return attempts - seriesStart;
}

/** A worker's hold on an extraction. `attempt` counts from 1, over all series; it is `row.attempts`. */
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
  /** Since when. */
  readonly since: Instant;
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

/** Which extractions a list holds. */
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

/** How many extractions have each status. */
export type StatusCounts = Readonly<Record<ExtractionStatus, number>>;

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

/** The days and environments that statistics cover. */
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
