/** What the project achieves on a corpus, in the terms of the baseline. */
import { existsSync, readFileSync } from 'node:fs';
import { type Baseline, SETS } from './baseline.js';
import { countFound, equalFields, rightLeaves } from './compare.js';
import type { Corpus, ModelCase } from './corpus.js';
import { runModelCase } from './model-runs.js';
import { type Outcome, planRuns } from './runner.js';

/** The baseline that belongs to the project. */
export const BASELINE_FILE = new URL('./baseline.json', import.meta.url);

type SetName = (typeof SETS)[number];

/** One case of one set, and what it will achieve. */
export interface Check {
  readonly set: SetName;
  readonly name: string;
  readonly result: Promise<Result>;
}

/** `achieved` is undefined for a case that did not run; `failure` then says why. */
export interface Result {
  readonly achieved: readonly string[] | number | undefined;
  readonly failure?: string;
}

/** All cases of a corpus, to be started. A library case with certain values is run once for both its sets. */
export function planChecks({ worked, library, models }: Corpus): {
  readonly checks: Check[];
  readonly start: () => void;
} {
  const { outcomes, start: startOthers } = planRuns([...worked, ...library]);
  const asked = planModels(models);
  const result = async (job: (typeof worked)[number] | (typeof library)[number], measure: Measure) =>
    resultOf(await outcomes.get(job)!, measure);
  const checks: Check[] = [
    ...worked.map((job) => ({
      set: 'worked' as const,
      name: job.name,
      result: result(job, (values) => equalFields(job.expected, values)),
    })),
    ...library.map((job) => ({ set: 'library' as const, name: job.name, result: result(job, countFound) })),
    ...library.flatMap((job) => {
      const { name, golden } = job;
      if (!golden) return [];
      const measured = result(job, (values) => rightLeaves(golden, values));
      return [{ set: 'goldens' as const, name, result: measured }];
    }),
    ...models.map((job) => ({ set: 'models' as const, name: job.name, result: asked.results.get(job)! })),
  ];
  const start = () => {
    startOthers();
    asked.start();
  };
  return { checks, start };
}

/** Plans to run the cases that ask models one after the other, beside the others. */
function planModels(models: readonly ModelCase[]): {
  readonly results: ReadonlyMap<ModelCase, Promise<Result>>;
  readonly start: () => void;
} {
  let start: () => void = () => undefined;
  let before = new Promise<unknown>((resolve) => {
    start = () => resolve(undefined);
  });
  const results = new Map<ModelCase, Promise<Result>>();
  for (const job of models) {
    const { expected } = job;
    const measure = expected ? (values: Values) => equalFields(expected, values) : countFound;
    const result = before.then(async () => resultOf(await runModelCase(job), measure));
    results.set(job, result);
    before = result;
  }
  return { results, start };
}

type Values = Readonly<Record<string, unknown>>;
type Measure = (values: Values) => readonly string[] | number;

function resultOf(outcome: Outcome, measure: Measure): Result {
  if ('failure' in outcome) return { achieved: undefined, failure: outcome.failure };
  return { achieved: measure(outcome.values) };
}

/** The baseline as it was last written; empty before the first time. */
export function readBaseline(): Baseline {
  if (!existsSync(BASELINE_FILE)) return { worked: {}, library: {}, goldens: {}, models: {} };
  return JSON.parse(readFileSync(BASELINE_FILE, 'utf8'));
}

/** The baseline that a run of all cases gives; cases in order of their names. */
export async function baselineOf(checks: readonly Check[]): Promise<Baseline> {
  const achieved: Record<SetName, [string, readonly string[] | number][]> = {
    worked: [],
    library: [],
    goldens: [],
    models: [],
  };
  for (const { set, name, result } of checks) {
    const { achieved: now } = await result;
    if (now !== undefined) achieved[set].push([name, now]);
  }
  const sets = SETS.map((set) => [set, Object.fromEntries(achieved[set])] as const);
  return Object.fromEntries(sets) as unknown as Baseline;
}
