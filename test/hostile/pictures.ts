/** Pictures that claim, or unpack to, far more than they hold. */
import { deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { concat, png } from '../reading/picture-files.js';
import type { Attack } from './attack.js';
import { probed } from './probe.js';

/** A value of a TIFF entry: its type, how many there are, and the number or the place of the first. */
type Entry = readonly [tag: number, type: number, count: number, value: number];

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const HEADER = 8;
const ENTRY = 12;

/** A TIFF of directories one after the other, behind some data that all of them share. */
export function sharedTiff(data: Uint8Array, count: number, entries: readonly Entry[]): Uint8Array {
  const start = HEADER + data.length + (data.length % 2);
  const size = 2 + entries.length * ENTRY + 4;
  const bytes = new Uint8Array(start + count * size);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, start, true);
  bytes.set(data, HEADER);
  for (let i = 0; i < count; i++) {
    let at = start + i * size;
    view.setUint16(at, entries.length, true);
    at += 2;
    for (const [tag, type, values, value] of entries) {
      view.setUint16(at, tag, true);
      view.setUint16(at + 2, type, true);
      view.setUint32(at + 4, values, true);
      view.setUint32(at + 8, value, true);
      at += ENTRY;
    }
    view.setUint32(at, i + 1 < count ? start + (i + 1) * size : 0, true);
  }
  return bytes;
}

interface FrameParts {
  readonly width: number;
  readonly height: number;
  readonly bits?: number;
  readonly compression: number;
  readonly photometric?: number;
  readonly samples?: number;
}

/** Entries of a frame of one strip, which begins behind the header. */
export function oneStrip(data: Uint8Array, frame: FrameParts): Entry[] {
  const { width, height, bits = 8, compression, photometric = 1, samples = 1 } = frame;
  return [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, 1, bits],
    [259, SHORT, 1, compression],
    [262, SHORT, 1, photometric],
    [273, LONG, 1, HEADER],
    [277, SHORT, 1, samples],
    [278, LONG, 1, height],
    [279, LONG, 1, data.length],
  ];
}

const DEFLATE = 8;
const FAX_4 = 4;
const JPEG = 7;
/** Nearly as many pixels as a picture may have. */
const LARGE = { width: 6000, height: 6600 };

function whiteJpeg({ width, height }: typeof LARGE): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ddd';
  context.fillRect(0, 0, width, height);
  return canvas.toBuffer('image/jpeg', 50);
}

function deflatedFrames(count: number, size: { width: number; height: number }): Uint8Array {
  const data = deflateSync(new Uint8Array(size.width * size.height).fill(200));
  return sharedTiff(data, count, oneStrip(data, { ...size, compression: DEFLATE }));
}

/** Tiles of one column that reach far below a picture of one row, all of them the same packed bytes. */
function overhangingTiles(): Uint8Array {
  const tiles = 65_000;
  const [samples, bits, tileHeight] = [8, 16, 4000];
  const data = deflateSync(new Uint8Array(tileHeight * samples * (bits / 8)));
  const offsets = new Uint8Array(tiles * 4);
  const lengths = new Uint8Array(tiles * 4);
  for (let i = 0; i < tiles; i++) {
    new DataView(offsets.buffer).setUint32(i * 4, HEADER + offsets.length + lengths.length, true);
    new DataView(lengths.buffer).setUint32(i * 4, data.length, true);
  }
  return sharedTiff(concat([offsets, lengths, data]), 1, [
    [256, LONG, 1, tiles],
    [257, LONG, 1, 1],
    [258, SHORT, 1, bits],
    [259, SHORT, 1, DEFLATE],
    [262, SHORT, 1, 1],
    [277, SHORT, 1, samples],
    [322, LONG, 1, 1],
    [323, LONG, 1, tileHeight],
    [324, LONG, tiles, HEADER],
    [325, LONG, tiles, HEADER + offsets.length],
  ]);
}

