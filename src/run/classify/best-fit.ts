/** The config among several that fits a document best: the one that fills it best. */
// See docs/language/09-service.md#925-best-fit

import { ClassificationError } from '../../errors.js';
import { checkInterrupt, isInterruption } from '../../foundation/async/interrupt.js';
import type { Language } from '../../language/config/schema.js';
import type { ExtractionWarning } from '../../language/fields/runner.js';
import type { Score } from '../../language/validate/coverage.js';
import { addedUsage, type LlmUsageReport } from '../../llm/usage.js';
import type { Document } from '../../page/document/model.js';
import type { Extraction, ExtractionResult } from '../extraction/result.js';
import type { Candidate, FingerprintMode } from './document-type.js';
import { highestScore, tierOf } from './effort.js';
import {
  baseLines,
  type FingerprintBounds,
  type FingerprintHits,
  fingerprintGuard,
  fingerprintHits,
  passes,
  whatIsMissing,
} from './fingerprint-search.js';
import { DEFAULT_EFFORT, type Effort } from './ways.js';

/** Code of the warning that the fingerprint of the config that was chosen does not pass. */
export const FINGERPRINT_NOT_PASSED = 'FINGERPRINT_NOT_PASSED';

const DEFAULT_FINGERPRINT_MODE: FingerprintMode = 'fallback_to_all';

/** What was found out about one config. */
export interface ClassificationEntry {
  readonly configuration: string;
  /** Matches in its fingerprint; 0 without one. */
  readonly fingerprints: number;
  /** Those that are in the document. */
  readonly fingerprints_present: number;
  /** How well it filled the document; absent when it did not run, or failed. */
  readonly score?: Score;
  /** Why it failed. */
  readonly error?: string;
  /** It might have run, but was spared. */
  readonly skipped?: 'economical';
}

/** A config with what the document holds of its fingerprint. */
export interface FingerprintedCandidate
  extends Candidate,
    Pick<FingerprintHits, 'fingerprints' | 'present' | 'missing'> {}

/** How much of the fingerprint of the config that was chosen is in the document. */
export interface FingerprintCount {
  /** Tests that pass. A test that lists several texts counts once for each of them. */
  readonly passed: number;
  /** All tests; 0 for a config without a fingerprint. */
  readonly tests: number;
}

/** Which configs run: those that fingerprints leave, in one of the modes of a document type, or all of them. */
export type Narrowing = FingerprintMode | 'all';

/** What a call says of the configs that run. */
export interface NarrowingOptions {
  readonly strict?: boolean | undefined;
  readonly allConfigs?: boolean | undefined;
}

/** What a call says, and the document type where it says nothing. */
export function narrowing({ strict, allConfigs }: NarrowingOptions, own?: FingerprintMode): Narrowing {
  if (allConfigs) return 'all';
  if (strict === undefined) return own ?? DEFAULT_FINGERPRINT_MODE;
  return strict ? 'strict' : 'fallback_to_all';
}

interface BestFitOptions {
  readonly mode?: Narrowing | undefined;
  readonly effort?: Effort | undefined;
  /** Runs a config over the document. */
  readonly run: (candidate: Candidate) => Promise<Extraction>;
  readonly bounds: FingerprintBounds;
  /** That the configs are written in. */
  readonly language: Language;
}

/** The config that fits best, what it gave, and how the others did. */
export interface BestFit {
  readonly winner: FingerprintedCandidate;
  readonly result: ExtractionResult;
  readonly summary: readonly ClassificationEntry[];
  /** Of the choice. */
  readonly warnings: readonly ExtractionWarning[];
}

/**
 * Runs the configs that a document's fingerprints leave, and chooses the best.
 * @throws ClassificationError `no_published_config` without configs, `no_fingerprint_match` in strict mode
 * @throws DocumentError `timed_out`, `aborted`, `closed`; when all configs fail, the error of the first by name
 */
export async function bestFit(
  document: Document,
  candidates: readonly Candidate[],
  options: BestFitOptions,
): Promise<BestFit> {
  const known = withFingerprints(document, candidates, options.bounds);
  return noted(await bestOf(candidatesToRun(known, options.mode), known, options));
}

/** What is reported of the fingerprint of the config that was chosen. */
export function fingerprintCount({ fingerprints, present }: FingerprintedCandidate): FingerprintCount {
  return { passed: present, tests: fingerprints };
}

