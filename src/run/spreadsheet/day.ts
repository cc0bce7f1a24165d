/** Dates of results as people write them. */

const MIDNIGHT = /^(\d{4,6}-\d\d-\d\d)T00:00:00\.000Z$/u;

/** The day of a date that has no time, as `2024-06-21`; undefined for all other values. */
export function dayOf(type: unknown, value: unknown): string | undefined {
  return type === 'date' && typeof value === 'string' ? MIDNIGHT.exec(value)?.[1] : undefined;
}
