/** Counters of coverage in PostgreSQL. */
import type { Environment } from '../../api-keys.js';
import { COVERAGE_BUCKETS } from '../../extraction-rows.js';
import type { CoverageStore } from '../../store.js';
import { coverageRows } from '../coverage-sums.js';
import type { Database } from './database.js';

export function postgresCoverage(db: Database): CoverageStore {
  const days = db.table('coverage_days');
  return {
    addCoverage: async (day, key, bucket, tx) => {
      const first = Array.from({ length: COVERAGE_BUCKETS }, (_, i) => (i === bucket ? 1 : 0));
      // Subscripts of arrays count from 1.
      const text = `insert into ${days} as d
          (account, day, environment, type_id, config_id, type_name, config_name, histogram)
        values ($1, $2, $3, $4, $5, $6, $7, $8::integer[])
        on conflict (account, day, environment, type_id, config_id) do update set
          type_name = excluded.type_name, config_name = excluded.config_name,
          histogram[$9::integer] = d.histogram[$9::integer] + 1`;
      const { account, environment, typeId, configId, typeName, configName } = key;
      const values = [account, day, environment, typeId, configId, typeName, configName, first, bucket + 1];
      await db.run(tx, text, values);
    },
    readCoverage: async (q, tx) => {
      const text = `select * from ${days} where account = $1 and day >= $2 and day <= $3
        and ($4::text[] is null or environment = any ($4::text[]))`;
      const environments = q.environments?.length ? [...q.environments] : null;
      const rows = await db.run(tx, text, [q.account, q.from, q.to, environments]);
      return coverageRows(
        rows.map((row) => ({
          day: String(row['day']),
          key: {
            environment: row['environment'] as Environment,
            typeId: String(row['type_id']),
            typeName: String(row['type_name']),
            configId: String(row['config_id']),
            configName: String(row['config_name']),
          },
          histogram: row['histogram'] as number[],
        })),
      );
    },
  };
}
