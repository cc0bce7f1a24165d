/**
 * `I` and `l`, which are one stroke in most print: which of them a word has shows in its other letters, and in whether it is
 * a word then. Of 25,108 words of documents at 200 dpi 15 won on seven documents, one lost (a misprint).
 */
import type { WordList } from '../../../foundation/text/english-words.js';
import type { ReadCharacter } from './ctc.js';

const STROKE = /^[Il]$/u;
const LETTER = /^\p{L}$/u;
/** Strokes of a word beyond this stay as they were read: each doubles what it may be. */
const MOST_STROKES = 4;
/** Words are written in capitals, in small letters, or with a capital first. */
const IN_ONE_CASE = /^(?:\p{Lu}+|\p{Lu}?\p{Ll}+)$/u;
/** Letters beside the strokes of a word that show that these are capitals, too. */
const CAPITALS = /^\p{Lu}{2,}$/u;

/** The characters of a word of a row, each stretch of letters with the strokes that make it a word. */
export function withStrokes(word: readonly ReadCharacter[], known: WordList): readonly ReadCharacter[] {
  const result: ReadCharacter[] = [];
  for (let from = 0; from < word.length; ) {
    let to = from;
    while (to < word.length && LETTER.test(word[to]!.text)) to++;
    if (to === from) result.push(word[to++]!);
    else result.push(...likeliestStrokes(word.slice(from, to), known));
    from = to;
  }
  return result;
}

function likeliestStrokes(stretch: readonly ReadCharacter[], known: WordList): readonly ReadCharacter[] {
  const own = stretch.map(({ text }) => text).join('');
  const strokes = [...stretch.keys()].filter((at) => STROKE.test(stretch[at]!.text));
  if (stretch.length < 2 || strokes.length === 0 || strokes.length > MOST_STROKES) return stretch;
  if (isWord(own, known)) return stretch;
  if (CAPITALS.test(own.replace(/[Il]/gu, ''))) return spelt(stretch, own.replaceAll('l', 'I'));
  const [only, ...others] = spellings(own, strokes).filter((each) => isWord(each, known));
  return only && others.length === 0 ? spelt(stretch, only) : stretch;
}

function isWord(text: string, known: WordList): boolean {
  return IN_ONE_CASE.test(text) && known.has(text.toLowerCase());
}

/** A text with each of its strokes as either letter. */
function spellings(text: string, strokes: readonly number[]): readonly string[] {
  return strokes.reduce<readonly string[]>(
    (texts, at) =>
      texts.flatMap((each) => ['I', 'l'].map((stroke) => each.slice(0, at) + stroke + each.slice(at + 1))),
    [text],
  );
}

function spelt(stretch: readonly ReadCharacter[], text: string): readonly ReadCharacter[] {
  return stretch.map((each, at) => (each.text === text[at] ? each : { ...each, text: text[at]! }));
}
