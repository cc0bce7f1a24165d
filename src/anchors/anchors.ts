/** Anchors: where on the document a field is looked for. */
// See docs/language/01-document-anchors-fields.md#3-anchors

import type { Line } from '../document/model.js';
import { walk } from '../pattern-guard.js';
import { termScorer } from '../text/bag-of-words.js';
import type { AnchorComponent, FieldAnchor, PageMatcher, StopMatch } from './schema.js';
import { linesSoFar, type SearchScope } from './scope.js';
import {
  findSequence,
  found,
  isHit,
  mayBeMisread,
  type Reading,
  type Search,
  type SearchRange,
  type SequenceHit,
  type SequenceMiss,
  searchReading,
  searchSequence,
  sequenceOf,
  TURN,
} from './sequence.js';

/** An anchor with its shorthands written out. */
export interface Anchor {
  readonly match: AnchorComponent;
  readonly start?: AnchorComponent | undefined;
  readonly end?: AnchorComponent | undefined;
  readonly includeEnd?: boolean | undefined;
}

/** A place where an anchor matched. */
export interface AnchorHit {
  /** The line of the last matcher. */
  readonly line: Line;
  /** Position of that line in the scope. */
  readonly index: number;
  /** Matched range of the line's text. */
  readonly start: number;
  readonly end: number;
  /** Lines of all matchers of the sequence. */
  readonly lines: readonly Line[];
  /** Texts that OCR read in place of those of the anchor, its start and its end; none where all are as they should be. */
  readonly misread: readonly string[];
}

/** Positions of lines that are searched, the end exclusive. */
interface SearchWindow {
  readonly from: number;
  readonly to: number;
  /** Texts that OCR read in place of those of the anchor's start and end. */
  readonly misread: readonly string[];
}

/** Writes an anchor's shorthands out; a reference stays one. */
export function normaliseAnchor(anchor: FieldAnchor): Anchor | { readonly ref: string } {
  if (typeof anchor === 'string' || Array.isArray(anchor)) return { match: anchor };
  if ('ref' in anchor) return anchor;
  if ('type' in anchor) return { match: anchor };
  return anchor;
}

/** Why an anchor has no candidate: a sentence, for traces. */
export class AnchorSearch {
  readonly #anchor: Anchor;
  readonly #scope: SearchScope;
  /** Those of the scope, or of its pages that are read. */
  readonly #lines: readonly Line[];
  readonly #within: { readonly from: number; readonly to: number };
  /** Set once the search ended without a single candidate. */
  missing: string | undefined;

  /** @param within positions in the scope's lines that are searched, the end exclusive; default all */
  constructor(anchor: Anchor, scope: SearchScope, within?: { readonly from: number; readonly to: number }) {
    this.#anchor = anchor;
    this.#scope = scope;
    this.#lines = within ? scope.lines : linesSoFar(scope);
    this.#within = within ?? { from: 0, to: this.#lines.length };
  }

  /** The first candidate. */
  first(): AnchorHit | undefined {
    for (const hit of this.candidates()) return hit;
    return undefined;
  }

  /** To be called before all candidates are asked for: none is tried in vain where pages that may hold others are unread. */
  wantAll(): void {
    const { match, end } = this.#anchor;
    if (end === undefined && !yieldsOnce(match)) void this.#scope.lines;
  }

  /** The candidates in document order, found as they are asked for. */
  *candidates(): Generator<AnchorHit> {
    for (const each of this.search()) if (each !== TURN) yield each;
  }

  /** The same, with turns of other work between lines whose patterns take long. */
  *search(): Generator<AnchorHit | typeof TURN> {
    const window = yield* this.#searchWindow();
    if (!window) return;
    for (const reading of this.#readings()) {
      let isFound = false;
      for (const each of this.#searchIn(window, reading)) {
        if (each !== TURN) {
          isFound = true;
          this.missing = undefined;
        }
        yield each;
      }
      if (isFound) return;
    }
  }

  /** The ways in which the anchor is looked for: each only where the one before found no candidate at all. */
  #readings(): readonly Reading[] {
    const { match } = this.#anchor;
    if (isSpecial(match)) return ['exact'];
    const mayBe = mayBeMisread(sequenceOf(match as StopMatch), this.#lines, this.#scope.patternGuard);
    return mayBe ? ['exact', 'misread'] : ['exact'];
  }

