/** The trailer of a file: which objects are the document itself and what is said of it. */
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

const ROOTS = /\/Root\s{0,8}(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R/gu;

/** The newest trailer; undefined where the file does not lead to one. */
export function trailerOf({ parts }: FileObjects): PdfDictionary | undefined {
  const [file] = parts;
  if (file === undefined) return undefined;
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

/** The number of the catalogue: as the newest trailer says, or all that the file has; undefined where they disagree. */
export function catalogNumber(objects: FileObjects): number | undefined {
  const root = trailerOf(objects)?.get('Root');
  if (isReference(root)) return root.number;
  const file = objects.parts[0]?.toString('latin1') ?? '';
  const numbers = new Set(Array.from(file.matchAll(ROOTS), ([, number]) => Number(number)));
  return numbers.size === 1 ? [...numbers][0] : undefined;
}
