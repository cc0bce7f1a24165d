/**
 * Where on the document an answer is printed. Searched in stages from exact to loose; the first one that finds
 * something decides. What is not found is told so: it was worked out, or made up.
 */
import { fuzzySearch } from '../text/edit-distance.js';
import { comparableText, digitGroupsOf, strippedText, tokensOf, wordsOf } from './answer-text.js';

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

export interface GroundingOptions {
  /** Positions of the lines of each printed row, in order; default each line for itself. */
  readonly rows?: readonly (readonly number[])[] | undefined;
  /** Numbers, amounts and dates in a text; without it only texts are compared. */
  readonly values?: ValueReader | undefined;
}

/** Lines that answers are searched in; made once for many answers. */
export interface GroundingIndex {
  /** All places of the best stage, equally good or nearly so, in document order; `[]` when there is none. */
  candidates(answer: string): readonly Located[];
  /** The first of them. */
  locate(answer: string): Located | undefined;
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
/** Least similarity of a text that is nearly the answer, and its least length. */
const LEAST_SIMILARITY = 0.75;
const FUZZY_LENGTH = 4;
/** Windows that are compared letter by letter, the most alike first. */
const MOST_COMPARED = 40;
/** Tokens of an answer that is searched by its sequences of three, and the share of them that must be there. */
const SHINGLE_ANSWER = 12;
const SHINGLE_SHARE = 0.5;
/** Characters of an answer that are compared letter by letter; longer ones are searched by sequences. */
const LONGEST_FUZZY = 400;

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
  #byTrigram: ReadonlyMap<string, readonly number[]> | undefined;
  #byDigits: ReadonlyMap<string, readonly number[]> | undefined;
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
      for (const word of wordsOf(text)) push(this.#byWord, word, i);
      for (const token of new Set(tokens)) push(this.#byToken, token, i);
    }
  }

