/** The trailer of a file: which objects are the document itself and what is said of it. */
import { findFrom } from './byte-search.js';
import type { FileObjects } from './file-objects.js';
import { isDictionary, isReference, type PdfDictionary, parseValue } from './object-values.js';

/** Where the file says that its newest cross-references begin. */
const START = 'startxref';
const OFFSET = /^startxref\s{1,8}(\d{1,15})/u;

const TABLE = /^\s{0,8}xref\b/u;
const STREAM = /^\s{0,8}\d{1,10}\s{1,8}\d{1,5}\s{1,8}obj\b/u;
const TRAILER = 'trailer';

/** Characters of a trailer that are read. */
const LONGEST = 16 * 1024;

/** Characters of a line of the file that are looked at. */
const LINE = 64;

const ROOT_NAME = '/Root';
const ROOT = /^\/Root\s{0,8}(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R/u;

/** The newest trailer; undefined where the file does not lead to one. */
export function trailerOf({ file }: FileObjects): PdfDictionary | undefined {
  const start = file.lastIndexOf(START);
  const offset = start < 0 ? undefined : OFFSET.exec(file.toString('latin1', start, start + LINE))?.[1];
  if (offset === undefined) return undefined;
  const at = Number(offset);
  const line = file.toString('latin1', at, at + LINE);
  const isTable = TABLE.test(line);
  if (!isTable && !STREAM.test(line)) return undefined;
  const from = isTable ? file.indexOf(TRAILER, at) : file.indexOf('<<', at);
  const trailer =
    from < 0
      ? undefined
      : parseValue(file.toString('latin1', isTable ? from + TRAILER.length : from, from + LONGEST));
  return isDictionary(trailer) ? trailer : undefined;
}

/** The number of the catalogue: as the newest trailer says, or all that the file has; undefined where they disagree, or are too many. */
export function catalogNumber(objects: FileObjects): number | undefined {
  const root = trailerOf(objects)?.get('Root');
  if (isReference(root)) return root.number;
  const numbers = new Set<number>();
  const all = findFrom(objects.plain, ROOT_NAME, LINE, (text) => {
    const number = ROOT.exec(text)?.[1];
    if (number !== undefined) numbers.add(Number(number));
    return numbers.size > 1;
  });
  return all === 'none' ? [...numbers][0] : undefined;
}
