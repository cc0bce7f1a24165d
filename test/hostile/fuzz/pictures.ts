/** Pictures: TIFF directories with entries that lie, and the chunks of other formats. */
import { deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { lzw, packBits, png, type TiffFrame, tiff } from '../../reading/picture-files.js';
import type { Chance } from './chance.js';
import { damagedBytes } from './damage.js';

const TAGS = [
  254, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 282, 283, 284, 292, 293, 296, 317, 320, 322,
  323, 324, 325, 338, 339, 347, 529, 530,
];
const COMPRESSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 32_773, 32_946, 34_712];

/** Ways to pack what a compression means; data of the others is noise. */
const PACKERS: ReadonlyMap<number, (data: Uint8Array) => Uint8Array> = new Map([
  [5, lzw],
  [8, deflateSync],
  [32_946, deflateSync],
  [32_773, packBits],
]);

const canvas = createCanvas(24, 16);
const context = canvas.getContext('2d');
context.fillStyle = '#fff';
context.fillRect(0, 0, 24, 16);
context.fillStyle = '#000';
context.fillRect(4, 4, 9, 3);
const coded = [
  canvas.toBuffer('image/png'),
  canvas.toBuffer('image/jpeg', 80),
  canvas.toBuffer('image/webp'),
].map((bytes) => new Uint8Array(bytes));

function frame(chance: Chance): TiffFrame {
  const size = () => (chance.percent(85) ? 1 + chance.int(64) : Math.abs(chance.number()));
  const [width, height] = [size(), size()];
  const data = chance.bytes(chance.int(2_000));
  const compression = chance.of(COMPRESSIONS);
  const packed = PACKERS.get(compression)?.(data) ?? data;
  const tags: Record<number, number[]> = {
    256: [width],
    257: [height],
    258: [chance.of([1, 2, 4, 8, 16, 32])],
    259: [compression],
    262: [chance.int(9)],
    277: [1 + chance.int(4)],
    278: [chance.percent(80) ? height : chance.number()],
  };
  for (const tag of chance.list(3, () => chance.of(TAGS))) tags[tag] = chance.list(4, () => chance.number());
  return { tags, strips: chance.list(3, () => Uint8Array.from(packed)) };
}

/** A TIFF with numbers of its directories changed: links, counts, types, values. */
function damagedTiff(chance: Chance): Uint8Array {
  const littleEndian = chance.percent(70);
  const bytes = tiff([frame(chance), ...chance.list(3, () => frame(chance))], littleEndian);
  if (chance.percent(40)) return bytes;
  const view = new DataView(bytes.buffer);
  const directory = view.getUint32(4, littleEndian);
  for (let times = 1 + chance.int(4); times > 0; times--) {
    const at = directory + 2 + 12 * chance.int(14) + chance.of([0, 2, 4, 8]);
    if (at + 4 > bytes.length) continue;
    if (chance.percent(30)) view.setUint16(at, chance.int(65_536), littleEndian);
    else view.setUint32(at, chance.percent(50) ? chance.int(bytes.length) : chance.number(), littleEndian);
  }
  return bytes;
}

function oddPng(chance: Chance): Uint8Array {
  const size = () => (chance.percent(85) ? 1 + chance.int(64) : Math.abs(chance.number()));
  return png({
    width: size(),
    height: size(),
    depth: chance.of([1, 2, 4, 8, 16, 3]),
    colour: chance.of([0, 2, 3, 4, 6, 1]),
    interlaced: chance.percent(30),
    rows: chance.bytes(chance.int(5_000)),
    chunks: chance.list(2, () => [
      chance.of(['PLTE', 'tRNS', 'pHYs', 'gAMA', 'eXIf', 'acTL']),
      chance.bytes(chance.int(40)),
    ]),
  });
}

export function fuzzedPicture(chance: Chance): Uint8Array {
  const kind = chance.int(10);
  if (kind < 6) return damagedTiff(chance);
  return kind < 8 ? oddPng(chance) : damagedBytes(chance.of(coded), chance);
}
