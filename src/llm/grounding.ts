/**
 * Where on the document an answer is printed. Searched in stages from exact to loose; the first one that finds
 * something decides. What is not found is reported so: it was worked out, or made up.
 */
import { isUnspaced } from '../foundation/text/unspaced.js';
import {
  comparableText,
  comparableWords,
  occurrence,
  standsAlone,
  strippedText,
  tokensOf,
} from './answer-text.js';
import { NearTexts } from './near-texts.js';
import { Surroundings } from './surroundings.js';

export type GroundingStage = 'evidence' | 'equal' | 'inside' | 'run' | 'typed' | 'row' | 'fuzzy' | 'shingles';

/** Lines that an answer was found on. */
export interface Located {
  /** Positions in the lines that were searched, ascending. */
  readonly lines: readonly number[];
  readonly stage: GroundingStage;
  /** 1 for an exact match, less for looser ones. */
  readonly score: number;
}

/** Values in texts, in forms that are equal when the values are, such as `number:1200` or `date:2024-03-01`. */
export interface ValueReader {
  /** What a text is as a whole: none when it is more than one value, or holds other words. */
  whole(text: string): readonly string[];
  /** All that a text holds. */
  within(text: string): readonly string[];
}

interface GroundingOptions {
  /** Positions of the lines of each printed row, in order; default each line for itself. */
  readonly rows?: readonly (readonly number[])[] | undefined;
  /** Numbers, amounts and dates in a text; without it only texts are compared. */
  readonly values?: ValueReader | undefined;
}

/** Lines that answers are searched in; made once for many answers. */
export interface GroundingIndex {
  /** All places of the best stage, equally good or nearly so, in document order; `[]` when there is none. */
  candidates(answer: string): readonly Located[];
  /** The one of them that most words of a question surround; the first without a question. */
  locate(answer: string, question?: string): Located | undefined;
  /** Number of the printed row that a line is in; -1 for lines that are in none. */
  rowOf(line: number): number;
}

/** Places whose scores differ by less than this are equally good. */
const SCORE_TIE = 0.02;
const EQUAL = 1;
const INSIDE = 0.99;
const RUN = 0.98;
const TYPED = 0.95;
const ROW = 0.9;
const SHINGLES = 0.9;
/** What each further row or line costs. */
const ROW_COST = 0.03;
/** Lines that an answer may run over. */
const LONGEST_RUN = 12;
/** Rows that the words of an answer may be spread over. */
const LONGEST_WINDOW = 3;
/** Tokens of an answer that is searched by its sequences of three, and the share of them that must be there. */
const SHINGLE_ANSWER = 12;
const SHINGLE_SHARE = 0.5;

/** An index of some lines by their texts. */
export function indexLines(texts: readonly string[], options: GroundingOptions = {}): GroundingIndex {
  return new LineIndex(texts, options);
}

interface SearchedLine {
  readonly text: string;
  readonly tokens: readonly string[];
}

class LineIndex implements GroundingIndex {
  readonly #lines: readonly SearchedLine[];
  readonly #rows: readonly (readonly number[])[];
  readonly #values: ValueReader | undefined;
  readonly #byText = new Map<string, number[]>();
  readonly #byWord = new Map<string, number[]>();
  readonly #byToken = new Map<string, number[]>();
  readonly #rowOf: readonly number[];
  #joined: readonly JoinedLines[] | undefined;
  #byValue: ReadonlyMap<string, readonly (readonly number[])[]> | undefined;
  #nearTexts: NearTexts | undefined;
  #surroundings: Surroundings | undefined;
  #shingles: ShingleIndex | undefined;
  readonly #found = new Map<string, readonly Located[]>();

