/**
 * Kinds of values that text shows by their shape, and that questions ask for by name: "her phone number" shares no
 * word with the line that prints one.
 */
// See docs/language/08-language-models.md#845-scores
import { type ScorerTerms, searchTokens } from './scorers.js';

/** A kind of value. */
interface Shape {
  /** Takes its place among the words of texts and questions; no word has this form. */
  readonly term: string;
  /** What it looks like. */
  readonly printed: RegExp;
  /** Words of questions that ask for one. */
  readonly asked: RegExp;
}

const SHAPES: readonly Shape[] = [
  { term: '#email', printed: /\w@\w/gu, asked: /\be-?mails?\b/iu },
  { term: '#site', printed: /\bwww\.|https?:/giu, asked: /\b(?:web ?(?:site|page|address)|url|online)\b/iu },
  {
    term: '#phone',
    printed: /\+\d{1,3}[-. (]{1,2}\d|\b\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}\b|\b1[-. ]\d{3}[-. ][\dA-Z]{3}/gu,
    asked: /\b(?:(?:tele)?phones?|fax|mobile|cell|hotline|line for|call)\b/iu,
  },
  {
    term: '#date',
    printed:
      /\b\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}\b|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/giu,
    asked: /\b(?:when|dates?|day (?:on|of|the)|deadline|until|expir\w{1,5})\b/iu,
  },
  {
    term: '#amount',
    printed: /\p{Sc} ?[-(]?\d|(?<![\w.])\d[\d,]{0,12}\.\d\d\b/gu,
    asked:
      /\b(?:how much|amounts?|premiums?|prices?|costs?|fees?|balance|charges?|payments?|limit|deductible|deposits?|rent|tax|discounts?|salary|wages?|total)\b/iu,
  },
  {
    term: '#percentage',
    printed: /\d ?%/gu,
    asked: /\b(?:percent(?:age)?s?|rate|share|chance|odds|yield|discount)\b/iu,
  },
];

/** Words, and the shapes of values next to them. */
export const WORDS_AND_SHAPES: ScorerTerms = {
  ofText: (text) => [
    ...searchTokens(text),
    ...SHAPES.flatMap(({ term, printed }) => (text.match(printed) ?? []).map(() => term)),
  ],
  ofQuestion: (question) => [
    ...searchTokens(question),
    ...SHAPES.filter(({ asked }) => asked.test(question)).map(({ term }) => term),
  ],
};
