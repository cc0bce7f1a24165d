/** Which extractions a list shows, and in which order. */
import type { ExtractionRow, ListQuery } from '../../extraction-rows.js';

/** Whether an extraction belongs to a page of a list. */
export function matches(row: ExtractionRow, q: ListQuery): boolean {
  const coverage = row.summary?.coverage ?? null;
  const bounded = q.minCoverage !== undefined || q.maxCoverage !== undefined;
  return (
    row.account === q.account &&
    row.created >= q.from &&
    row.created <= q.to &&
    (!q.before || isBefore(row, q.before)) &&
    meets(row.typeIds, q.typeIds) &&
    meets(row.configIds, q.configIds) &&
    meets([row.request.environment], q.environments) &&
    meets([row.status], q.statuses) &&
    meets(row.reviewStatuses, q.reviewStatuses) &&
    (!bounded || coverage !== null) &&
    (coverage ?? 0) >= (q.minCoverage ?? 0) &&
    (coverage ?? 0) <= (q.maxCoverage ?? 1) &&
    (q.batchId === undefined || row.batchId === q.batchId)
  );
}

/** Puts rows in the order of lists: `created`, then `id`, both descending. */
export function newestFirst<Row extends { created: number; id: string }>(rows: Row[]): Row[] {
  return rows.sort((a, b) => (isBefore(b, a) ? -1 : 1));
}

function isBefore(row: { created: number; id: string }, other: { created: number; id: string }): boolean {
  return row.created < other.created || (row.created === other.created && row.id < other.id);
}

function meets<T>(values: readonly T[], wanted: readonly T[] | undefined): boolean {
  return !wanted || wanted.length === 0 || wanted.some((each) => values.includes(each));
}
