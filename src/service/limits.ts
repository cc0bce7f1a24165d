/** Bounds of the service, and their defaults. */
// See docs/language/09-service.md#975-limits
import { availableParallelism } from 'node:os';
import { DAY_MS, KIBIBYTE, MEBIBYTE, MINUTE_MS, SECOND_MS } from '../limits.js';

/** Bounds on requests, documents, time and links. Bytes, milliseconds and counts, as the names say. */
export interface ServiceLimits {
  /** Size of a document that is uploaded or fetched. */
  readonly maxDocumentBytes: number;
  /** Bytes of all uploads under way in this process; at least `maxDocumentBytes`. One account takes half of it at most. */
  readonly maxUploadBytesAtOnce: number;
  /** Size of a document in a request that answers with the result. */
  readonly maxSyncBytes: number;
  /** Time for a request that answers with the result. */
  readonly syncTimeoutMs: number;
  /** Documents that requests wait for and that are read at once, in this process; accounts take turns. */
  readonly maxSyncAtOnce: number;
  readonly maxPages: number;
  /** Time for fetching a document, redirects and body included. */
  readonly fetchMs: number;
  /** Time in which the database must answer a question for its health. */
  readonly healthMs: number;
  /** Time in which the receiver of a push must answer. */
  readonly pushMs: number;
  /** Time for one attempt at an extraction. */
  readonly maxProcessingMs: number;
  readonly maxAttempts: number;
  /**
   * How long models that are away are waited for, since a worker first took up the extraction. Then its fields are null
   * with a reason: a question that no model answers looks like an outage, and each try may cost something.
   */
  readonly maxModelWaitMs: number;
  readonly maxJsonBytes: number;
  /** Size of a request that holds a configuration. */
  readonly maxConfigBodyBytes: number;
  readonly maxConfigBytes: number;
  readonly maxWebhookPayloadBytes: number;
  readonly maxResponseBytes: number;
  readonly maxBatch: number;
  readonly maxSpreadsheetIds: number;
  /** Size of all results, as they are stored, that one spreadsheet is made of. */
  readonly maxSpreadsheetBytes: number;
  readonly maxPortfolioTypes: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  /** How long signed links and upload addresses work. */
  readonly linkMs: number;
  readonly reviewTokenMs: number;
  readonly maxReviewTokenMs: number;
  /** How long a worker holds an extraction without a sign of life. */
  readonly leaseMs: number;
}

/**
 * 4.5 MiB is what serverless hosts accept as a body, less a little. 2,000 pages and 15 minutes are far beyond forms
 * and statements. More documents at once than there are processors only wait for each other. 900 s is how long upload addresses of such services live.
 */
export const DEFAULT_SERVICE_LIMITS: ServiceLimits = {
  maxDocumentBytes: 100 * MEBIBYTE,
  maxUploadBytesAtOnce: 256 * MEBIBYTE,
  maxSyncBytes: 4.5 * MEBIBYTE,
  syncTimeoutMs: 30 * SECOND_MS,
  maxSyncAtOnce: availableParallelism(),
  maxPages: 2_000,
  fetchMs: MINUTE_MS,
  healthMs: 2 * SECOND_MS,
  pushMs: 15 * SECOND_MS,
  maxProcessingMs: 15 * MINUTE_MS,
  maxAttempts: 3,
  maxModelWaitMs: DAY_MS,
  maxJsonBytes: MEBIBYTE,
  maxConfigBodyBytes: 5 * MEBIBYTE,
  maxConfigBytes: MEBIBYTE,
  maxWebhookPayloadBytes: 16 * KIBIBYTE,
  maxResponseBytes: 50 * MEBIBYTE,
  maxBatch: 5_000,
  maxSpreadsheetIds: 500,
  maxSpreadsheetBytes: 1024 * MEBIBYTE,
  maxPortfolioTypes: 100,
  pageSize: 20,
  maxPageSize: 500,
  linkMs: 15 * MINUTE_MS,
  reviewTokenMs: 7 * DAY_MS,
  maxReviewTokenMs: 30 * DAY_MS,
  leaseMs: MINUTE_MS,
};

/**
 * The default limits with some replaced.
 * @throws RangeError for an unknown name, a value that is not a positive number, or no room for one upload
 */
export function resolveServiceLimits(changes: Partial<ServiceLimits> = {}): ServiceLimits {
  const known = Object.keys(DEFAULT_SERVICE_LIMITS);
  for (const [name, value] of Object.entries(changes)) {
    if (!known.includes(name)) {
      throw new RangeError(
        `There is no limit called ${JSON.stringify(name)}; there are ${known.join(', ')}.`,
      );
    }
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) {
      throw new RangeError(`The limit ${name} must be a positive number, not ${String(value)}.`);
    }
  }
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const limits: ServiceLimits = { ...DEFAULT_SERVICE_LIMITS, ...Object.fromEntries(given) };
  const { maxDocumentBytes: one, maxUploadBytesAtOnce: all } = limits;
  if (all >= one) return limits;
  if (changes.maxUploadBytesAtOnce === undefined) return { ...limits, maxUploadBytesAtOnce: one };
  throw new RangeError(`The limit maxUploadBytesAtOnce (${all}) must be at least maxDocumentBytes (${one}).`);
}

/** How many bytes of uploads there may be at once: one account takes half, or one document where that is more. */
export function uploadRoom({ maxUploadBytesAtOnce: all, maxDocumentBytes }: ServiceLimits) {
  return { all, ofAccount: Math.max(all / 2, maxDocumentBytes) };
}

/** Bytes of a Base64 document in JSON that a document of some size takes, with room for the JSON around it. */
export function base64BodyBytes(documentBytes: number): number {
  return Math.ceil((documentBytes * 4) / 3) + 64 * KIBIBYTE;
}
