import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClassificationError, DocumentError } from '../../../src/errors.js';
import { PatternTime } from '../../../src/foundation/text/pattern-guard.js';
import { extractBestFit } from '../../../src/index.js';
import type { Config } from '../../../src/language/config/config-types.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import type { Score } from '../../../src/language/validate/coverage.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import {
  type BestFit,
  bestFit,
  type ClassificationEntry,
  contenders,
  fingerprintCount,
  type Narrowing,
  type Rank,
  ranked,
} from '../../../src/run/classify/best-fit.js';
import type { Candidate } from '../../../src/run/classify/document-type.js';
import type { Effort } from '../../../src/run/classify/ways.js';
import type { Extraction, ExtractionResult } from '../../../src/run/extraction/result.js';

const DOCUMENT = documentFromLines([
  { text: 'harbour', left: 1, top: 1 },
  { text: 'berth', left: 1, top: 2 },
]);

/** A config of some plain fields. @param tests of its fingerprint; without any it has none */
function candidate(name: string, tests: string[] = [], fields = 9, change: Partial<Config> = {}): Candidate {
  const ids = Array.from({ length: fields }, (_, i) => `f${i}`);
  const config: Config = {
    fields: ids.map((id) => ({ id, anchor: 'x', method: { id: 'label', position: 'right' } })),
    ...(tests.length > 0 && { fingerprint: { tests } }),
    ...change,
  };
  return { name, config };
}

interface Runs {
  readonly mode?: Narrowing;
  readonly effort?: Effort;
  /** Scores that configs get; 1 for all others. An error fails the config. */
  readonly scores?: Readonly<Record<string, number | Error>>;
  readonly coverage?: number;
}

