/** Golden documents in PostgreSQL. */
import type { GoldenRow, StoredDocument } from '../../rows.js';
import type { GoldenStore } from '../../store.js';
import type { Database, SqlRow } from './database.js';
import { insert, locked } from './rows.js';
import { instant, isUuid, json, newUuid, parsed, parsedOrNull, stamp, textOrNull } from './values.js';

const COLUMNS = {
  id: 'uuid',
  account: 'text',
  type_id: 'uuid',
  name: 'text',
  created: 'timestamptz',
  config_id: 'uuid',
  blob_key: 'text',
  document: 'text',
  thumbnail_key: 'text',
  body: 'text',
};

type Body = Pick<GoldenRow, 'error' | 'expected'>;

function goldenRow(row: SqlRow): GoldenRow {
  const { error, expected } = parsed<Body>(row['body']);
  return {
    id: String(row['id']),
    account: String(row['account']),
    typeId: String(row['type_id']),
    name: String(row['name']),
    created: instant(row['created']),
    configId: textOrNull(row['config_id']),
    document: parsedOrNull<StoredDocument>(row['document']),
    error,
    thumbnailKey: textOrNull(row['thumbnail_key']),
    expected,
  };
}

const bodyOf = ({ error, expected }: Body) => json({ error, expected });

export function postgresGoldens(db: Database): GoldenStore {
  const goldens = db.table('goldens');
  const types = db.table('document_types');
  const getGolden: GoldenStore['getGolden'] = async (by, tx) => {
    if (!isUuid('id' in by ? by.id : by.typeId)) return null;
    const [where, values] =
      'id' in by ? ['id = $1', [by.id]] : ['type_id = $1 and name = $2', [by.typeId, by.name]];
    const row = await db.one(tx, `select * from ${goldens} where ${where} ${locked(tx)}`, values);
    return row && goldenRow(row);
  };
  return {
    getGolden,
    listGoldens: async (typeId, tx) => {
      if (!isUuid(typeId)) return [];
      const rows = await db.run(tx, `select * from ${goldens} where type_id = $1 order by name`, [typeId]);
      return rows.map(goldenRow);
    },
    insertGolden: (row, tx) =>
      db.within(tx, async (own) => {
        if (!isUuid(row.typeId)) return 'no_type';
        const type = await db.one(own, `select 1 from ${types} where id = $1 for key share`, [row.typeId]);
        if (!type) return 'no_type';
        const given = {
          id: newUuid(row.id),
          account: row.account,
          type_id: row.typeId,
          name: row.name,
          created: stamp(row.created),
          config_id: row.configId,
          blob_key: row.document?.blobKey ?? null,
          document: json(row.document),
          thumbnail_key: row.thumbnailKey,
          body: bodyOf(row),
        };
        const rest = 'on conflict (type_id, name) do nothing returning id';
        const rows = await insert(db, own, 'goldens', COLUMNS, [given], rest);
        return rows.length > 0 ? 'ok' : 'name_taken';
      }),
    changeGolden: (id, patch, tx) =>
      db.within(tx, async (own) => {
        const row = await getGolden({ id }, own);
        if (!row) return null;
        const next = { ...row, ...patch };
        const text = `update ${goldens} set name = $2, config_id = $3, thumbnail_key = $4, body = $5
          where id = $1 returning *`;
        const values = [id, next.name, next.configId, next.thumbnailKey, bodyOf(next)];
        const rows = await db.unlessTaken(own, text, values);
        return rows === null ? 'name_taken' : goldenRow(rows[0]!);
      }),
    attachGolden: async (id, document, tx) => {
      if (!isUuid(id)) return 'not_waiting';
      const text = `update ${goldens} set blob_key = $2, document = $3
        where id = $1 and document is null returning id`;
      return (await db.changed(tx, text, [id, document.blobKey, json(document)])) ? 'ok' : 'not_waiting';
    },
    deleteGolden: async (id, tx) =>
      isUuid(id) && db.changed(tx, `delete from ${goldens} where id = $1 returning id`, [id]),
  };
}
