/** Configs and their versions in PostgreSQL. */
import type { ConfigRow, VersionRow } from '../../rows.js';
import type { ConfigStore } from '../../store.js';
import type { Database, SqlRow } from './database.js';
import { insert, locked } from './rows.js';
import { count, instant, isUuid, json, newUuid, parsed, stamp } from './values.js';

const COLUMNS = {
  id: 'uuid',
  type_id: 'uuid',
  name: 'text',
  created: 'timestamptz',
  counter: 'integer',
  body: 'text',
};
const VERSION_COLUMNS = { config_id: 'uuid', id: 'text', created: 'timestamptz', text_json: 'text' };

type Body = Pick<ConfigRow, 'versions' | 'published' | 'draft'>;

function configRow(row: SqlRow): ConfigRow {
  const { versions, published, draft } = parsed<Body>(row['body']);
  return {
    id: String(row['id']),
    typeId: String(row['type_id']),
    name: String(row['name']),
    created: instant(row['created']),
    counter: count(row['counter']),
    versions,
    published,
    draft,
  };
}

function versionRow(row: SqlRow): VersionRow {
  return {
    id: String(row['id']),
    configId: String(row['config_id']),
    created: instant(row['created']),
    text: parsed<string>(row['text_json']),
  };
}

const bodyOf = ({ versions, published, draft }: Body) => json({ versions, published, draft });

const given = (configId: string) => (version: VersionRow) => ({
  config_id: configId,
  id: version.id,
  created: stamp(version.created),
  text_json: json(version.text),
});

export function postgresConfigs(db: Database): ConfigStore {
  const configs = db.table('configs');
  const versions = db.table('config_versions');
  const types = db.table('document_types');
  return {
    listConfigs: async (typeId, tx) => {
      if (!isUuid(typeId)) return [];
      const rows = await db.run(tx, `select * from ${configs} where type_id = $1 order by name`, [typeId]);
      return rows.map(configRow);
    },
    getConfig: async (by, tx) => {
      if (!isUuid('id' in by ? by.id : by.typeId)) return null;
      const [where, values] =
        'id' in by ? ['id = $1', [by.id]] : ['type_id = $1 and name = $2', [by.typeId, by.name]];
      const row = await db.one(tx, `select * from ${configs} where ${where} ${locked(tx)}`, values);
      return row && configRow(row);
    },
    insertConfig: (row, added, tx) =>
      db.within(tx, async (own) => {
        if (!isUuid(row.typeId)) return 'no_type';
        // The lock keeps the type until the config is stored.
        const type = await db.one(own, `select 1 from ${types} where id = $1 for key share`, [row.typeId]);
        if (!type) return 'no_type';
        const config = {
          id: newUuid(row.id),
          type_id: row.typeId,
          name: row.name,
          created: stamp(row.created),
          counter: 1,
          body: bodyOf(row),
        };
        const rest = 'on conflict (type_id, name) do nothing returning id';
        const rows = await insert(db, own, 'configs', COLUMNS, [config], rest);
        if (rows.length === 0) return 'name_taken';
        await insert(db, own, 'config_versions', VERSION_COLUMNS, added.map(given(row.id)));
        return 'ok';
      }),
    changeConfig: (id, expect, next, add, tx) =>
      db.within(tx, async (own) => {
        if (!isUuid(id)) return 'stale';
        const text = `update ${configs} set name = $3, body = $4, counter = counter + 1
          where id = $1 and counter = $2 returning id`;
        const rows = await db.unlessTaken(own, text, [id, expect.counter, next.name, bodyOf(next)]);
        if (rows === null) return 'name_taken';
        if (rows.length === 0) return 'stale';
        const kept = next.versions.map((version) => version.id);
        await db.run(own, `delete from ${versions} where config_id = $1 and id <> all ($2::text[])`, [
          id,
          kept,
        ]);
        if (add) await insert(db, own, 'config_versions', VERSION_COLUMNS, [add].map(given(id)));
        return 'ok';
      }),
    deleteConfig: (id, tx) =>
      db.within(tx, async (own) => {
        if (!isUuid(id)) return false;
        const goldens = db.table('goldens');
        await db.run(own, `update ${goldens} set config_id = null where config_id = $1`, [id]);
        return db.changed(own, `delete from ${configs} where id = $1 returning id`, [id]);
      }),
    getVersions: async (configId, ids, tx) => {
      if (!isUuid(configId) || ids.length === 0) return [];
      const text = `select * from ${versions} where config_id = $1 and id = any ($2::text[])`;
      const rows = (await db.run(tx, text, [configId, [...ids]])).map(versionRow);
      return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    },
  };
}
