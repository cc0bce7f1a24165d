/** What errors of the database mean, for store, queue and blobs. */
import { StoreError } from '../../store-error.js';

/** Serialisation failure and deadlock: nothing happened, and the same may be tried again. */
const CONFLICTS = new Set(['40001', '40P01']);
/** Shut down, crashed, starting, too many connections; classes 08 (connection) are looked at apart. */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '53300']);
/** Errors of sockets and names. */
const UNREACHABLE = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/u;
/** Errors of `pg` that have no code. */
const LOST =
  /connection terminated|connection error|timeout exceeded|read timeout|pool after calling end|not queryable/iu;
/** The disk of the database is full, or its memory (class 53), or a file cannot be read or written (58030). */
const NO_ROOM = new Set(['53100', '53200', '58030']);
/** Sessions that may only read: those of a standby after a failover, or of a server that has no room left. */
const READ_ONLY = '25006';
/** The server gave up on a statement, or on waiting for a lock: by a limit of its own, or because somebody said so. */
const GIVEN_UP = new Set(['57014', '55P03']);
/** A table, column or schema that is missing. */
const NO_SCHEMA = new Set(['42P01', '42703', '3F000']);
const UNIQUE = '23505';

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** Whether a unique key was taken. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === UNIQUE;
}

/** Whether the same may be tried again at once. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** Whether the session is lost or of no more use, or there is none to be had. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === READ_ONLY || GIVEN_UP.has(code)) return true;
  if (code.startsWith('08') || UNAVAILABLE.has(code) || UNREACHABLE.test(code)) return true;
  return code === '' && error instanceof Error && LOST.test(error.message);
}

/** The database can be read, but not written. @param cause the error of the driver, where a statement was refused */
export function readOnly(cause?: unknown): StoreError {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new StoreError('unavailable', `The database can only be read${why}`, cause);
}

/** The error as callers know it; errors that are not the database's stay as they are. */
export function asStoreError(error: unknown): unknown {
  const text = error instanceof Error ? error.message : String(error);
  if (codeOf(error) === READ_ONLY) return readOnly(error);
  if (GIVEN_UP.has(codeOf(error))) {
    return new StoreError('unavailable', `The database gave up on a statement: ${text}`, error);
  }
  if (isLost(error)) return new StoreError('unavailable', `The database cannot be reached: ${text}`, error);
  if (NO_ROOM.has(codeOf(error))) {
    return new StoreError('unavailable', `The database has no room: ${text}`, error);
  }
  if (isConflict(error)) {
    return new StoreError('conflict', `Others changed the same rows again and again: ${text}`, error);
  }
  if (isTaken(error)) return new StoreError('misuse', `A row of this id is there already: ${text}`, error);
  if (NO_SCHEMA.has(codeOf(error))) {
    return new StoreError('schema', `The tables are missing or old, run migrate() first: ${text}`, error);
  }
  return error;
}
