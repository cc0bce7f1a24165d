/** Lists of extractions, page by page, and statistics. */
// See docs/language/09-service.md#912-lists-and-statistics
import { DAY_MS } from '../../limits.js';
import { ENVIRONMENTS, type Environment } from '../api-keys.js';
import { sha256, toHex, utf8 } from '../bytes.js';
import type { ServiceContext } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';
import type { ExtractionRow, ListQuery } from '../extraction-rows.js';
import { reaches } from '../invoke.js';
import type { ServiceLimits } from '../limits.js';
import { type Call, type CallOptions, calledAs, defineOperation, type QueryInput } from '../operation.js';
import { retriedAgain } from '../processing/retry.js';
import { shownListed } from '../render.js';
import {
  extractionPage,
  type ListFilters,
  listQuery,
  retriedPage,
  statistics,
  statisticsQuery,
} from '../schemas/extractions.js';
import { readToken, signToken } from '../signed-tokens.js';

/** Requests that name environments to look in. */
const askedEnvironments = {
  asked: ({ query }: { readonly query: { readonly environments?: readonly Environment[] | undefined } }) =>
    query.environments ?? [],
};

/** The environments that a list looks in: those asked for, else all that the caller may touch. */
function environmentsOf({ caller }: Call, asked: readonly Environment[] | undefined): readonly Environment[] {
  return asked ?? ENVIRONMENTS.filter((each) => reaches(caller, each));
}

/** What continuation tokens are signed for. */
const PURPOSE = 'page';

export const listExtractions = defineOperation({
  id: 'listExtractions',
  as: calledAs('extractions.list', (query?: QueryInput, options?: CallOptions) => ({ query, options })),
  tag: 'Extractions',
  summary: 'Extractions, the newest first, page by page',
  method: 'GET',
  path: '/extractions',
  access: { scope: 'read' },
  environments: askedEnvironments,
  query: listQuery,
  response: extractionPage,
  errors: ['bad_range', 'bad_continuation_token'],
  async run({ context, call, query }) {
    const { rows, next } = await pageOf(context, call, query);
    return { extractions: rows.map(shownListed), continuation_token: next, cutoff_date: null };
  },
});

export const retryExtractions = defineOperation({
  id: 'retryExtractions',
  as: calledAs('extractions.retryAll', (query?: QueryInput, options?: CallOptions) => ({ query, options })),
  tag: 'Extractions',
  summary: 'Runs extractions of a list again that have FAILED, page by page',
  method: 'POST',
  path: '/extractions/retry',
  access: { scope: 'configure' },
  environments: askedEnvironments,
  query: listQuery,
  response: retriedPage,
  errors: ['bad_range', 'bad_continuation_token'],
  async run({ context, call, query }) {
    const { rows, next } = await pageOf(context, call, { ...query, statuses: ['FAILED'] });
    const retried: string[] = [];
    for (const row of rows) if (await retriedAgain(context, row)) retried.push(row.id);
    return { retried, skipped: rows.length - retried.length, continuation_token: next };
  },
});

/** A page of extractions, and the token of the next. */
interface Page {
  readonly rows: readonly ExtractionRow[];
  readonly next: string | null;
}

/** How many rows a page has. @throws ServiceError `invalid_request` where more are asked for than may be */
export function pageLimit(
  { pageSize, maxPageSize }: ServiceLimits,
  { limit = pageSize }: { readonly limit?: number | undefined },
): number {
  if (limit <= maxPageSize) return limit;
  throw invalidRequest({ path: 'limit', message: `must be at most ${maxPageSize}` });
}

/** @throws ServiceError `bad_range`, `bad_continuation_token` */
async function pageOf(context: ServiceContext, call: Call, query: ListFilters): Promise<Page> {
  const { store, limits, secrets, time } = context;
  const limit = pageLimit(limits, query);
  const filters = await hashOfFilters(call.account, query);
  const start = query.continuation_token === undefined ? undefined : await pageStart(context, query, filters);
  const from = query.start_date === undefined ? 0 : momentOf(query.start_date, 'first');
  const to = start?.e ?? (query.end_date === undefined ? await time.now() : momentOf(query.end_date, 'last'));
  if (from > to) throw serviceError('bad_range');
  const found = await store.listExtractions({
    ...filtersOf(query),
    account: call.account,
    environments: environmentsOf(call, query.environments),
    from,
    to,
    limit: limit + 1,
    ...(start && { before: { created: start.c, id: start.i } }),
  });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next: PageStart | undefined =
    found.length > limit && last ? { c: last.created, i: last.id, e: to, f: filters } : undefined;
  return { rows, next: next ? await signToken(PURPOSE, next, secrets.urls) : null };
}