/** Runs a choice with scores that are given. @returns what is chosen, and which configs ran in which order */
async function choose(candidates: readonly Candidate[], { scores = {}, coverage = 0.5, ...rest }: Runs = {}) {
  const ran: string[] = [];
  const run = async ({ name }: Candidate): Promise<Extraction> => {
    ran.push(name);
    const value = scores[name] ?? 1;
    if (value instanceof Error) throw value;
    const score: Score = { value, fields_present: value, penalties: 0 };
    return { result: { coverage, parsed_document: {} } as ExtractionResult, score };
  };
  const bounds = { patternTime: new PatternTime(), interrupt: {}, warn: () => undefined };
  const found: BestFit = await bestFit(DOCUMENT, candidates, {
    ...rest,
    bounds,
    run,
    language: builtInLanguage(),
  });
  const { winner, summary, warnings } = found;
  return { winner: winner.name, count: fingerprintCount(winner), summary, warnings, ran };
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const FITS = ['harbour'];
const HALF = ['harbour', 'nowhere'];
const FAILS = ['nowhere'];

it.each<Narrowing>(['fallback_to_all', 'strict'])(
  'configs that run are those that pass, in the mode %s',
  async (mode) => {
    const { ran } = await choose(
      [candidate('fits', FITS), candidate('half', HALF), candidate('fails', FAILS), candidate('plain')],
      { mode },
    );
    expect(ran).toEqual(['fits', 'half']);
  },
);

it('configs that run are those without a fingerprint when none passes', async () => {
  const { ran } = await choose([candidate('fails', FAILS), candidate('plain')]);
  expect(ran).toEqual(['plain']);
});

it('configs that run are all when none passes and all have a fingerprint, or none has', async () => {
  expect((await choose([candidate('a', FAILS), candidate('b', FAILS)])).ran).toEqual(['a', 'b']);
  expect((await choose([candidate('a'), candidate('b')])).ran).toEqual(['a', 'b']);
});

it.each<[string, Candidate[]]>([
  ['none passes', [candidate('a', FAILS), candidate('b')]],
  ['none has a fingerprint', [candidate('a'), candidate('b')]],
])('configs that run are none in strict mode when %s', async (_name, candidates) => {
  const error = await errorOf(choose(candidates, { mode: 'strict' }));
  expect(error).toBeInstanceOf(ClassificationError);
  expect(error).toMatchObject({ code: 'no_fingerprint_match', message: expect.stringContaining('"b"') });
});

it('configs that run are refused with what is not in the document', async () => {
  const regex = { type: 'regex', pattern: 'no \\d+' } as const;
  const sequence = [
    { type: 'equals', text: 'berth' },
    { type: 'startsWith', text: 'pier' },
  ] as const;
  const tests = [{ page: 'any', match: ['harbour', 'mole', regex, sequence] }] as never;
  const candidates = [candidate('a', ['x', 'y', 'z', 'w', 'v']), candidate('b', tests), candidate('c')];
  const error = await errorOf(choose(candidates, { mode: 'strict' }));
  expect((error as Error).message).toBe(
    'No fingerprint passes, and no other config runs in strict mode: ' +
      '"b": 1 of 4 tests pass (no line matches "mole", no line matches /no \\d+/, no line is "berth", followed by one that starts with "pier"); ' +
      '"a": 0 of 5 tests pass (no line matches "x", no line matches "y", no line matches "z", and 2 more); ' +
      'without a fingerprint: "c".',
  );
});

it('configs that run are all where fingerprints do not narrow, none is spared, and fingerprints still rank them', async () => {
  const candidates = [candidate('fits', FITS), candidate('fails', FAILS), candidate('plain')];
  const { ran, winner } = await choose(candidates, { mode: 'all', effort: 'economical', coverage: 1 });
  expect(ran).toEqual(['fails', 'fits', 'plain']);
  expect(winner).toBe('fits');
  const rest = await choose([candidate('fails', FAILS), candidate('plain')], { mode: 'all' });
  expect(rest).toMatchObject({ winner: 'plain', warnings: [] });
});

it('configs that run must be there', async () => {
  expect(await errorOf(choose([]))).toMatchObject({ code: 'no_published_config' });
});

it('go from cheap to dear, and by name', async () => {
  const box = { id: 'b', anchor: 'x', method: { id: 'box', position: 'below' } } as const;
  const { ran } = await choose([
    candidate('z'),
    candidate('ink', [], 0, { fields: [box] }),
    candidate('ocr', [], 1, { preprocessors: [{ type: 'ocr', match: 'all' }] as never }),
    candidate('a'),
  ]);
  expect(ran).toEqual(['a', 'z', 'ink', 'ocr']);
});

it('the winner has the count of its fingerprint, and a warning where that does not pass', async () => {
  expect(await choose([candidate('fits', HALF), candidate('fails', FAILS)])).toMatchObject({
    count: { passed: 1, tests: 2 },
    warnings: [],
  });
  expect(await choose([candidate('fails', FAILS), candidate('plain')])).toMatchObject({
    count: { passed: 0, tests: 0 },
    warnings: [],
  });
  const one = await choose([candidate('a', ['harbour', 'mole', 'pier']), candidate('b', FAILS)]);
  expect(one).toMatchObject({ winner: 'a', count: { passed: 1, tests: 3 } });
  expect(one.warnings).toEqual([
    {
      code: 'FINGERPRINT_NOT_PASSED',
      message:
        'the config "a" was used although its fingerprint does not pass: 1 of 3 tests pass (no line matches "mole", no line matches "pier")',
    },
  ]);
});

it('three values of five win against one of one: the count decides, and not the share', async () => {
  const field = (text: string, id: string) => ({ id, anchor: text, method: { id: 'passthrough' } });
  const texts = ['harbour', 'berth', 'pilot', 'no such', 'nothing'];
  const document = documentFromLines(texts.slice(0, 3).map((text, i) => ({ text, left: 1, top: i + 1 })));
  const five = { fields: texts.map((text, i) => field(text, `f${i}`)) };
  const one = { fields: [field('harbour', 'only')] };
  const { configuration, coverage } = await extractBestFit(document, [
    { name: 'five', config: JSON.stringify(five) },
    { name: 'one', config: JSON.stringify(one) },
  ]);
  expect({ configuration, coverage }).toEqual({ configuration: 'five', coverage: 0.6 });
});

it('the winner has the highest score', async () => {
  const { winner, summary } = await choose([candidate('a'), candidate('b'), candidate('c', FAILS)], {
    scores: { a: 3.5, b: 4 },
  });
  expect(winner).toBe('b');
  expect(summary).toEqual([
    {
      configuration: 'b',
      fingerprints: 0,
      fingerprints_present: 0,
      score: expect.objectContaining({ value: 4 }),
    },
    {
      configuration: 'a',
      fingerprints: 0,
      fingerprints_present: 0,
      score: expect.objectContaining({ value: 3.5 }),
    },
    { configuration: 'c', fingerprints: 1, fingerprints_present: 0 },
  ]);
});

it.each<[string, Candidate[], string]>([
  ['the greater share of its fingerprint', [candidate('a', HALF), candidate('b', FITS)], 'b'],
  ['more matches of it', [candidate('a', FITS), candidate('b', ['harbour', 'berth'])], 'b'],
  ['the name that comes first, capitals before small letters', [candidate('a'), candidate('B')], 'B'],
])('the winner of equal scores has %s', async (_name, candidates, expected) => {
  expect((await choose(candidates)).winner).toBe(expected);
});

it('the winner has the better fingerprint where scores differ by less than one in twenty', async () => {
  const candidates = [candidate('of 2019', HALF), candidate('of 2021', FITS)];
  const winnerOf = async (own: number, other: number) =>
    (await choose(candidates, { scores: { 'of 2021': own, 'of 2019': other } })).winner;
  expect(await winnerOf(31, 32)).toBe('of 2021');
  expect(await winnerOf(38, 40)).toBe('of 2021');
  expect(await winnerOf(37.5, 40)).toBe('of 2019');
  expect(await winnerOf(18, 19)).toBe('of 2019');
  expect(await winnerOf(-2, -1)).toBe('of 2019');
});

it('the winner may have a score below 0', async () => {
  expect((await choose([candidate('a'), candidate('b')], { scores: { a: -3, b: -2 } })).winner).toBe('b');
});

it('the winner is found although another config fails', async () => {
  const { winner, summary } = await choose([candidate('a'), candidate('b')], {
    scores: { a: new Error('no such thing') },
  });
  expect(winner).toBe('b');
  expect(summary[1]).toEqual({
    configuration: 'a',
    fingerprints: 0,
    fingerprints_present: 0,
    error: 'no such thing',
  });
});

it('the winner is none when all fail: the error of the first by name', async () => {
  const scores = { b: new Error('of b'), a: new Error('of a') };
  expect(await errorOf(choose([candidate('b'), candidate('a')], { scores }))).toBe(scores.a);
});

it('the winner is not looked for any more when the time is up', async () => {
  const scores = { a: new DocumentError('timed_out', 'too long') };
  expect(await errorOf(choose([candidate('a'), candidate('b')], { scores }))).toBe(scores.a);
});

it('the winner does not depend on the order of the configs', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const given = fc.record({
    tests: fc.array(fc.constantFrom([], FITS, HALF, FAILS), { minLength: 4, maxLength: 4 }),
    scores: fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(new Error('fails'))), {
      minLength: 4,
      maxLength: 4,
    }),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    effort: fc.constantFrom<Effort>('exhaustive', 'economical'),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ tests, scores, order, effort }) => {
      const candidates = names.map((name, i) => candidate(name, tests[i]));
      const options = { scores: Object.fromEntries(names.map((name, i) => [name, scores[i]!])), effort };
      const settle = (work: ReturnType<typeof choose>) =>
        work.then(
          ({ winner, summary }) => ({ winner, summary }),
          (error: unknown) => ({ error }),
        );
      const shuffled = order.map((i) => candidates[i]!);
      expect(await settle(choose(shuffled, options))).toEqual(await settle(choose(candidates, options)));
    }),
  );
});

