/** Anchors: where on the document a field is looked for. */
// See docs/language/01-document-anchors-fields.md#3-anchors

import { termScorer } from '../../foundation/text/bag-of-words.js';
import type { Line } from '../../page/document/model.js';
import type { AnchorComponent, FieldAnchor, PageMatcher, StopMatch } from './forms.js';
import type { SearchScope } from './scope.js';
import {
  findReading,
  findSequence,
  isHit,
  mayBeMisread,
  type Reading,
  type SearchRange,
  type SequenceHit,
  type SequenceMiss,
  sequenceOf,
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
  readonly #lines: readonly Line[];
  readonly #within: { readonly from: number; readonly to: number };
  /** Set once the search ended without a single candidate. */
  missing: string | undefined;

  /** @param within positions in the scope's lines that are searched, the end exclusive; default all */
  constructor(anchor: Anchor, scope: SearchScope, within?: { readonly from: number; readonly to: number }) {
    this.#anchor = anchor;
    this.#scope = scope;
    this.#lines = scope.lines;
    this.#within = within ?? { from: 0, to: this.#lines.length };
  }

  /** The first candidate. */
  first(): AnchorHit | undefined {
    for (const hit of this.candidates()) return hit;
    return undefined;
  }

  /** The candidates in document order, found as they are asked for. */
  *candidates(): Generator<AnchorHit> {
    const window = this.#searchWindow();
    if (!window) return;
    for (const reading of this.#readings()) {
      let isFound = false;
      for (const hit of this.#searchIn(window, reading)) {
        isFound = true;
        this.missing = undefined;
        yield hit;
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

  *#searchIn(window: SearchWindow, reading: Reading): Generator<AnchorHit> {
    const { from, to } = window;
    let isFound = false;
    for (let position = from; position < to; ) {
      const { hit, miss, next } = this.#from(position, window, reading);
      if (hit) {
        isFound = true;
        yield hit;
        if (yieldsOnce(this.#anchor.match)) return;
      }
      if (miss) {
        if (!isFound) this.missing ??= `anchor not found: ${missed(miss)}${this.#where(from, to)}`;
        return;
      }
      position = next;
    }
    if (!isFound) this.missing ??= `anchor not found: no line left to search${this.#where(from, to)}`;
  }

  /** The first candidate from a position on, or what was missed, and the position to go on from. */
  #from(
    position: number,
    { to, misread }: SearchWindow,
    reading: Reading,
  ): { readonly hit?: AnchorHit; readonly miss?: SequenceMiss; readonly next: number } {
    const range = { from: position, to, lower: position };
    const result = this.#find(this.#anchor.match, range, reading);
    if (isHit(result)) return { hit: this.#hit(result, misread), next: Math.max(...result.indices) + 1 };
    const [begun] = result.indices;
    return result.element.reverse && begun !== undefined ? { next: begun + 1 } : { miss: result, next: to };
  }

  /** The positions between the anchor's start and end, the end exclusive; undefined when it has a start that is missing. */
  window(): Pick<SearchWindow, 'from' | 'to'> | undefined {
    return this.#searchWindow();
  }

  #searchWindow(): SearchWindow | undefined {
    const { start, end, includeEnd } = this.#anchor;
    const { from: begin, to } = this.#within;
    const within: SearchRange = { from: begin, to, lower: begin };
    const first = start === undefined ? undefined : this.#find(start, within);
    if (first && !isHit(first)) {
      this.missing = `the anchor's start was not found: ${missed(first)}`;
      return undefined;
    }
    const from = first?.index ?? begin;
    const last = end === undefined ? undefined : this.#findEnd(end, from, first !== undefined);
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
  #findEnd(end: AnchorComponent, from: number, started: boolean): SequenceHit | undefined {
    const { to } = this.#within;
    const result = this.#find(end, { from, to, lower: from });
    if (!isHit(result)) return undefined;
    if (!started || result.index > from) return result;
    const again = (result.indices[0] ?? from) + 1;
    const retry = this.#find(end, { from: again, to, lower: from });
    return isHit(retry) ? retry : undefined;
  }

  /** @param reading in which it is looked for; by default as it is, and else as OCR misreads it */
  #find(component: AnchorComponent, range: SearchRange, reading?: Reading): SequenceHit | SequenceMiss {
    const special = specialLine(component, this.#scope, range);
    if (special === undefined) {
      const { patternGuard } = this.#scope;
      const sequence = sequenceOf(component as StopMatch);
      return reading
        ? findReading(sequence, this.#lines, range, patternGuard, reading)
        : findSequence(sequence, this.#lines, range, patternGuard);
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
    return scope.firstOwn < scope.lines.length ? scope.firstOwn : -1;
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
  const { lines } = scope;
  const result = findSequence(sequence, lines, { from, to: lines.length, lower: from }, scope.patternGuard);
  if (!isHit(result)) return undefined;
  return sequence.toEnd ? lines.length : result.index;
}
