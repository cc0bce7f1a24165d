/** Holds the project to what it could do when `baseline.json` was last written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planChecks, readBaseline } from './achieved.js';
import { compareCase, SETS } from './baseline.js';
import { type Corpus, findCorpus } from './corpus.js';
import { buildProblem, CASE_TIMEOUT } from './runner.js';

/** A case may have to wait until the cases before it are done. */
const WAIT = 3 * CASE_TIMEOUT;

const found = findCorpus();
const problem = buildProblem();

it.skipIf('missing' in found)(
  `conformance${'missing' in found ? ` (${found.missing})` : ' has a build to run'}`,
  () => expect(problem).toBeUndefined(),
);

if (!('missing' in found) && problem === undefined) describe('conformance', () => conformance(found));

function conformance(corpus: Corpus): void {
  const baseline = readBaseline();
  const { checks, start } = planChecks(corpus);
  const better: string[] = [];
  beforeAll(start);
  afterAll(() => {
    if (better.length === 0) return;
    console.log(`Better than the baseline; keep it with "npm run conformance:update":\n${better.join('\n')}`);
  });

  it.each(checks.map((check) => [`${check.set}/${check.name}`, check] as const))(
    'a document of the corpus gives what it should: %s',
    async (label, { set, name, result }) => {
      const { achieved, failure } = await result;
      const change = compareCase(label, baseline[set][name], achieved);
      better.push(...change.better);
      expect(change.worse, failure).toEqual([]);
    },
    WAIT,
  );

  it('the corpus has every case of the baseline', () => {
    const present = new Set(checks.map(({ set, name }) => `${set}/${name}`));
    const recorded = SETS.flatMap((set) => Object.keys(baseline[set]).map((name) => `${set}/${name}`));
    expect(recorded.filter((name) => !present.has(name))).toEqual([]);
  });
}
