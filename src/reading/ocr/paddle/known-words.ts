/**
 * Words that are nearly known ones: where the network held other letters for possible and one such choice alone makes a known
 * word, it is that (`ANOUNT`, `Ibs`). A search for words in what the network answers, as in H. Scheidl and others, "Word
 * Beam Search", 2018, but for single words and few changes, so that names and codes stay as they were read. Of the words
 * of 39 receipts 46 won, one lost (a misprint); of 25,108 words of documents at 200 dpi 15 won.
 */
import type { WordList } from '../../../foundation/text/english-words.js';
import type { ReadCharacter, Reading } from './ctc.js';

/** Letters of the shortest word that is looked up: nearly all short strings are near to one that is known. */
const LEAST_LETTERS = 4;
/** And of the longest: hardly a word has more, and what a stretch may be grows with the square of its length. */
const MOST_LETTERS = 24;
/**
 * Letters for each change to a word, and changes at most: a long word is near to no other one, a short one to many. Of 4,572
 * words of 25 faxed forms 15 won, and of 4,734 of 39 receipts one, with what letters beyond the usual ones allow.
 */
const LETTERS_A_CHANGE = 3;
const MOST_CHANGES = 3;
/**
 * How much less likely than what was read a known word may be, as a natural logarithm: a twentieth, and half of that for each letter
 * beyond the usual ones.
 */
const MOST_COST = 3;
const COST_A_LETTER = 0.7;
const USUAL_LETTERS = 6;
/** What a letter costs at most for the digit that it looks like, however sure the network was: `INV0ICE`. */
const LOOK_ALIKE = 1.5;
/** So much likelier than the next known word it must be. */
const LEAST_LEAD = 1;
const LETTER = /^\p{L}$/u;
const WORD_SIGN = /^[\p{L}\p{N}]$/u;

/** The characters of a word of a row, each stretch of letters as a known word where it nearly is one. */
export function withKnownWords(word: readonly ReadCharacter[], known: WordList): readonly ReadCharacter[] {
  const result: ReadCharacter[] = [];
  for (let from = 0; from < word.length; ) {
    let to = from;
    while (to < word.length && WORD_SIGN.test(word[to]!.text)) to++;
    if (to === from) result.push(word[to++]!);
    else result.push(...nearestKnown(word.slice(from, to), word[to]?.text, known));
    from = to;
  }
  return result;
}

/**
 * Abbreviations in the captions of amounts, numbers and addresses; as short as these, other words are not looked up. Of
 * receipts 16 words won on 14, with those that need a sign behind them; none lost.
 */
const ABBREVIATIONS: ReadonlySet<string> = new Set(['amt', 'fax', 'gst', 'inv', 'qty', 'ref', 'tel', 'vat']);
/** Those that look like codes, so that a colon or point must follow. */
const BEFORE_SIGN: ReadonlySet<string> = new Set(['id', 'no']);
const CAPTION_SIGN = /^[:.]$/u;

/** Letters of the shortest word that is beside another one: single ones are pieces. */
const LEAST_BESIDE = 2;

/** Whether some strings of letters are all known words, and none a single letter. */
export function areKnown(words: readonly string[], known: WordList): boolean {
  return words.every((word) => word.length >= LEAST_BESIDE && known.has(word.toLowerCase()));
}

/** Whether two strings of letters are one known word, rather than two known ones. */
export function isOneWord(before: string, after: string, known: WordList): boolean {
  const both = `${before}${after}`;
  return both.length >= LEAST_LETTERS && areKnown([both], known) && !areKnown([before, after], known);
}

/** What a stretch may be besides. */
interface Candidate {
  readonly text: string;
  readonly characters: readonly ReadCharacter[];
  readonly cost: number;
}