  locate(answer: string): Located | undefined {
    return this.candidates(answer)[0];
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
    const answer = strippedText(comparableText(given));
    if (answer === '') return [];
    const equal = this.#byText.get(answer) ?? [];
    if (equal.length > 0) return equal.map((line) => at([line], 'equal', EQUAL));
    if (answer.length < 2) return [];
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

  /** Lines that hold the answer, with no letter or digit going on at its ends. */
  #inside(answer: string): readonly Located[] {
    return this.#linesWith(answer)
      .filter((line) => occurrence(this.#lines[line]!.text, answer, 0) >= 0)
      .map((line) => at([line], 'inside', INSIDE));
  }

  /** Lines that hold all words of a text; every line for a text without words. */
  #linesWith(answer: string): readonly number[] {
    let rarest: readonly number[] | undefined;
    for (const word of wordsOf(answer)) {
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
    if (answer.length < FUZZY_LENGTH || answer.length > LONGEST_FUZZY) return [];
    const groups = digitGroupsOf(answer);
    const search = fuzzySearch(answer, 'substring', Math.floor(answer.length * (1 - LEAST_SIMILARITY)));
    const found: Located[] = [];
    for (const [first, last] of this.#windowsLike(answer, groups)) {
      const lines = range(first, last);
      const text = lines.map((line) => this.#lines[line]!.text).join(' ');
      const held = new Set(digitGroupsOf(text));
      if (!groups.every((group) => held.has(group))) continue;
      const hit = search(text);
      if (!hit) continue;
      found.push(at(lines, 'fuzzy', 1 - hit.distance / answer.length - ROW_COST * (last - first)));
    }
    return found;
  }

  /** Windows of one to three lines that share most with an answer: by its numbers, or by sequences of letters. */
  #windowsLike(answer: string, groups: readonly string[]): readonly (readonly [number, number])[] {
    this.#byTrigram ??= this.#indexTrigrams();
    const shared = new Map<number, number>();
    const [group] = groups;
    this.#byDigits ??= this.#indexDigits();
    const lines = group === undefined ? undefined : new Set(this.#byDigits.get(group));
    if (lines) for (const line of lines) shared.set(line, 1);
    for (const gram of trigramsOf(answer)) {
      for (const line of this.#byTrigram.get(gram) ?? []) {
        if (!lines || lines.has(line)) shared.set(line, (shared.get(line) ?? 0) + 1);
      }
    }
    const likely = [...shared].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_COMPARED);
    const windows = new Map<string, readonly [number, number]>();
    for (const [line] of likely) {
      for (let length = 1; length <= LONGEST_WINDOW; length++) {
        for (let first = Math.max(0, line - length + 1); first <= line; first++) {
          const last = first + length - 1;
          if (last < this.#lines.length) windows.set(`${first} ${last}`, [first, last]);
        }
      }
    }
    return [...windows.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  #indexDigits(): ReadonlyMap<string, readonly number[]> {
    const index = new Map<string, number[]>();
    for (const [i, { text }] of this.#lines.entries()) {
      for (const group of new Set(digitGroupsOf(text))) push(index, group, i);
    }
    return index;
  }

  #indexTrigrams(): ReadonlyMap<string, readonly number[]> {
    const index = new Map<string, number[]>();
    for (const [i, { text }] of this.#lines.entries()) {
      for (const gram of trigramsOf(text)) push(index, gram, i);
    }
    return index;
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

const ALPHANUMERIC = /[\p{L}\p{N}]/u;

/** Where a text occurs from some position on without a letter or digit going on at its ends; -1 where it does not. */
function occurrence(text: string, wanted: string, from: number): number {
  const bindsStart = ALPHANUMERIC.test(wanted[0]!);
  const bindsEnd = ALPHANUMERIC.test(wanted.at(-1)!);
  for (let start = text.indexOf(wanted, from); start >= 0; start = text.indexOf(wanted, start + 1)) {
    const before = text[start - 1];
    const after = text[start + wanted.length];
    const isWhole =
      !(bindsStart && before !== undefined && ALPHANUMERIC.test(before)) &&
      !(bindsEnd && after !== undefined && ALPHANUMERIC.test(after));
    if (isWhole) return start;
  }
  return -1;
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

function trigramsOf(text: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (let i = 0; i + 2 < text.length; i++) grams.add(text.slice(i, i + 3));
  return grams;
}

function shinglesOf(tokens: readonly string[]): readonly string[] {
  return tokens.slice(2).map((_, i) => `${tokens[i]} ${tokens[i + 1]} ${tokens[i + 2]}`);
}

/**
 * The places of the cells of rows, near each other and one row after the other: a cell that stands in several
 * places is taken from the printed row of the rest, or else from the nearest one.
 * @returns for every cell its place; undefined for cells without text, and for those that are not found
 */
export function locateRows(
  rows: readonly (readonly (string | null)[])[],
  index: GroundingIndex,
): readonly (readonly (Located | undefined)[])[] {
  let after = -1;
  return rows.map((cells) => {
    const found = cells.map((cell) => (cell === null ? [] : index.candidates(cell)));
    const pivot = pivotOf(cells, found);
    if (pivot === undefined) return cells.map(() => undefined);
    const places = found[pivot]!;
    const place = places[firstFrom(places, after)] ?? places[0]!;
    after = place.lines[0]!;
    return found.map((candidates, i) =>
      i === pivot ? place : nearestTo(candidates, place, i > pivot, index),
    );
  });
}

/** The cell that says best where the row is: the one with the fewest places, then the longest. */
function pivotOf(
  cells: readonly (string | null)[],
  found: readonly (readonly Located[])[],
): number | undefined {
  let pivot: number | undefined;
  for (const [i, candidates] of found.entries()) {
    if (candidates.length === 0) continue;
    if (pivot === undefined) {
      pivot = i;
      continue;
    }
    const difference = candidates.length - found[pivot]!.length;
    const isLonger = (cells[i]?.length ?? 0) > (cells[pivot]?.length ?? 0);
    if (difference < 0 || (difference === 0 && isLonger)) pivot = i;
  }
  return pivot;
}

/** Position of the first place that begins at a line or after it; places are in document order. */
function firstFrom(places: readonly Located[], line: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (places[middle]!.lines[0]! < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The place in the same printed row, or else the one the fewest lines away; of two equally far the one on the side
 * where the cell belongs.
 */
function nearestTo(
  candidates: readonly Located[],
  { lines }: Located,
  isLater: boolean,
  index: GroundingIndex,
): Located | undefined {
  const to = lines[0]!;
  const next = firstFrom(candidates, to);
  const before = candidates[next - 1];
  const after = candidates[next];
  if (!before || !after) return before ?? after;
  const row = index.rowOf(to);
  const isInRow = (place: Located) => row >= 0 && index.rowOf(place.lines[0]!) === row;
  if (isInRow(before) !== isInRow(after)) return isInRow(before) ? before : after;
  const difference = to - before.lines[0]! - (after.lines[0]! - to);
  if (difference === 0) return isLater ? after : before;
  return difference < 0 ? before : after;
}
