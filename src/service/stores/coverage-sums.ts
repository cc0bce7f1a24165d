/** Counters of coverage, added up over environments. */
import type { CoverageKey, CoverageRow } from '../extraction-rows.js';

/** One counter as stored. */
export interface CoverageCount {
  readonly day: string;
  readonly key: Omit<CoverageKey, 'account'>;
  readonly histogram: readonly number[];
}

/** One row a day and config, by day, type name, config name, config id. Names are those of `production` last. */
export function coverageRows(counts: readonly CoverageCount[]): CoverageRow[] {
  const rows = new Map<string, CoverageRow>();
  const ordered = [...counts].sort((a, b) => compare([a.key.environment], [b.key.environment]));
  for (const { day, key, histogram } of ordered) {
    const { environment: _environment, ...shown } = key;
    const id = JSON.stringify([day, key.typeId, key.configId]);
    const before = rows.get(id)?.histogram;
    rows.set(id, { day, ...shown, histogram: histogram.map((each, i) => each + (before?.[i] ?? 0)) });
  }
  const orderOf = (row: CoverageRow) => [row.day, row.typeName, row.configName, row.configId, row.typeId];
  return [...rows.values()].sort((a, b) => compare(orderOf(a), orderOf(b)));
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((each, i) => each !== b[i]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}
