/** The English words that come with the library. */
import { englishWordList } from '../platform/package-data.js';
import { PackedWords } from './packed-words.js';

/** Words of a language. */
export interface WordList {
  /** @param word in lower case */
  has(word: string): boolean;
}

let words: Promise<WordList> | undefined;

/** English words with their inflected forms, in lower case; read from the package `word-list` at the first call. */
export function englishWords(): Promise<WordList> {
  words ??= readWords().catch((error: unknown) => {
    words = undefined;
    throw error;
  });
  return words;
}

async function readWords(): Promise<WordList> {
  return new PackedWords(await englishWordList());
}