/** A choice, with a warning where the fingerprint of the config does not pass. */
// See docs/language/09-service.md#924-which-configs-run
export function noted(found: BestFit): BestFit {
  const { winner, warnings } = found;
  if (passes(winner) !== false) return found;
  const message = `the config ${JSON.stringify(winner.name)} was used although its fingerprint does not pass: ${whatIsMissing(winner)}`;
  const warning: ExtractionWarning = { code: FINGERPRINT_NOT_PASSED, message };
  return { ...found, warnings: [...warnings, warning] };
}

/** What the fingerprints of configs say of a document. */
export function withFingerprints(
  document: Document,
  candidates: readonly Candidate[],
  bounds: FingerprintBounds,
): readonly FingerprintedCandidate[] {
  const lines = baseLines(document.pages);
  return candidates.map((candidate) => {
    checkInterrupt(bounds.interrupt);
    const guard = fingerprintGuard(bounds, candidate.name);
    const { fingerprints, present, missing } = fingerprintHits(candidate.config.fingerprint, lines, guard);
    return { ...candidate, fingerprints, present, missing };
  });
}

/** Configs of which a message says what their fingerprints miss; of more it says how many there are. */
const CONFIGS_SHOWN = 5;

/** Of each config with a fingerprint, the nearest to passing first, what is not in the document; then the others. */
export function whatConfigsMiss(candidates: readonly FingerprintedCandidate[]): string {
  const marked = candidates.filter(({ fingerprints }) => fingerprints > 0);
  const unmarked = candidates
    .filter((each) => !marked.includes(each))
    .map(({ name }) => JSON.stringify(name));
  const nearest = marked.toSorted((a, b) => shareOf(b) - shareOf(a) || byText(a.name, b.name));
  const more = marked.length - CONFIGS_SHOWN;
  return [
    ...nearest.slice(0, CONFIGS_SHOWN).map((each) => `${JSON.stringify(each.name)}: ${whatIsMissing(each)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(unmarked.length > 0 ? [`without a fingerprint: ${unmarked.join(', ')}`] : []),
  ].join('; ');
}

/**
 * The configs that run: those whose fingerprint passes; where none does, those without one; where there are none,
 * all.
 * @throws ClassificationError
 */
// See docs/language/09-service.md#924-which-configs-run
function candidatesToRun(
  candidates: readonly FingerprintedCandidate[],
  mode: Narrowing = DEFAULT_FINGERPRINT_MODE,
): readonly FingerprintedCandidate[] {
  if (candidates.length === 0) {
    throw new ClassificationError('no_published_config', 'There is no config to choose from.');
  }
  if (mode === 'all') return candidates;
  const passing = candidates.filter((candidate) => passes(candidate) === true);
  if (passing.length > 0) return passing;
  if (mode === 'strict') {
    throw new ClassificationError(
      'no_fingerprint_match',
      `No fingerprint passes, and no other config runs in strict mode: ${whatConfigsMiss(candidates)}.`,
    );
  }
  const unmarked = candidates.filter((candidate) => passes(candidate) === undefined);
  return unmarked.length > 0 ? unmarked : candidates;
}

/** A config that ran, and what it gave. */
interface Filled extends Rank {
  readonly candidate: FingerprintedCandidate;
  readonly tier: number;
  readonly result: ExtractionResult;
}

/**
 * Runs configs, cheap ones first, and chooses the best.
 * @param running those that run
 * @param known all that the summary reports
 * @throws whatever the first of them throws, by name, when all fail
 */
export async function bestOf(
  running: readonly FingerprintedCandidate[],
  known: readonly FingerprintedCandidate[],
  { run, effort = DEFAULT_EFFORT, mode, language }: Omit<BestFitOptions, 'bounds'>,
): Promise<BestFit> {
  const outcomes = new Map<string, Pick<ClassificationEntry, 'score' | 'error' | 'skipped'>>();
  const failures: { readonly name: string; readonly error: unknown }[] = [];
  let usage: LlmUsageReport | undefined;
  /** What may still win, the best first. */
  let leading: readonly Filled[] = [];
  for (const { candidate, tier } of inRunningOrder(running, language)) {
    if (mode !== 'all' && effort === 'economical' && isSpared(candidate, tier, leading, language)) {
      outcomes.set(candidate.name, { skipped: 'economical' });
      continue;
    }
    try {
      const { result, score } = await run(candidate);
      usage = addedUsage(usage, result.usage?.llm);
      outcomes.set(candidate.name, { score });
      leading = contenders([...leading, { ...rankOf(candidate, score), candidate, tier, result }]);
    } catch (error) {
      if (isInterruption(error)) throw error;
      failures.push({ name: candidate.name, error });
      outcomes.set(candidate.name, { error: error instanceof Error ? error.message : String(error) });
    }
  }
  const [best] = leading;
  if (!best) throw failures.toSorted((a, b) => byText(a.name, b.name))[0]?.error;
  return {
    winner: best.candidate,
    result: usage
      ? { ...best.result, usage: { fallbacks: [], ...best.result.usage, llm: usage } }
      : best.result,
    summary: summarised(known, outcomes),
    warnings: [],
  };
}

function inRunningOrder(candidates: readonly FingerprintedCandidate[], language: Language) {
  return candidates
    .map((candidate) => ({ candidate, tier: tierOf(candidate.config, language) }))
    .toSorted((a, b) => a.tier - b.tier || byText(a.candidate.name, b.candidate.name));
}

/**
 * Whether a config need not run: it cannot come before the best so far, or it costs more than that one, which left
 * nothing empty.
 */
function isSpared(
  candidate: FingerprintedCandidate,
  tier: number,
  leading: readonly Filled[],
  language: Language,
): boolean {
  const [best] = leading;
  if (!best) return false;
  if (tier > best.tier && best.result.coverage === 1) return true;
  const most = rankOf(candidate, { value: highestScore(candidate.config, language) });
  if (!isNear(most, leading)) return true;
  return most.value <= best.value && byEvidence(most, best) > 0;
}

/** What configs are ranked by. */
export interface Rank {
  readonly name: string;
  readonly value: number;
  readonly fingerprints: number;
  readonly present: number;
}

function rankOf(
  { name, fingerprints, present }: FingerprintedCandidate,
  { value }: Pick<Score, 'value'>,
): Rank {
  return { name, value, fingerprints, present };
}

/**
 * Share of the highest score from which a score counts as equal. The config of another year of a form may take a few
 * printed line numbers for values; among some twenty fields or more the fingerprint then decides better. Fewer fields
 * are equal only if they are as many.
 */
const NEAR = 0.95;

function isNear({ value }: Rank, all: readonly Rank[]): boolean {
  const highest = Math.max(...all.map((each) => each.value));
  return value >= (highest > 0 ? NEAR * highest : highest);
}

/** Those whose score counts as equal to the highest, the best first. */
export function contenders<Each extends Rank>(all: readonly Each[]): readonly Each[] {
  return all.filter((each) => isNear(each, all)).toSorted(byEvidence);
}

/**
 * The better first, of scores that count as equal: those whose fingerprint passes, those without one, the others; then
 * by share of the fingerprint, by matches of it, by score, by name.
 */
function byEvidence(a: Rank, b: Rank): number {
  return (
    standing(b) - standing(a) ||
    shareOf(b) - shareOf(a) ||
    b.present - a.present ||
    b.value - a.value ||
    byText(a.name, b.name)
  );
}

function standing(rank: Rank): number {
  const isPassing = passes(rank);
  return isPassing === undefined ? 1 : isPassing ? 2 : 0;
}

/** All of them, the better first: the contenders, then the others by score. */
export function ranked<Each extends Rank>(all: readonly Each[]): readonly Each[] {
  const first = contenders(all);
  const others = all.filter((each) => !first.includes(each));
  return [...first, ...others.toSorted((a, b) => b.value - a.value || byEvidence(a, b))];
}

/** Share of the matches of a fingerprint that are in the document; 0 without one. */
export function shareOf({ fingerprints, present }: Pick<Rank, 'fingerprints' | 'present'>): number {
  return fingerprints === 0 ? 0 : present / fingerprints;
}

/** By UTF-16 code units. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function summarised(
  candidates: readonly FingerprintedCandidate[],
  outcomes: ReadonlyMap<string, Pick<ClassificationEntry, 'score' | 'error' | 'skipped'>>,
): readonly ClassificationEntry[] {
  const entries = candidates.map((candidate) => {
    const outcome = outcomes.get(candidate.name) ?? {};
    const { name: configuration, fingerprints, present: fingerprints_present } = candidate;
    const entry: ClassificationEntry = { configuration, fingerprints, fingerprints_present, ...outcome };
    return { ...rankOf(candidate, outcome.score ?? { value: 0 }), entry };
  });
  const scored = ranked(entries.filter(({ entry }) => entry.score));
  const others = entries.filter(({ entry }) => !entry.score).toSorted((a, b) => byText(a.name, b.name));
  return [...scored, ...others].map(({ entry }) => entry);
}
