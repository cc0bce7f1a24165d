/** Where the documents in a file begin and end, as the fingerprints of configs show it. */
// See docs/language/09-service.md#942-by-fingerprints

import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import type { Fingerprint } from '../../language/config/config-types.js';
import { type FingerprintPage, fingerprintTests } from '../../language/config/fingerprint.js';
import { finishLines } from '../../page/document/line.js';
import type { Document } from '../../page/document/model.js';
import { findMatch } from './fingerprint-search.js';

/** A config that documents are looked for with. */
export interface SegmentingConfig {
  readonly documentType: string;
  readonly configuration: string;
  readonly fingerprint: Fingerprint;
  readonly guard: PatternGuard;
  /** Throws when the time is up or the caller gave up. */
  checkpoint(): void;
}

/** A document in a file. */
interface Segment {
  readonly documentType: string;
  readonly configuration: string;
  /** Zero-based, both inclusive. */
  readonly startPage: number;
  readonly endPage: number;
  /** Other configs of the same type that find a document on exactly these pages. */
  readonly also: readonly string[];
}

/**
 * The documents in a file, in page order. They never overlap; pages of none are left out.
 * @param configs in the order of their types, then of their names: of equal claims the first counts
 */
export function segmentByFingerprints(
  document: Pick<Document, 'pages'>,
  configs: readonly SegmentingConfig[],
): readonly Segment[] {
  const pages = document.pages.map(({ lines }) => finishLines(lines));
  const trackers = configs.map((config, order) => new Tracker(config, order, pages));
  const bounded = trackers.filter(({ isBounded }) => isBounded);
  const unbounded = trackers.filter(({ isUnbounded }) => isUnbounded);
  const found = scan(bounded, pages.length);
  const gaps = gapsBetween(found, pages.length);
  const filled = gaps.flatMap((gap) => scanGap(unbounded, gap));
  return [...found, ...filled].toSorted((a, b) => a.startPage - b.startPage);
}

/** The pages of no segment, as ranges, both ends inclusive. @param segments in page order */
export function unmatchedPages(
  segments: readonly Pick<Segment, 'startPage' | 'endPage'>[],
  pageCount: number,
): readonly (readonly [number, number])[] {
  return gapsBetween(segments, pageCount).map(({ from, to }) => [from, to] as const);
}

interface PageRange {
  readonly from: number;
  readonly to: number;
}

function gapsBetween(
  segments: readonly Pick<Segment, 'startPage' | 'endPage'>[],
  pageCount: number,
): readonly PageRange[] {
  const gaps: PageRange[] = [];
  let free = 0;
  for (const { startPage, endPage } of segments) {
    if (startPage > free) gaps.push({ from: free, to: startPage - 1 });
    free = endPage + 1;
  }
  if (free < pageCount) gaps.push({ from: free, to: pageCount - 1 });
  return gaps;
}

/** A test and the pages on which it holds. */
interface HeldTest {
  readonly page: FingerprintPage;
  readonly offset: number;
  /** Matches of the test. */
  readonly size: number;
  readonly holds: PageSet;
}

/** Pages, with the next one from any page on, so that no walk over pages is made twice. */
class PageSet {
  readonly #next: Int32Array;
  readonly #count: number;

  /** @param count pages of the file */
  constructor(count: number, isIn: (page: number) => boolean) {
    this.#count = count;
    this.#next = new Int32Array(count + 1).fill(count);
    for (let page = count - 1; page >= 0; page--)
      this.#next[page] = isIn(page) ? page : this.#next[page + 1]!;
  }

  has(page: number): boolean {
    return page >= 0 && page < this.#count && this.#next[page] === page;
  }

  /** The first page of the set at or after another; the number of pages when there is none. */
  from(page: number): number {
    return this.#next[Math.min(Math.max(page, 0), this.#count)]!;
  }

  isWithin(from: number, to: number): boolean {
    return this.from(from) <= to;
  }
}

/** A document that a config finds. */
interface Claim {
  readonly tracker: Tracker;
  readonly start: number;
  readonly end: number;
  /** Matches that speak for it. */
  readonly evidence: number;
}