/** Directories that begin twelve bytes apart, so that each entry is one of thousands of directories. */
function overlappingDirectories(): Uint8Array {
  const entries = 65_535;
  const directories = 4000;
  const bytes = new Uint8Array(HEADER + (entries + directories) * ENTRY + 800_000);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, HEADER, true);
  for (let i = 0; i < directories; i++) {
    const at = HEADER + i * ENTRY;
    view.setUint16(at, entries, true);
    view.setUint32(at + 2 + entries * ENTRY, i + 1 < directories ? at + ENTRY : 0, true);
  }
  return bytes;
}

/** Nearly 40,000,000 pixels of 16 bits and four samples. */
function heavyPng(): Uint8Array {
  const { width, height } = LARGE;
  return png({ width, height, depth: 16, colour: 6, rows: new Uint8Array(height * (1 + width * 8)) });
}

/** A picture whose pixels come in millions of empty pieces. */
function piecemealPng(): Uint8Array {
  const small = png({ width: 1, height: 1, depth: 8, colour: 0, rows: new Uint8Array(2) });
  const header = small.subarray(0, 33);
  const piece = Buffer.from('\0\0\0\0IDAT\0\0\0\0', 'latin1');
  return concat([header, Buffer.alloc(piece.length * 8_000_000, piece), small.subarray(33)]);
}

const tiffName = { filename: 'scan.tif' };

const all: readonly Attack[] = [
  {
    name: 'TIFF of 5,000 pages',
    make: () => probed(deflatedFrames(5000, { width: 1700, height: 2200 }), tiffName),
  },
  { name: 'TIFF of 200 large pages', make: () => probed(deflatedFrames(200, LARGE), tiffName) },
  {
    name: 'TIFF of 200 large pages of fax',
    make: () => {
      // End of block at once: the rest of the picture is white.
      const data = Uint8Array.of(0x00, 0x10, 0x01, 0x00, 0x10, 0x01);
      return probed(
        sharedTiff(data, 200, oneStrip(data, { ...LARGE, bits: 1, compression: FAX_4 })),
        tiffName,
      );
    },
  },
  {
    name: 'TIFF of 200 large pages of JPEG',
    make: () => {
      const data = whiteJpeg(LARGE);
      const frame = { ...LARGE, compression: JPEG, photometric: 6, samples: 3 };
      return probed(sharedTiff(data, 200, oneStrip(data, frame)), tiffName);
    },
  },
  {
    name: 'TIFF directory of 65,535 entries of 200,000 values',
    make: () => {
      const entries = Array.from({ length: 65_535 }, (_, tag): Entry => [tag, UNDEFINED, 200_000, HEADER]);
      return probed(sharedTiff(new Uint8Array(200_000), 1, entries), tiffName);
    },
  },
  {
    name: 'TIFF of 4,000 directories that overlap',
    make: () => probed(overlappingDirectories(), tiffName),
  },
  {
    name: 'TIFF directories with tables of JPEG in each of 5,000 pages',
    make: () => {
      const data = new Uint8Array(200_000).fill(0xd8);
      const entries: Entry[] = [
        ...oneStrip(data, { width: 10, height: 10, compression: JPEG }),
        [320, SHORT, 100_000, HEADER],
        [347, UNDEFINED, 200_000, HEADER],
      ];
      return probed(sharedTiff(data, 5000, entries), tiffName);
    },
  },
  { name: 'TIFF of tiles that reach out of the picture', make: () => probed(overhangingTiles(), tiffName) },
  { name: 'PNG of 40,000,000 pixels of 64 bits', make: () => probed(heavyPng()) },
  { name: 'PNG of 8,000,000 pieces', make: () => probed(piecemealPng()) },
];

/** End by their limit of time, or take seconds. */
const SLOW: ReadonlySet<string> = new Set([
  'TIFF of 200 large pages',
  'TIFF of 200 large pages of fax',
  'TIFF of 200 large pages of JPEG',
  'TIFF directories with tables of JPEG in each of 5,000 pages',
  'TIFF of tiles that reach out of the picture',
  'PNG of 40,000,000 pixels of 64 bits',
]);

export const attacks: readonly Attack[] = all.map((attack) => ({ ...attack, slow: SLOW.has(attack.name) }));
