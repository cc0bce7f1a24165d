/**
 * Indexes by name, whatever version of the tables they came with. Making one on a large table takes minutes, so on
 * tables that have rows they are made without holding up writes, outside of any transaction, and again where that
 * was cut off.
 */
import { IN_SERIES } from './conditions.js';
import type { SqlClient } from './connections.js';
import type { Database, TableName } from './database.js';
import { DEVELOPMENT, ENDED, FAILED, IN_REVIEW, OPEN, REVIEWED, WITH_CONFIG } from './lists.js';

interface Index {
  readonly name: string;
  readonly table: TableName;
  readonly columns: string;
  readonly where?: string;
}

/** The order of lists. */
const LISTED = 'account, created desc, id desc';
const PRESIGNED = `phase = 'awaiting_upload' and presigned_key is not null`;

const INDEXES: readonly Index[] = [
  // Jobs of a kind and priority by their time: those of a later time are never read.
  { name: 'jobs_due', table: 'jobs', columns: 'kind, priority, run_at, position', where: `state = 'ready'` },
  {
    name: 'jobs_turns',
    table: 'jobs',
    columns: 'kind, priority, account, run_at, position',
    where: `state = 'ready'`,
  },
  {
    name: 'extractions_series',
    table: 'extractions',
    columns: `${IN_SERIES}, origin`,
    where: `phase in ('queued', 'running', 'awaiting_fetch')`,
  },
  // The order in which those that nobody came for are found, however many came in the same moment.
  {
    name: 'extractions_idle',
    table: 'extractions',
    columns: 'idle_since, id',
    where: `phase in ('queued', 'awaiting_fetch')`,
  },
  // Lists that are short beside all rows of an account.
  { name: 'extractions_failed', table: 'extractions', columns: LISTED, where: FAILED },
  { name: 'extractions_open', table: 'extractions', columns: LISTED, where: OPEN },
  {
    name: 'extractions_ended_listed',
    table: 'extractions',
    columns: `${LISTED}, coverage`,
    where: ENDED,
  },
  { name: 'extractions_with_config', table: 'extractions', columns: LISTED, where: WITH_CONFIG },
  { name: 'extractions_in_review', table: 'extractions', columns: LISTED, where: IN_REVIEW },
  { name: 'extractions_reviewed', table: 'extractions', columns: LISTED, where: REVIEWED },
  { name: 'extractions_development', table: 'extractions', columns: LISTED, where: DEVELOPMENT },
  {
    name: 'extractions_coverage',
    table: 'extractions',
    columns: 'account, coverage',
    where: 'coverage is not null',
  },
  { name: 'extractions_presigned', table: 'extractions', columns: 'id', where: PRESIGNED },
  { name: 'extractions_presigned_key', table: 'extractions', columns: 'presigned_key', where: PRESIGNED },
  // What is kept for a time only, each by its age.
  {
    name: 'extractions_documents',
    table: 'extractions',
    columns: 'completed, id',
    where: `phase = 'done' and blob_key is not null`,
  },
  {
    name: 'extractions_results',
    table: 'extractions',
    columns: 'completed, id',
    where: `phase = 'done' and has_result`,
  },
  { name: 'extractions_ended', table: 'extractions', columns: 'completed, id', where: `phase = 'done'` },
  { name: 'batches_created', table: 'batches', columns: 'created' },
  // A receiver that does not answer has many pushes before those of others.
  {
    name: 'deliveries_places',
    table: 'deliveries',
    columns: 'account, host, next_attempt_at, id',
    where: `state = 'pending'`,
  },
  {
    name: 'deliveries_held',
    table: 'deliveries',
    columns: 'lease_until',
    where: `state = 'pending' and lease_token is not null`,
  },
  { name: 'deliveries_dead', table: 'deliveries', columns: 'id', where: `state = 'dead'` },
  { name: 'goldens_blob', table: 'goldens', columns: 'blob_key' },
  { name: 'goldens_thumbnail', table: 'goldens', columns: 'thumbnail_key' },
];

/** Indexes of earlier versions that nothing asks for any more. */
const OBSOLETE = [
  'extractions_attempts',
  'jobs_priority_run_at_position_idx',
  'jobs_kind_priority_run_at_position_idx',
  'extractions_completed_idx',
  'extractions_attempts_origin_idx',
  'extractions_idle_since_idx',
  'extractions_account_created_id_idx1',
  'extractions_account_created_id_idx2',
];

/** How indexes are made and dropped: in a transaction that makes the tables, or beside the work that goes on. */
type Way = 'in transaction' | 'concurrently';

/** Which of some indexes there are, and whether they can be used: making one may have been cut off. */
async function statesOf(db: Database, client: SqlClient, names: readonly string[]) {
  const { rows } = await client.query(
    `select name, indisvalid as valid from json_array_elements_text($1::json) as given (name)
      join pg_index on indexrelid = to_regclass(name)`,
    [JSON.stringify(names.map((name) => db.name(name)))],
  );
  return new Map((rows as { name: string; valid: boolean }[]).map(({ name, valid }) => [name, valid]));
}

/** Makes the indexes that are missing, and then drops those that are obsolete. */
export async function makeIndexes(db: Database, client: SqlClient, way: Way): Promise<void> {
  const concurrently = way === 'concurrently' ? 'concurrently' : '';
  const states = await statesOf(db, client, [...INDEXES.map(({ name }) => name), ...OBSOLETE]);
  const drop = (name: string) => client.query(`drop index ${concurrently} ${db.name(name)}`);
  for (const { name, table, columns, where } of INDEXES) {
    const isValid = states.get(db.name(name));
    if (isValid) continue;
    if (isValid === false) await drop(name);
    const condition = where === undefined ? '' : `where ${where}`;
    await client.query(
      `create index ${concurrently} al_${name} on ${db.table(table)} (${columns}) ${condition}`,
    );
  }
  for (const name of OBSOLETE) if (states.has(db.name(name))) await drop(name);
}
