/** PNG pictures (ISO/IEC 15948), decoded here: native decoders have crashed whole processes on damaged files. */
import type { Interrupt } from '../../foundation/async/interrupt.js';
import { inflated } from '../../foundation/platform/inflate.js';
import {
  CHANNELS,
  DecodingPace,
  damaged,
  OPAQUE,
  type Picture,
  type PictureInfo,
  type Pixels,
} from './picture.js';
import { orientationOfExif } from './tiff-directory.js';

const SIGNATURE_LENGTH = 8;
/** Chunks of pixels; writers make them 8 kB and longer, so that the largest file has 13,000. */
const MOST_DATA_CHUNKS = 100_000;
const INCH_IN_METRES = 0.0254;
/** Samples of a pixel by colour type. */
const SAMPLES: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
const PALETTE = 3;
const BIT_DEPTHS = [1, 2, 4, 8, 16];

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  /** Samples of a pixel. */
  readonly samples: number;
  readonly interlaced: boolean;
}

interface Chunks {
  readonly header: Header;
  readonly dpi?: PictureInfo['dpi'];
  readonly orientation: PictureInfo['orientation'];
  readonly palette?: Uint8Array;
  /** Opacities of the palette's entries. */
  readonly opacities?: Uint8Array;
  readonly data: readonly Uint8Array[];
}

/** The picture of a PNG file; only its chunks are walked so far. @throws DocumentError `invalid_document` */
export function pngPicture(bytes: Uint8Array): Picture {
  const chunks = readChunks(bytes);
  const { header, dpi, orientation } = chunks;
  return {
    info: { width: header.width, height: header.height, orientation, ...(dpi && { dpi }) },
    decode: (interrupt) => decode(chunks, interrupt),
  };
}

function readChunks(bytes: Uint8Array): Chunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Uint8Array[] = [];
  const found = new Map<string, Uint8Array>();
  let at = SIGNATURE_LENGTH;
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IEND') break;
    if (type === 'IDAT') {
      if (data.push(body) > MOST_DATA_CHUNKS) throw damaged('its pixels are cut into too many pieces');
    } else if (!found.has(type)) found.set(type, body);
    at += length + 12;
  }
  const palette = found.get('PLTE');
  const opacities = found.get('tRNS');
  const exif = found.get('eXIf');
  return {
    header: headerOf(found.get('IHDR')),
    dpi: resolutionOf(found.get('pHYs')),
    orientation: exif ? orientationOfExif(exif) : 1,
    ...(palette && { palette }),
    ...(opacities && { opacities }),
    data,
  };
}

function headerOf(body: Uint8Array | undefined): Header {
  if (!body || body.length < 13) throw damaged('its header is missing');
  const view = viewOf(body);
  const [depth, colour, , , interlace] = body.subarray(8);
  const samples = SAMPLES.get(colour!);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  if (!samples || !BIT_DEPTHS.includes(depth!) || width === 0 || height === 0) {
    throw damaged('its header is wrong');
  }
  return { width, height, depth: depth!, colour: colour!, samples, interlaced: interlace === 1 };
}

function resolutionOf(body: Uint8Array | undefined): PictureInfo['dpi'] {
  if (!body || body.length < 9 || body[8] !== 1) return undefined;
  const view = viewOf(body);
  return { x: dotsPerInch(view.getUint32(0)), y: dotsPerInch(view.getUint32(4)) };
}

/** To a tenth: files give whole pixels a metre, 5906 for 150 an inch. */
function dotsPerInch(dotsPerMetre: number): number {
  return Math.round(dotsPerMetre * INCH_IN_METRES * 10) / 10;
}

function viewOf(body: Uint8Array): DataView {
  return new DataView(body.buffer, body.byteOffset, body.byteLength);
}

/** Every so many pixels of every so many rows, from a first one on. */
interface Pass {
  readonly left: number;
  readonly top: number;
  readonly stepX: number;
  readonly stepY: number;
}

const WHOLE: readonly Pass[] = [{ left: 0, top: 0, stepX: 1, stepY: 1 }];
/** The seven passes of Adam7. */
const ADAM7: readonly Pass[] = [
  { left: 0, top: 0, stepX: 8, stepY: 8 },
  { left: 4, top: 0, stepX: 8, stepY: 8 },
  { left: 0, top: 4, stepX: 4, stepY: 8 },
  { left: 2, top: 0, stepX: 4, stepY: 4 },
  { left: 0, top: 2, stepX: 2, stepY: 4 },
  { left: 1, top: 0, stepX: 2, stepY: 2 },
  { left: 0, top: 1, stepX: 1, stepY: 2 },
];