/** @param after the sign behind the stretch */
function nearestKnown(
  stretch: readonly ReadCharacter[],
  after: string | undefined,
  known: WordList,
): readonly ReadCharacter[] {
  const letters = stretch.filter(({ text }) => LETTER.test(text)).length;
  if (stretch.length > MOST_LETTERS || letters < stretch.length / 2) return stretch;
  const own = stretch.map(({ text }) => text.toLowerCase()).join('');
  const isShort = stretch.length < LEAST_LETTERS;
  if (known.has(own)) return isShort ? stretch : inOneCase(stretch);
  const isLikely = (text: string) =>
    isShort
      ? ABBREVIATIONS.has(text) || (BEFORE_SIGN.has(text) && CAPTION_SIGN.test(after ?? ''))
      : known.has(text);
  const [best, next] = candidatesOf(stretch)
    .filter(({ text }) => isLikely(text))
    .sort((a, b) => a.cost - b.cost);
  if (!best || (next && next.text !== best.text && next.cost < best.cost + LEAST_LEAD)) return stretch;
  return isShort ? best.characters : inOneCase(best.characters);
}

/**
 * A word with one letter in another case than all of its others has it in theirs (`FiRST`); but a capital that begins it.
 * Known words only: names have capitals within.
 */
function inOneCase(word: readonly ReadCharacter[]): readonly ReadCharacter[] {
  const isSmall = word.map(({ text }) => text === text.toLowerCase());
  const small = isSmall.filter(Boolean).length;
  if (small === 1) return word.map((each) => ({ ...each, text: each.text.toUpperCase() }));
  if (small < word.length - 1) return word;
  return word.map((each, index) => (index === 0 ? each : { ...each, text: each.text.toLowerCase() }));
}

/** All that a stretch may be with few changes, in small letters. */
function candidatesOf(stretch: readonly ReadCharacter[]): readonly Candidate[] {
  let open: readonly (Candidate & { readonly changes: number })[] = [
    { text: '', characters: [], cost: 0, changes: 0 },
  ];
  const { length } = stretch;
  const mostChanges = Math.min(MOST_CHANGES, Math.max(1, Math.floor(length / LETTERS_A_CHANGE)));
  const mostCost = MOST_COST + COST_A_LETTER * Math.max(0, length - USUAL_LETTERS);
  for (const [index, character] of stretch.entries()) {
    const ways = waysOf(character, stretch[index - 1]);
    open = open.flatMap((each) =>
      ways.flatMap(({ characters, cost, changes }) => {
        if (each.changes + changes > mostChanges || each.cost + cost > mostCost) return [];
        const text = each.text + characters.map((added) => added.text.toLowerCase()).join('');
        return {
          text,
          characters: [...each.characters, ...characters],
          cost: each.cost + cost,
          changes: each.changes + changes,
        };
      }),
    );
  }
  return open;
}

/** What a character may be, if anything, and what may be before it. */
function waysOf(character: ReadCharacter, before: ReadCharacter | undefined) {
  const same = { characters: [character], cost: 0, changes: 0 };
  const rivals = character.rival ? [{ ...character.rival, most: LOOK_ALIKE }] : [];
  const others = [...(character.others ?? []), ...rivals].filter((other) => isOther(other, character));
  const changed = others.map(
    ({ text, confidence, most = Number.POSITIVE_INFINITY }: Reading & { most?: number }) => ({
      characters: [{ ...character, text, confidence }],
      cost: Math.min(most, costOf(confidence / character.confidence)),
      changes: 1,
    }),
  );
  const left = { characters: [], cost: costOf((character.nothing ?? 0) / character.confidence), changes: 1 };
  const unseen = before ? (character.unseen ?? []) : [];
  const added = unseen
    .filter((other) => isOther(other, character) && isOther(other, before!))
    .map((other) => ({
      characters: [{ ...character, ...other, to: character.from, from: before!.to }, character],
      cost: costOf(other.confidence / (1 - other.confidence)),
      changes: 1,
    }));
  return [same, left, ...changed, ...added];
}

function isOther(other: Reading, { text }: ReadCharacter): boolean {
  return other.text.toLowerCase() !== text.toLowerCase() && LETTER.test(other.text);
}

function costOf(ratio: number): number {
  return Math.max(0, -Math.log(ratio));
}
