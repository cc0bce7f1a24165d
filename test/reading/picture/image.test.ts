import { deflateSync } from 'node:zlib';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../../src/errors.js';
import type { Bitmap } from '../../../src/page/document/page-graphics.js';
import type { PdfEngine } from '../../../src/reading/pdf/engine.js';
import { pdfjs } from '../../../src/reading/pdf/pdfjs/pdfjs.js';
import { unpackBits, unpackLzw } from '../../../src/reading/picture/tiff-codes.js';
import { type LoadOptions, loadBytes } from '../../support/readers.js';
import {
  bits,
  concat,
  lzw,
  packBits,
  pixelsPerMetre,
  png,
  type TagValue,
  tiff,
  withOrientation,
} from '../picture-files.js';

const load = (bytes: Uint8Array, options: LoadOptions = {}) => loadBytes(bytes, { pdf: pdfjs(), ...options });

/** A grey PNG of some size, white, with the resolution of its chunks. */
function greyPng(width: number, height: number, metre?: readonly [number, number]): Uint8Array {
  const rows = new Uint8Array(height * (Math.ceil(width / 8) + 1)).fill(255);
  for (let y = 0; y < height; y++) rows[y * (Math.ceil(width / 8) + 1)] = 0;
  return png({
    width,
    height,
    depth: 1,
    colour: 0,
    rows,
    chunks: metre ? [['pHYs', pixelsPerMetre(...metre)]] : [],
  });
}

function drawn(width: number, height: number, draw: (context: SKRSContext2D) => void) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  draw(context);
  return canvas;
}

/** Red, green and blue of a pixel. */
function colour({ width, data }: Bitmap, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
}

/** The page drawn with one pixel a pixel of the file. */
async function pixels(bytes: Uint8Array, page = 0): Promise<Bitmap> {
  const document = await load(bytes);
  const { graphics, width } = document.pages[page]!;
  const [image] = await graphics!.images();
  const bitmap = await graphics!.raster({ dpi: image!.pixels!.width / width });
  await document.close();
  return bitmap;
}

const sizeOf = async (bytes: Uint8Array) => {
  const document = await load(bytes);
  return document.pages.map(({ width, height }) => [width, height]);
};

describe('the size of a picture', () => {
  const METRE = 39.3701;

  it('follows its resolution, from 72 to 1200', async () => {
    for (const dpi of [72, 150, 300, 1200]) {
      const metre = Math.round(dpi * METRE);
      expect(await sizeOf(greyPng(600, 300, [metre, metre]))).toEqual([
        [Math.round(600e3 / dpi) / 1e3, Math.round(300e3 / dpi) / 1e3],
      ]);
    }
  });

  it('the size of a picture is that of a sheet of Letter where the resolution says nothing', async () => {
    for (const metre of [undefined, Math.round(71 * METRE), Math.round(1201 * METRE), 0, 4294967295]) {
      const told = metre === undefined ? undefined : ([metre, metre] as const);
      expect(await sizeOf(greyPng(200, 400, told))).toEqual([[8.5, 17]]);
      expect(await sizeOf(greyPng(400, 200, told))).toEqual([[11, 5.5]]);
    }
  });

  it('follows two resolutions where they differ, as in fax, and those of JPEG', async () => {
    const tags = fax({ 282: { fraction: [204, 1] }, 283: { fraction: [98, 1] } });
    expect(await sizeOf(tiff([{ tags, strips: [FAX_BOX] }]))).toEqual([[0.157, 0.327]]);
    const metric = fax({ 282: { fraction: [80, 1] }, 283: { fraction: [80, 1] }, 296: [3] });
    expect(await sizeOf(tiff([{ tags: metric, strips: [FAX_BOX] }]))).toEqual([[0.157, 0.157]]);
    const jpeg = Uint8Array.from(drawn(300, 600, () => {}).toBuffer('image/jpeg'));
    const at = Buffer.from(jpeg).indexOf('JFIF') + 7;
    jpeg.set([1, 0, 150, 0, 150], at);
    expect(await sizeOf(jpeg)).toEqual([[2, 4]]);
    jpeg.set([2, 0, 100, 0, 100], at);
    expect(await sizeOf(jpeg)).toEqual([[1.181, 2.362]]);
  });
});

