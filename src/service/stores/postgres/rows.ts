/** Rows into tables, whatever the driver: one parameter of JSON, which the database takes apart. */
import type { Tx } from '../../store.js';
import type { Database, SqlRow, TableName } from './database.js';

/** Columns of a table and their types in SQL. */
type Columns = Readonly<Record<string, string>>;

/** Columns that the statement itself works out, as SQL; their parameters begin at `$2`. */
interface Computed {
  readonly columns: Readonly<Record<string, string>>;
  /** SQL that takes the place of a column that was given. */
  readonly instead?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
}

/**
 * Inserts rows. Members are named like columns; what may hold U+0000 must be JSON text.
 * @param rest what follows, such as `on conflict do nothing returning id`; rows that are there are `present`
 */
export function insert(
  db: Database,
  tx: Tx | undefined,
  table: TableName,
  columns: Columns,
  rows: readonly Readonly<Record<string, unknown>>[],
  rest = '',
  computed: Computed = { columns: {} },
): Promise<SqlRow[]> {
  const names = Object.keys(columns);
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const into = [...names, ...Object.keys(computed.columns)].join(', ');
  const given = names.map((name) => computed.instead?.[name] ?? name);
  const from = [...given, ...Object.values(computed.columns)].join(', ');
  const text = `insert into ${db.table(table)} as present (${into}) select ${from}
    from json_to_recordset($1::json) as given (${types.join(', ')}) ${rest}`;
  return db.run(tx, text, [JSON.stringify(rows), ...(computed.values ?? [])]);
}

/** SQL that locks what a transaction reads until it ends. */
export function locked(tx: Tx | undefined): string {
  return tx === undefined ? '' : 'for no key update';
}
