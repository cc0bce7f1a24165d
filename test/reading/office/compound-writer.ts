/** Writes compound files, with every kind of table that a reader must follow. */

const END = 0xfffffffe;
const FREE = 0xffffffff;
const TABLE_SECTOR = 0xfffffffd;
const LIST_SECTOR = 0xfffffffc;
const IN_HEADER = 109;
const SMALL_LIMIT = 4096;
const SMALL_SECTOR = 64;

export interface CompoundOptions {
  readonly sectorSize?: 512 | 4096;
  /** Gives sectors out from the last to the first, so that no stream lies in one piece. */
  readonly backwards?: boolean;
  /** Streams inside of a storage, as embedded objects have them. */
  readonly embedded?: Readonly<Record<string, Uint8Array>>;
}

/** A compound file with these streams at its top level. */
export function compoundFile(
  streams: Readonly<Record<string, Uint8Array>>,
  { sectorSize = 512, backwards = false, embedded = {} }: CompoundOptions = {},
): Uint8Array {
  const files = [...Object.entries(streams), ...Object.entries(embedded)];
  const small = new Space(SMALL_SECTOR, backwards);
  const isSmall = (bytes: Uint8Array) => bytes.length < SMALL_LIMIT;
  for (const [, bytes] of files) if (isSmall(bytes)) small.reserve(bytes.length);
  const large = new Space(sectorSize, backwards);
  const directorySize = 128 * (files.length + 2);
  large.reserve(directorySize);
  large.reserve(small.reservedBytes);
  large.reserve(4 * small.reserved);
  for (const [, bytes] of files) if (!isSmall(bytes)) large.reserve(bytes.length);
  const starts = files.map(([, bytes]) => (isSmall(bytes) ? small : large).write(bytes));
  const rootStart = large.write(small.bytes());
  const smallTableStart = large.write(words(small.next));
  const topLevel = Object.keys(streams).length;
  const directory = [
    entry('Root Entry', {
      kind: 5,
      child: topLevel > 0 ? 1 : files.length + 1,
      start: rootStart,
      size: small.reservedBytes,
    }),
    ...files.map(([name, bytes], i) => {
      const isTop = i < topLevel;
      const siblings = isTop ? { right: i + 1 < topLevel ? i + 2 : files.length + 1 } : { right: i + 2 };
      const last = !isTop && i + 1 === files.length ? { right: FREE } : {};
      return entry(name, { kind: 2, start: starts[i]!, size: bytes.length, ...siblings, ...last });
    }),
    entry('Objects', { kind: 1, child: topLevel < files.length ? topLevel + 1 : FREE }),
  ];
  const directoryStart = large.write(Buffer.concat(directory));
  const smallTableSize = Math.ceil((4 * small.reserved) / sectorSize);
  return file(large, { sectorSize, directoryStart, smallTableStart, smallTableSize });
}

/** Sectors that are given out in order or against it. */
class Space {
  reserved = 0;
  next: number[] = [];
  #given = 0;
  #sectors: Buffer[] = [];

  constructor(
    readonly sectorSize: number,
    readonly backwards: boolean,
  ) {}

  get reservedBytes(): number {
    return this.reserved * this.sectorSize;
  }

  reserve(bytes: number): void {
    this.reserved += Math.ceil(bytes / this.sectorSize);
    this.next = Array.from({ length: this.reserved }, () => FREE);
    this.#sectors = Array.from({ length: this.reserved }, () => Buffer.alloc(this.sectorSize));
  }

  /** Number of the first sector. */
  write(bytes: Uint8Array): number {
    const count = Math.ceil(bytes.length / this.sectorSize);
    const chain = Array.from({ length: count }, () => this.#give());
    for (const [i, sector] of chain.entries()) {
      this.#sectors[sector]!.set(bytes.subarray(i * this.sectorSize, (i + 1) * this.sectorSize));
      this.next[sector] = chain[i + 1] ?? END;
    }
    return chain[0] ?? END;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#sectors);
  }

  #give(): number {
    const given = this.#given++;
    return this.backwards ? this.reserved - 1 - given : given;
  }
}

interface EntryParts {
  readonly kind: number;
  readonly left?: number;
  readonly right?: number;
  readonly child?: number;
  readonly start?: number;
  readonly size?: number;
}

function entry(
  name: string,
  { kind, left = FREE, right = FREE, child = FREE, start = 0, size = 0 }: EntryParts,
) {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(2 * name.length + 2, 64);
  bytes.writeUInt8(kind, 66);
  for (const [i, link] of [left, right, child].entries()) bytes.writeUInt32LE(link, 68 + 4 * i);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [i, number] of numbers.entries()) bytes.writeUInt32LE(number, 4 * i);
  return bytes;
}

interface Layout {
  readonly sectorSize: number;
  readonly directoryStart: number;
  readonly smallTableStart: number;
  /** In sectors. */
  readonly smallTableSize: number;
}

/** The file: a header, the sectors with content, the allocation table, and the lists of its sectors. */
function file(space: Space, layout: Layout): Uint8Array {
  const { sectorSize, directoryStart, smallTableStart, smallTableSize } = layout;
  const perSector = sectorSize / 4;
  const content = space.reserved;
  let tables = 0;
  let lists = 0;
  for (let last = -1; last !== tables + lists; ) {
    last = tables + lists;
    tables = Math.ceil((content + tables + lists) / perSector);
    lists = Math.ceil(Math.max(0, tables - IN_HEADER) / (perSector - 1));
  }
  const tableSectors = Array.from({ length: tables }, (_, i) => content + i);
  const marks = [
    ...tableSectors.map(() => TABLE_SECTOR),
    ...Array.from({ length: lists }, () => LIST_SECTOR),
  ];
  const table = Array.from({ length: tables * perSector }, () => FREE);
  for (const [i, next] of [...space.next, ...marks].entries()) table[i] = next;
  const more = tableSectors.slice(IN_HEADER);
  const listed = Array.from({ length: lists }, (_, i) => {
    const part = more.slice(i * (perSector - 1), (i + 1) * (perSector - 1));
    const filler = Array.from({ length: perSector - 1 - part.length }, () => FREE);
    return [...part, ...filler, i + 1 < lists ? content + tables + i + 1 : END];
  });
  const header = Buffer.alloc(sectorSize);
  header.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(sectorSize === 512 ? 3 : 4, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(Math.log2(sectorSize), 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(directoryStart, 48);
  header.writeUInt32LE(SMALL_LIMIT, 56);
  header.writeUInt32LE(smallTableStart, 60);
  header.writeUInt32LE(smallTableSize, 64);
  header.writeUInt32LE(lists > 0 ? content + tables : END, 68);
  header.writeUInt32LE(lists, 72);
  for (let i = 0; i < IN_HEADER; i++) header.writeUInt32LE(tableSectors[i] ?? FREE, 76 + 4 * i);
  return new Uint8Array(Buffer.concat([header, space.bytes(), words(table), words(listed.flat())]));
}
