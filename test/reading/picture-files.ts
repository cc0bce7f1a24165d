/** Writes image files by hand, so that a test says byte by byte what is in them. */
import { deflateSync } from 'node:zlib';

export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly interlaced?: boolean;
  /** Unfiltered rows, with the number of their filter in front; given whole where not packed here. */
  readonly rows: Uint8Array;
  readonly chunks?: readonly (readonly [string, Uint8Array])[];
}

/** A PNG; its checksums are 0, as decoders may ignore them. */
export function png({
  width,
  height,
  depth,
  colour,
  interlaced = false,
  rows,
  chunks = [],
}: PngParts): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, colour, 0, 0, Number(interlaced)], 8);
  const all = [
    ['IHDR', header] as const,
    ...chunks,
    ['IDAT', deflateSync(rows)] as const,
    ['IEND', empty()] as const,
  ];
  return concat([latin1('\x89PNG\r\n\x1a\n'), ...all.map(([type, body]) => chunk(type, body))]);
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, body.length);
  return concat([length, latin1(type), body, new Uint8Array(4)]);
}

/** Body of a pHYs chunk. */
export function pixelsPerMetre(x: number, y: number): Uint8Array {
  const body = new Uint8Array(9);
  const view = new DataView(body.buffer);
  view.setUint32(0, x);
  view.setUint32(4, y);
  body[8] = 1;
  return body;
}

export const empty = () => new Uint8Array(0);
export const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(pieces));
}

/** A tag of TIFF: a list of numbers of 32 bits, a fraction as [numerator, denominator], or bytes. */
export type TagValue = readonly number[] | { readonly fraction: readonly [number, number] } | Uint8Array;

export interface TiffFrame {
  readonly tags: Readonly<Record<number, TagValue>>;
  /** Strips, or tiles where the tags have a tile size. */
  readonly strips: readonly Uint8Array[];
}

const TILE_WIDTH = 322;

/** A TIFF of some frames. */
export function tiff(frames: readonly TiffFrame[], littleEndian = true): Uint8Array {
  const out: number[] = [];
  const write = (value: number, size: 2 | 4, at = out.length) => {
    for (let i = 0; i < size; i++) out[at + i] = (value >>> (8 * (littleEndian ? i : size - 1 - i))) & 255;
  };
  /** Writes bytes and says where. */
  const append = (bytes: Iterable<number>) => {
    const start = out.length;
    for (const byte of bytes) out.push(byte);
    return start;
  };
  write(littleEndian ? 0x4949 : 0x4d4d, 2);
  write(42, 2);
  let link = out.length;
  write(0, 4);
  for (const { tags, strips } of frames) {
    const offsets = strips.map(append);
    const tiled = TILE_WIDTH in tags;
    const all: Record<number, TagValue> = {
      ...tags,
      [tiled ? 324 : 273]: offsets,
      [tiled ? 325 : 279]: strips.map((strip) => strip.length),
    };
    const entries = Object.entries(all).map(([tag, value]) => {
      const start = out.length;
      if (value instanceof Uint8Array) append(value);
      else for (const number of 'fraction' in value ? value.fraction : value) write(number, 4);
      const [type, count, size] =
        value instanceof Uint8Array
          ? [7, value.length, value.length]
          : 'fraction' in value
            ? [5, 1, 8]
            : [4, value.length, value.length * 4];
      return { tag: Number(tag), type, count, start, inline: size <= 4 };
    });
    write(out.length, 4, link);
    write(entries.length, 2);
    for (const { tag, type, count, start, inline } of entries) {
      write(tag, 2);
      write(type!, 2);
      write(count!, 4);
      if (inline) append([0, 1, 2, 3].map((i) => out[start + i] ?? 0));
      else write(start, 4);
    }
    link = out.length;
    write(0, 4);
  }
  return Uint8Array.from(out);
}

/** LZW as TIFF has it. */
export function lzw(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let held = 0;
  let bits = 0;
  let width = 9;
  let table = new Map<string, number>();
  const emit = (code: number) => {
    held = (held << width) | code;
    bits += width;
    while (bits >= 8) {
      bits -= 8;
      out.push((held >> bits) & 255);
      held &= (1 << bits) - 1;
    }
  };
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!);
  const clear = () => {
    emit(256);
    width = 9;
    table = new Map();
  };
  clear();
  let text = '';
  for (const byte of bytes) {
    const longer = text + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      text = longer;
      continue;
    }
    emit(codeOf(text));
    table.set(longer, 258 + table.size);
    const next = 258 + table.size;
    if (next === 4094) clear();
    else if (next >= 1 << width) width++;
    text = String.fromCharCode(byte);
  }
  if (text !== '') emit(codeOf(text));
  const next = 258 + table.size + 1;
  if (next >= 1 << width) width++;
  emit(257);
  out.push((held << (8 - bits)) & 255);
  return Uint8Array.from(out);
}

/** PackBits: runs of equal bytes as such, all others one by one. */
export function packBits(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let i = 0; i < bytes.length; ) {
    let run = 1;
    while (run < 128 && bytes[i + run] === bytes[i]) run++;
    out.push(run === 1 ? 0 : 257 - run, bytes[i]!);
    i += run;
  }
  return Uint8Array.from(out);
}

/** Bits as text, filled up with zeros to whole bytes. */
export function bits(text: string): Uint8Array {
  const clean = text.replace(/ /g, '');
  return Uint8Array.from({ length: Math.ceil(clean.length / 8) }, (_, i) =>
    Number.parseInt(clean.slice(i * 8, i * 8 + 8).padEnd(8, '0'), 2),
  );
}

/** A JPEG with EXIF data that give its orientation. */
export function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const body = concat([
    latin1('Exif\0\0MM\0*\0\0\0\x08\0\x01'),
    Uint8Array.of(1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0),
  ]);
  const segment = concat([Uint8Array.of(0xff, 0xe1, 0, body.length + 2), body]);
  return concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}
