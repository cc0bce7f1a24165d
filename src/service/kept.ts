/** How long stores keep what they keep for a time only, and other times that they go by. */
import { DAY_MS, MINUTE_MS } from '../limits.js';

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
/** How many jobs, or pushes, are counted at most: to count more of them would take long. */
export const MOST_COUNTED = 10_000;