/** A config, and on which pages its tests hold. */
class Tracker {
  readonly config: SegmentingConfig;
  readonly order: number;
  readonly #count: number;
  readonly #first: readonly HeldTest[];
  readonly #last: readonly HeldTest[];
  readonly #every: readonly HeldTest[];
  readonly #any: readonly HeldTest[];
  readonly #firstPages: PageSet;
  readonly #lastPages: PageSet;
  readonly #everyPages: PageSet;
  /** Pages that its documents cannot hold. */
  readonly #breaks: PageSet;
  readonly #anyPages: PageSet;

  constructor(config: SegmentingConfig, order: number, pages: readonly Document['pages'][number]['lines'][]) {
    this.config = config;
    this.order = order;
    this.#count = pages.length;
    const tests = fingerprintTests(config.fingerprint).map(
      ({ page, offset, matches }): HeldTest => ({
        page,
        offset,
        size: matches.length,
        holds: this.#pages((index) => {
          config.checkpoint();
          return matches.every((match) => findMatch(match, pages[index]!, config.guard) !== undefined);
        }),
      }),
    );
    const on = (page: FingerprintPage) => tests.filter((test) => test.page === page);
    this.#first = on('first');
    this.#last = on('last');
    this.#every = on('every');
    this.#any = on('any');
    const some = (held: readonly HeldTest[]) =>
      this.#pages((index) => held.some(({ holds }) => holds.has(index)));
    this.#firstPages = some(this.#first);
    this.#lastPages = some(this.#last);
    this.#everyPages = this.#every.length === 0 ? this.#pages(() => true) : some(this.#every);
    this.#breaks = this.#pages((index) => !this.#everyPages.has(index));
    this.#anyPages = some(this.#any);
  }

  #pages(isIn: (page: number) => boolean): PageSet {
    return new PageSet(this.#count, isIn);
  }

  /** Whether tests show where its documents begin or end; a last page alone shows nothing. */
  get isBounded(): boolean {
    const tells = this.#first.length + this.#every.length > 0;
    return tells || (this.#last.length > 0 && this.#any.length > 0);
  }

  /** Whether it has tests, but none that shows where its documents begin or end. */
  get isUnbounded(): boolean {
    return this.#any.length > 0 && this.#first.length + this.#every.length + this.#last.length === 0;
  }

  /** Whether a test for any page holds on one. */
  hasHit(page: number): boolean {
    return this.#anyPages.has(page);
  }

  /** Whether all tests for any page hold within a range. */
  isComplete(from: number, to: number): boolean {
    return this.#any.every(({ holds }) => holds.isWithin(from, to));
  }

  /** Matches of its tests for any page. */
  get anySize(): number {
    return this.#any.reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * The document whose match is on a page.
   * @param free the first page that belongs to no other document
   * @param foreignStart the first page at or after another on which a document of another config begins
   */
  claim(match: number, free: number, foreignStart: (page: number) => number): Claim | undefined {
    if (!this.#beginsAt(match)) return undefined;
    const first = this.#first.length > 0 ? largest(this.#first, match) : undefined;
    const start = Math.max(free, match + (first?.offset ?? 0));
    const ended = this.#last.length > 0 ? this.#lastPageFrom(match) : this.#grown(match, foreignStart);
    if (ended === undefined) return undefined;
    const last = this.#last.length > 0 ? largest(this.#last, ended) : undefined;
    const end = Math.min(ended + (last?.offset ?? 0), this.#count - 1);
    if (end < start || !this.isComplete(start, end)) return undefined;
    const every = this.#every.filter(({ holds }) => holds.isWithin(match, ended));
    const evidence =
      (first?.size ?? 0) + (last?.size ?? 0) + Math.max(0, ...every.map(({ size }) => size)) + this.anySize;
    return { tracker: this, start, end, evidence };
  }

  #beginsAt(page: number): boolean {
    if (!this.#everyPages.has(page)) return false;
    if (this.#first.length > 0) return this.#firstPages.has(page);
    return this.#every.length > 0 || this.#anyPages.has(page);
  }

  /** The last page of a document, unless something else comes before it. */
  #lastPageFrom(match: number): number | undefined {
    const last = this.#lastPages.from(match);
    if (last === this.#count || this.#breaks.from(match) <= last) return undefined;
    return this.#nextFirst(match) <= last ? undefined : last;
  }

  /** The last page before something else begins. */
  #grown(match: number, foreignStart: (page: number) => number): number {
    const next = match + 1;
    return Math.min(this.#breaks.from(next), this.#nextFirst(match), foreignStart(next)) - 1;
  }

  /** Where the next document of this config begins; none does without tests for first pages. */
  #nextFirst(match: number): number {
    return this.#first.length > 0 ? this.#firstPages.from(match + 1) : this.#count;
  }

  /** Where documents of this config may begin, whatever is before them: others end there. */
  starts(): ReadonlySet<number> {
    const starts = new Set<number>();
    if (this.#first.length + this.#every.length === 0) return starts;
    const noForeignStart = () => this.#count;
    for (let match = 0; match < this.#count; match++) {
      if (this.#first.length === 0 && this.#everyPages.has(match - 1)) continue;
      const claim = this.claim(match, 0, noForeignStart);
      if (claim) starts.add(claim.start);
    }
    return starts;
  }
}

/** The test with most matches that holds on a page; of equal ones the first. */
function largest(tests: readonly HeldTest[], page: number): HeldTest | undefined {
  let best: HeldTest | undefined;
  for (const test of tests) {
    if (test.holds.has(page) && (!best || test.size > best.size)) best = test;
  }
  return best;
}

/** Documents of configs that say where they begin or end, from the first page to the last. */
function scan(trackers: readonly Tracker[], count: number): readonly Segment[] {
  const foreign = foreignStarts(trackers, count);
  const segments: Segment[] = [];
  let free = 0;
  for (let match = 0; match < count; match++) {
    if (match < free) continue;
    const claims = trackers.flatMap(
      (tracker) => tracker.claim(match, free, (page) => foreign.get(tracker)!.from(page)) ?? [],
    );
    const [best] = claims.toSorted(byClaim);
    if (!best) continue;
    segments.push(segmentOf(best, claims));
    free = best.end + 1;
  }
  return segments;
}

/** For every config the pages on which documents of others begin. */
function foreignStarts(trackers: readonly Tracker[], count: number): ReadonlyMap<Tracker, PageSet> {
  const starting = Array.from({ length: count }, () => new Set<Tracker>());
  for (const tracker of trackers) for (const page of tracker.starts()) starting[page]?.add(tracker);
  const isForeign = (tracker: Tracker, page: number) => {
    const others = starting[page]!;
    return others.size > (others.has(tracker) ? 1 : 0);
  };
  return new Map(
    trackers.map((tracker) => [tracker, new PageSet(count, (page) => isForeign(tracker, page))]),
  );
}

/** The better first: by evidence, by length, by order of the configs. */
function byClaim(a: Claim, b: Claim): number {
  return b.evidence - a.evidence || b.end - b.start - (a.end - a.start) || a.tracker.order - b.tracker.order;
}

function segmentOf({ tracker, start, end }: Claim, claims: readonly Claim[]): Segment {
  const { documentType, configuration } = tracker.config;
  const also = claims.filter(
    (other) =>
      other.tracker !== tracker &&
      other.tracker.config.documentType === documentType &&
      other.start === start &&
      other.end === end,
  );
  return {
    documentType,
    configuration,
    startPage: start,
    endPage: end,
    also: also.map((other) => other.tracker.config.configuration),
  };
}

/** Documents of configs that only say what is somewhere in them, among pages that nobody else claims. */
function scanGap(trackers: readonly Tracker[], { from, to }: PageRange): readonly Segment[] {
  const length = to - from + 1;
  const claimed = Array.from({ length }, (_, i) =>
    trackers.some((tracker) => tracker.hasHit(from + i) && tracker.isComplete(from + i, to)),
  );
  /** Where a document of a config ends: it has nothing on the page, and another one has, and all else it needs. */
  const ends = new Map(
    trackers.map((tracker) => [
      tracker,
      new PageSet(length, (i) => claimed[i] === true && !tracker.hasHit(from + i)),
    ]),
  );
  const segments: Segment[] = [];
  for (let page = from; page <= to; ) {
    const claims = trackers.flatMap((tracker): Claim[] => {
      if (!tracker.hasHit(page)) return [];
      const end = from + ends.get(tracker)!.from(page - from + 1) - 1;
      if (!tracker.isComplete(page, end)) return [];
      return [{ tracker, start: page, end, evidence: tracker.anySize }];
    });
    const [best] = claims.toSorted(byClaim);
    if (best) segments.push(segmentOf(best, claims));
    page = best ? best.end + 1 : page + 1;
  }
  return segments;
}
