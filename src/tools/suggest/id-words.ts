/** What the id of a field says of its caption: the words that they have in common, shortened or not. */

import { STOP_WORDS } from '../../foundation/text/stop-words.js';
import { foldCase, foldPunctuation } from '../../language/anchors/folding.js';

/** Letters that two forms of a word begin with at least, and letters at most that follow: "married", "marriage". */
const STEM = { least: 4, ending: 3 };
/** Fewest letters of the beginning of a word: "fed" for "federal". */
const BEGINNING = 3;
/** Longest word that is made of initials or of the consonants of another: "ssn", "acct". */
const LONGEST_SHORT = 5;

/** Words that initials are of at most, with those between them that have none. */
const LONGEST_NAME = 12;

/** How sure it is that two words are the same. */
const SURE = {
  same: 1,
  stem: 0.9,
  initials: 0.9,
  joined: 0.9,
  beginning: 0.8,
  short: 0.6,
  letter: 0.5,
  otherSide: 0.2,
} as const;

/** What is written for words whose letters it does not share. */
const WRITTEN: Readonly<Record<string, string>> = {
  no: 'number',
  nr: 'number',
  num: 'number',
  '#': 'number',
  yr: 'year',
  yrs: 'years',
  'n/a': 'applicable',
};

/** The words of an id and, of one with members (`status.renewed`), the first of those that name the last one. */
interface IdWords {
  readonly words: readonly string[];
  readonly own: number;
}

/** The words of an id: `ssWages`, `ss_wages` and `ss wages` have two, `box12b` has "box" and "12b". */
export function wordsOfId(id: string): IdWords {
  const at = id.lastIndexOf('.');
  const around = at < 0 ? [] : wordsOfMember(id.slice(0, at));
  const own = wordsOfMember(id.slice(at + 1));
  return { words: [...around, ...own], own: around.length };
}

function wordsOfMember(id: string): readonly string[] {
  const words = id
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L}{2})(\d)/gu, '$1 $2');
  const all = tokensOf(words);
  const telling = all.filter((word) => !STOP_WORDS.has(word) || word in WRITTEN);
  return telling.length > 0 ? telling : all;
}

/** Compares as anchors do: capitals and typographic marks make no difference. */
export function folded(text: string): string {
  return foldCase(foldPunctuation(text));
}

/** The words of a text as captions are compared: in small letters, without marks. */
export function tokensOf(text: string): string[] {
  return folded(text).match(/\bn\/a\b|[\p{L}\p{N}]+(?:'\p{L}+)?|#/gu) ?? [];
}

/** What a text has of an id. */
export interface WordFit {
  /** Of each word of the id, how sure it is that the text has it, 0 to 1. */
  readonly words: readonly number[];
  /** Share of the words of the text that the id explains. */
  readonly explained: number;
}

/** Compares the words of an id with those of a text. */
export function wordFit(id: readonly string[], text: readonly string[]): WordFit {
  const words = id.map(() => 0);
  const used = new Set<number>();
  const say = (word: number, from: number, to: number, sure: number) => {
    if (sure <= 0) return;
    words[word] = Math.max(words[word]!, sure);
    for (let i = from; i < to; i++) used.add(i);
  };
  for (const [i, word] of id.entries()) {
    // A text of one letter, as beside a box to tick: "F" for "female".
    if (text.length === 1 && text[0] === word[0] && word.length >= BEGINNING) say(i, 0, 1, SURE.letter);
    for (const [j, token] of text.entries()) say(i, j, j + 1, sameness(word, token));
    for (const [from, to] of initialsIn(word, text)) say(i, from, to, SURE.initials);
    for (const [from, to] of joinedIn(word, text)) say(i, from, to, SURE.joined);
  }
  for (const [j, token] of text.entries()) {
    // The other way round: "YTD" for `year_to_date`, "Overtime" for `over_time`.
    const spans = [...initialsIn(token, id), ...joinedIn(token, id)];
    for (const [from, to] of spans) for (let i = from; i < to; i++) say(i, j, j + 1, SURE.initials);
  }
  const telling = text.filter((token, i) => used.has(i) || !STOP_WORDS.has(token)).length;
  return { words, explained: telling === 0 ? 0 : used.size / telling };
}

function sameness(word: string, token: string): number {
  if (word === token) return SURE.same;
  if (/\d/u.test(word) || /\d/u.test(token)) return 0;
  if (WRITTEN[token] === word || WRITTEN[word] === token) return SURE.same;
  const [short, long] = word.length < token.length ? [word, token] : [token, word];
  const shared = sharedBeginning(short, long);
  const ending = long.length - shared;
  if (shared >= STEM.least && ending <= STEM.ending && short.length - shared <= STEM.ending) {
    return isOtherSide(word, token) ? SURE.otherSide : SURE.stem;
  }
  if (shared === short.length && short.length >= BEGINNING) return SURE.beginning;
  return isShortFor(short, long) ? SURE.short : 0;
}

/** Whether two words are the two sides of one thing: employer and employee, insurer and insured. */
function isOtherSide(a: string, b: string): boolean {
  const [does, gets] = [/(?:er|or)s?(?:'s?)?$/u, /(?:ee|ed)s?(?:'s?)?$/u];
  return (does.test(a) && gets.test(b)) || (gets.test(a) && does.test(b));
}

function sharedBeginning(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** Whether a word is another without most of its vowels: "acct", "amt", "qty", "dept". */
function isShortFor(short: string, long: string): boolean {
  if (short.length < BEGINNING || short.length > LONGEST_SHORT || short.length > 0.7 * long.length)
    return false;
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false;
  if ((short.match(/[aeiou]/gu)?.length ?? 0) > 1) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at >= short.length;
}

/** Words next to each other whose initials a word is: "ss", "ytd", with "to" and "of" or without. */
function initialsIn(word: string, text: readonly string[]): [from: number, to: number][] {
  if (word.length < 2 || word.length > LONGEST_SHORT || !/^\p{L}+$/u.test(word)) return [];
  const found: [number, number][] = [];
  for (let from = 0; from < text.length; from++) {
    let at = 0;
    let to = from;
    for (; to < Math.min(text.length, from + LONGEST_NAME) && at < word.length; to++) {
      const token = text[to]!;
      if (token[0] === word[at] && (at > 0 || !STOP_WORDS.has(token))) at++;
      else if (at === 0 || !STOP_WORDS.has(token)) break;
    }
    if (at === word.length && to - from > 1) found.push([from, to]);
  }
  return found;
}

/** Two or three words next to each other that make up a word. */
function joinedIn(word: string, text: readonly string[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let from = 0; from + 1 < text.length; from++) {
    let joined = text[from]!;
    for (let to = from + 1; to < Math.min(text.length, from + 3); to++) {
      joined += text[to]!;
      if (joined === word) found.push([from, to + 1]);
    }
  }
  return found;
}
