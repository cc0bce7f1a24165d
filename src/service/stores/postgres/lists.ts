/** Lists of extractions as SQL: filters, and pages by key. */
import type { ListQuery } from '../../rows.js';
import type { Database } from './database.js';
import { isUuid, stamp, uuids } from './values.js';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Lists that are asked for again and again, and short: their conditions are those of indexes. */
export const FAILED = `status = 'FAILED'`;
export const IN_REVIEW = `'NEEDS_REVIEW' = any (review)`;

function isOnly<T>(values: readonly T[] | undefined, value: T): boolean {
  return values?.length === 1 && values[0] === value;
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
  if (q.configIds?.length) conditions.push(`config_ids && ${bind(uuids(q.configIds))}::uuid[]`);
  if (q.environments?.length) conditions.push(`environment = any (${bind([...q.environments])}::text[])`);
  if (isOnly(q.statuses, 'FAILED')) conditions.push(FAILED);
  else if (q.statuses?.length) conditions.push(`status = any (${bind([...q.statuses])}::text[])`);
  if (isOnly(q.reviewStatuses, 'NEEDS_REVIEW')) conditions.push(IN_REVIEW);
  else if (q.reviewStatuses?.length) conditions.push(`review && ${bind([...q.reviewStatuses])}::text[]`);
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