  constructor(texts: readonly string[], { rows, values }: GroundingOptions) {
    this.#lines = texts.map((given) => {
      const text = comparableText(given);
      return { text, tokens: tokensOf(text) };
    });
    this.#rows = rows ?? texts.map((_, i) => [i]);
    this.#values = values;
    const rowOf = texts.map(() => -1);
    for (const [row, members] of this.#rows.entries()) for (const line of members) rowOf[line] = row;
    this.#rowOf = rowOf;
    for (const [i, { text, tokens }] of this.#lines.entries()) {
      push(this.#byText, strippedText(text), i);
      for (const word of comparableWords(text)) push(this.#byWord, word, i);
      for (const token of new Set(tokens)) push(this.#byToken, token, i);
    }
  }

  locate(answer: string, question?: string): Located | undefined {
    const found = this.candidates(answer);
    const [first] = found;
    if (!first || question === undefined) return first;
    // A line with more text than the value may be what is asked for as well as one with nothing else.
    const places = first.stage === 'equal' ? [...found, ...this.#inside(normalised(answer))] : found;
    if (places.length === 1) return first;
    this.#surroundings ??= new Surroundings(
      this.#lines.map(({ text }) => text),
      this.#rows,
    );
    const rows = places.map(({ lines: [line = -1] }) => this.rowOf(line));
    return places[this.#surroundings.best(rows, question)];
  }

  rowOf(line: number): number {
    return this.#rowOf[line] ?? -1;
  }

  candidates(answer: string): readonly Located[] {
    let found = this.#found.get(answer);
    if (!found) {
      found = bestOf(this.#search(answer));
      this.#found.set(answer, found);
    }
    return found;
  }

  #search(given: string): readonly Located[] {
    const answer = normalised(given);
    if (answer === '') return [];
    const equal = this.#byText.get(answer) ?? [];
    if (equal.length > 0) return equal.map((line) => at([line], 'equal', EQUAL));
    if (answer.length < 2) return this.#inside(answer);
    const tokens = tokensOf(answer);
    const stages = [
      () => this.#inside(answer),
      () => this.#runs(answer),
      () => this.#typed(given),
      () => this.#rowTokens(tokens),
      () => this.#fuzzy(answer),
      () => this.#byShingles(tokens),
    ];
    for (const stage of stages) {
      const found = stage();
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Lines that hold the answer and more, with no word or number going on at its ends. */
  #inside(answer: string): readonly Located[] {
    return this.#linesWith(answer)
      .filter((line) => {
        const { text } = this.#lines[line]!;
        if (strippedText(text) === answer) return false;
        // A single character is a word of its own in some scripts, but also part of many.
        if (answer.length < 2) return isUnspaced(answer) && standsAlone(text, answer);
        return occurrence(text, answer, 0) >= 0;
      })
      .map((line) => at([line], 'inside', INSIDE));
  }

  /** Lines that hold all words of a text; every line for a text without words. */
  #linesWith(answer: string): readonly number[] {
    let rarest: readonly number[] | undefined;
    for (const word of comparableWords(answer)) {
      const lines = this.#byWord.get(word) ?? [];
      if (!rarest || lines.length < rarest.length) rarest = lines;
    }
    return rarest ?? [...this.#lines.keys()];
  }

  /** Lines in a row that hold the answer together, also where a hyphen divides a word at the end of one. */
  #runs(answer: string): readonly Located[] {
    this.#joined ??= [joinLines(this.#lines, false), joinLines(this.#lines, true)];
    const found: Located[] = [];
    for (const { text, starts } of this.#joined) {
      for (let from = 0; ; ) {
        const start = occurrence(text, answer, from);
        if (start < 0) break;
        from = start + 1;
        const first = lineAt(starts, start);
        const last = lineAt(starts, start + answer.length - 1);
        const lines = range(first, last).filter((line) => this.#lines[line]!.text !== '');
        if (lines.length < 2 || lines.length > LONGEST_RUN) continue;
        found.push(at(lines, 'run', RUN));
      }
      if (found.length > 0) break;
    }
    const shortest = Math.min(...found.map(({ lines }) => lines.length));
    return found.filter(({ lines }) => lines.length === shortest);
  }

  /** Lines, or two in a row, that hold the same number, amount or date in another form. */
  #typed(answer: string): readonly Located[] {
    if (!this.#values) return [];
    const wanted = this.#values.whole(answer);
    if (wanted.length === 0) return [];
    this.#byValue ??= this.#indexValues(this.#values);
    const found = new Map<string, Located>();
    for (const value of wanted) {
      for (const lines of this.#byValue.get(value) ?? []) found.set(lines.join(), at(lines, 'typed', TYPED));
    }
    return [...found.values()];
  }

  #indexValues({ within }: ValueReader): ReadonlyMap<string, readonly (readonly number[])[]> {
    const byValue = new Map<string, number[][]>();
    const own = this.#lines.map(({ text }) => new Set(within(text)));
    for (const [i, values] of own.entries()) for (const value of values) push(byValue, value, [i]);
    for (let i = 0; i + 1 < this.#lines.length; i++) {
      for (const value of new Set(within(`${this.#lines[i]!.text} ${this.#lines[i + 1]!.text}`))) {
        if (!byValue.has(value)) push(byValue, value, [i, i + 1]);
      }
    }
    return byValue;
  }

  /** Rows whose lines hold all words of the answer in some order; lines that mostly hold others are passed over. */
  #rowTokens(tokens: readonly string[]): readonly Located[] {
    if (tokens.length < 2) return [];
    const wanted = new Set(tokens);
    let rarest: readonly number[] | undefined;
    for (const token of wanted) {
      const lines = this.#byToken.get(token) ?? [];
      if (lines.length === 0) return [];
      if (!rarest || lines.length < rarest.length) rarest = lines;
    }
    const found: Located[] = [];
    const seen = new Set<string>();
    for (const line of rarest ?? []) {
      const row = this.#rowOf[line]!;
      if (row < 0) continue;
      for (let length = 1; length <= Math.min(LONGEST_WINDOW, tokens.length); length++) {
        for (let first = Math.max(0, row - length + 1); first <= row; first++) {
          const lines = this.#linesOfWindow(first, length).filter((each) => this.#mostlyIn(each, wanted));
          const held = new Set(lines.flatMap((each) => this.#lines[each]!.tokens));
          const key = lines.join();
          if (seen.has(key) || ![...wanted].every((token) => held.has(token))) continue;
          seen.add(key);
          found.push(at(lines, 'row', ROW - ROW_COST * (length - 1)));
        }
      }
    }
    return found;
  }

  #linesOfWindow(first: number, length: number): readonly number[] {
    return this.#rows.slice(first, first + length).flat();
  }

  #mostlyIn(line: number, wanted: ReadonlySet<string>): boolean {
    const { tokens } = this.#lines[line]!;
    return tokens.filter((token) => wanted.has(token)).length * 2 > tokens.length;
  }

  /** Lines with nearly the same text, and with every number of it. */
  #fuzzy(answer: string): readonly Located[] {
    this.#nearTexts ??= new NearTexts(this.#lines.map(({ text }) => text));
    return this.#nearTexts
      .find(answer)
      .map(({ first, last, similarity }) =>
        at(range(first, last), 'fuzzy', similarity - ROW_COST * (last - first)),
      );
  }

  /** Long answers: the lines that hold most of their sequences of three words. */
  #byShingles(tokens: readonly string[]): readonly Located[] {
    if (tokens.length < SHINGLE_ANSWER) return [];
    this.#shingles ??= this.#indexShingles();
    const { places: byShingle, lineOf } = this.#shingles;
    const hits = new Set<number>();
    const wanted = shinglesOf(tokens);
    let found = 0;
    for (const shingle of wanted) {
      const places = byShingle.get(shingle);
      if (!places) continue;
      found++;
      for (const place of places) for (let i = 0; i < 3; i++) hits.add(place + i);
    }
    const share = found / wanted.length;
    if (share < SHINGLE_SHARE) return [];
    const matched = new Map<number, number>();
    for (const place of hits) {
      const line = lineOf[place]!;
      matched.set(line, (matched.get(line) ?? 0) + 1);
    }
    const lines = [...matched]
      .filter(([line, count]) => count * 2 >= this.#lines[line]!.tokens.length)
      .map(([line]) => line)
      .sort((a, b) => a - b);
    return lines.length > 0 ? [at(lines, 'shingles', SHINGLES * share)] : [];
  }

  #indexShingles(): ShingleIndex {
    const places = new Map<string, number[]>();
    const stream = this.#lines.flatMap(({ tokens }) => tokens);
    for (const [i, shingle] of shinglesOf(stream).entries()) push(places, shingle, i);
    return { places, lineOf: this.#lines.flatMap(({ tokens }, line) => tokens.map(() => line)) };
  }
}

/** Sequences of three tokens in the tokens of all lines. */
interface ShingleIndex {
  /** Where each begins, counted in tokens. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** The line of each token. */
  readonly lineOf: readonly number[];
}

/** An answer as it is compared. */
function normalised(answer: string): string {
  return strippedText(comparableText(answer));
}

function at(lines: readonly number[], stage: GroundingStage, score: number): Located {
  return { lines, stage, score };
}

/** Those that are about as good as the best, in document order. */
function bestOf(found: readonly Located[]): readonly Located[] {
  const best = Math.max(...found.map(({ score }) => score));
  return found
    .filter(({ score }) => score >= best - SCORE_TIE)
    .sort((a, b) => a.lines[0]! - b.lines[0]! || a.lines.length - b.lines.length);
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** All lines as one text, and where each begins in it. */
interface JoinedLines {
  readonly text: string;
  readonly starts: readonly number[];
}

/** @param dehyphenate whether a hyphen at the end of a line joins its word with the next line */
function joinLines(lines: readonly SearchedLine[], dehyphenate: boolean): JoinedLines {
  const starts: number[] = [];
  let text = '';
  for (const { text: line } of lines) {
    if (line === '') {
      starts.push(text.length);
      continue;
    }
    const joins = dehyphenate && /\p{L}-$/u.test(text);
    if (joins) text = text.slice(0, -1);
    else if (text !== '') text += ' ';
    starts.push(text.length);
    text += line;
  }
  return { text, starts };
}

/** The line that a position of the joined text is in. */
function lineAt(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function shinglesOf(tokens: readonly string[]): readonly string[] {
  return tokens.slice(2).map((_, i) => `${tokens[i]} ${tokens[i + 1]} ${tokens[i + 2]}`);
}
