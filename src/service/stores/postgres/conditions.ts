/** Conditions of transitions that more than one statement asks for. */
import { UNQUEUED_AFTER_MS, UPLOAD_GRACE_MS } from '../../kept.js';
import type { Database } from './database.js';

/** Nobody holds the row any more. */
export const free = (db: Database) => `(lease_until is null or lease_until < ${db.now})`;

/** T9: the upload address expired, and nobody has used it for some minutes more. */
export const pastUpload = (db: Database) =>
  `(phase = 'awaiting_upload' and upload_expires < ${db.now} - interval '${UPLOAD_GRACE_MS} milliseconds')`;

/** Attempts at an extraction in the series that runs. */
export const IN_SERIES = '(attempts - series_start)';

/** T11: nobody holds the row, and nobody may take it again. */
export const interrupted = (db: Database, maxAttempts: string) =>
  `(phase in ('queued', 'running', 'awaiting_fetch') and ${free(db)}
    and (${IN_SERIES} >= ${maxAttempts}::integer or origin = 'sync'))`;

/** It was to be worked on for some time, and nobody came. */
export const unqueued = (db: Database) =>
  `(lease_token is null and idle_since < ${db.now} - interval '${UNQUEUED_AFTER_MS} milliseconds')`;

/** A worker holds the row by a token. */
export const heldBy = (token: string) =>
  `phase in ('running', 'awaiting_fetch') and lease_token = ${token}::uuid`;
