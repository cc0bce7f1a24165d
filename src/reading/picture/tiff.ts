/** TIFF pictures (revision 6.0, with the codes of fax, JPEG and Deflate): one picture a frame. */
import type { Interrupt } from '../../foundation/async/interrupt.js';
import { inflatedNow } from '../../foundation/platform/inflate.js';
import type { PdfEngine } from '../pdf/engine.js';
import { type CodedPart, decodeParts } from './coded.js';
import { jpegPart, readJpegInfo, resolutionIn } from './jpeg.js';
import {
  DecodingPace,
  damaged,
  orientationOf,
  type Picture,
  type Pixels,
  unsupportedPicture,
} from './picture.js';
import { unpackBits, unpackLzw } from './tiff-codes.js';
import { type Directory, ORIENTATION, readTiff } from './tiff-directory.js';
import { BLACK_IS_ZERO, type Place, paintSegment, type Samples } from './tiff-samples.js';

const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planes: 284,
  faxOptions: 292,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
} as const;

/** Set in the type of a frame that is a smaller copy of another one. */
const THUMBNAIL = 1;

/**
 * The pictures of a TIFF file, without reduced copies.
 * @param most frames; one more is given where the file has more
 * @throws DocumentError `invalid_document`, `unsupported_type`
 */
export function tiffPictures(bytes: Uint8Array, most: number, engine: () => PdfEngine): Picture[] {
  const { directories, littleEndian } = readTiff(bytes, most);
  const full = directories.filter((directory) => ((directory.first(TAG.subfile) ?? 0) & THUMBNAIL) === 0);
  return (full.length > 0 ? full : directories).map((directory) => {
    const frame = new Frame(bytes, directory, littleEndian);
    return { info: frame.info, decode: (interrupt) => frame.decode(engine, interrupt) };
  });
}

/** A strip or tile. */
interface Segment extends Place {
  readonly bytes: Uint8Array;
}

const FAX_ROWS = 2;
const FAX_GROUP_3 = 3;
const FAX_GROUP_4 = 4;
const JPEG = 7;
const LUMA_AND_CHROMA = 6;
const SEPARATE = 2;
const LOWER_BIT_FIRST = 2;
/** So far may tiles stick out of the picture, in pixels. */
const LARGEST_EXCESS = 4096;
/** Colours and opacity; nothing that shows text has more samples. */
const MOST_SAMPLES = 8;
/** Parts that are decoded by the PDF engine. */
const MOST_PARTS = 20_000;

class Frame {
  readonly info: Picture['info'];
  readonly #bytes: Uint8Array;
  readonly #directory: Directory;
  readonly #littleEndian: boolean;

  constructor(bytes: Uint8Array, directory: Directory, littleEndian: boolean) {
    this.#bytes = bytes;
    this.#directory = directory;
    this.#littleEndian = littleEndian;
    const width = this.#number(TAG.width) ?? 0;
    const height = this.#number(TAG.height) ?? 0;
    if (width < 1 || height < 1) throw damaged('the size of a frame is missing');
    const dpi = resolutionIn((tag) => this.#number(tag));
    const orientation = orientationOf(this.#number(ORIENTATION));
    this.info = { width, height, orientation, ...(dpi && { dpi }) };
  }

  async decode(engine: () => PdfEngine, interrupt: Interrupt): Promise<Pixels> {
    const compression = this.#number(TAG.compression) ?? 1;
    switch (compression) {
      case FAX_ROWS:
      case FAX_GROUP_3:
      case FAX_GROUP_4:
        return decodeParts(
          this.info,
          this.#parts((segment) => this.#faxPart(segment, compression)),
          engine(),
          interrupt,
        );
      case JPEG:
        if (this.#isPlanar) throw unsupportedPicture('its colours in separate planes of JPEG');
        return decodeParts(
          this.info,
          this.#parts((segment) => this.#jpegPart(segment)),
          engine(),
          interrupt,
        );
      default:
        return this.#samples(unpackerOf(compression), interrupt);
    }
  }

  #number(tag: number): number | undefined {
    return this.#directory.first(tag);
  }

  /** Whether each colour has strips or tiles of its own. */
  get #isPlanar(): boolean {
    return this.#number(TAG.planes) === SEPARATE && (this.#number(TAG.samples) ?? 1) > 1;
  }

  /** The strips or tiles, row by row; of one colour where each has its own. */
  *#segments(plane = 0): Generator<Segment, undefined> {
    const { width, height } = this.info;
    const tileWidth = this.#number(TAG.tileWidth);
    const isTiled = tileWidth !== undefined;
    const segmentWidth = tileWidth ?? width;
    const segmentHeight = (isTiled ? this.#number(TAG.tileHeight) : this.#number(TAG.rowsPerStrip)) ?? height;
    const offsets = this.#directory.get(isTiled ? TAG.tileOffsets : TAG.stripOffsets) ?? [];
    const lengths = this.#directory.get(isTiled ? TAG.tileBytes : TAG.stripBytes) ?? [];
    if (segmentWidth < 1 || segmentHeight < 1) throw damaged('its strips have no size');
    if (isTiled && (segmentWidth > width + LARGEST_EXCESS || segmentHeight > height + LARGEST_EXCESS)) {
      throw damaged('its tiles are larger than it');
    }
    let index = plane * Math.ceil(width / segmentWidth) * Math.ceil(height / segmentHeight);
    for (let top = 0; top < height; top += segmentHeight) {
      for (let left = 0; left < width; left += segmentWidth) {
        const offset = offsets[index];
        const length =
          lengths[index] ?? (offsets.length === 1 ? this.#bytes.length - (offset ?? 0) : undefined);
        if (offset === undefined || length === undefined || offset + length > this.#bytes.length) {
          throw damaged('some of its pixels are missing');
        }
        const rows = isTiled ? segmentHeight : Math.min(segmentHeight, height - top);
        const bytes = this.#bytes.subarray(offset, offset + length);
        yield { left, top, width: segmentWidth, height: rows, bytes };
        index++;
      }
    }
  }

  #parts(partOf: (segment: Segment) => CodedPart): CodedPart[] {
    const parts: CodedPart[] = [];
    for (const segment of this.#segments()) {
      if (parts.length >= MOST_PARTS) throw unsupportedPicture(`more than ${MOST_PARTS} strips`);
      parts.push(partOf(segment));
    }
    return parts;
  }

  #faxPart({ bytes, ...place }: Segment, compression: number): CodedPart {
    const mixed = ((this.#number(TAG.faxOptions) ?? 0) & 1) === 1;
    const k = compression === FAX_GROUP_4 ? -1 : Number(compression === FAX_GROUP_3 && mixed);
    const parameters = [
      `/K ${k} /Columns ${place.width} /Rows ${place.height} /EndOfBlock false`,
      `/EncodedByteAlign ${compression === FAX_ROWS}`,
      `/BlackIs1 ${this.#number(TAG.photometric) === BLACK_IS_ZERO}`,
    ].join(' ');
    return {
      ...place,
      entries: `/Filter /CCITTFaxDecode /DecodeParms << ${parameters} >> /ColorSpace /DeviceGray /BitsPerComponent 1`,
      bytes: this.#inOrder(bytes),
    };
  }

  /** Bytes with the upper bit first. */
  #inOrder(bytes: Uint8Array): Uint8Array {
    return this.#number(TAG.fillOrder) === LOWER_BIT_FIRST ? bytes.map(reversedBits) : bytes;
  }

  #jpegPart({ bytes, ...place }: Segment): CodedPart {
    const tables = this.#directory.get(TAG.jpegTables);
    const whole = tables ? withTables(Uint8Array.from(tables), bytes) : bytes;
    const info = readJpegInfo(whole);
    if (info.width > place.width || info.height > place.height)
      throw damaged('a strip is larger than it may be');
    const transform = info.components === 3 ? this.#number(TAG.photometric) === LUMA_AND_CHROMA : undefined;
    return { ...jpegPart(whole, info, transform), left: place.left, top: place.top };
  }

