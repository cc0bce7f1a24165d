/** Counters of coverage in memory. */
import { COVERAGE_BUCKETS } from '../../extraction-rows.js';
import type { CoverageStore } from '../../store.js';
import { coverageRows } from '../coverage-sums.js';
import type { Memory } from './state.js';

export function memoryCoverage(memory: Memory): CoverageStore {
  const { coverage } = memory;
  return {
    addCoverage: (day, key, bucket, tx) =>
      memory.call(tx, () => {
        const id = JSON.stringify([key.account, day, key.environment, key.typeId, key.configId]);
        const histogram = [...(coverage.get(id)?.histogram ?? new Array<number>(COVERAGE_BUCKETS).fill(0))];
        histogram[bucket] = (histogram[bucket] ?? 0) + 1;
        const { account, ...shown } = key;
        coverage.set(id, { account, day, key: shown, histogram });
      }),
    readCoverage: (q, tx) =>
      memory.call(tx, () =>
        coverageRows(
          coverage.filter(
            ({ account, day, key }) =>
              account === q.account &&
              day >= q.from &&
              day <= q.to &&
              (!q.environments?.length || q.environments.includes(key.environment)),
          ),
        ),
      ),
  };
}
