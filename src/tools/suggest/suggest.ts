/** From the values that an author wants to fields that extract them: proposed by layout, checked by running. */

import { englishWords } from '../../foundation/text/english-words.js';
import type { Config, Field } from '../../language/config/config-types.js';
import type { Language } from '../../language/config/schema.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import { isCentreIn } from '../../page/document/geometry.js';
import type { Document, Line } from '../../page/document/model.js';
import type { ExtractionResult } from '../../run/extraction/result.js';
import { lastText, textsOfAnchor } from './anchor-text.js';
import { type Area, isPartIn } from './area.js';
import { candidatesForMark } from './by-mark.js';
import { candidatesAt } from './candidates.js';
import { Captions } from './captions.js';
import { contextOf } from './context.js';
import { type Count, counted, countedInColumn, countsOf } from './counting.js';
import { freeId, idFrom } from './ids.js';
import { type Counts, isReadFrom, isReadOff, isWanted, judged } from './judge.js';
import { type Mark, Marks } from './marks.js';
import { type Occurrence, occurrencesOf, placeKey } from './occurrences.js';
import { PageIndex } from './page-index.js';
import { namesPeriod, periodContext } from './periods.js';
import type { Candidate, CandidateField, Surroundings } from './place.js';
import { Relevance } from './relevance.js';
import { prepareTypes, STATE, spaced, type Target, targetOf, type WantedValue } from './wanted.js';

/** Fields of one value that run together; the cheapest run first. */
const BATCH = 32;
/** Fields of one value that are run at most. */
const MOST_RUN = 320;
/** Places of one value for which fields are looked for: those that say most of the id. */
const PLACES = 8;
/**
 * What it is worth that all of the id is said around a place, or around a box to tick, and by the anchor of a field: more
 * than the ways from one caption to its value differ, so that an equal value elsewhere is not taken, and for boxes more than
 * anything else, since each is known with all that captions it: 46 instead of 35 of the 51 boxes of an umbrella application
 * are right by it. An earlier one of equal boxes comes first. With twice the gain for places, 2 of the 326 values of the
 * tuned half of `bench:suggest` are lost; with a sixth less, 2 of 802 of both. A heading before the anchor counts for what it
 * adds to an anchor that says something itself ("DED" below "EQUIPMENT BREAKDOWN" for `equipment_breakdown.ded`): 5 of 480
 * values on two documents by it, none lost in either half; with two thirds of it 2. Below anchors that say nothing it
 * won 3 and lost 1.
 */
const GAIN = { place: 12, box: 400, earlier: 2, anchor: 4, heading: 12 };
/** What speaks against a place: a number that is printed on every form, one in an address, a value in a sentence. */
const UNLIKELY = { item: 8, address: 6, prose: 4 };
/** Share of an id that is said at the word yes or no at least. */
const SAID = 0.4;
/** Share of an id that is said at a box to tick at least. */
const LEAST = 0.2;
/** Fits of boxes that are as good as the best, as a share of an id: boxes of one caption differ by their headings. */
const AS_GOOD = 0.004;
/** Fits of places, and of boxes, among which an id counts: within this share of it. */
const COUNTED_AMONG = { places: 0.05, boxes: 0.02 };
/** What speaks against the box of the answer no: fields are about what is so. */
const DENIES = 0.1;
/** Values show the lines that they were read from, and boxes to tick. */
const VERBOSITY = 3;

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
export interface Proposal<Field = CandidateField> extends Counts {
  readonly field: Field;
  /** What speaks against its anchor and its method; lower is better. */
  readonly cost: number;
  /** How much of the id is said by the captions around the value, and by the anchors of the field, 0 to 1. */
  readonly fit: number;
  readonly says: number;
  /** Where the value is, seen from the anchor. */
  readonly relation: string;
  /** Where it is printed, of a box to tick its caption: page from 0, inches from the left and the top. */
  readonly place: { readonly page: number; readonly left: number; readonly top: number };
}

