/**
 * The engine of an extraction service: document types, configurations, extractions, reviews, webhooks. It bundles no
 * server; a host mounts `handle`. See `docs/guides/service.md`.
 *
 * @example
 * const service = createService({ keys: memoryKeys() });
 * service.worker().start();
 * const response = await service.handle(request);
 */
export {
  type Environment,
  type KeyRow,
  type KeyStore,
  makeKey,
  type NewKey,
  type Principal,
  type Scope,
} from './api-keys.js';
export type { AuditAction } from './audit.js';
export { directoryBlobs } from './blobs/directory.js';
export { memoryBlobs } from './blobs/memory.js';
export { type ObjectBlobsOptions, type ObjectStorage, objectBlobs } from './blobs/object-storage.js';
export {
  type PostgresBlobs,
  type PostgresBlobsOptions,
  postgresBlobs,
  type QueryClient,
} from './blobs/postgres.js';
export { type S3Module, type S3StorageOptions, s3Storage } from './blobs/s3.js';
export type { Blobs } from './blobs.js';
export type { ServiceClock } from './clock.js';
export type { ClassificationOptions, Retention, ServiceEvent, ServiceHooks } from './context.js';
export {
  type RequestIssue,
  SERVICE_ERRORS,
  ServiceError,
  type ServiceErrorCode,
  type ServiceErrorDetails,
} from './errors.js';
export type * from './extraction-rows.js';
export { type EnvService, serviceFromEnv } from './from-env.js';
export type { Handle, RequestContext } from './http/handler.js';
export { DEFAULT_SERVICE_LIMITS, type ServiceLimits } from './limits.js';
export { jsonLogger, type LogFields, type Logger, type LogLevel, silentLogger } from './logging.js';
export { memoryKeys } from './memory-keys.js';
export type { ServiceMethods } from './methods.js';
export type { GaugeName, MetricName, Reading } from './metrics.js';
export { type NodeListener, type NodeListenerOptions, toNodeListener } from './node.js';
export type { CallOptions, GivenDocument, QueryInput } from './operation.js';
export type { KeyCaller, KeyOps, KeyRequest, ShownKey } from './operations/keys.js';
export { type NodeFetchOptions, nodeFetch, type Resolve } from './outbound/node-fetch.js';
export type { OutboundPolicy } from './outbound/policy.js';
export type { Fetch } from './outbound/request.js';
export type { QueueOps } from './pauses.js';
export type { PortfolioNames } from './portfolio-names.js';
export { postgresTokenBucket } from './postgres-rate-limit.js';
export type { GoldenCheck } from './processing/golden-check.js';
export type { JobInput, JobKind, LeasedJob, Queue, QueueSize } from './queue.js';
export { bullQueue } from './queues/bullmq.js';
export type * from './queues/clients.js';
export { jetStreamQueue } from './queues/jetstream.js';
export { memoryQueue } from './queues/memory.js';
export { type PostgresQueueOptions, postgresQueue } from './queues/postgres.js';
export { type RateLimiter, type TokenBucket, tokenBucket } from './rate-limit.js';
export { type RedisClient, type RedisTokenBucketOptions, redisTokenBucket } from './redis-rate-limit.js';
export type * from './rows.js';
export { createService, type Service, type ServiceOptions } from './service.js';
export { type Environ, SETTINGS, type Setting } from './settings.js';
export type { Store, Tx } from './store.js';
export { StoreError, type StoreErrorCode } from './store-error.js';
export { storeKeys } from './store-keys.js';
export { type MemoryStore, type MemoryStoreOptions, memoryStore } from './stores/memory.js';
export { type PostgresStore, type PostgresStoreOptions, postgresStore } from './stores/postgres.js';
export type { SweepOptions, SweepReport } from './sweep.js';
export {
  type Attributes,
  type OpenTelemetryApi,
  openTelemetry,
  type Span,
  type Telemetry,
} from './telemetry.js';
export {
  makeWebhookSecret,
  verifyWebhook,
  type WebhookSecrets,
  WebhookVerificationError,
} from './webhooks/signature.js';
export type { RunPendingOptions, Worker, WorkerOptions } from './worker.js';