describe('ranks', () => {
  const rank: fc.Arbitrary<Rank> = fc.record({
    name: fc.constantFrom('a', 'B', 'c', 'd', 'e'),
    value: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: 90, max: 100 })),
    fingerprints: fc.constant(2),
    present: fc.integer({ min: 0, max: 2 }),
  });
  const some = fc.uniqueArray(rank, { minLength: 1, maxLength: 5, selector: ({ name }) => name });

  it('ranks do not depend on the order in which configs are given', () => {
    fc.assert(
      fc.property(some, fc.array(fc.nat({ max: 4 }), { minLength: 5, maxLength: 5 }), (all, keys) => {
        const shuffled = all
          .map((each, i) => ({ each, key: keys[i]! }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each);
        expect(ranked(shuffled)).toEqual(ranked(all));
      }),
    );
  });

  it('put nothing first that is far from the highest score', () => {
    fc.assert(
      fc.property(some, (all) => {
        const highest = Math.max(...all.map(({ value }) => value));
        const [best] = ranked(all);
        expect(best!.value).toBeGreaterThanOrEqual(highest > 0 ? 0.95 * highest : highest);
      }),
    );
  });

  it('ranks are the same when contenders are found one by one', () => {
    fc.assert(
      fc.property(some, (all) => {
        let leading: readonly Rank[] = [];
        for (const each of all) leading = contenders([...leading, each]);
        expect(leading).toEqual(contenders(all));
      }),
    );
  });
});