/** What was found for one wanted value. */
export interface Suggestion<Field = CandidateField> {
  readonly wanted: WantedValue;
  readonly id: string;
  /** In how many places of the first document where it is known the value is printed; 0 for boxes to tick. */
  readonly places: number;
  /** Best first, one for each place before others; empty where no field gives the value. */
  readonly proposals: readonly Proposal<Field>[];
  /** Why there is none. */
  readonly reason?: string;
  /** What it gives, where that is no single value. */
  readonly note?: string;
}

const DEFAULT_LIMIT = 3;

interface Subject extends Surroundings {
  readonly document: Document;
  readonly marks: Marks;
}

/** A place that fields are looked for at. */
interface Spot {
  readonly key: string;
  /** Position of its document. */
  readonly subject: number;
  readonly lines: readonly Line[];
  /** The box to tick there. */
  readonly mark?: Mark;
  readonly fit: number;
  /** It is a date that begins or ends a period, as the id says. */
  readonly isOfPeriod?: boolean;
}

/** A field to run, what speaks against it and what for it. */
interface Entry {
  readonly candidate: Candidate;
  readonly spot: Spot;
  /** How much of the id its anchors say, 0 to 1; all where they name the period that the value begins or ends. */
  readonly says: number;
  /** The cost, less what its id says. */
  readonly rank: number;
}

interface Found extends Entry {
  readonly counts: Counts;
}

interface Search {
  readonly wanted: WantedValue;
  /** What its id counts. */
  readonly count: Count | undefined;
  readonly targets: readonly (Target | null | undefined)[];
  open: Entry[];
  readonly found: Found[];
  places: number;
  ran: number;
  /** Whether its letters and digits are somewhere, whatever reads them. */
  isPrinted: boolean;
}

/**
 * Proposes fields for values on documents. Only fields that give exactly the value on the first document where it is
 * known are proposed, and read it where it is printed; those that do so on more of the documents come first, then those
 * whose captions say more of the id, then those that are simpler.
 */
export async function suggestFields(
  documents: readonly Document[],
  wanted: readonly WantedValue[],
  options: SuggestOptions,
): Promise<readonly Suggestion[]> {
  const { types } = options.language;
  const { limit = DEFAULT_LIMIT } = options;
  const [english] = await Promise.all([englishWords(), prepareTypes(types, wanted)]);
  const indexes = documents.map((document) => new PageIndex(document));
  const counts = countsOf(wanted.map(({ id }) => id));
  const searches = wanted.map((each, nth): Search => {
    const targets = indexes.map((index, i) => {
      const value = each.values[i];
      return value === null || value === undefined ? value : targetOf(value, each.type, types, index);
    });
    return {
      wanted: each,
      count: counts[nth],
      targets,
      open: [],
      found: [],
      places: 0,
      ran: 0,
      isPrinted: false,
    };
  });
  const subjects = documents.map((document, i): Subject => {
    const index = indexes[i]!;
    const texts = searches.flatMap(({ targets }) => (targets[i]?.isState ? [] : (targets[i]?.text ?? [])));
    const captions = new Captions(index, texts, english);
    return { document, index, captions, marks: new Marks(document, index) };
  });
  for (const [i, subject] of subjects.entries()) {
    const claimed = new Set<string>();
    for (const search of searches) await lookOn(search, i, subject, types, claimed);
  }
  for (const search of searches) search.open = uniqueByRank(search.open);
  await runAll(searches, subjects, options, limit);
  return named(searches, limit);
}

/**
 * Adds the fields that may give a value on one document.
 * @param claimed keys of the places that fit earlier values best; that of this one is added
 */
