/**
 * A file without the data of its streams: what is left holds all objects, is a small part of most files, and is searched
 * instead of them.
 */

export const STREAM = 'stream';
export const END_STREAM = 'endstream';

/** Bytes of data from which a stream is left out: a place must be kept for each. */
const LEAST_DATA = 1024;

/** White space at most between a dictionary and the word. */
const LONGEST_SPACE = 8;

const GREATER = 0x3e;
const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface PlainFile {
  readonly bytes: Buffer;
  /** Data of streams, by the places in `bytes` where it was left out. */
  readonly data: ReadonlyMap<number, Buffer>;
}

/**
 * Leaves out what is between `stream`, behind a dictionary, and the next `endstream`. The file itself where that is
 * nothing.
 */
export function plainFile(file: Buffer): PlainFile {
  const data = new Map<number, Buffer>();
  const kept: Buffer[] = [];
  let length = 0;
  let from = 0;
  for (let word = file.indexOf(STREAM); word >= 0; ) {
    const start = startOfData(file, word);
    const isData = file[start - 1] === LINE_FEED && isBehindDictionary(file, word);
    const end = isData ? file.indexOf(END_STREAM, start) : word;
    if (end < 0) break;
    if (isData && end - start >= LEAST_DATA) {
      kept.push(file.subarray(from, start));
      length += start - from;
      data.set(length, file.subarray(start, end));
      from = end;
    }
    word = file.indexOf(STREAM, isData ? end + END_STREAM.length : word + STREAM.length);
  }
  if (data.size === 0) return { bytes: file, data };
  return { bytes: Buffer.concat([...kept, file.subarray(from)]), data };
}

/** Where data begin behind the word at a place: on the next line, or where there is none, at once. */
export function startOfData(file: Buffer, word: number): number {
  let start = word + STREAM.length;
  if (file[start] === CARRIAGE_RETURN) start += 1;
  if (file[start] === LINE_FEED) start += 1;
  return start;
}

function isBehindDictionary(file: Buffer, word: number): boolean {
  let at = word - 1;
  while (at >= word - LONGEST_SPACE && (file[at] ?? 0) <= SPACE) at -= 1;
  return file[at] === GREATER;
}
