/**
 * Compound files (OLE2, structured storage): a small file system inside a file, in which the older office
 * programs keep their streams. Space is given out in sectors, chained by an allocation table; small streams
 * share the sectors of one large stream and have a table of their own. Every chain is followed at most once
 * through each sector, so that neither loops nor false sizes cost more than the size of the file: the reader of `@e965/xlsx` fills the
 * memory where a chain in a file of a few kilobytes forms a circle.
 */
import { damagedFile } from '../file-errors.js';

/** A compound file whose directory has been read as far as it can be. */
interface CompoundFile {
  /** Names of the streams and storages at the top level; what embedded objects hold is not among them. */
  readonly names: readonly string[];
  /**
   * The bytes of a stream at the top level; undefined when there is none of this name, in any letter case.
   * @throws DocumentError `invalid_document` when the stream, or the directory it is missed in, is damaged
   */
  stream(name: string): Uint8Array | undefined;
}

/** The first bytes of every compound file, as Latin-1. */
export const COMPOUND_FILE_START = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Places in the header, in bytes. */
const HEADER_SIZE = 512;
const SECTOR_SHIFT_AT = 30;
const SMALL_SECTOR_SHIFT_AT = 32;
const DIRECTORY_AT = 48;
const SMALL_STREAM_LIMIT_AT = 56;
const SMALL_TABLE_AT = 60;
const MORE_TABLE_SECTORS_AT = 68;
const TABLE_SECTORS_AT = 76;
const TABLE_SECTORS_IN_HEADER = 109;
/** Sectors of 512 bytes (version 3) and of 4,096 bytes (version 4), as powers of two. */
const SECTOR_SHIFTS: readonly number[] = [9, 12];
/** Sectors of small streams always have 64 bytes. */
const SMALL_SECTOR_SHIFT = 6;
/** Numbers from here on are marks: end of a chain, free, used by a table. */
const FIRST_MARK = 0xfffffffa;
const FREE = 0xffffffff;

/** An entry of the directory: its size and the places in it, in bytes. */
const ENTRY_SIZE = 128;
const NAME_LENGTH_AT = 64;
const KIND_AT = 66;
const LEFT_AT = 68;
const RIGHT_AT = 72;
const CHILD_AT = 76;
const START_AT = 116;
const LENGTH_AT = 120;
const LONGEST_NAME = 31;
const STREAM = 2;
const ROOT = 5;
/** Entries looked at; the directories of workbooks with hundreds of embedded objects are shorter. */
const ENTRY_LIMIT = 10_000;

const CUT_OFF = 'a part of it lies past the end of the file, which is perhaps cut off';

interface Entry {
  readonly name: string;
  readonly kind: number;
  /** Entries before and after it in the tree of its storage, and the tree of what it holds. */
  readonly left: number;
  readonly right: number;
  readonly child: number;
  /** First sector. */
  readonly start: number;
  /** In bytes. */
  readonly length: number;
}

/** Bytes that are given out in sectors. */
interface Volume {
  readonly data: DataView;
  /** Where sector 0 begins, and how long each is, in bytes. */
  readonly base: number;
  readonly sectorSize: number;
  /** The sector that follows each. */
  readonly next: Uint32Array;
}

/** Reads the directory of a compound file. It never fails: what is wrong shows when a stream is read. */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = u16(view, SECTOR_SHIFT_AT);
  if (bytes.length < HEADER_SIZE || !SECTOR_SHIFTS.includes(shift)) {
    return brokenFile('its header is cut off or not that of a compound file');
  }
  const sectorSize = 1 << shift;
  const volume = { data: view, base: sectorSize, sectorSize, next: allocationTable(view, sectorSize) };
  const directory = walk(volume, u32(view, DIRECTORY_AT), (ENTRY_LIMIT * ENTRY_SIZE) / sectorSize);
  const entries = directory.sectors.flatMap((sector) => entriesOf(volume, sector));
  const top = topLevel(entries);
  return {
    names: top.map(({ name }) => name),
    stream(name) {
      const wanted = name.toLowerCase();
      const entry = top.find((each) => each.kind === STREAM && each.name.toLowerCase() === wanted);
      if (entry) return readEntry(volume, entries[0], entry);
      if (directory.problem !== undefined) throw damagedFile(directory.problem);
      return undefined;
    },
  };
}

function brokenFile(reason: string): CompoundFile {
  return {
    names: [],
    stream: () => {
      throw damagedFile(reason);
    },
  };
}

/** Numbers past the end read as 0 and as a mark: the places they would lead to do not exist either. */
function u16(view: DataView, at: number): number {
  return at + 2 <= view.byteLength ? view.getUint16(at, true) : 0;
}

function u32(view: DataView, at: number): number {
  return at + 4 <= view.byteLength ? view.getUint32(at, true) : FREE;
}

function sectorCount({ data, base, sectorSize }: Omit<Volume, 'next'>): number {
  return Math.max(0, Math.ceil((data.byteLength - base) / sectorSize));
}

/** The allocation table of the file, as far as it describes sectors that exist. */
function allocationTable(data: DataView, sectorSize: number): Uint32Array {
  const count = sectorCount({ data, base: sectorSize, sectorSize });
  const table = new Uint32Array(count).fill(FREE);
  let filled = 0;
  for (const sector of tableSectors(data, sectorSize, count)) {
    const start = (sector + 1) * sectorSize;
    for (let at = start; at < start + sectorSize && filled < count; at += 4) table[filled++] = u32(data, at);
    if (filled === count) break;
  }
  return table;
}

