/** From the values that an author wants to fields that extract them: proposed by layout, checked by running. */
import type { Config, Field } from '../config/config-types.js';
import type { Language } from '../config/schema.js';
import type { Document } from '../document/model.js';
import type { ExtractionResult } from '../extract.js';
import type { TypedValue } from '../types/definition.js';
import { lastText } from './anchor-text.js';
import { candidatesAt } from './candidates.js';
import { Captions, toldWords } from './captions.js';
import { freeId, idFrom } from './ids.js';
import { occurrencesOf } from './occurrences.js';
import { PageIndex } from './page-index.js';
import type { Candidate, CandidateField } from './place.js';
import { prepareTypes, spaced, type Target, targetOf, type WantedValue } from './wanted.js';

/** Fields of one value that run together; the cheapest run first. */
const BATCH = 32;
/** Fields of one value that are run at most. */
const MOST_RUN = 320;

/** What it is worth that a caption has a word of the id, and each word more: more than the way from it to the value. */
const TOLD_GAIN = { first: 3, further: 1 };

/** What suggestions take from outside. */
export interface SuggestOptions {
  /** Proposals for each value. Default 3. */
  readonly limit?: number;
  /** The language that types are taken from. */
  readonly language: Language;
  /** Runs fields over a document, without a trace. */
  extract(document: Document, config: Config): Promise<Pick<ExtractionResult, 'parsed_document'>>;
}

/** A field that extracts a wanted value. */
export interface Proposal {
  readonly field: CandidateField;
  /** What speaks against it; lower is better. */
  readonly cost: number;
  /** Where the value stands, seen from the anchor. */
  readonly relation: string;
  /** Documents on which it gives the value that was wanted there. */
  readonly exact: number;
  /** Documents of unknown value on which it gives one of the same form. */
  readonly plausible: number;
  /** Documents on which it gives something else, or nothing. */
  readonly wrong: number;
}

/** What was found for one wanted value. */
export interface Suggestion {
  readonly wanted: WantedValue;
  readonly id: string;
  /** Best first; empty where no field gives the value. */
  readonly proposals: readonly Proposal[];
  /** Why there is none. */
  readonly reason?: string;
}

const DEFAULT_LIMIT = 3;

interface Subject {
  readonly document: Document;
  readonly index: PageIndex;
}

interface Search {
  readonly wanted: WantedValue;
  readonly targets: readonly (Target | null | undefined)[];
  readonly open: Candidate[];
  readonly proposals: Proposal[];
  isSeen: boolean;
  ran: number;
}

/**
 * Proposes fields for values on documents. Only fields that give exactly the value on the first document where it is
 * known are proposed; those that do so on more of the documents come first, then those that are simpler.
 */
export async function suggestFields(
  documents: readonly Document[],
  wanted: readonly WantedValue[],
  options: SuggestOptions,
): Promise<readonly Suggestion[]> {
  const { types } = options.language;
  const { limit = DEFAULT_LIMIT } = options;
  await prepareTypes(types, wanted);
  const subjects = documents.map((document): Subject => ({ document, index: new PageIndex(document) }));
  const searches = wanted.map((each): Search => {
    const targets = documents.map((_, i) => {
      const value = each.values[i];
      return value === null || value === undefined ? value : targetOf(value, each.type, types);
    });
    return { wanted: each, targets, open: [], proposals: [], isSeen: false, ran: 0 };
  });
  for (const [i, { index }] of subjects.entries()) {
    const texts = searches.flatMap(({ targets }) => targets[i]?.text ?? []);
    const captions = new Captions(index, texts);
    for (const search of searches) {
      const target = search.targets[i];
      if (!target) continue;
      const places = occurrencesOf(target, index, types);
      search.isSeen ||= places.length > 0;
      const candidates = places.flatMap((place) => candidatesAt(place, index, captions, types));
      search.open.push(...candidates.map((candidate) => withId(candidate, search.wanted)));
    }
  }
  for (const { open } of searches) sortUnique(open);
  await runAll(searches, subjects, options, limit);
  return named(searches, limit);
}

/** A candidate whose caption speaks of the id that its author gave is more likely what was meant. */
function withId(candidate: Candidate, { id }: WantedValue): Candidate {
  const words = id === undefined ? 0 : toldWords(textsOf(candidate.field).join(' '), id);
  if (words === 0) return candidate;
  return { ...candidate, cost: candidate.cost - TOLD_GAIN.first - (words - 1) * TOLD_GAIN.further };
}

