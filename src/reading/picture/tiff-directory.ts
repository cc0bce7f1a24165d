/** The directories of TIFF files, which EXIF data are as well: tags and their numbers, nothing else. */
import { damaged, type Orientation, orientationOf, unsupportedPicture } from './picture.js';

/** The tags of a directory. Their numbers are read when they are asked for: a small file may claim billions. */
export interface Directory {
  /** The numbers of a tag; fractions are divided. Undefined for texts, unknown types and more than are read. */
  get(tag: number): readonly number[] | undefined;
  /** The first number of a tag, without the others. */
  first(tag: number): number | undefined;
}

export const ORIENTATION = 274;

/** The walked part of a file. */
interface TiffFile {
  readonly directories: readonly Directory[];
  readonly littleEndian: boolean;
}

/** Bytes of a value by type, and how one is read. */
const TYPES: ReadonlyMap<
  number,
  { size: number; read: (view: DataView, at: number, le: boolean) => number }
> = new Map([
  [1, { size: 1, read: (view, at) => view.getUint8(at) }],
  [3, { size: 2, read: (view, at, le) => view.getUint16(at, le) }],
  [4, { size: 4, read: (view, at, le) => view.getUint32(at, le) }],
  [5, { size: 8, read: (view, at, le) => view.getUint32(at, le) / view.getUint32(at + 4, le) }],
  [7, { size: 1, read: (view, at) => view.getUint8(at) }],
]);

const ENTRY_BYTES = 12;
const LITTLE_ENDIAN_MARK = 0x4949;
const VERSION = 42;
const BIG_VERSION = 43;
/** Values of one tag that are read: a strip a row of the largest picture, and more. */
const MOST_VALUES = 200_000;
/** Entries of a directory that are read. Baseline TIFF and EXIF name about 100 tags, and each comes once. */
const MOST_ENTRIES = 1000;

/**
 * The directories of a file, one a frame, in the order of the file.
 * @param most directories to read; one more is read to show that there are more
 * @throws DocumentError `invalid_document`; `unsupported_type` for BigTIFF
 */
export function readTiff(bytes: Uint8Array, most: number): TiffFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8) throw damaged('its header is cut off');
  const littleEndian = view.getUint16(0) === LITTLE_ENDIAN_MARK;
  const version = view.getUint16(2, littleEndian);
  if (version === BIG_VERSION) throw unsupportedPicture('the format BigTIFF');
  if (version !== VERSION) throw damaged('its header is wrong');
  const directories: Directory[] = [];
  const seen = new Set<number>();
  let at = view.getUint32(4, littleEndian);
  while (at !== 0 && !seen.has(at) && directories.length <= most) {
    seen.add(at);
    if (at + 2 > bytes.length) throw damaged('a directory lies outside of it');
    const count = view.getUint16(at, littleEndian);
    directories.push(readDirectory(view, at + 2, count, littleEndian));
    const next = at + 2 + count * ENTRY_BYTES;
    at = next + 4 <= bytes.length ? view.getUint32(next, littleEndian) : 0;
  }
  if (directories.length === 0) throw damaged('it has no directory');
  return { directories, littleEndian };
}

function readDirectory(view: DataView, start: number, count: number, littleEndian: boolean): Directory {
  /** Places of the entries by their tags. */
  const entries = new Map<number, number>();
  for (let i = 0; i < Math.min(count, MOST_ENTRIES); i++) {
    const at = start + i * ENTRY_BYTES;
    if (at + ENTRY_BYTES > view.byteLength) break;
    const tag = view.getUint16(at, littleEndian);
    if (!entries.has(tag) && placeOf(view, at, littleEndian)) entries.set(tag, at);
  }
  const read = (tag: number, most: number) => {
    const entry = entries.get(tag);
    return entry === undefined ? undefined : readValues(view, entry, littleEndian, most);
  };
  return { get: (tag) => read(tag, MOST_VALUES), first: (tag) => read(tag, 1)?.[0] };
}

/** Where the values of an entry lie, and what they are; undefined when they cannot be read. */
function placeOf(view: DataView, entry: number, littleEndian: boolean) {
  const type = TYPES.get(view.getUint16(entry + 2, littleEndian));
  const count = view.getUint32(entry + 4, littleEndian);
  if (!type || count === 0 || count > MOST_VALUES) return undefined;
  const bytes = count * type.size;
  const start = bytes <= 4 ? entry + 8 : view.getUint32(entry + 8, littleEndian);
  return start + bytes > view.byteLength ? undefined : { type, count, start };
}

function readValues(
  view: DataView,
  entry: number,
  littleEndian: boolean,
  most: number,
): number[] | undefined {
  const place = placeOf(view, entry, littleEndian);
  if (!place) return undefined;
  const { type, count, start } = place;
  const length = Math.min(count, most);
  return Array.from({ length }, (_, i) => type.read(view, start + i * type.size, littleEndian));
}

/** The orientation that EXIF data give; as stored where they cannot be read. */
export function orientationOfExif(bytes: Uint8Array): Orientation {
  try {
    return orientationOf(readTiff(bytes, 1).directories[0]?.first(ORIENTATION));
  } catch {
    return 1;
  }
}