  async #samples(unpack: Unpacker, interrupt: Interrupt): Promise<Pixels> {
    const { width, height } = this.info;
    const samples = this.#sampleFormat();
    const pixels: Pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
    const inRow = samples.planar ? 1 : samples.count;
    const unpacked = ({ bytes, width, height }: Segment) =>
      unpack(this.#inOrder(bytes), Math.ceil((width * inRow * samples.bits) / 8) * height);
    const pace = new DecodingPace(interrupt);
    const more = Array.from({ length: samples.count / inRow - 1 }, (_, i) => this.#segments(i + 1));
    for (const segment of this.#segments()) {
      const others = more.flatMap((plane) => plane.next().value ?? []);
      await paintSegment(pixels, segment, [segment, ...others].map(unpacked), samples, pace);
    }
    return pixels;
  }

  #sampleFormat(): Samples {
    const bits = this.#directory.get(TAG.bits) ?? [1];
    const count = this.#number(TAG.samples) ?? 1;
    if (count > MOST_SAMPLES) throw unsupportedPicture(`${count} samples a pixel`);
    if (bits.some((each) => each !== bits[0])) throw unsupportedPicture('samples of different sizes');
    if ((this.#number(TAG.sampleFormat) ?? 1) !== 1)
      throw unsupportedPicture('samples that are not whole numbers');
    return {
      bits: bits[0]!,
      count,
      planar: this.#isPlanar,
      photometric: this.#number(TAG.photometric) ?? 0,
      palette: this.#directory.get(TAG.palette),
      alpha: [1, 2].includes(this.#number(TAG.extraSamples) ?? 0),
      predictor: this.#number(TAG.predictor) ?? 1,
      littleEndian: this.#littleEndian,
    };
  }
}

type Unpacker = (bytes: Uint8Array, length: number) => Uint8Array;

function unpackerOf(compression: number): Unpacker {
  switch (compression) {
    case 1:
      return (bytes, length) => {
        if (bytes.length < length) throw damaged('some of its pixels are missing');
        return bytes;
      };
    case 5:
      return unpackLzw;
    case 8:
    case 32946:
      return inflated;
    case 32773:
      return unpackBits;
    default:
      throw unsupportedPicture(`the compression ${compression}`);
  }
}

/** Writers may pad a strip by so many bytes. */
const PADDING = 1024;

function inflated(bytes: Uint8Array, length: number): Uint8Array {
  let raw: Uint8Array;
  try {
    raw = inflatedNow(bytes, length + PADDING);
  } catch (cause) {
    throw damaged('its pixels cannot be unpacked', cause);
  }
  if (raw.length < length) throw damaged('some of its pixels are missing');
  return raw;
}

function reversedBits(byte: number): number {
  let reversed = 0;
  for (let i = 0; i < 8; i++) reversed |= ((byte >> i) & 1) << (7 - i);
  return reversed;
}

/** A JPEG with tables from elsewhere: both begin with a start mark, the tables end with an end mark. */
function withTables(tables: Uint8Array, bytes: Uint8Array): Uint8Array {
  const head = tables.subarray(0, Math.max(2, tables.length - 2));
  const whole = new Uint8Array(head.length + bytes.length - 2);
  whole.set(head);
  whole.set(bytes.subarray(2), head.length);
  return whole;
}