/** The texts of a field's anchors. */
function textsOf({ anchor, method }: CandidateField): readonly string[] {
  return [lastText(anchor), lastText(method['verticalAnchor'])];
}

/** Runs the candidates of all values together, batch by batch, until each has enough that work. */
async function runAll(
  searches: readonly Search[],
  subjects: readonly Subject[],
  options: SuggestOptions,
  limit: number,
): Promise<void> {
  for (;;) {
    const running = searches.flatMap((search) => {
      if (isDone(search, limit) || search.ran >= MOST_RUN) return [];
      search.ran += BATCH;
      return search.open.splice(0, BATCH).map((candidate) => ({ search, candidate }));
    });
    if (running.length === 0) return;
    // The ids are ours: no two fields share one, so that none is a fallback of another.
    const fields = running.map(({ candidate }, i) => ({
      id: `f${i}`,
      ...candidate.field,
    })) as unknown as Field[];
    const outcomes = [];
    for (const { document } of subjects) outcomes.push(await options.extract(document, { fields }));
    for (const [i, { search, candidate }] of running.entries()) {
      const values = outcomes.map((outcome) => outcome.parsed_document[`f${i}`]);
      const proposal = judged(candidate, search.targets, values);
      if (proposal) search.proposals.push(proposal);
    }
    for (const { proposals } of searches) proposals.sort(byMerit);
  }
}

/** Enough that are right wherever that is known; where none is, all candidates are worth their run. */
function isDone({ proposals, targets }: Search, limit: number): boolean {
  const whole = proposals.filter(({ exact, plausible }) => exact + plausible === targets.length);
  return whole.length >= limit;
}

function judged(
  { field, cost, relation }: Candidate,
  targets: Search['targets'],
  values: readonly unknown[],
): Proposal | undefined {
  const counts = { exact: 0, plausible: 0, wrong: 0 };
  const known = targets.find((target) => target !== null && target !== undefined);
  for (const [i, target] of targets.entries()) counts[verdict(target, known, values[i], field)]++;
  const isRight = targets.some((target, i) => target && isWanted(target, values[i], field));
  return isRight ? { field, cost, relation, ...counts } : undefined;
}

function verdict(
  target: Target | null | undefined,
  known: Target | undefined,
  value: unknown,
  field: CandidateField,
): 'exact' | 'plausible' | 'wrong' {
  if (target === null) return value === null || value === undefined ? 'exact' : 'wrong';
  if (target) return isWanted(target, value, field) ? 'exact' : 'wrong';
  return known !== undefined && isAlike(known.text, value) ? 'plausible' : 'wrong';
}

function isWanted(target: Target, value: unknown, { type = 'string' }: CandidateField): boolean {
  const wanted = target.types.find((each) => each.reference === type);
  return wanted !== undefined && isValue(value) && wanted.isWanted(value);
}

/** Whether a value of a document on which it is not known may be right: a typed one, or text with digits like the known. */
function isAlike(known: string, value: unknown): boolean {
  if (!isValue(value)) return false;
  if (typeof value.value !== 'string') return true;
  return /\d/u.test(known) === /\d/u.test(value.value) && value.value.length <= 4 * known.length + 8;
}

function isValue(value: unknown): value is TypedValue {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'value');
}

function byMerit(a: Proposal, b: Proposal): number {
  return b.exact - a.exact || b.plausible - a.plausible || a.cost - b.cost;
}

/** The cheapest first, each once. */
function sortUnique(candidates: Candidate[]): void {
  const seen = new Set<string>();
  const kept = candidates
    .sort((a, b) => a.cost - b.cost)
    .filter(({ field }) => {
      const key = JSON.stringify(field);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  candidates.splice(0, candidates.length, ...kept);
}

function named(searches: readonly Search[], limit: number): Suggestion[] {
  const used = new Set(searches.flatMap(({ wanted }) => wanted.id ?? []));
  return searches.map(({ wanted, proposals, isSeen }) => {
    const best = proposals.slice(0, limit);
    const id = wanted.id ?? freeId(idFrom(captionOf(best[0])), used);
    used.add(id);
    if (best.length > 0) return { wanted, id, proposals: best };
    const reason = isSeen
      ? 'it stands on the document, but no caption leads to it alone'
      : 'it does not stand on the document as text; "anchorline lines" shows what does';
    return { wanted, id, proposals: [], reason };
  });
}

function captionOf(proposal: Proposal | undefined): string {
  return proposal ? spaced(lastText(proposal.field.anchor)) : '';
}
