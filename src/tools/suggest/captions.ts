/** Texts that can be anchors: captions, which stay the same from document to document. */

import type { WordList } from '../../foundation/text/english-words.js';
import type { AnchorMatch, FieldAnchor } from '../../language/anchors/forms.js';
import type { Line } from '../../page/document/model.js';
import { folded, tokensOf } from './id-words.js';
import { LineKinds } from './line-kinds.js';
import type { PageIndex } from './page-index.js';
import type { Relevance } from './relevance.js';
import { stretchesOf } from './stretches.js';

/** Longest caption, in characters and words: what is longer is prose. */
const LONGEST = 48;
const MOST_WORDS = 6;
/** Lines above a caption among which a heading is looked for. */
const HEADING_LINES = 60;
/** Headings that are tried for one caption. */
const HEADINGS = 2;
/** Lines with one caption that are counted to find the last of them. */
const MOST_COUNTED = 4;
/** Letters that a stretch may have less than another where it says all of the id, and the other nothing. */
const SAYING = 1_000;
/** Share of the words of a document that are English where it is: the others are names. */
const OWN_LANGUAGE = 0.5;
/** Words after a number that an id names which are taken into the caption. */
const NUMBERED_WORDS = 3;

/** What speaks against a caption; 0 is the best. Each is what one more simple thing in a field costs. */
const COST = {
  /** One or two letters are part of many words. */
  short: 6,
  long: 1,
  /** A number that the id names, "12b". */
  numbered: 1,
  /** The text comes again further down. */
  repeated: 1,
  /** It needs a matcher, as other lines hold it too. */
  matcher: 2,
  /** It needs a heading before it. */
  heading: 3.5,
  /** It is chosen as the last of several. */
  last: 3,
  /** It is counted, for each of those before it. */
  counted: 0.4,
  /** Each of its words is in a value that is wanted: "Kia" beside the model of a car. */
  values: 4,
  /** All small letters: rather a word of a sentence. */
  prose: 1.5,
  /**
   * None of its words with capitals are words of the language: rather the name of somebody. Neither wins nor loses a
   * value of `bench:suggest`, whose other documents keep the names that no config reads.
   */
  names: 4,
} as const;

/** An anchor, or anchor and selection, that finds a line. */
export interface AnchorForm {
  readonly anchor: FieldAnchor;
  readonly match?: 'last';
  readonly cost: number;
}

/** Looks for captions on a document, which must not hold what is wanted. */
export class Captions {
  readonly kinds: LineKinds;
  readonly #index: PageIndex;
  readonly #values: readonly string[];
  readonly #valueWords: ReadonlySet<string>;
  readonly #english: WordList;
  readonly #isEnglish: boolean;
  readonly #forms = new Map<string, readonly AnchorForm[]>();

  /**
   * @param values texts that are wanted, and so no captions
   * @param english words that captions are made of, and names of people are not
   */
  constructor(index: PageIndex, values: readonly string[], english: WordList) {
    this.kinds = new LineKinds(index);
    this.#index = index;
    this.#values = values.filter((value) => value.length > 2).map(folded);
    this.#valueWords = new Set(this.#values.flatMap(captionWords));
    this.#english = english;
    const words = [...new Set(index.tokens.flat())].filter((word) => /^\p{L}{3,}$/u.test(word));
    this.#isEnglish = words.filter((word) => english.has(word)).length >= OWN_LANGUAGE * words.length;
  }

  /** The caption that a line is or holds; undefined where it is no caption, as in running text and addresses. */
  captionOf(line: Line, relevance?: Relevance): string | undefined {
    return this.kinds.isNoCaption(line) ? undefined : this.captionIn(line.text, relevance);
  }

  /**
   * The caption in a text: the stretch of words between its values that says most of the id, else the longest; undefined
   * where there is none.
   */
  captionIn(text: string, relevance?: Relevance): string | undefined {
    const numbered = relevance && numberedCaption(text, relevance.numbers);
    if (numbered !== undefined) return numbered;
    let best: string | undefined;
    let most = -1;
    for (const stretch of stretchesOf(text)) {
      const caption = beforeColon(trimmed(stretch));
      if (!this.#isCaption(caption)) continue;
      const weight = SAYING * (relevance?.of(caption) ?? 0) + letters(caption);
      if (weight <= most) continue;
      most = weight;
      best = caption;
    }
    return best === undefined ? undefined : fewWords(best, relevance);
  }

  /** The caption at the end of a text, just before a value. */
  captionBefore(text: string): string | undefined {
    const stretch = text.split(/\d/u).at(-1) ?? '';
    const words = stretch.trim().split(/\s+/u).slice(-MOST_WORDS);
    const caption = words.join(' ').replace(/^[^\p{L}]+/u, '');
    return this.#isCaption(caption) ? caption : undefined;
  }

  #isCaption(text: string): boolean {
    if (letters(text) < 2) return false;
    const low = folded(text);
    return !this.#values.some((value) => low === value || (value.length > 3 && low.includes(value)));
  }

