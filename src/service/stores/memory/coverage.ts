/** Counters of coverage in memory. */
import { COVERAGE_BUCKETS, type CoverageRow } from '../../rows.js';
import type { CoverageStore } from '../../store.js';
import { type Memory, sortedBy } from './state.js';

export function memoryCoverage(memory: Memory): CoverageStore {
  const { coverage } = memory;
  return {
    addCoverage: (day, key, bucket, tx) =>
      memory.call(tx, () => {
        const id = JSON.stringify([key.account, day, key.environment, key.typeId, key.configId]);
        const histogram = [...(coverage.get(id)?.histogram ?? new Array<number>(COVERAGE_BUCKETS).fill(0))];
        histogram[bucket] = (histogram[bucket] ?? 0) + 1;
        coverage.set(id, { day, key: { ...key }, histogram });
      }),
    readCoverage: (query, tx) =>
      memory.call(tx, () => {
        const rows = new Map<string, CoverageRow>();
        for (const { day, key, histogram } of coverage.values()) {
          const { account, environment, ...shown } = key;
          if (account !== query.account || day < query.from || day > query.to) continue;
          if (query.environments?.length && !query.environments.includes(environment)) continue;
          const id = JSON.stringify([day, key.typeId, key.configId]);
          const sum = rows.get(id)?.histogram;
          rows.set(id, { day, ...shown, histogram: histogram.map((count, i) => count + (sum?.[i] ?? 0)) });
        }
        return sortedBy(
          [...rows.values()],
          (row) => row.day,
          (row) => row.typeName,
          (row) => row.configName,
          (row) => row.configId,
        );
      }),
  };
}
