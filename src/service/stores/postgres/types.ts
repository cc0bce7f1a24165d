/** Document types in PostgreSQL. */
import type { TypeRow } from '../../rows.js';
import type { TypeStore } from '../../store.js';
import type { Database, SqlRow } from './database.js';
import { insert, locked } from './rows.js';
import { instant, isUuid, json, newUuid, parsed, stamp } from './values.js';

const COLUMNS = { id: 'uuid', account: 'text', name: 'text', created: 'timestamptz', body: 'text' };

type Body = Pick<TypeRow, 'description' | 'schema'>;

function typeRow(row: SqlRow): TypeRow {
  const { description, schema } = parsed<Body>(row['body']);
  return {
    id: String(row['id']),
    account: String(row['account']),
    name: String(row['name']),
    description,
    schema,
    created: instant(row['created']),
  };
}

const bodyOf = ({ description, schema }: Body) => json({ description, schema });

export function postgresTypes(db: Database): TypeStore {
  const types = db.table('document_types');
  const getType: TypeStore['getType'] = async (account, by, tx) => {
    if ('id' in by && !isUuid(by.id)) return null;
    const [column, key] = 'id' in by ? ['id', by.id] : ['name', by.name];
    const text = `select * from ${types} where account = $1 and ${column} = $2 ${locked(tx)}`;
    const row = await db.one(tx, text, [account, key]);
    return row && typeRow(row);
  };
  return {
    getType,
    listTypes: async (account, tx) => {
      const rows = await db.run(tx, `select * from ${types} where account = $1 order by name`, [account]);
      return rows.map(typeRow);
    },
    insertType: async (row, tx) => {
      const { account, name } = row;
      const given = { id: newUuid(row.id), account, name, created: stamp(row.created), body: bodyOf(row) };
      const rest = 'on conflict (account, name) do nothing returning id';
      const rows = await insert(db, tx, 'document_types', COLUMNS, [given], rest);
      return rows.length > 0 ? 'ok' : 'name_taken';
    },
    updateType: (account, id, patch, tx) =>
      db.within(tx, async (own) => {
        const row = await getType(account, { id }, own);
        if (!row) return null;
        const next = { ...row, ...patch };
        const text = `update ${types} set name = $2, body = $3 where id = $1 returning *`;
        const rows = await db.unlessTaken(own, text, [id, next.name, bodyOf(next)]);
        return rows === null ? 'name_taken' : typeRow(rows[0]!);
      }),
    deleteType: async (account, id, tx) =>
      isUuid(id) &&
      db.changed(tx, `delete from ${types} where account = $1 and id = $2 returning id`, [account, id]),
  };
}