  /**
   * The anchors that find a line by a caption in it, cheapest first: the text alone, a matcher, the last of several, a
   * heading before it.
   */
  formsFor(line: Line, caption: string): readonly AnchorForm[] {
    const position = this.#index.positionOf(line);
    const key = `${position} ${caption}`;
    const known = this.#forms.get(key);
    if (known) return known;
    const forms = this.#formsFor(position, line, caption);
    this.#forms.set(key, forms);
    return forms;
  }

  #formsFor(position: number, line: Line, caption: string): AnchorForm[] {
    const isMadeOfValues = captionWords(folded(caption)).every((word) => this.#valueWords.has(word));
    const base =
      captionCost(caption) + (isMadeOfValues ? COST.values : 0) + COST.names * this.#names(caption);
    const holding = this.#index.holding(caption);
    if (holding[0] === position && letters(caption) > 2) {
      return [{ anchor: caption, cost: base + (holding.length > 1 ? COST.repeated : 0) }];
    }
    const forms: AnchorForm[] = [];
    const low = folded(caption);
    const text = folded(line.text);
    const first = (fits: (text: string) => boolean) => holding.find((at) => fits(this.#index.foldedOf(at)));
    const type =
      text === low && first((each) => each === low) === position
        ? ('equals' as const)
        : text.startsWith(low) && first((each) => each.startsWith(low)) === position
          ? ('startsWith' as const)
          : undefined;
    if (type) forms.push({ anchor: { match: { type, text: caption } }, cost: base + COST.matcher });
    forms.push(...this.#underHeading(position, caption, holding, base));
    const count = holding.indexOf(position) + 1;
    if (count > 1 && count <= MOST_COUNTED) {
      const match = Array.from({ length: count }, () => ({ type: 'includes' as const, text: caption }));
      forms.push({ anchor: { match: match as AnchorMatch }, cost: base + COST.last + count * COST.counted });
    }
    if (holding.at(-1) === position) forms.push({ anchor: caption, match: 'last', cost: base + COST.last });
    return forms;
  }

  /** Share of the words of a caption that may be names: they have capitals and are not words of the language. */
  #names(caption: string): number {
    const words = caption.match(/\p{L}{3,}/gu) ?? [];
    if (words.length === 0 || !this.#isEnglish) return 0;
    const names = words.filter(
      (word) => /^\p{Lu}\p{Ll}/u.test(word) && !this.#english.has(word.toLowerCase()),
    );
    return names.length / words.length;
  }

  /** The caption, looked for below a heading that comes only once. */
  #underHeading(position: number, caption: string, holding: readonly number[], base: number): AnchorForm[] {
    const forms: AnchorForm[] = [];
    const before = holding.findLast((at) => at < position) ?? -1;
    const stop = Math.max(before, position - HEADING_LINES, 0);
    for (let at = position - 1; at >= stop && forms.length < HEADINGS; at--) {
      const heading = this.captionOf(this.#index.lines[at]!);
      if (heading === undefined || this.#index.holding(heading)[0] !== at) continue;
      const sequence: AnchorMatch = [
        { type: 'includes', text: heading },
        { type: 'includes', text: caption },
      ];
      forms.push({ anchor: { match: sequence }, cost: base + COST.heading + captionCost(heading) });
    }
    return forms;
  }
}

/** What speaks against a text as an anchor, by its looks alone. */
export function captionCost(caption: string): number {
  if (/^\d/u.test(caption)) return COST.numbered;
  return (
    (letters(caption) < 3 ? COST.short : 0) +
    (caption.length > LONGEST / 2 ? COST.long : 0) +
    (/^\p{Ll}/u.test(caption) ? COST.prose : 0)
  );
}

/** What is before a colon captions what is after it. */
function beforeColon(text: string): string {
  const [before = ''] = text.split(/:(?=\s)/u, 1);
  return letters(before) > 1 ? before : text;
}

function captionWords(text: string): string[] {
  return text.match(/\p{L}{2,}/gu) ?? [];
}

/** A caption that begins with a number that the id names: "12b", "24 Add lines". */
function numberedCaption(text: string, numbers: readonly string[]): string | undefined {
  const [first] = tokensOf(text);
  if (first === undefined || !numbers.includes(first) || /^\d$/u.test(first)) return undefined;
  const [, ...words] = text.trim().split(/\s+/u);
  const end = words.findIndex((word) => /\d/u.test(word));
  return [first, ...words.slice(0, end < 0 ? NUMBERED_WORDS : Math.min(end, NUMBERED_WORDS))].join(' ');
}

function trimmed(text: string): string {
  const words = text.trim().replace(/^[^\p{L}]+|[^\p{L}\p{N})]+$/gu, '');
  // The letter of an item before its caption.
  return words.replace(/^\p{Ll}\s+(?=\p{Lu}\p{Ll})/u, '');
}

/** The words of a long caption that say most of the id, else the first ones. */
function fewWords(text: string, relevance: Relevance | undefined): string {
  if (text.length <= LONGEST) return text;
  const words = text.split(/\s+/u);
  let best = words.slice(0, MOST_WORDS).join(' ');
  let most = relevance?.of(best) ?? 0;
  for (let from = 1; relevance && from + MOST_WORDS <= words.length; from++) {
    const window = words.slice(from, from + MOST_WORDS).join(' ');
    const says = relevance.of(window);
    if (says <= most) continue;
    most = says;
    best = window;
  }
  return trimmed(best);
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