async function lookOn(
  search: Search,
  subject: number,
  around: Subject,
  types: TypeRegistry,
  claimed: Set<string>,
): Promise<void> {
  const target = search.targets[subject];
  if (!target) return;
  const { index, captions } = around;
  const { id, at } = search.wanted;
  const relevance = new Relevance(id, index);
  search.isPrinted ||= index.hasLetters(target.text);
  const fitOf = ({ lines: [line], shape, start, end }: Occurrence) => {
    const isPart = shape === 'part';
    const text = line!.text;
    const beside = isPart ? ([text.slice(0, start), text.slice(end)] as const) : (['', ''] as const);
    const period = isPart ? periodContext(beside, relevance.words) : [];
    return {
      fit: relevance.ofContext([...contextOf(line!, beside, index, captions.kinds), ...period]),
      isOfPeriod: period.length > 0,
    };
  };
  const positionOf = ({ lines: [line] }: Occurrence) => index.positionOf(line!);
  const keyOf = (place: Occurrence) => `${subject} ${placeKey(place, index)}`;
  const all = occurrencesOf(target, index, types).map((place) => ({
    place,
    ...fitOf(place),
  }));
  const said = all.filter(({ place, fit }) => (at ? isIn(at, place) : !target.isState || fit >= SAID));
  const places = target.isState ? await withoutCaptions(said, around) : said;
  if (search.places === 0) search.places = new Set(places.map(({ place }) => placeKey(place, index))).size;
  const ordered = places
    .toSorted((a, b) => positionOf(a.place) - positionOf(b.place))
    .map((each) => ({ ...each, line: each.place.lines[0]! }));
  const isClaimed = ({ place }: { readonly place: Occurrence }) => claimed.has(keyOf(place));
  const inColumn = countedInColumn(ordered, search.count, index, relevance, isClaimed);
  const isCounted = search.count !== undefined && !search.count.isImplied && inColumn === ordered;
  const likely = (isCounted ? counted(ordered, search.count, COUNTED_AMONG.places, isClaimed) : inColumn)
    .map((each) => ({ ...each, unlikely: unlikelihood(each.place, captions) }))
    .toSorted(
      (a, b) =>
        a.unlikely + a.place.cost - GAIN.place * a.fit - (b.unlikely + b.place.cost - GAIN.place * b.fit),
    );
  const spots = new Map<string, Spot>();
  if (likely[0] && !target.isState) claimed.add(keyOf(likely[0].place));
  for (const { place, fit, isOfPeriod, unlikely } of likely) {
    const key = keyOf(place);
    if (!spots.has(key) && spots.size >= PLACES) continue;
    const spot = spots.get(key) ?? { key, subject, lines: place.lines, fit, isOfPeriod };
    spots.set(key, spot);
    for (const candidate of candidatesAt(place, around, types, relevance)) {
      search.open.push(entryOf(candidate, spot, relevance, unlikely));
    }
  }
  if (!target.isState) return;
  const marks = at
    ? await marksIn(at, around)
    : await marksSaying(target, relevance, search.count, around, claimed);
  for (const [i, { mark, fit }] of marks.entries()) {
    const lines = mark.captionLines;
    const spot: Spot = { key: `${subject} ${markKey(mark)}`, subject, lines, mark, fit };
    const equal = marks.slice(0, i).filter((each) => each.fit - fit < AS_GOOD).length;
    for (const candidate of candidatesForMark(mark, captions, relevance)) {
      search.open.push(entryOf(candidate, spot, relevance, equal * GAIN.earlier));
    }
  }
}

/** Whether all of a place is in an area. */
function isIn({ page, area }: Area, { lines, shape, start, end }: Occurrence): boolean {
  return lines.every(
    (line) =>
      line.page === page &&
      isPartIn(
        line,
        ...(shape === 'part' ? ([start, end] as const) : ([0, line.text.length] as const)),
        area,
      ),
  );
}

/** The words yes and no that are answers, not captions of boxes to tick. */
async function withoutCaptions<T extends { readonly place: Occurrence }>(
  places: readonly T[],
  { marks }: Subject,
): Promise<readonly T[]> {
  const captions = new Set<Line>();
  for (const page of new Set(places.map(({ place }) => place.lines[0]!.page))) {
    for (const mark of await marks.on(page)) for (const line of mark.captionLines) captions.add(line);
  }
  return places.filter(({ place }) => !captions.has(place.lines[0]!));
}

/** The boxes to tick in an area. */
async function marksIn(
  { page, area }: Area,
  { marks }: Subject,
): Promise<readonly { readonly mark: Mark; readonly fit: number }[]> {
  const all = await marks.on(page);
  return all.filter(({ bounds }) => isCentreIn(area, bounds)).map((mark) => ({ mark, fit: 1 }));
}

