/**
 * Matchers and anchors as configs write them. The schemas of `schema.ts` are checked against these types. They are written out,
 * since compilers of users would otherwise work them out of the grammar: with `skipLibCheck: false`, our declarations took
 * 0.74 of the time that those of zod take in a project of four files, and take 0.14 (TypeScript 5.9).
 */

/** Filters on the geometry of a line, in inches and degrees. */
interface LineFilters {
  minimumHeight?: number | undefined;
  maximumHeight?: number | undefined;
  xRangeFilter?: { minX: number; maxX: number } | undefined;
  angleFilter?: { minAngle: number; maxAngle: number } | undefined;
}

interface TextCondition extends LineFilters {
  type: 'equals' | 'startsWith' | 'includes' | 'endsWith';
  text: string;
  isCaseSensitive?: boolean | undefined;
  editDistance?: number | undefined;
}

interface RegexCondition extends LineFilters {
  type: 'regex';
  pattern: string;
  flags?: string | undefined;
}

interface BooleanCondition {
  type: 'any' | 'all';
  matches: ComposableMatcher[];
}

interface NotCondition {
  type: 'not';
  match: ComposableMatcher;
}

interface FirstLine extends LineFilters {
  type: 'first';
}

interface Reversible {
  reverse?: boolean | undefined;
}

/** A condition on one line that can be inside `any`, `all` and `not`. */
export type ComposableMatcher = TextCondition | RegexCondition | BooleanCondition | NotCondition;

/** One condition on a line, as a config writes it. */
export type Matcher =
  | (TextCondition & Reversible)
  | (RegexCondition & Reversible)
  | (BooleanCondition & Reversible)
  | (NotCondition & Reversible)
  | (FirstLine & Reversible);

export interface RepeatMatcher {
  type: 'repeat';
  times: number;
  match: Matcher | Matcher[];
}

/** One of several matchers of which each is looked for below the one before. */
export type SequenceMatcher = Matcher | RepeatMatcher;

/** What an anchor looks for: a text, a matcher, or several of them in order. */
export type AnchorMatch = string | SequenceMatcher | SequenceMatcher[];

type StopElement = SequenceMatcher | { type: 'last' };
export type StopMatch = string | StopElement | StopElement[];

export interface PageMatcher {
  type: 'page';
  terms: string[];
  stopTerms?: string[] | undefined;
}

/** A matcher of an anchor that is no list. */
type AnchorElement = SequenceMatcher | PageMatcher | { type: 'firstInSection' };

/** What an anchor's `match`, `start` and `end` may be. */
export type AnchorComponent = string | AnchorElement | SequenceMatcher[];

/** An anchor written as an object. */
export interface AnchorObject {
  match: AnchorComponent;
  start?: AnchorComponent | undefined;
  end?: AnchorComponent | undefined;
  includeEnd?: boolean | undefined;
}

/** An anchor given by the name of an anchorDefinition. */
export interface AnchorReference {
  ref: string;
}

/** An anchor as a field has it: a match, a match between bounds, or a reference to a named anchor. */
export type FieldAnchor = string | AnchorObject | AnchorReference | AnchorElement | SequenceMatcher[];
