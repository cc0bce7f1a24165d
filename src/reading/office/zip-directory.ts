/** The directory at the end of a ZIP archive, read without unpacking anything and without trusting it. */

/** One file of an archive, as the directory describes it. */
export interface ZipEntry {
  /** Path with forward slashes and without a leading one. */
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly encrypted: boolean;
  /** Bytes in the archive. */
  readonly packedSize: number;
  /** Bytes when unpacked, as declared. */
  readonly size: number;
  /** Offset of the file's own header. */
  readonly offset: number;
}

interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Whether entries were left out because there are more than asked for. */
  readonly more: boolean;
  /** Whether as many entries were found as the directory announces. */
  readonly complete: boolean;
}

const END_OF_DIRECTORY = 0x06054b50;
const END64_OF_DIRECTORY = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
/** The end record is 22 bytes and a comment of at most 65,535. */
const END_RECORD_SIZE = 22;
const END_RANGE = END_RECORD_SIZE + 0xffff;
const LOCATOR_SIZE = 20;
const END64_RECORD_SIZE = 56;
const ENTRY_SIZE = 46;
/** Values that say: the number is in the 64-bit extension. */
const IN_EXTENSION_16 = 0xffff;
const IN_EXTENSION_32 = 0xffffffff;
const ZIP64_FIELD = 1;
const ENCRYPTED_FLAG = 1;
const UTF8_FLAG = 1 << 11;

/**
 * The directory of an archive; undefined when its end is missing, as in a file that was cut off.
 * @param limit most entries to read
 */
export function readZipDirectory(bytes: Uint8Array, limit: number): ZipDirectory | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  if (end === undefined) return undefined;
  const { count, start } = directoryPlace(view, end);
  const entries: ZipEntry[] = [];
  let offset = start;
  while (offset + ENTRY_SIZE <= end && view.getUint32(offset, true) === DIRECTORY_ENTRY) {
    if (entries.length === limit) return { entries, more: true, complete: false };
    const length = entryLength(view, offset);
    if (offset + length > end) break;
    entries.push(entryAt(bytes, view, offset, length));
    offset += length;
  }
  return { entries, more: false, complete: entries.length === count };
}

function endOfDirectory(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_RANGE);
  for (let offset = view.byteLength - END_RECORD_SIZE; offset >= first; offset--) {
    if (view.getUint32(offset, true) === END_OF_DIRECTORY) return offset;
  }
  return undefined;
}

function directoryPlace(view: DataView, end: number): { count: number; start: number } {
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  const locator = end - LOCATOR_SIZE;
  const isLong = count === IN_EXTENSION_16 || start === IN_EXTENSION_32;
  if (!isLong || locator < 0 || view.getUint32(locator, true) !== END64_LOCATOR) return { count, start };
  const record = Number(view.getBigUint64(locator + 8, true));
  if (record + END64_RECORD_SIZE > end || view.getUint32(record, true) !== END64_OF_DIRECTORY) {
    return { count, start };
  }
  return {
    count: Number(view.getBigUint64(record + 32, true)),
    start: Number(view.getBigUint64(record + 48, true)),
  };
}

function entryLength(view: DataView, offset: number): number {
  return (
    ENTRY_SIZE +
    view.getUint16(offset + 28, true) +
    view.getUint16(offset + 30, true) +
    view.getUint16(offset + 32, true)
  );
}

function entryAt(bytes: Uint8Array, view: DataView, offset: number, length: number): ZipEntry {
  const flags = view.getUint16(offset + 8, true);
  const nameEnd = offset + ENTRY_SIZE + view.getUint16(offset + 28, true);
  const name = bytes.subarray(offset + ENTRY_SIZE, nameEnd);
  const [size, packedSize, localOffset] = longNumbers(
    view,
    nameEnd,
    Math.min(offset + length, nameEnd + view.getUint16(offset + 30, true)),
    [24, 20, 42].map((field) => view.getUint32(offset + field, true)),
  );
  return {
    name: new TextDecoder((flags & UTF8_FLAG) === 0 ? 'latin1' : 'utf-8')
      .decode(name)
      .replaceAll('\\', '/')
      .replace(/^\/+/, ''),
    method: view.getUint16(offset + 10, true),
    encrypted: (flags & ENCRYPTED_FLAG) !== 0,
    packedSize: packedSize!,
    size: size!,
    offset: localOffset!,
  };
}

/** Numbers too large for 32 bits, replaced by those in the 64-bit extra field, which holds them in this order. */
function longNumbers(view: DataView, start: number, end: number, short: readonly number[]): number[] {
  if (!short.includes(IN_EXTENSION_32)) return [...short];
  for (let offset = start; offset + 4 <= end; offset += 4 + view.getUint16(offset + 2, true)) {
    if (view.getUint16(offset, true) !== ZIP64_FIELD) continue;
    let next = offset + 4;
    return short.map((value) => {
      if (value !== IN_EXTENSION_32 || next + 8 > end) return value;
      next += 8;
      return Number(view.getBigUint64(next - 8, true));
    });
  }
  return [...short];
}
