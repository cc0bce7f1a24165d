/**
 * The rows that stores keep. They are plain data: a store copies them in and out, and knows nothing of what JSON
 * members mean. Ids are lower-case UUIDs (v4) unless said otherwise, and every row belongs to an account.
 */
import type { Environment, Scope } from './api-keys.js';
import type { AuditAction } from './audit.js';

/** Milliseconds since 1970-01-01 UTC: the precision that stores keep and that pages of lists compare. */
export type Instant = number;

/** JSON that a store keeps without looking into it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  readonly [member: string]: Json;
}

/** JSON as text, kept character for character: the order of members is part of results and of what is signed. */
export type JsonText = string;

// Document types, configs, goldens

/** A document type. */
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
interface VersionMeta {
  readonly id: string;
  readonly created: Instant;
}

/** A version's text, byte for byte. It never changes. */
export interface VersionRow extends VersionMeta {
  readonly configId: string;
  readonly text: string;
}

/** A configuration of a document type; its texts are versions. */
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

/** The version of a config that runs in an environment; development falls back to production. */
export function versionFor({ published }: ConfigRow, environment: Environment): string | null {
  const { production, development } = published;
  return environment === 'production' ? production : (development ?? production);
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

/** A sample document of a type, and what is expected of it. */
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

/** The hold of a worker on a row. A result is taken only from the holder of the token. */
export interface Lease {
  readonly token: string;
  readonly until: Instant;
  /** Name of the worker, for people. */
  readonly worker: string;
}

// Events and deliveries

/** What happened to an extraction. */
export type EventName =
  | 'extraction.complete'
  | 'extraction.failed'
  | 'extraction.retried'
  | 'extraction.review_changed';

/** Something that happened to an extraction, and what is pushed of it. */
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

/** Whether a push still waits, arrived, or is given up. */
type DeliveryState = 'pending' | 'delivered' | 'dead';

/** One try of a push. */
export interface AttemptRow {
  readonly at: Instant;
  /** HTTP status, where there was an answer. */
  readonly status?: number;
  readonly error?: string;
  readonly durationMs: number;
  /** The beginning of the answer. */
  readonly response?: string;
}

/** The push of one event to one address, with its tries. */
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
  /** The trace of the request that made the extraction, as the header of that name. */
  readonly traceparent?: string;
}

/** What becomes of a delivery after an attempt. The delay is counted from the store's clock. */
export type AfterAttempt =
  | { readonly state: 'pending'; readonly delayMs: number }
  | { readonly state: 'delivered' | 'dead' };

// Idempotency

/** What a repetition of a request is recognised by. */
export interface IdempotencyKey {
  readonly account: string;
  /** Method and path of the request. */
  readonly route: string;
  readonly key: string;
}

/** A response that repetitions of its request get. */
export interface StoredResponse {
  /** Id of what it shows; it goes with that when an extraction is erased. */
  readonly subject: string | null;
  readonly status: number;
  /** Null for an empty one. */
  readonly body: JsonText | null;
}

// Batches and classifications

/** Extractions that were made together. */
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

/** Extractions by status. */
/** A classification as it is made. */
export interface NewClassification {
  readonly id: string;
  readonly account: string;
  readonly created: Instant;
  readonly document: StoredDocument;
  /** Ids of the document types to choose from; null for all of the account. */
  readonly typeIds: readonly string[] | null;
}

/** A classification with its state and its answer. */
export interface ClassificationRow extends NewClassification {
  readonly phase: 'queued' | 'running' | 'done';
  readonly attempts: number;
  readonly lease: Lease | null;
  readonly completed: Instant | null;
  /** The answer, or what to answer instead. */
  readonly outcome: ClassificationOutcome | null;
}

/** The answer of a classification, or the error in its place. */
export type ClassificationOutcome =
  | { readonly ok: true; readonly result: JsonText }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly message: string };

/** A worker's hold on a classification. */
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

/** One thing that a review token allows. */
interface TokenGrant {
  readonly route: string;
  readonly method: 'GET' | 'PUT';
  readonly extractionId: string;
}

/** One use of a review token. */
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

/** What somebody did, for the audit log. */
export interface AuditRow {
  /** The store gives it; of two entries of one transaction the later one has the higher. */
  readonly id: number;
  readonly account: string;
  readonly at: Instant;
  readonly action: AuditAction;
  /** Id of what it was done to; it may be gone. */
  readonly subject: string;
  readonly name: string | null;
  readonly keyId: string;
  /** The name of the key as it was then. */
  readonly keyName: string;
  readonly details: Readonly<Record<string, string | readonly string[]>>;
}

/** What a purge took away. */
export interface PurgeReport {
  readonly idempotency: number;
  readonly deliveries: number;
  readonly tokens: number;
  readonly classifications: number;
  readonly spreadsheets: number;
}