it('comes out as it went in, whatever the filters, depths and colours', async () => {
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
  const kinds = fc.constantFrom(
    [0, 1],
    [0, 2],
    [0, 4],
    [0, 8],
    [0, 16],
    [2, 8],
    [2, 16],
    [3, 1],
    [3, 4],
    [3, 8],
    [4, 8],
    [6, 8],
  );
  const picture = fc
    .tuple(kinds, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
    .chain(([[kind, depth], width, height]) => {
      const bytes = Math.ceil((width * depth! * samples[kind as 0]) / 8);
      const row = fc.uint8Array({ minLength: bytes, maxLength: bytes });
      return fc.record({
        kind: fc.constant(kind as 0),
        depth: fc.constant(depth!),
        width: fc.constant(width),
        rows: fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), row), {
          minLength: height,
          maxLength: height,
        }),
      });
    });
  await fc.assert(
    fc.asyncProperty(picture, async ({ kind, depth, width, rows }) => {
      const plain = rows.map(([, row]) => concat([Uint8Array.of(0), row]));
      const step = Math.max(1, (depth * samples[kind]) >> 3);
      const filtered = rows.map(([filter, row], y) => {
        const above = rows[y - 1]?.[1] ?? new Uint8Array(row.length);
        return concat([Uint8Array.of(filter), filterRow(filter, row, above, step)]);
      });
      const palette = Uint8Array.from({ length: 768 }, (_, i) => (i * 37) & 255);
      const parts = {
        width,
        height: rows.length,
        depth,
        colour: kind,
        chunks: [['PLTE', palette]] as const,
      };
      const expected = await pixels(png({ ...parts, rows: concat(plain) }));
      expect(await pixels(png({ ...parts, rows: concat(filtered) }))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

it.each([
  [
    'grey of 2 bits',
    0,
    2,
    [0b00_01_10_11],
    [
      [0, 0, 0],
      [85, 85, 85],
      [170, 170, 170],
      [255, 255, 255],
    ],
  ],
  [
    'grey of 16 bits',
    0,
    16,
    [0, 0, 85, 9, 170, 9, 255, 255],
    [
      [0, 0, 0],
      [85, 85, 85],
      [170, 170, 170],
      [255, 255, 255],
    ],
  ],
  [
    'colours',
    2,
    8,
    [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7],
    [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [9, 8, 7],
    ],
  ],
  [
    'a palette',
    3,
    2,
    [0b00_01_10_11],
    [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 255],
    ],
  ],
  [
    'grey and opacity',
    4,
    8,
    [0, 255, 85, 255, 0, 0, 200, 255],
    [
      [0, 0, 0],
      [85, 85, 85],
      [255, 255, 255],
      [200, 200, 200],
    ],
  ],
  [
    'colours and opacity',
    6,
    8,
    [9, 8, 7, 255, 0, 0, 0, 0, 1, 2, 3, 255, 0, 0, 255, 255],
    [
      [9, 8, 7],
      [255, 255, 255],
      [1, 2, 3],
      [0, 0, 255],
    ],
  ],
])('a PNG in %s is drawn on white', async (_, kind, depth, row, expected) => {
  const palette = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0);
  const chunks = [
    ['PLTE', palette],
    ['tRNS', Uint8Array.of(255, 255, 255, 0)],
  ] as const;
  const bitmap = await pixels(
    png({
      width: 4,
      height: 1,
      depth,
      colour: kind,
      rows: Uint8Array.of(0, ...row),
      chunks: kind === 3 ? chunks : [],
    }),
  );
  expect([0, 1, 2, 3].map((x) => colour(bitmap, x, 0))).toEqual(expected);
});

it('a PNG that is interlaced has every pixel at its place', async () => {
  const value = (x: number, y: number) => 20 * y + x;
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ];
  const rows: number[] = [];
  for (const [left, top, stepX, stepY] of passes) {
    for (let y = top!; y < 10; y += stepY!) {
      if (left! >= 11) continue;
      rows.push(0);
      for (let x = left!; x < 11; x += stepX!) rows.push(value(x, y));
    }
  }
  const bitmap = await pixels(
    png({ width: 11, height: 10, depth: 8, colour: 0, interlaced: true, rows: Uint8Array.from(rows) }),
  );
  for (let y = 0; y < 10; y++) for (let x = 0; x < 11; x++) expect(colour(bitmap, x, y)[0]).toBe(value(x, y));
});

it('a PNG of a real encoder is read', async () => {
  const canvas = drawn(60, 40, (context) => {
    context.fillStyle = '#ff8000';
    context.fillRect(10, 10, 20, 20);
  });
  const bitmap = await pixels(canvas.toBuffer('image/png'));
  expect([colour(bitmap, 15, 15), colour(bitmap, 40, 30)]).toEqual([
    [255, 128, 0],
    [255, 255, 255],
  ]);
});

function filterRow(filter: number, row: Uint8Array, above: Uint8Array, step: number): Uint8Array {
  return row.map((value, i) => {
    const left = row[i - step] ?? 0;
    const up = above[i]!;
    const upLeft = i >= step ? above[i - step]! : 0;
    const guess = left + up - upLeft;
    const nearest = [left, up, upLeft].sort((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0]!;
    return value - [0, left, up, (left + up) >> 1, nearest][filter]!;
  });
}

const corner = drawn(48, 32, (context) => {
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 16, 16);
}).toBuffer('image/jpeg', 95);

it.each([
  [1, 48, 'left top'],
  [2, 48, 'right top'],
  [3, 48, 'right bottom'],
  [4, 48, 'left bottom'],
  [5, 32, 'left top'],
  [6, 32, 'right top'],
  [7, 32, 'right bottom'],
  [8, 32, 'left bottom'],
  [9, 48, 'left top'],
])('a JPEG with the EXIF orientation %d is turned', async (orientation, width, place) => {
  const bitmap = await pixels(withOrientation(corner, orientation));
  expect(bitmap.width).toBe(width);
  const places = {
    'left top': [4, 4],
    'right top': [-5, 4],
    'right bottom': [-5, -5],
    'left bottom': [4, -5],
  };
  for (const [name, [x, y]] of Object.entries(places)) {
    const [red, green] = colour(bitmap, (x! + width) % width, (y! + bitmap.height) % bitmap.height);
    expect([name, red! > 200 && green! < 60]).toEqual([name, name === place]);
  }
});

const WIDTH = 256;
const COMPRESSION = 259;
const PHOTOMETRIC = 262;

/** Tags of a fax page of 32 by 32 pixels. */
function fax(more: Record<number, TagValue> = {}): Record<number, TagValue> {
  return {
    256: [32],
    257: [32],
    258: [1],
    [COMPRESSION]: [4],
    [PHOTOMETRIC]: [0],
    277: [1],
    278: [32],
    ...more,
  };
}

/** Group 4: 8 white rows, 16 rows with 16 black pixels in the middle, 8 white rows. */
const FAX_BOX = bits(
  ['1'.repeat(8), `001 10011 0000010111 1 `, '111 '.repeat(15), '0001 1', '1'.repeat(7)].join(' '),
);

describe('TIFF', () => {
  const grey = Uint8Array.from({ length: 40 * 30 }, (_, i) => (i % 40 < 20 ? (i * 7) & 255 : 200));
  const tags = (more: Record<number, TagValue> = {}) => ({
    256: [40],
    257: [30],
    258: [8],
    [COMPRESSION]: [1],
    [PHOTOMETRIC]: [1],
    277: [1],
    278: [10],
    ...more,
  });
  const strips = [0, 400, 800].map((start) => grey.subarray(start, start + 400));
  const reds = ({ data }: Bitmap) => data.filter((_, i) => i % 4 === 0);

  it.each([
    ['as they are', 1, (strip: Uint8Array) => strip],
    ['by LZW', 5, lzw],
    ['by Deflate', 8, (strip: Uint8Array) => Uint8Array.from(deflateSync(strip))],
    ['by Deflate under its old number', 32946, (strip: Uint8Array) => Uint8Array.from(deflateSync(strip))],
    ['by PackBits', 32773, packBits],
  ])('TIFF has its strips packed %s', async (_, compression, pack) => {
    for (const littleEndian of [true, false]) {
      const file = tiff(
        [{ tags: tags({ [COMPRESSION]: [compression] }), strips: strips.map(pack) }],
        littleEndian,
      );
      expect(reds(await pixels(file))).toEqual(new Uint8ClampedArray(grey));
    }
  });

  it('TIFF is unpacked from LZW and PackBits whatever it holds', () => {
    const run = fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.array(run), fc.uint8Array({ maxLength: 5000 }), (runs, noise) => {
        const bytes = concat([...runs.map(([length, value]) => new Uint8Array(length).fill(value)), noise]);
        expect(Buffer.from(unpackLzw(lzw(bytes), bytes.length)).equals(bytes)).toBe(true);
        expect(Buffer.from(unpackBits(packBits(bytes), bytes.length)).equals(bytes)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('a TIFF has its differences added up', async () => {
    const rows = grey.map((value, i) => value - (i % 40 === 0 ? 0 : grey[i - 1]!));
    const file = tiff([{ tags: tags({ 317: [2], 278: [30] }), strips: [rows] }]);
    expect(reds(await pixels(file))).toEqual(new Uint8ClampedArray(grey));
  });

  it.each([
    [
      'white is zero',
      { [PHOTOMETRIC]: [0], 258: [1] },
      [0b10100000],
      [
        [0, 0, 0],
        [255, 255, 255],
      ],
    ],
    [
      'black is zero',
      { [PHOTOMETRIC]: [1], 258: [4] },
      [0x0f],
      [
        [0, 0, 0],
        [255, 255, 255],
      ],
    ],
    [
      'colours of 16 bits',
      { [PHOTOMETRIC]: [2], 277: [3], 258: [16, 16, 16] },
      [1, 9, 2, 8, 3, 7, 4, 6, 5, 5, 6, 4],
      [
        [9, 8, 7],
        [6, 5, 4],
      ],
    ],
    [
      'colours and opacity',
      { [PHOTOMETRIC]: [2], 277: [4], 258: [8, 8, 8, 8], 338: [2] },
      [9, 8, 7, 255, 1, 2, 3, 0],
      [
        [9, 8, 7],
        [255, 255, 255],
      ],
    ],
    [
      'a palette',
      { [PHOTOMETRIC]: [3], 258: [1], 320: [256, 512, 768, 1024, 1280, 1536] },
      [0b01000000],
      [
        [1, 3, 5],
        [2, 4, 6],
      ],
    ],
    [
      'inks',
      { [PHOTOMETRIC]: [5], 277: [4], 258: [8, 8, 8, 8] },
      [255, 0, 0, 0, 0, 0, 0, 255],
      [
        [0, 255, 255],
        [0, 0, 0],
      ],
    ],
  ])('a TIFF is read with %s', async (_, more, strip, expected) => {
    const all = tags({ 256: [2], 257: [1], 278: [1], ...(more as Record<number, TagValue>) });
    const bitmap = await pixels(tiff([{ tags: all, strips: [Uint8Array.from(strip)] }]));
    expect([0, 1].map((x) => colour(bitmap, x, 0))).toEqual(expected);
  });

  it('TIFF may be tiled, with tiles that stick out', async () => {
    const tile = (left: number, top: number) =>
      Uint8Array.from({ length: 32 * 16 }, (_, i) => grey[(top + (i >> 5)) * 40 + left + (i & 31)] ?? 0);
    const places = [
      [0, 0],
      [32, 0],
      [0, 16],
      [32, 16],
    ] as const;
    const all = { ...tags({ 322: [32], 323: [16] }) };
    const file = tiff([{ tags: all, strips: places.map(([left, top]) => tile(left, top)) }]);
    expect(reds(await pixels(file))).toEqual(new Uint8ClampedArray(grey));
  });

  it('TIFF may be a fax, in either polarity and order of bits', async () => {
    const turn = (byte: number) =>
      Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2);
    const files = [
      { tags: fax(), strips: [FAX_BOX], ink: 0 },
      { tags: fax({ [PHOTOMETRIC]: [1] }), strips: [FAX_BOX], ink: 255 },
      { tags: fax({ 266: [2] }), strips: [FAX_BOX.map(turn)], ink: 0 },
    ];
    for (const { ink, ...frame } of files) {
      const bitmap = await pixels(tiff([frame]));
      const at = (x: number, y: number) => colour(bitmap, x, y)[0];
      expect([at(8, 8), at(23, 23), at(7, 8), at(24, 23), at(8, 7), at(23, 24)]).toEqual([
        ink,
        ink,
        255 - ink,
        255 - ink,
        255 - ink,
        255 - ink,
      ]);
    }
  });

  it('a TIFF may hold JPEG strips', async () => {
    const jpeg = drawn(40, 16, (context) => {
      context.fillStyle = '#0000ff';
      context.fillRect(0, 0, 20, 16);
    }).toBuffer('image/jpeg', 95);
    const all = tags({
      257: [32],
      278: [16],
      [COMPRESSION]: [7],
      [PHOTOMETRIC]: [6],
      277: [3],
      258: [8, 8, 8],
    });
    const bitmap = await pixels(tiff([{ tags: all, strips: [jpeg, jpeg] }]));
    const [red, , blue] = colour(bitmap, 5, 20);
    expect([red! < 10, blue! > 245, Math.min(...colour(bitmap, 30, 5)) > 250]).toEqual([true, true, true]);
  });

  it('TIFF has a page a frame, reduced copies left out', async () => {
    const frame = (more: Record<number, TagValue> = {}) => ({ tags: tags(more), strips });
    const small = frame({ 254: [1] });
    const document = await load(
      tiff([
        frame(),
        small,
        frame({ 274: [6] }),
        frame({ 282: { fraction: [100, 1] }, 283: { fraction: [100, 1] } }),
      ]),
    );
    expect(document.pages.map(({ index, width, height }) => [index, width, height])).toEqual([
      [0, 11, 8.25],
      [1, 8.5, 11.333],
      [2, 0.4, 0.3],
    ]);
    expect(document).toMatchObject({ contentType: 'image/tiff', pageCount: 3, warnings: [] });
  });

  it('a TIFF with a damaged page keeps the others', async () => {
    const document = await load(
      tiff([
        { tags: tags(), strips },
        { tags: tags({ [COMPRESSION]: [99] }), strips },
      ]),
    );
    expect(document.warnings).toMatchObject([
      { code: 'PAGE_UNREADABLE', page: 1, message: expect.stringMatching(/99/) },
    ]);
    expect(document.pages.map(({ graphics }) => graphics !== undefined)).toEqual([true, false]);
  });
});

it('the graphics of a picture are the picture alone, at any resolution, until the document is closed', async () => {
  const canvas = drawn(100, 200, (context) => {
    context.fillStyle = '#000000';
    context.fillRect(0, 0, 100, 100);
  });
  const document = await load(canvas.toBuffer('image/png'));
  const { graphics, width, height, lines } = document.pages[0]!;
  expect([width, height, lines]).toEqual([8.5, 17, []]);
  expect([await graphics!.paths(), await graphics!.formFields()]).toEqual([[], []]);
  expect(await graphics!.images()).toMatchObject([{ polygon: [{ x: 0, y: 0 }, { x: 8.5 }, { y: 17 }, {}] }]);
  const bitmap = await graphics!.raster({ dpi: 20 });
  expect([bitmap.width, bitmap.height, bitmap.dpi]).toEqual([170, 340, 20]);
  expect([colour(bitmap, 85, 160), colour(bitmap, 85, 180)]).toEqual([
    [0, 0, 0],
    [255, 255, 255],
  ]);
  expect(await graphics!.raster({ dpi: 20 })).toBe(bitmap);
  await expect(graphics!.raster({ dpi: 2000 })).rejects.toMatchObject({ code: 'too_large' });
  await document.close();
  await expect(graphics!.raster({ dpi: 20 })).rejects.toMatchObject({
    name: 'DocumentError',
    code: 'closed',
  });
});

describe('a large picture', () => {
  it('gives the process a turn when it is drawn: what the canvas held is freed in one', async () => {
    const [page] = (await load(drawn(100, 200, () => undefined).toBuffer('image/png'))).pages;
    await page!.graphics!.raster({ dpi: 10 });
    let turns = 0;
    setImmediate(() => {
      turns += 1;
    });
    await page!.graphics!.raster({ dpi: 20 });
    expect(turns).toBe(1);
  });

  it('keeps its thin lines when it is drawn small', async () => {
    const canvas = drawn(850, 1100, (context) => {
      context.fillStyle = '#000000';
      for (let x = 3; x < 850; x += 10) context.fillRect(x, 0, 1, 1100);
    });
    const [page] = (await load(canvas.toBuffer('image/png'))).pages;
    const { data } = await page!.graphics!.raster({ dpi: 10 });
    for (let i = 0; i < data.length; i += 4) expect(Math.abs(data[i]! - 229.5)).toBeLessThan(2);
  });
});

describe('hostile pictures', () => {
  const canvas = drawn(64, 64, (context) => context.fillText('text', 5, 30));
  const samples = {
    png: Uint8Array.from(canvas.toBuffer('image/png')),
    jpeg: Uint8Array.from(canvas.toBuffer('image/jpeg')),
    tiff: tiff([
      { tags: fax(), strips: [FAX_BOX] },
      { tags: fax({ [COMPRESSION]: [5], 258: [8] }), strips: [lzw(new Uint8Array(1024))] },
    ]),
  };

  it.each(Object.entries(samples))(
    'a %s cut off anywhere is a document or an error of the library',
    async (_, file) => {
      for (let length = 12; length < file.length; length += Math.ceil(file.length / 25)) {
        await expectTyped(file.subarray(0, length));
      }
    },
  );

  it.each(Object.entries(samples))(
    'a %s with wrong bytes is a document or an error of the library',
    async (_, file) => {
      const changes = fc.array(
        fc.tuple(fc.integer({ min: 8, max: file.length - 1 }), fc.integer({ min: 0, max: 255 })),
        {
          minLength: 1,
          maxLength: 6,
        },
      );
      await fc.assert(
        fc.asyncProperty(changes, async (all) => {
          const changed = file.slice();
          for (const [at, value] of all) changed[at] = value;
          await expectTyped(changed);
        }),
        { numRuns: 60 },
      );
    },
  );

  async function expectTyped(bytes: Uint8Array): Promise<void> {
    try {
      const document = await load(bytes, { limits: { pixels: 1_000_000 } });
      await document.close();
    } catch (error) {
      expect(error).toBeInstanceOf(DocumentError);
    }
  }

  it('hostile pictures are refused by the size in their header', async () => {
    const huge = (width: number, height: number) =>
      png({ width, height, depth: 8, colour: 0, rows: Uint8Array.of(0) });
    await expect(load(huge(100_000, 100_000))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/"pixels"/),
    });
    await expect(load(huge(4_000_000_000, 4_000_000_000))).rejects.toMatchObject({ code: 'too_large' });
    const frame = { tags: fax({ [WIDTH]: [60_000], 257: [60_000] }), strips: [FAX_BOX] };
    await expect(load(tiff([frame]))).rejects.toMatchObject({ code: 'too_large' });
    const wide = { tags: fax({ [WIDTH]: [2_000_000], 257: [20] }), strips: [FAX_BOX] };
    await expect(load(tiff([wide]))).rejects.toMatchObject({
      code: 'too_large',
      page: 0,
      message: expect.stringContaining('2000000 × 20'),
    });
    await expect(load(huge(100, 100), { limits: { pixels: 9_999 } })).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('hostile pictures do not unpack to more than their header promises', async () => {
    const bomb = png({ width: 8, height: 8, depth: 8, colour: 0, rows: new Uint8Array(50_000_000) });
    await expect(load(bomb)).rejects.toMatchObject({ code: 'invalid_document' });
    const strip = Uint8Array.from(deflateSync(new Uint8Array(50_000_000)));
    await expect(load(tiff([{ tags: fax({ [COMPRESSION]: [8] }), strips: [strip] }]))).rejects.toMatchObject({
      code: 'invalid_document',
    });
  });

  it('end where their frames run in circles, or are too many', async () => {
    const frame = { tags: fax(), strips: [FAX_BOX] };
    const circle = tiff([frame]);
    const view = new DataView(circle.buffer);
    view.setUint32(circle.length - 4, view.getUint32(4, true), true);
    expect((await load(circle)).pageCount).toBe(1);
    await expect(load(tiff([frame, frame, frame]), { limits: { pages: 2 } })).rejects.toMatchObject({
      code: 'too_many_pages',
    });
    await expect(load(tiff([frame, frame, frame]), { limits: { frames: 2 } })).rejects.toMatchObject({
      code: 'too_many_pages',
      message: expect.stringContaining('"frames"'),
    });
    await expect(
      load(tiff([frame, frame, frame]), { limits: { pixelsOfFile: 3 * 32 * 32 - 1 } }),
    ).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('"pixelsOfFile"') });
  });

  it('hostile pictures that all fit into what is kept are decoded once, and else again when they are drawn', async () => {
    const frame = { tags: fax(), strips: [FAX_BOX] };
    const bytesOfFrame = 32 * 32 * 4;
    const decodings = async (cacheBytes: number) => {
      let opened = 0;
      const engine = pdfjs();
      const pdf: PdfEngine = {
        id: engine.id,
        open: (bytes, options) => {
          opened += 1;
          return engine.open(bytes, options);
        },
      };
      const { pages } = await load(tiff([frame, frame]), { pdf, limits: { cacheBytes } });
      const checked = opened;
      await pages[1]!.graphics!.raster({ dpi: 20 });
      return [checked, opened - checked];
    };
    expect(await decodings(100 * bytesOfFrame)).toEqual([2, 0]);
    expect(await decodings(1.5 * bytesOfFrame)).toEqual([2, 1]);
  });

  it('hostile pictures of kinds that cannot be read say so', async () => {
    const big = Uint8Array.of(0x49, 0x49, 43, 0, 8, 0, 0, 0, 0, 0, 0, 0);
    await expect(load(big)).rejects.toMatchObject({
      code: 'unsupported_type',
      message: expect.stringMatching(/BigTIFF/),
    });
    const planes = tiff([
      {
        tags: fax({ [COMPRESSION]: [7], 258: [8, 8, 8], 277: [3], 284: [2] }),
        strips: [new Uint8Array(3072)],
      },
    ]);
    await expect(load(planes)).rejects.toMatchObject({ code: 'unsupported_type' });
    const missing = tiff([
      {
        tags: fax({ [COMPRESSION]: [1], 258: [8, 8, 8], 277: [3], 284: [2] }),
        strips: [new Uint8Array(3072)],
      },
    ]);
    await expect(load(missing)).rejects.toMatchObject({ code: 'invalid_document' });
  });
});