/** The boxes in a state whose captions, and the texts around them, say most of an id. */
async function marksSaying(
  target: Target,
  relevance: Relevance,
  count: Count | undefined,
  { index, marks }: Subject,
  claimed: Set<string>,
): Promise<readonly { readonly mark: Mark; readonly fit: number }[]> {
  const pages = new Set(index.lines.filter(({ text }) => relevance.of(text) > 0).map(({ page }) => page));
  const all: { readonly mark: Mark; readonly fit: number }[] = [];
  for (const page of pages) {
    for (const mark of await marks.on(page)) {
      const fit = fitOfMark(mark, relevance);
      if (fit >= LEAST) all.push({ mark, fit });
    }
  }
  const likely = counted(all, count, COUNTED_AMONG.boxes, ({ mark }) => claimed.has(markKey(mark))).toSorted(
    (a, b) => b.fit - a.fit,
  );
  const found = [];
  for (const each of likely) {
    if (found.length >= PLACES) break;
    if ((await each.mark.box.isSelected()) === target.isSelected) found.push(each);
  }
  if (found[0]) claimed.add(markKey(found[0].mark));
  return found;
}

function markKey({ page, bounds: { left, top } }: Mark): string {
  return `${page} ${left} ${top}`;
}

/** How much of an id is said by what a box asks, and by the texts around it: half as much as by its own. */
function fitOfMark({ caption, question, answer, texts }: Mark, relevance: Relevance): number {
  const own = relevance.of(`${question ?? ''} ${caption}`);
  const around = relevance.ofContext([{ text: caption, weight: 1 }, ...texts]);
  if (caption === '') return around;
  return own + (around - own) / 2 - (answer === false ? DENIES : 0);
}

function entryOf(candidate: Candidate, spot: Spot, relevance: Relevance, unlikely: number): Entry {
  const texts = textsOf(candidate.field);
  const said = saidBy(texts, relevance);
  const all = said === 0 ? 0 : saidBy([...texts, ...textsOfAnchor(candidate.field.anchor)], relevance);
  const says = spot.isOfPeriod && texts.some(namesPeriod) ? 1 : said;
  return {
    candidate,
    spot,
    says,
    rank:
      candidate.cost +
      unlikely -
      (spot.mark ? GAIN.box : GAIN.place) * spot.fit -
      GAIN.anchor * says -
      GAIN.heading * Math.max(0, all - said),
  };
}

/** How much of an id texts say together, 0 to 1. */
function saidBy(texts: readonly string[], relevance: Relevance): number {
  return relevance.ofContext(texts.map((text) => ({ text, weight: 1 })));
}

/** What speaks against a place, whatever leads there. */
function unlikelihood({ lines: [line], shape, start, end, type }: Occurrence, { kinds }: Captions): number {
  const isText = type.type === 'string';
  const isAmount = !isText && type.type !== 'date' && type.type !== 'phoneNumber' && type.type !== STATE;
  const [from, to] = shape === 'part' ? [start, end] : [0, line!.text.length];
  return (
    (isAmount && kinds.isItemNumber(line!, from, to) ? UNLIKELY.item : 0) +
    (isAmount && kinds.isInAddress(line!) ? UNLIKELY.address : 0) +
    (shape === 'part' && kinds.isProse(line!) ? UNLIKELY.prose : 0)
  );
}

/** The texts of a field's anchors. */
function textsOf({ anchor, method }: CandidateField): readonly string[] {
  return [lastText(anchor), lastText(method['verticalAnchor'])].filter((text) => text !== '');
}

/** Runs the candidates of all values together, batch by batch, until each has enough that work. */
async function runAll(
  searches: readonly Search[],
  subjects: readonly Subject[],
  options: SuggestOptions,
  limit: number,
): Promise<void> {
  for (;;) {
    const running = searches.flatMap((search) => nextOf(search, limit).map((entry) => ({ search, entry })));
    if (running.length === 0) return;
    // The ids are ours: no two fields share one, so that none is a fallback of another.
    const fields = running.map(({ entry }, i) => ({
      id: `f${i}`,
      ...entry.candidate.field,
    })) as unknown as Field[];
    const outcomes = [];
    for (const { document } of subjects) {
      outcomes.push(await options.extract(document, { verbosity: VERBOSITY, fields }));
    }
    for (const [i, { search, entry }] of running.entries()) {
      const values = outcomes.map((outcome) => outcome.parsed_document[`f${i}`]);
      const found = foundBy(entry, search.targets, values);
      if (found) search.found.push(found);
    }
  }
}

