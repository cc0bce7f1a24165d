/** Configs and their versions in memory. */
import type { ConfigStore } from '../../store.js';
import { addNew, type Memory, sortedBy } from './state.js';

const keyOf = (configId: string, id: string) => `${configId}/${id}`;

/** Takes a config away with its versions. @returns whether there was one */
export function deleteConfigEntry(memory: Memory, id: string): boolean {
  for (const version of memory.versions.filter((row) => row.configId === id)) {
    memory.versions.delete(keyOf(id, version.id));
  }
  for (const golden of memory.goldens.filter((row) => row.configId === id)) {
    memory.goldens.set(golden.id, { ...golden, configId: null });
  }
  return memory.configs.delete(id);
}

export function memoryConfigs(memory: Memory): ConfigStore {
  const { configs, versions } = memory;
  const named = (typeId: string, name: string) =>
    configs.find((row) => row.typeId === typeId && row.name === name);
  return {
    listConfigs: (typeId, tx) =>
      memory.call(tx, () =>
        sortedBy(
          configs.filter((row) => row.typeId === typeId),
          (row) => row.name,
        ),
      ),
    getConfig: (by, tx) =>
      memory.call(tx, () => ('id' in by ? configs.get(by.id) : named(by.typeId, by.name)) ?? null),
    insertConfig: (row, added, tx) =>
      memory.call(tx, () => {
        if (!memory.types.has(row.typeId)) return 'no_type';
        if (named(row.typeId, row.name)) return 'name_taken';
        addNew(configs, row.id, { ...row, counter: 1 });
        for (const version of added) addNew(versions, keyOf(row.id, version.id), version);
        return 'ok';
      }),
    changeConfig: (id, expect, next, add, tx) =>
      memory.call(tx, () => {
        const row = configs.get(id);
        if (row?.counter !== expect.counter) return 'stale';
        const other = named(row.typeId, next.name);
        if (other && other.id !== id) return 'name_taken';
        const { name, published, draft } = next;
        const kept = new Set(next.versions.map((version) => version.id));
        for (const version of versions.filter((each) => each.configId === id && !kept.has(each.id))) {
          versions.delete(keyOf(id, version.id));
        }
        if (add) addNew(versions, keyOf(id, add.id), add);
        configs.set(
          id,
          structuredClone({
            ...row,
            name,
            published,
            draft,
            versions: next.versions,
            counter: row.counter + 1,
          }),
        );
        return 'ok';
      }),
    deleteConfig: (id, tx) => memory.call(tx, () => deleteConfigEntry(memory, id)),
    getVersions: (configId, ids, tx) =>
      memory.call(tx, () =>
        ids.flatMap((id) => {
          const version = versions.get(keyOf(configId, id));
          return version ? [version] : [];
        }),
      ),
  };
}