  *#searchIn(window: SearchWindow, reading: Reading): Generator<AnchorHit | typeof TURN> {
    const { from, to } = window;
    let isFound = false;
    for (let position = from; position < to; ) {
      const { hit, miss, next } = yield* this.#from(position, window, reading);
      if (hit) {
        isFound = true;
        yield hit;
        if (yieldsOnce(this.#anchor.match)) return;
      }
      if (miss) {
        this.#mayEndAt(to);
        if (!isFound) this.missing ??= `anchor not found: ${missed(miss)}${this.#where(from, to)}`;
        return;
      }
      position = next;
    }
    this.#mayEndAt(to);
    if (!isFound) this.missing ??= `anchor not found: no line left to search${this.#where(from, to)}`;
  }

  /** All candidates at once; work in stretches may end between them, and goes on there. */
  all(): readonly AnchorHit[] {
    const window = found(this.#searchWindow());
    if (!window) return [];
    for (const reading of this.#readings()) {
      const hits = this.#allIn(window, reading);
      if (hits.length > 0) return hits;
    }
    return [];
  }

  #allIn(window: SearchWindow, reading: Reading): readonly AnchorHit[] {
    const { match } = this.#anchor;
    const begin = () => ({ hits: [] as AnchorHit[], position: window.from });
    const { hits } = walk(this.#scope.patternGuard, Number.POSITIVE_INFINITY, begin, (state) => {
      if (state.position >= window.to) return false;
      const { hit, miss, next } = found(this.#from(state.position, window, reading));
      state.position = next;
      if (hit) state.hits.push(hit);
      return !miss && !(hit && yieldsOnce(match));
    });
    if (hits.length === 0 || !yieldsOnce(match)) this.#mayEndAt(window.to);
    return hits;
  }

  /** The first candidate from a position on, or what was missed, and the position to go on from. */
  *#from(
    position: number,
    { to, misread }: SearchWindow,
    reading: Reading,
  ): Search<{ readonly hit?: AnchorHit; readonly miss?: SequenceMiss; readonly next: number }> {
    const range = { from: position, to, lower: position };
    const result = yield* this.#find(this.#anchor.match, range, reading);
    if (isHit(result)) return { hit: this.#hit(result, misread), next: Math.max(...result.indices) + 1 };
    const [begun] = result.indices;
    return result.element.reverse && begun !== undefined ? { next: begun + 1 } : { miss: result, next: to };
  }

  /** The positions between the anchor's start and end, the end exclusive; undefined when it has a start that is missing. */
  window(): Pick<SearchWindow, 'from' | 'to'> | undefined {
    this.#mayEndAt(Number.POSITIVE_INFINITY);
    return found(this.#searchWindow());
  }

  /** Where more pages may follow those that are read, a search that ends with them says nothing. */
  #mayEndAt(position: number): void {
    if (position >= this.#lines.length) this.#scope.begun?.wantNext();
  }

  /** As `window`; of a scope of which pages are unread it may end with those that are read. */
  *#searchWindow(): Search<SearchWindow | undefined> {
    const { start, end, includeEnd } = this.#anchor;
    const { from: begin, to } = this.#within;
    const within: SearchRange = { from: begin, to, lower: begin };
    const first = start === undefined ? undefined : yield* this.#find(start, within);
    if (first && !isHit(first)) {
      this.#mayEndAt(to);
      this.missing = `the anchor's start was not found: ${missed(first)}`;
      return undefined;
    }
    const from = first?.index ?? begin;
    const last = end === undefined ? undefined : yield* this.#findEnd(end, from, first !== undefined);
    return {
      from,
      to: last === undefined ? to : includeEnd ? last.index + 1 : last.index,
      misread: [...(first?.misread ?? []), ...(last?.misread ?? [])],
    };
  }

  #where(from: number, to: number): string {
    const lines = this.#lines;
    if (from === 0 && to === lines.length) return '';
    const before = lines[to] ? ` and before ${quoted(lines[to])}` : '';
    return lines[from] ? ` (searched from ${quoted(lines[from])}${before})` : ' (nothing to search)';
  }