export const extractionStatistics = defineOperation({
  id: 'getStatistics',
  as: calledAs('extractions.statistics', (query: QueryInput, options?: CallOptions) => ({ query, options })),
  tag: 'Extractions',
  summary: 'How full the results were, by day and configuration',
  method: 'GET',
  path: '/extractions/statistics',
  access: { scope: 'read' },
  environments: askedEnvironments,
  query: statisticsQuery,
  response: statistics,
  errors: ['bad_range'],
  async run({ context, call, query }) {
    const from = dayOf(momentOf(query.start_date, 'first'));
    const to = dayOf(momentOf(query.end_date, 'last'));
    if (from > to) throw serviceError('bad_range');
    const rows = await context.store.readCoverage({
      account: call.account,
      from,
      to,
      environments: environmentsOf(call, query.environments),
    });
    return {
      statistics: rows.map(({ day, configId, configName, typeId, typeName, histogram }) => ({
        date: day,
        configuration_id: configId,
        configuration_name: configName,
        document_type_id: typeId,
        document_type_name: typeName,
        coverage_histogram: [...histogram],
      })),
    };
  },
});

/** Where a page begins: after a row, in a list whose end and filters are those of its first page. */
interface PageStart {
  readonly c: number;
  readonly i: string;
  readonly e: number;
  readonly f: string;
}

/** @throws ServiceError `bad_continuation_token` */
async function pageStart(
  { secrets }: ServiceContext,
  query: ListFilters,
  filters: string,
): Promise<PageStart> {
  const start = await readToken(PURPOSE, query.continuation_token ?? '', secrets.urls);
  if (!isPageStart(start) || start.f !== filters) throw serviceError('bad_continuation_token');
  return start;
}

function isPageStart(value: unknown): value is PageStart {
  if (typeof value !== 'object' || value === null) return false;
  const { c, i, e, f } = value as Record<string, unknown>;
  return typeof c === 'number' && typeof i === 'string' && typeof e === 'number' && typeof f === 'string';
}

/** A digest of all that decides which rows a list has, besides its pages. */
async function hashOfFilters(account: string, query: ListFilters): Promise<string> {
  const { limit: _limit, continuation_token: _token, ...filters } = query;
  const entries = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return toHex(await sha256(utf8(JSON.stringify([account, entries]))));
}

function filtersOf(query: ListFilters): Partial<ListQuery> {
  return {
    ...(query.document_type_ids && { typeIds: query.document_type_ids }),
    ...(query.configuration_ids && { configIds: query.configuration_ids }),
    ...(query.statuses && { statuses: query.statuses }),
    ...(query.review_statuses && { reviewStatuses: query.review_statuses }),
    ...(query.min_coverage !== undefined && { minCoverage: query.min_coverage }),
    ...(query.max_coverage !== undefined && { maxCoverage: query.max_coverage }),
    ...(query.batch_id !== undefined && { batchId: query.batch_id }),
  };
}

/** Databases know no year 0, and dates as text have four digits of it. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment of a query; a date is its first or last millisecond, and what names no offset is UTC. */
function momentOf(text: string, end: 'first' | 'last'): number {
  const moment = text.includes('T')
    ? Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/u.test(text) ? text : `${text}Z`)
    : Date.parse(`${text}T00:00:00.000Z`) + (end === 'last' ? DAY_MS - 1 : 0);
  if (moment >= FIRST_MOMENT && moment <= LAST_MOMENT) return moment;
  const path = end === 'first' ? 'start_date' : 'end_date';
  throw invalidRequest({ path, message: 'must be in the years 1 to 9999, in UTC' });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
