/** Values on their way to the database and back, the same for every driver. */
import type { Instant } from '../../rows.js';
import { StoreError } from '../../store-error.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** Whether an id can be one of ours: lower-case UUIDs. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Those of the ids that can be ours. */
export function uuids(ids: readonly string[]): string[] {
  return ids.filter(isUuid);
}

/** An id that a row is to have. @throws StoreError `misuse` when it is no UUID */
export function newUuid(id: string): string {
  if (!isUuid(id)) {
    throw new StoreError('misuse', `The id ${JSON.stringify(id)} is not a UUID in lower case`);
  }
  return id;
}

/** A time for a parameter that is cast to `timestamptz`. */
export function stamp(at: Instant | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
}

/** A time from a row: drivers give dates, or text. */
export function instant(value: unknown): Instant {
  const at = value instanceof Date ? value.getTime() : new Date(String(value)).getTime();
  if (Number.isNaN(at)) throw new StoreError('schema', `The database gave ${String(value)} for a time`);
  return at;
}

export function instantOrNull(value: unknown): Instant | null {
  return value === null || value === undefined ? null : instant(value);
}

/** A count from a row: drivers give numbers, or text for large ones. */
export function count(value: unknown): number {
  return Number(value);
}

/** JSON as text for a parameter; null stays. */
export function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** What JSON of a text column says. The column was written by `json` from a value of the type. */
export function parsed<T>(value: unknown): T {
  return JSON.parse(String(value)) as T;
}

export function parsedOrNull<T>(value: unknown): T | null {
  return value === null || value === undefined ? null : parsed<T>(value);
}

export function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