/** The sectors of the allocation table in order: some in the header, more in a chain of lists. */
function* tableSectors(data: DataView, sectorSize: number, count: number): Generator<number> {
  for (let i = 0; i < TABLE_SECTORS_IN_HEADER; i++) {
    const sector = u32(data, TABLE_SECTORS_AT + 4 * i);
    if (sector >= count) return;
    yield sector;
  }
  let list = u32(data, MORE_TABLE_SECTORS_AT);
  for (let lists = 0; lists < count && list < count; lists++) {
    const start = (list + 1) * sectorSize;
    const link = start + sectorSize - 4;
    for (let at = start; at < link; at += 4) {
      const sector = u32(data, at);
      if (sector >= count) return;
      yield sector;
    }
    list = u32(data, link);
  }
}

/** The sectors of a chain, at most so many, and what is wrong with it where it breaks off. */
function walk(volume: Volume, start: number, most: number): { sectors: number[]; problem?: string } {
  const count = sectorCount(volume);
  const sectors: number[] = [];
  const seen = new Uint8Array(count);
  for (let sector = start; sector < FIRST_MARK && sectors.length < most; ) {
    if (sector >= count) return { sectors, problem: CUT_OFF };
    if (seen[sector] === 1) return { sectors, problem: 'the sectors of a part of it form a circle' };
    seen[sector] = 1;
    sectors.push(sector);
    sector = volume.next[sector] ?? FREE;
  }
  return { sectors };
}

/** The entries of a sector of the directory. */
function entriesOf({ data, base, sectorSize }: Volume, sector: number): Entry[] {
  const entries: Entry[] = [];
  const start = base + sector * sectorSize;
  const end = Math.min(start + sectorSize, data.byteLength);
  for (let at = start; at + ENTRY_SIZE <= end; at += ENTRY_SIZE) {
    entries.push({
      name: nameOf(data, at),
      kind: data.getUint8(at + KIND_AT),
      left: u32(data, at + LEFT_AT),
      right: u32(data, at + RIGHT_AT),
      child: u32(data, at + CHILD_AT),
      start: u32(data, at + START_AT),
      length: u32(data, at + LENGTH_AT),
    });
  }
  return entries;
}

/** An entry's name in UTF-16; its length is given in bytes and counts the zero at its end. */
function nameOf(data: DataView, entry: number): string {
  const units = Math.min(LONGEST_NAME, Math.max(0, u16(data, entry + NAME_LENGTH_AT) / 2 - 1));
  let name = '';
  for (let i = 0; i < units; i++) name += String.fromCharCode(u16(data, entry + 2 * i));
  return name;
}

/**
 * The entries at the top level: the tree below the root, whose order and balance do not matter here. Where
 * there is no tree, every entry counts.
 */
function topLevel(entries: readonly Entry[]): readonly Entry[] {
  const root = entries[0];
  const found: Entry[] = [];
  const seen = new Set<number>();
  const open = root?.kind === ROOT ? [root.child] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entry = entries[next];
    if (!entry || seen.has(next)) continue;
    seen.add(next);
    found.push(entry);
    open.push(entry.left, entry.right);
  }
  return found.length > 0 ? found : entries.filter(({ name }) => name !== '');
}

function readEntry(volume: Volume, root: Entry | undefined, { start, length }: Entry): Uint8Array {
  const isSmall = length < u32(volume.data, SMALL_STREAM_LIMIT_AT);
  return readChain(isSmall && root ? smallVolume(volume, root) : volume, start, length);
}

/** The stream that small streams lie in, with their own allocation table. */
function smallVolume(volume: Volume, { start, length }: Entry): Volume {
  if (u16(volume.data, SMALL_SECTOR_SHIFT_AT) !== SMALL_SECTOR_SHIFT) {
    throw damagedFile('its header gives small streams sectors of a wrong size');
  }
  const stream = readChain(volume, start, length);
  const sectorSize = 1 << SMALL_SECTOR_SHIFT;
  const count = Math.ceil(length / sectorSize);
  const table = walk(
    volume,
    u32(volume.data, SMALL_TABLE_AT),
    Math.ceil((4 * count) / volume.sectorSize),
  ).sectors;
  const next = new Uint32Array(count).fill(FREE);
  const perSector = volume.sectorSize / 4;
  for (let i = 0; i < Math.min(count, table.length * perSector); i++) {
    const sector = table[Math.floor(i / perSector)]!;
    next[i] = u32(volume.data, volume.base + sector * volume.sectorSize + 4 * (i % perSector));
  }
  const data = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  return { data, base: 0, sectorSize, next };
}

/** The bytes of a chain, which must be as long as the directory says. */
function readChain(volume: Volume, start: number, length: number): Uint8Array {
  const { data, base, sectorSize } = volume;
  if (length > data.byteLength) throw damagedFile(CUT_OFF);
  const { sectors, problem } = walk(volume, start, Math.ceil(length / sectorSize));
  if (problem !== undefined) throw damagedFile(problem);
  if (sectors.length * sectorSize < length) {
    throw damagedFile('a stream in it is shorter than its directory says');
  }
  const bytes = new Uint8Array(length);
  for (const [i, sector] of sectors.entries()) {
    const from = base + sector * sectorSize;
    const size = Math.min(sectorSize, length - i * sectorSize);
    if (from + size > data.byteLength) throw damagedFile(CUT_OFF);
    bytes.set(new Uint8Array(data.buffer, data.byteOffset + from, size), i * sectorSize);
  }
  return bytes;
}