/** The fields of a value to run next: of places that have none first. */
function nextOf(search: Search, limit: number): Entry[] {
  const whole = search.found.filter(
    ({ counts }) => counts.exact + counts.plausible === search.targets.length,
  );
  const has = new Set(whole.map(({ spot }) => spot.key));
  if (search.ran >= MOST_RUN || (whole.length >= limit && has.size >= limit)) return [];
  const without = search.open.filter(({ spot }) => !has.has(spot.key));
  if (whole.length >= limit && without.length === 0) return [];
  const next = (without.length > 0 ? without : search.open).slice(0, BATCH);
  const taken = new Set(next);
  search.open = search.open.filter((entry) => !taken.has(entry));
  search.ran += BATCH;
  return next;
}

/** A field that gives what is wanted, at the place that it was made for. */
function foundBy(entry: Entry, targets: Search['targets'], values: readonly unknown[]): Found | undefined {
  const { candidate, spot } = entry;
  const target = targets[spot.subject];
  const value = values[spot.subject];
  if (!target || !isWanted(target, value, candidate.field)) return undefined;
  if (!(spot.mark ? isReadOff(value, spot.mark) : isReadFrom(value, spot.lines))) return undefined;
  return { ...entry, counts: judged(candidate.field, targets, values) };
}

function byMerit(a: Found, b: Found): number {
  return b.counts.exact - a.counts.exact || b.counts.plausible - a.counts.plausible || a.rank - b.rank;
}

/** The best first, each once. */
function uniqueByRank(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ candidate, spot }) => {
      const key = `${spot.key} ${JSON.stringify(candidate.field)}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

function named(searches: readonly Search[], limit: number): Suggestion[] {
  const used = new Set(searches.flatMap(({ wanted }) => wanted.id ?? []));
  return searches.map(({ wanted, targets, found, places, isPrinted }) => {
    const proposals = shown(found).slice(0, limit);
    const id = wanted.id ?? freeId(idFrom(captionOf(proposals[0])), used);
    used.add(id);
    if (proposals.length > 0) return { wanted, id, places, proposals };
    const isState = targets.some((target) => target?.isState);
    return { wanted, id, places, proposals, reason: reasonFor(wanted, isState, places, isPrinted) };
  });
}

/** The best of each place, then the others. */
function shown(found: readonly Found[]): Proposal[] {
  const seen = new Set<string>();
  const fields = new Set<string>();
  const first: Found[] = [];
  const rest: Found[] = [];
  for (const each of found.toSorted(byMerit)) {
    const field = JSON.stringify(each.candidate.field);
    if (fields.has(field)) continue;
    fields.add(field);
    (seen.has(each.spot.key) ? rest : first).push(each);
    seen.add(each.spot.key);
  }
  return [...first, ...rest].map(({ candidate, spot, says, counts }) => {
    const { page } = spot.mark ?? spot.lines[0]!;
    const { left, top } = spot.lines[0] ?? spot.mark!.bounds;
    return { ...candidate, fit: spot.fit, says, ...counts, place: { page, left, top } };
  });
}

function reasonFor({ id, type }: WantedValue, isState: boolean, places: number, isPrinted: boolean): string {
  if (isState && id === undefined) return 'true and false need an id that says which box to tick is meant';
  if (isState)
    return 'no caption that says what the id says has a box to tick in that state, or such a word, beside it';
  if (places > 0) return 'it is on the document, but no caption leads to it alone';
  if (!isPrinted) return 'it is not on the document as text; "anchorline lines" shows what does';
  const by = type === undefined ? 'no type' : `no form of the type ${type}`;
  return `its characters are on the document, but ${by} reads them there as this value`;
}

function captionOf(proposal: Proposal | undefined): string {
  return proposal ? spaced(lastText(proposal.field.anchor)) : '';
}
