/** Our decoders against those of others, on files that others wrote. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { convertIndexedToRgb, decode as decodePng, encode as encodePng, type ImageData } from 'fast-png';
import { decode as decodeTiff } from 'tiff';
import { describe, expect, it } from 'vitest';
import type { Bitmap } from '../../../src/page/document/page-graphics.js';
import { pdfjs } from '../../../src/reading/pdf/pdfjs/pdfjs.js';
import { loadBytes } from '../../support/readers.js';
import { png } from '../picture-files.js';

const folder = fileURLToPath(new URL('./files/', import.meta.url));
const fileNamed = (name: string) => new Uint8Array(readFileSync(`${folder}${name}`));
/** pdf.js leaves the last run of the last row out where a strip ends with it. */
const LOST_BY_ENGINE = 'lower-bit-first-fax.tif';
const tiffs = readdirSync(folder).filter((name) => name.endsWith('.tif') && name !== LOST_BY_ENGINE);

/** The page drawn with one pixel a pixel of the file. */
async function drawn(bytes: Uint8Array): Promise<Bitmap> {
  const document = await loadBytes(bytes, { pdf: pdfjs() });
  const { graphics, width } = document.pages[0]!;
  const [image] = await graphics!.images();
  const bitmap = await graphics!.raster({ dpi: image!.pixels!.width / width });
  await document.close();
  return bitmap;
}

interface Samples {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
  readonly channels: number;
  readonly depth: number;
}

/** Red, green and blue of every pixel, on white, as 8 bits each. */
function coloursOf({ width, height, data, channels, depth }: Samples): number[] {
  const at = (pixel: number, channel: number) => {
    const value = data[pixel * channels + channel]!;
    return depth === 16 ? value >> 8 : value;
  };
  const hasAlpha = channels === 2 || channels === 4;
  return Array.from({ length: width * height }, (_, pixel) => {
    const alpha = hasAlpha ? at(pixel, channels - 1) : 255;
    const colour = channels >= 3 ? [0, 1, 2] : [0, 0, 0];
    return colour.map((channel) => (at(pixel, channel) * alpha + 255 * (255 - alpha)) / 255);
  }).flat();
}

const shown = ({ data }: Bitmap) => [...data].filter((_, i) => i % 4 !== 3);

/** Decoders round colours that they blend or convert in their own ways. */
function expectAlike(ours: readonly number[], theirs: readonly number[], difference = 0): void {
  expect(ours).toHaveLength(theirs.length);
  expect(Math.max(...ours.map((value, i) => Math.abs(value - theirs[i]!)))).toBeLessThanOrEqual(difference);
}

it.each(tiffs)('TIFF files of Pillow and tifffile: %s comes out as libtiff reads it', async (name) => {
  const theirs = coloursOf(decodePng(fileNamed(name.replace('.tif', '.png'))));
  const isBlended = name.includes('alpha') || name.includes('cmyk');
  expectAlike(shown(await drawn(fileNamed(name))), theirs, isBlended ? 2 : 0);
});

it.fails(`${LOST_BY_ENGINE} comes out as libtiff reads it`, async () => {
  const theirs = coloursOf(decodePng(fileNamed(LOST_BY_ENGINE.replace('.tif', '.png'))));
  expectAlike(shown(await drawn(fileNamed(LOST_BY_ENGINE))), theirs);
});

it.each(['predictor-lzw.tif', 'grey-16.tif'])(
  'TIFF files of Pillow and tifffile: %s comes out as tiff reads it',
  async (name) => {
    const bytes = fileNamed(name);
    const [page] = decodeTiff(bytes);
    const { width, height, data, samplesPerPixel, bitsPerSample } = page!;
    const theirs = coloursOf({ width, height, data, channels: samplesPerPixel, depth: bitsPerSample });
    expectAlike(shown(await drawn(bytes)), theirs);
  },
);

describe('PNG files', () => {
  const picture = fc
    .record({
      width: fc.integer({ min: 1, max: 12 }),
      height: fc.integer({ min: 1, max: 9 }),
      channels: fc.constantFrom(1, 2, 3, 4),
      depth: fc.constantFrom<8 | 16>(8, 16),
      seed: fc.nat(),
    })
    .map(({ width, height, channels, depth, seed }) => {
      const length = width * height * channels;
      const values = Array.from(
        { length },
        (_, i) => (Math.imul(i + 1, 2654435761 + seed) >>> 9) & (depth === 16 ? 0xffff : 0xff),
      );
      const data = depth === 16 ? Uint16Array.from(values) : Uint8Array.from(values);
      return { width, height, channels, depth, data } as const;
    });

  it('PNG files of fast-png come out as they were written', () =>
    fc.assert(
      fc.asyncProperty(picture, async (given) => {
        const bytes = encodePng(given as ImageData);
        expectAlike(
          shown(await drawn(Uint8Array.from(bytes))),
          coloursOf(given),
          given.channels % 2 === 0 ? 2 : 0,
        );
      }),
      { numRuns: 25 },
    ));

  it.each([1, 2, 4, 8])(
    'PNG files with palettes of %i bits come out as fast-png reads them',
    async (depth) => {
      const width = 13;
      const palette = Uint8Array.from({ length: 3 << depth }, (_, i) => (i * 37) & 255);
      const rowBytes = Math.ceil((width * depth) / 8);
      const rows = Uint8Array.from({ length: 5 * (rowBytes + 1) }, (_, i) =>
        i % (rowBytes + 1) === 0 ? 0 : (i * 89) & 255,
      );
      const bytes = png({ width, height: 5, depth, colour: 3, rows, chunks: [['PLTE', palette]] });
      const decoded = decodePng(bytes, { checkCrc: false });
      const data = convertIndexedToRgb(decoded);
      expectAlike(shown(await drawn(bytes)), coloursOf({ width, height: 5, data, channels: 3, depth: 8 }));
    },
  );

  it.each([0, 2, 4, 6])(
    'PNG files in interlaced rows of colour type %i come out as fast-png reads them',
    async (colour) => {
      const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colour]!;
      const [width, height] = [11, 9];
      const passes = [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ] as const;
      const rows = passes.flatMap(([x, y, dx, dy]) => {
        const columns = Math.ceil((width - x) / dx);
        const lines = Math.ceil((height - y) / dy);
        return Array.from({ length: lines }, (_, line) => [
          line % 5,
          ...Array.from({ length: columns * channels }, (_, i) => (i * 61 + line * 17 + x * 5 + y) & 255),
        ]).flat();
      });
      const bytes = png({ width, height, depth: 8, colour, interlaced: true, rows: Uint8Array.from(rows) });
      expectAlike(
        shown(await drawn(bytes)),
        coloursOf(decodePng(bytes, { checkCrc: false })),
        channels % 2 === 0 ? 2 : 0,
      );
    },
  );
});