async function decode(chunks: Chunks, interrupt: Interrupt): Promise<Pixels> {
  const { header } = chunks;
  const { width, height } = header;
  const passes = (header.interlaced ? ADAM7 : WHOLE).map((pass) => ({
    ...pass,
    columns: Math.ceil((width - pass.left) / pass.stepX),
    rows: Math.ceil((height - pass.top) / pass.stepY),
  }));
  const shown = passes.filter(({ columns, rows }) => columns > 0 && rows > 0);
  const length = shown.reduce((sum, { columns, rows }) => sum + rows * (1 + rowBytes(header, columns)), 0);
  const raw = await unpacked(chunks.data, length);
  const data = new Uint8ClampedArray(width * height * CHANNELS);
  const paint = painterOf(chunks, data);
  const pace = new DecodingPace(interrupt);
  let at = 0;
  for (const { left, top, stepX, stepY, columns, rows } of shown) {
    const bytes = rowBytes(header, columns);
    let previous: Uint8Array = new Uint8Array(bytes);
    for (let row = 0; row < rows; row++) {
      const line = raw.subarray(at + 1, at + 1 + bytes);
      unfilter(raw[at]!, line, previous, Math.max(1, (header.depth * header.samples) >> 3));
      const start = (top + row * stepY) * width + left;
      for (let column = 0; column < columns; column++) paint(line, column, start + column * stepX);
      previous = line;
      at += bytes + 1;
      if (pace.isDue(columns)) await pace.pause();
    }
  }
  return { width, height, data };
}

function rowBytes({ depth, samples }: Header, columns: number): number {
  return Math.ceil((columns * depth * samples) / 8);
}

/** The unpacked rows; never more than the header promises. */
async function unpacked(data: readonly Uint8Array[], length: number): Promise<Uint8Array> {
  let raw: Uint8Array;
  try {
    raw = await inflated(Buffer.concat(data), length);
  } catch (cause) {
    throw damaged('its pixels cannot be unpacked', cause);
  }
  if (raw.length < length) throw damaged('some of its pixels are missing');
  return raw;
}

/** Undoes the filter of a row in place. @param distance bytes to the pixel on the left */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, distance: number): void {
  if (filter === 0) return;
  for (let i = 0; i < line.length; i++) {
    const left = i >= distance ? line[i - distance]! : 0;
    const up = above[i]!;
    const upLeft = i >= distance ? above[i - distance]! : 0;
    line[i] = line[i]! + predicted(filter, left, up, upLeft);
  }
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      throw damaged('a row has an unknown filter');
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const toLeft = Math.abs(up - upLeft);
  const toUp = Math.abs(left - upLeft);
  const toUpLeft = Math.abs(left + up - 2 * upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** Paints a pixel of a row at a place of the picture. */
type Painter = (line: Uint8Array, column: number, place: number) => void;

function painterOf({ header, palette, opacities }: Chunks, data: Uint8ClampedArray): Painter {
  const { depth, colour, samples } = header;
  if (colour === PALETTE) {
    if (!palette) throw damaged('its palette is missing');
    return (line, column, place) => {
      const index = sampleAt(line, column, depth);
      const at = place * CHANNELS;
      for (let i = 0; i < 3; i++) data[at + i] = palette[index * 3 + i] ?? 0;
      data[at + 3] = opacities?.[index] ?? OPAQUE;
    };
  }
  const scale = depth < 8 ? OPAQUE / (2 ** depth - 1) : 1;
  const isColoured = samples >= 3;
  return (line, column, place) => {
    const first = column * samples;
    const at = place * CHANNELS;
    for (let i = 0; i < 3; i++) data[at + i] = sampleAt(line, first + (isColoured ? i : 0), depth) * scale;
    data[at + 3] = samples % 2 === 0 ? sampleAt(line, first + samples - 1, depth) : OPAQUE;
  };
}

/** A sample of a row; of one of 16 bits the upper half. */
function sampleAt(line: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return line[index]!;
  if (depth === 16) return line[index * 2]!;
  const bit = index * depth;
  return (line[bit >> 3]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}
