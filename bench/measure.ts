/** Timing, and the statistics of it. */

/** Median of a list; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** What a piece of work takes, in milliseconds. */
export interface Cost {
  /** By the clock. */
  readonly wall: number;
  /** Of the processor, all threads of the process together; steadier on a machine that others use as well. */
  readonly cpu: number;
}

/** One run of some work, with what it took. */
export async function costOf<Result>(
  work: () => Promise<Result>,
): Promise<Cost & { readonly result: Result }> {
  const used = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  return { result, wall, cpu: (user + system) / MICROSECONDS };
}

/** One run to warm up, then the medians of `runs`. */
export async function medianCost(runs: number, work: () => Promise<unknown>): Promise<Cost> {
  await work();
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const cost = await costOf(work);
    wall.push(cost.wall);
    cpu.push(cost.cpu);
  }
  return { wall: median(wall), cpu: median(cpu) };
}

/** In a millisecond. */
const MICROSECONDS = 1000;

/** Milliseconds by the clock that a piece of work takes: one run to warm up, then the median of `runs`. */
export async function medianTime(runs: number, work: () => Promise<unknown>): Promise<number> {
  return (await medianCost(runs, work)).wall;
}
