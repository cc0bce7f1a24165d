/** Finds places in bytes, without turning all of them to text: a file may have 100 MB. */

/** What a search may say of bytes. */
type Found = 'found' | 'none' | 'too many places';

/** Places that are looked at: a file of 5,000 pages names what is searched for here once or a few times a page. */
const MOST_PLACES = 100_000;

/**
 * Calls `look` with the text at each occurrence of a word, in order, until it returns true.
 * @param length characters of the text, the word among them
 * @returns `too many places` where more hold the word than are looked at
 */
export function findFrom(
  bytes: Buffer,
  word: string,
  length: number,
  look: (text: string) => boolean,
): Found {
  let places = 0;
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length)) {
    places += 1;
    if (places > MOST_PLACES) return 'too many places';
    if (look(bytes.toString('latin1', at, at + length))) return 'found';
  }
  return 'none';
}
