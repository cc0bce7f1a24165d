/** Finding what fingerprints look for. It is looked for in the document as it was read, before any preprocessor. */
// See docs/language/09-service.md#922-finding-matches

import { shortened } from '../../errors.js';
import { checkInterrupt, type Interrupt } from '../../foundation/async/interrupt.js';
import type { PatternGuard, PatternTime } from '../../foundation/text/pattern-guard.js';
import type { AnchorMatch } from '../../language/anchors/forms.js';
import { sequenceOf } from '../../language/anchors/sequence.js';
import { SequenceIndex } from '../../language/anchors/sequence-index.js';
import type { Fingerprint } from '../../language/config/config-types.js';
import { fingerprintTests } from '../../language/config/fingerprint.js';
import { finishLines } from '../../page/document/line.js';
import type { Document, Line } from '../../page/document/model.js';

/** A match of a fingerprint, by its place in the config. */
interface FingerprintMatchPlace {
  /** Position of its test in `fingerprint.tests`. */
  readonly test: number;
  /** Its position in the test's `match`; 0 where that is no list of several. */
  readonly match: number;
}

/** A match of a fingerprint that was found. */
interface FingerprintHit extends FingerprintMatchPlace {
  /** Zero-based. */
  readonly page: number;
  /** Zero-based position among the lines of the page; of a sequence that of its last element. */
  readonly line: number;
  readonly text: string;
}

/** What a document holds of a fingerprint. */
export interface FingerprintHits {
  /** Matches of all tests. */
  readonly fingerprints: number;
  /** Those that are in the document. */
  readonly present: number;
  /** The first place of each match that was found, in the order of the config. */
  readonly hits: readonly FingerprintHit[];
  readonly missing: readonly FingerprintMatchPlace[];
}

/** Share of the matches of a fingerprint that a document of its kind holds at least. */
// See docs/language/09-service.md#923-pass-or-fail
const PASSING_SHARE = 0.5;

/** The lines of a page, or of all pages, as fingerprints see them. */
export function baseLines(pages: Document['pages']): readonly Line[] {
  return pages.flatMap((page) => finishLines(page.lines));
}

/** The position of the line that ends the first place of a match; undefined where it is nowhere in the lines. */
export function findMatch(
  match: AnchorMatch,
  lines: readonly Line[],
  guard: PatternGuard,
): number | undefined {
  return new SequenceIndex(sequenceOf(match, 'folded'), lines, guard).anywhere()?.last;
}

/**
 * Looks for all matches of a fingerprint, wherever they are.
 * @param lines of the whole document, in document order
 */
export function fingerprintHits(
  fingerprint: Fingerprint | undefined,
  lines: readonly Line[],
  guard: PatternGuard,
): FingerprintHits {
  const hits: FingerprintHit[] = [];
  const missing: FingerprintMatchPlace[] = [];
  const tests = fingerprint ? fingerprintTests(fingerprint) : [];
  for (const [test, { matches }] of tests.entries()) {
    for (const [match, each] of matches.entries()) {
      const position = findMatch(each, lines, guard);
      const found = position === undefined ? undefined : lines[position];
      if (!found || position === undefined) {
        missing.push({ test, match });
        continue;
      }
      let line = 0;
      while (lines[position - line - 1]?.page === found.page) line++;
      hits.push({ test, match, page: found.page, line, text: found.text });
    }
  }
  return { fingerprints: hits.length + missing.length, present: hits.length, hits, missing };
}

/** Texts of a fingerprint that a message names as missing; of more it says how many there are. */
const MISSING_SHOWN = 3;

/** What a document does not hold of the fingerprint of a config: `1 of 3 tests pass; no line matches "total due"`. */
export function whatIsMissing({
  config: { fingerprint },
  fingerprints,
  present,
  missing,
}: Pick<FingerprintHits, 'fingerprints' | 'present' | 'missing'> & {
  readonly config: { readonly fingerprint?: Fingerprint | undefined };
}): string {
  const tests = fingerprint ? fingerprintTests(fingerprint) : [];
  const texts = missing.slice(0, MISSING_SHOWN).map((place) => {
    const match = tests[place.test]!.matches[place.match]!;
    const elements = sequenceOf(match, 'folded').elements.map(({ description }) => shortened(description));
    return `no line ${elements.join(', followed by one that ')}`;
  });
  const more = missing.length - texts.length;
  const all = [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  return `${present} of ${fingerprints} tests pass${all === '' ? '' : ` (${all})`}`;
}

/** Whether a document is of the kind that a fingerprint describes; undefined for a fingerprint without matches. */
export function passes({
  fingerprints,
  present,
}: Pick<FingerprintHits, 'fingerprints' | 'present'>): boolean | undefined {
  return fingerprints === 0 ? undefined : present / fingerprints >= PASSING_SHARE;
}

/** What bounds the patterns of fingerprints, and the report of what they cut short. */
export interface FingerprintBounds {
  /** Of all fingerprints that are searched in a call. */
  readonly patternTime: PatternTime;
  readonly interrupt: Interrupt;
  warn(warning: { readonly code: string; readonly message: string }): void;
}

/** The guard of the patterns in a fingerprint. @param name of its config */
export function fingerprintGuard(
  { patternTime, interrupt, warn }: FingerprintBounds,
  name: string,
): PatternGuard {
  return {
    get milliseconds() {
      return patternTime.milliseconds;
    },
    took: (milliseconds) => patternTime.took(milliseconds),
    report({ code, message }) {
      warn({ code, message: `fingerprint of the config ${JSON.stringify(name)}: ${message}` });
      checkInterrupt(interrupt);
    },
  };
}
