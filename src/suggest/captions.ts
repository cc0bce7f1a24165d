/** Texts that can be anchors: captions, which stay the same from document to document. */
import type { AnchorMatch, FieldAnchor } from '../anchors/schema.js';
import type { Line } from '../document/model.js';
import { folded, type PageIndex } from './page-index.js';

/** Longest caption, in characters and words: what is longer is prose. */
const LONGEST = 48;
const MOST_WORDS = 6;
/** Lines above a caption among which a heading is looked for. */
const HEADING_LINES = 60;
/** Headings that are tried for one caption. */
const HEADINGS = 2;

/** What speaks against a caption; 0 is the best. Each is what one more simple thing in a field costs. */
const COST = {
  /** One or two letters are part of many words. */
  short: 6,
  long: 1,
  /** "e.g. 12a": digits are more often values than captions. */
  digits: 2,
  /** The text comes again further down. */
  repeated: 1,
  /** It needs a matcher, as other lines hold it too. */
  matcher: 2,
  /** It needs a heading before it. */
  heading: 3.5,
  /** It is chosen as the last of several. */
  last: 3,
  /** Each of its words is in a value that is wanted: "Kia" beside the model of a car. */
  values: 4,
  /** All small letters: rather a word of a sentence. */
  prose: 1.5,
} as const;

/** An anchor, or anchor and selection, that finds a line. */
export interface AnchorForm {
  readonly anchor: FieldAnchor;
  readonly match?: 'last';
  readonly cost: number;
}

/** Looks for captions on a document, which must not hold what is wanted. */
export class Captions {
  readonly #index: PageIndex;
  readonly #values: readonly string[];
  readonly #valueWords: ReadonlySet<string>;
  readonly #forms = new Map<string, readonly AnchorForm[]>();

  /** @param values texts that are wanted, and so no captions */
  constructor(index: PageIndex, values: readonly string[]) {
    this.#index = index;
    this.#values = values.filter((value) => value.length > 2).map(folded);
    this.#valueWords = new Set(this.#values.flatMap(wordsOf));
  }

  /** The caption in a text: its longest stretch of words without digits; undefined where there is none. */
  captionIn(text: string): string | undefined {
    let best: string | undefined;
    for (const [stretch] of text.matchAll(/(?:[^\s\d]+(?:\s+|$))+/gu)) {
      const caption = beforeColon(trimmed(stretch));
      if (letters(caption) > letters(best ?? '')) best = caption;
    }
    return best !== undefined && this.#isCaption(best) ? firstWords(best) : undefined;
  }

  /** The caption at the end of a text, just before a value. */
  captionBefore(text: string): string | undefined {
    const stretch = text.split(/\d/u).at(-1) ?? '';
    const words = stretch.trim().split(/\s+/u).slice(-MOST_WORDS);
    const caption = words.join(' ').replace(/^[^\p{L}]+/u, '');
    return this.#isCaption(caption) ? caption : undefined;
  }

  #isCaption(text: string): boolean {
    if (letters(text) < 2 || text.length > 4 * LONGEST) return false;
    const low = folded(text);
    if (MONTH.test(low)) return false;
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
    const isMadeOfValues = wordsOf(folded(caption)).every((word) => this.#valueWords.has(word));
    const base = captionCost(caption) + (isMadeOfValues ? COST.values : 0);
    const holding = this.#index.holding(caption);
    if (holding[0] === position) {
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
    if (holding.at(-1) === position) forms.push({ anchor: caption, match: 'last', cost: base + COST.last });
    return forms;
  }

  /** The caption, looked for below a heading that comes only once. */
  #underHeading(position: number, caption: string, holding: readonly number[], base: number): AnchorForm[] {
    const forms: AnchorForm[] = [];
    const before = holding.findLast((at) => at < position) ?? -1;
    const stop = Math.max(before, position - HEADING_LINES, 0);
    for (let at = position - 1; at >= stop && forms.length < HEADINGS; at--) {
      const heading = this.captionIn(this.#index.lines[at]!.text);
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
  return (
    (letters(caption) < 3 ? COST.short : 0) +
    (caption.length > LONGEST / 2 ? COST.long : 0) +
    (/\d/u.test(caption) ? COST.digits : 0) +
    (/^\p{Ll}/u.test(caption) ? COST.prose : 0)
  );
}

/** What is before a colon captions what is after it. */
function beforeColon(text: string): string {
  const [before = ''] = text.split(/:(?=\s)/u, 1);
  return letters(before) > 1 ? before : text;
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}{2,}/gu) ?? [];
}

/** Months are parts of dates. */
const MONTH = /\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*$/u;

/** Shortest word of an id that tells of a caption. */
const TELLING = 3;

/** How many words of an id a caption holds: `total_due` has one of "Total amount". */
export function toldWords(caption: string, id: string): number {
  const low = folded(caption);
  return wordsOf(id.toLowerCase()).filter((word) => word.length >= TELLING && low.includes(word)).length;
}

function trimmed(text: string): string {
  return text.trim().replace(/^[^\p{L}]+|[^\p{L}\p{N})]+$/gu, '');
}

function firstWords(text: string): string {
  return text.length <= LONGEST ? text : text.split(/\s+/u).slice(0, MOST_WORDS).join(' ');
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