  /**
   * Position of the end line. Real configs repeat the start's text as first element of the end, so the search
   * includes the start line; others use an end that also hits the start line, so an end at the start is
   * looked for again below it.
   */
  *#findEnd(end: AnchorComponent, from: number, started: boolean): Search<SequenceHit | undefined> {
    const { to } = this.#within;
    const result = yield* this.#find(end, { from, to, lower: from });
    if (!isHit(result)) return this.#noEnd(end);
    if (!started || result.index > from) return result;
    const again = (result.indices[0] ?? from) + 1;
    const retry = yield* this.#find(end, { from: again, to, lower: from });
    return isHit(retry) ? retry : this.#noEnd(end);
  }

  /** An end on a page that is not read ends what stands on those that are only where it is searched upwards. */
  #noEnd(end: AnchorComponent): undefined {
    if (isSpecial(end) || sequenceOf(end as StopMatch).elements.some(({ reverse }) => reverse)) {
      this.#mayEndAt(this.#within.to);
    }
    return undefined;
  }

  /** @param reading in which it is looked for; by default as it is, and else as OCR misreads it */
  *#find(
    component: AnchorComponent,
    range: SearchRange,
    reading?: Reading,
  ): Search<SequenceHit | SequenceMiss> {
    const special = specialLine(component, this.#scope, range);
    if (special === undefined) {
      const { patternGuard } = this.#scope;
      const sequence = sequenceOf(component as StopMatch);
      if (reading) return yield* searchReading(sequence, this.#lines, range, patternGuard, reading);
      return yield* searchSequence(sequence, this.#lines, range, patternGuard);
    }
    if (special < range.from || special >= range.to) {
      return {
        element: { test: () => null, reverse: false, description: describeSpecial(component) },
        indices: [],
      };
    }
    const end = this.#lines[special]!.text.length;
    return { index: special, indices: [special], misread: [], start: 0, end };
  }

  #hit(result: SequenceHit, ofWindow: readonly string[]): AnchorHit {
    const lines = this.#lines;
    return {
      line: lines[result.index]!,
      index: result.index,
      start: result.start,
      end: result.end,
      lines: result.indices.map((index) => lines[index]!),
      misread: [...ofWindow, ...result.misread],
    };
  }
}

function missed(miss: SequenceMiss): string {
  const before = miss.indices.length;
  const after = before === 0 ? '' : `, after ${before === 1 ? 'the one' : `the ${before}`} before it matched`;
  return `no line ${miss.element.description}${after}`;
}

const QUOTED = 60;

function quoted(line: Line): string {
  const text = line.text.length > QUOTED ? `${line.text.slice(0, QUOTED)}…` : line.text;
  return JSON.stringify(text);
}

/** `first`, `firstInSection` and `page` mean one line, not every line. */
function yieldsOnce(component: AnchorComponent): boolean {
  if (typeof component === 'string' || Array.isArray(component)) {
    return typeof component !== 'string' && component.length === 1 && component[0]!.type === 'first';
  }
  return component.type === 'first' || component.type === 'firstInSection' || component.type === 'page';
}

/** Whether a component names one line by its place, not by what it says. */
function isSpecial(component: AnchorComponent): boolean {
  if (typeof component === 'string' || Array.isArray(component)) return false;
  return component.type === 'page' || component.type === 'firstInSection';
}

/** Position of the line that `page` or `firstInSection` names; -1 when there is none, undefined for matchers. */
function specialLine(component: AnchorComponent, scope: SearchScope, range: SearchRange): number | undefined {
  if (typeof component === 'string' || Array.isArray(component)) return undefined;
  if (component.type === 'firstInSection') {
    return scope.firstOwn < linesSoFar(scope).length ? scope.firstOwn : -1;
  }
  if (component.type === 'page') return bestPage(component, scope, range);
  return undefined;
}

function describeSpecial(component: AnchorComponent): string {
  const page = typeof component === 'object' && !Array.isArray(component) && component.type === 'page';
  return page ? 'is on a page with these terms' : 'is the first of the section';
}

/** First line of the page whose words score highest; the earliest wins a tie, 0 and less is no page. */
function bestPage(matcher: PageMatcher, scope: SearchScope, range: SearchRange): number {
  const scorer = termScorer(matcher.terms, matcher.stopTerms);
  let best = -1;
  let most = 0;
  for (const page of new Set(scope.lines.slice(range.from, range.to).map((line) => line.page))) {
    const lines = scope.linesOn(page);
    const score = scorer.score(lines.map((line) => line.text).join(' '));
    if (score > most && lines[0]) {
      most = score;
      best = scope.indexOf(lines[0]);
    }
  }
  return best;
}

/**
 * Position of the stop line at or after `from`: the line of the last element. Undefined
 * when there is none; the number of lines when the stop is the end of the scope.
 */
// See docs/language/03-layout-methods-ranges-tables.md#305-stop
export function findStop(stop: StopMatch, scope: SearchScope, from: number): number | undefined {
  const sequence = sequenceOf(stop);
  const lines = linesSoFar(scope);
  const result = findSequence(sequence, lines, { from, to: lines.length, lower: from }, scope.patternGuard);
  if (!isHit(result)) {
    scope.begun?.wantNext();
    return undefined;
  }
  return sequence.toEnd ? scope.lines.length : result.index;
}
