/** Lists of extractions as SQL: filters, and pages by key. */
import type { ListQuery } from '../../extraction-rows.js';
import type { Database } from './database.js';
import { isUuid, stamp, uuids } from './values.js';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Lists that are short beside all rows of an account: their conditions are those of indexes, word for word. */
export const FAILED = `status = 'FAILED'`;
export const OPEN = `status in ('WAITING', 'PROCESSING')`;
/** Lists that would have to pass over all that waits, which is the newest, before they come to their first row. */
export const ENDED = `status in ('COMPLETE', 'FAILED')`;
export const WITH_CONFIG = `config_ids <> '{}'`;
export const IN_REVIEW = `'NEEDS_REVIEW' = any (review)`;
export const REVIEWED = `review && array['NEEDS_REVIEW', 'APPROVED', 'REJECTED']`;
export const DEVELOPMENT = `environment = 'development'`;

/** Whether a filter is given and lets nothing but these values through. */
function isWithin<T>(given: readonly T[] | undefined, ...values: readonly T[]): boolean {
  return given !== undefined && given.length > 0 && given.every((value) => values.includes(value));
}

/** A page of extractions by `created`, then `id`, both descending. */
export function listStatement(db: Database, q: ListQuery): Statement {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    `account = ${bind(q.account)}`,
    `created >= ${bind(stamp(q.from))}::timestamptz`,
    `created <= ${bind(stamp(q.to))}::timestamptz`,
  ];
  if (q.before) {
    const id = isUuid(q.before.id) ? q.before.id : null;
    conditions.push(`(created, id) < (${bind(stamp(q.before.created))}::timestamptz, ${bind(id)}::uuid)`);
  }
  if (q.typeIds?.length) conditions.push(`type_ids && ${bind(uuids(q.typeIds))}::uuid[]`);
  if (q.configIds?.length) {
    conditions.push(WITH_CONFIG, `config_ids && ${bind(uuids(q.configIds))}::uuid[]`);
  }
  if (isWithin(q.environments, 'development')) conditions.push(DEVELOPMENT);
  else if (q.environments?.length) {
    conditions.push(`environment = any (${bind([...q.environments])}::text[])`);
  }
  if (isWithin(q.statuses, 'FAILED')) conditions.push(FAILED);
  else if (q.statuses?.length) {
    if (isWithin(q.statuses, 'WAITING', 'PROCESSING')) conditions.push(OPEN);
    if (isWithin(q.statuses, 'COMPLETE', 'FAILED')) conditions.push(ENDED);
    conditions.push(`status = any (${bind([...q.statuses])}::text[])`);
  }
  if (isWithin(q.reviewStatuses, 'NEEDS_REVIEW')) conditions.push(IN_REVIEW);
  else if (q.reviewStatuses?.length) {
    conditions.push(REVIEWED, `review && ${bind([...q.reviewStatuses])}::text[]`);
  }
  // Nothing has a coverage before it has ended.
  if (q.minCoverage !== undefined || q.maxCoverage !== undefined) conditions.push(ENDED);
  if (q.minCoverage !== undefined) {
    conditions.push(`coverage >= ${bind(q.minCoverage)}::double precision`);
  }
  if (q.maxCoverage !== undefined) {
    conditions.push(`coverage <= ${bind(q.maxCoverage)}::double precision`);
  }
  if (q.batchId !== undefined) {
    conditions.push(`batch_id = ${bind(isUuid(q.batchId) ? q.batchId : null)}::uuid`);
  }
  const text = `select * from ${db.table('extractions')} where ${conditions.join(' and ')}
    order by created desc, id desc limit ${bind(q.limit)}::integer`;
  return { text, values };
}
