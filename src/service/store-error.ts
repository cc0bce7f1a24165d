/** What stores and queues throw besides programming errors. */

/**
 * `unavailable`: the database cannot be reached, or the connection was lost; the call may or may not have happened.
 * `conflict`: a transaction met others again and again and was given up; nothing of it happened.
 * `misuse`: a transaction that has ended, or that of another store, was passed; or a package is missing.
 * `full`: a store in memory has reached the rows that it may hold.
 * `schema`: the tables are missing, or newer than this program.
 */
export type StoreErrorCode = 'unavailable' | 'conflict' | 'misuse' | 'full' | 'schema';

/** A store or queue cannot do what it was asked. The message says what to do; the cause is that of the driver. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** What systems say of disks that are full, over their quota, read-only, broken or away, and of too many open files. */
const STORAGE_CODES: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'ENODEV',
  'ESTALE',
  'EMFILE',
  'ENFILE',
]);
/** Causes of errors that are looked at. */
const MOST_CAUSES = 5;

/** Whether an error is due to files that cannot be written or read at the moment. */
export function isStorageAway(error: unknown): boolean {
  let cause = error;
  for (let i = 0; i < MOST_CAUSES && cause instanceof Error; i += 1) {
    if ('code' in cause && STORAGE_CODES.has(cause.code)) return true;
    cause = cause.cause;
  }
  return false;
}
