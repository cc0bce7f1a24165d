/** What the project could do when the baseline was last written, and what became worse or better since. */

/** What one case achieves: names of right values, or a number of fields found. */
type Achieved = readonly string[] | number;

/** By set and case name. It holds names and counts only, nothing of the documents. */
export interface Baseline {
  /** Fields that equal the published value. */
  readonly worked: Readonly<Record<string, readonly string[]>>;
  /** Fields that hold something; a case that does not run is not listed. */
  readonly library: Readonly<Record<string, number>>;
  /** Paths of right values. */
  readonly goldens: Readonly<Record<string, readonly string[]>>;
  /** The same of cases that ask language models, whose answers are made from the published values, else at will. */
  readonly models: Readonly<Record<string, readonly string[] | number>>;
}

export const SETS = ['worked', 'library', 'goldens', 'models'] as const;

export interface Change {
  /** Sentences, each with the name of its case. */
  readonly worse: readonly string[];
  readonly better: readonly string[];
}

/** What changed between two states of one case; `undefined` represents a case that did not run. */
export function compareCase(name: string, before: Achieved | undefined, now: Achieved | undefined): Change {
  if (now === undefined) {
    return { worse: before === undefined ? [] : [`${name}: does not run any more`], better: [] };
  }
  if (before === undefined) return { worse: [], better: [`${name}: runs`] };
  if (typeof now === 'number' || typeof before === 'number') {
    const change = `${name}: ${String(now)} fields found, ${String(before)} before`;
    return { worse: now < before ? [change] : [], better: now > before ? [change] : [] };
  }
  const lost = before.filter((path) => !now.includes(path));
  const won = now.filter((path) => !before.includes(path));
  return {
    worse: lost.map((path) => `${name}: ${path} is not right any more`),
    better: won.map((path) => `${name}: ${path} is right now`),
  };
}

/** What changed between two baselines, over all their cases. */
export function compareBaselines(before: Baseline, now: Baseline): Change {
  const changes = SETS.flatMap((set) => {
    const names = new Set([...Object.keys(before[set]), ...Object.keys(now[set])]);
    return [...names].map((name) => compareCase(`${set}/${name}`, before[set][name], now[set][name]));
  });
  return {
    worse: changes.flatMap(({ worse }) => worse),
    better: changes.flatMap(({ better }) => better),
  };
}
