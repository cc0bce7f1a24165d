/** What the engine asks of its two networks, whoever runs them. */
import { englishWords, type WordList } from '../../../foundation/text/english-words.js';
import { otherKindOf } from '../../../foundation/text/look-alikes.js';
import type { ModelFiles } from './files.js';

/** Numbers in rows: the last dimension runs fastest. */
export interface Tensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** A network that is ready to run; the part of an ONNX runtime's session that is needed. */
export interface Network {
  /** Numbers for a picture, or part of one: 1 by 3 by height by width. */
  run(input: Tensor): Promise<Tensor>;
  release(): Promise<void>;
}

/** The networks, and the characters that the second one distinguishes. */
export interface Models {
  /** Where text is: a probability for each pixel. */
  readonly detection: Network;
  /** What a row says: a probability for each character at each step along it. */
  readonly recognition: Network;
  readonly alphabet: Alphabet;
  /** Words that print is likely to have. */
  readonly words: WordList;
}

/** Characters by their places in the answer of the network. */
export interface Alphabet {
  /** Undefined where a character is none of the script that is read, and is passed over. */
  readonly characters: readonly (string | undefined)[];
  /** Places that are not passed over, the blank (0) among them. */
  readonly places: Int32Array;
  /** Places of the letters that a digit looks like, and of the digit that a letter looks like, by its own place. */
  readonly rivals: ReadonlyMap<number, readonly number[]>;
}

/** The script of words that are taken: those in Latin letters, or all. */
export type PaddleScript = 'latin' | 'all';

/** The words that print is likely to have. */
export type PaddleWords = 'english' | 'none';

/** What is asked of the models, beside what is in their files. */
export interface ModelOptions {
  readonly files: ModelFiles;
  readonly script: PaddleScript;
  readonly words: PaddleWords;
}

/** The alphabet and the words of some models. */
export async function alphabetAndWords({
  files,
  script,
  words,
}: ModelOptions): Promise<Pick<Models, 'alphabet' | 'words'>> {
  const alphabet = alphabetOf(new TextDecoder().decode(files.dictionary), script);
  return { alphabet, words: words === 'english' ? await englishWords() : new Set<string>() };
}

/** Whether a dictionary has no letters but those of English. */
export function hasEnglishLetters(dictionary: Uint8Array): boolean {
  return !/[^\P{L}A-Za-z]/u.test(new TextDecoder().decode(dictionary));
}

/** Letters, digits and signs that are written with Latin letters. */
const WITH_LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Greek}]+$/u;
/** From here on signs are those of East Asian scripts. */
const EAST_ASIAN = 0x2e80;

/**
 * The alphabet of a dictionary: blank first, then its lines, then the space (PaddleOCR, `CTCLabelDecode` with
 * `use_space_char`).
 * @param dictionary a character a line
 * @param script 'latin' leaves out what is not written with Latin letters; wide forms become ordinary ones
 */
export function alphabetOf(dictionary: string, script: PaddleScript): Alphabet {
  const lines = dictionary.split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  const characters = ['', ...lines.map((line) => characterOf(line, script)), ' '];
  const places = characters.flatMap((character, place) => (character === undefined ? [] : [place]));
  return { characters, places: Int32Array.from(places), rivals: rivalsIn(characters) };
}

function rivalsIn(characters: readonly (string | undefined)[]): ReadonlyMap<number, readonly number[]> {
  return new Map(
    characters.flatMap((character, place) => {
      if (character === undefined) return [];
      const others = otherKindOf(character).map((other) => characters.indexOf(other));
      const known = others.filter((other) => other > 0);
      return known.length > 0 ? [[place, known]] : [];
    }),
  );
}

function characterOf(line: string, script: PaddleScript): string | undefined {
  if (script === 'all') return line;
  const plain = line.normalize('NFKC');
  const isLatin = WITH_LATIN.test(plain) && plain.codePointAt(0)! < EAST_ASIAN;
  return isLatin && plain.length === 1 ? plain : undefined;
}