describe('economy', () => {
  const skipped = (summary: readonly ClassificationEntry[]) =>
    summary.filter((entry) => entry.skipped === 'economical').map(({ configuration }) => configuration);

  it('spares configs of fewer fields than are filled already', async () => {
    const candidates = [candidate('large'), candidate('small', [], 3), candidate('equal', [], 5)];
    const { winner, ran, summary } = await choose(candidates, { effort: 'economical', scores: { equal: 5 } });
    expect({ winner, ran, skipped: skipped(summary) }).toEqual({
      winner: 'equal',
      ran: ['equal', 'large'],
      skipped: ['small'],
    });
  });

  it('runs a config that would win a tie', async () => {
    const candidates = [candidate('b', [], 3), candidate('a', [], 3)];
    expect((await choose(candidates, { effort: 'economical', scores: { a: 3, b: 3 } })).ran).toEqual(['a']);
    const late = [candidate('a', HALF, 3), candidate('b', FITS, 3)];
    const found = await choose(late, { effort: 'economical', scores: { a: 3, b: 3 } });
    expect(found).toMatchObject({ winner: 'b', ran: ['a', 'b'] });
  });

  it('spares dearer configs when nothing was left empty', async () => {
    const group = { id: 'rows', type: 'sections', range: { anchor: 'x' }, fields: [] } as never;
    const dear = candidate('dear', [], 0, {
      fields: [group, { id: 'b', anchor: 'x', method: { id: 'box', position: 'below' } }],
    });
    const full = await choose([candidate('cheap'), dear], { effort: 'economical', coverage: 1 });
    expect({ ran: full.ran, skipped: skipped(full.summary) }).toEqual({ ran: ['cheap'], skipped: ['dear'] });
    expect((await choose([candidate('cheap'), dear], { effort: 'economical' })).ran).toEqual([
      'cheap',
      'dear',
    ]);
    expect((await choose([candidate('cheap'), dear], { coverage: 1 })).ran).toEqual(['cheap', 'dear']);
  });

  it('finds the same winner as running all, where no config is dearer', async () => {
    const given = fc.array(
      fc.record({ fields: fc.integer({ min: 1, max: 4 }), missing: fc.integer({ min: 0, max: 3 }) }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(given, async (all) => {
        const candidates = all.map(({ fields }, i) => candidate(`c${i}`, [], fields));
        const scores = Object.fromEntries(all.map(({ fields, missing }, i) => [`c${i}`, fields - missing]));
        const thorough = await choose(candidates, { scores });
        const economical = await choose(candidates, { scores, effort: 'economical' });
        expect(economical.winner).toBe(thorough.winner);
      }),
    );
  });
});
