import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/limits.js';
import type { Bitmap } from '../../../src/page/document/page-graphics.js';
import { readDocument } from '../../../src/reading/ocr/document.js';
import { type OpenBook, openBook } from '../../../src/reading/ocr/open-book.js';
import { randomFrom } from '../../../src/run/workers/seeded-random.js';
import { testFont } from '../../support/scans.js';
import { documentOf, fakeEngine, page as pageSketch, word } from './fakes.js';

const DPI = 100;
const [WIDTH, HEIGHT] = [11, 8];
/** Inches between rows of text, and points of its letters. */
const PITCH = 0.18;
const SIZE = 10;
const WORDS = 'paper harbor of the glass works under a license winter berth for small boats'.split(' ');

const FONT = testFont();

/** Draws in inches from the top left of the picture. */
type Draw = (context: SKRSContext2D) => void;

const speckle = randomFrom(5);
/** A prime number of values, so that rows differ. */
const GRAIN = Float64Array.from({ length: 65_537 }, () => 16 * (speckle() - 0.5));

/** How much lighter a scanner sees a part of a pixel. */
function grain(at: number): number {
  return GRAIN[at % GRAIN.length]!;
}

/** White paper that is drawn on, with the grain of a scanner. */
function scan(draws: readonly Draw[], { width = WIDTH, height = HEIGHT } = {}): Bitmap {
  const canvas = createCanvas(width * DPI, height * DPI);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f6f6f2';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(DPI, DPI);
  for (const draw of draws) {
    context.save();
    context.fillStyle = '#151515';
    context.strokeStyle = '#151515';
    draw(context);
    context.restore();
  }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at++) if (at % 4 !== 3) data[at]! += grain(at);
  return { width: canvas.width, height: canvas.height, dpi: DPI, data };
}

function write(context: SKRSContext2D, text: string, x: number, y: number, size = SIZE): number {
  context.save();
  context.translate(x, y);
  context.scale(1 / 72, 1 / 72);
  context.font = `${size}px ${FONT}`;
  context.fillText(text, 0, 0);
  const { width } = context.measureText(text);
  context.restore();
  return x + width / 72;
}

/** A page of running text, turned around its middle. */
function running(left: number, { top = 0.9, width = 4.2, turn = 0, seed = 1 } = {}): Draw {
  const random = randomFrom(seed);
  return (context) => {
    context.translate(left + width / 2, HEIGHT / 2);
    context.rotate((turn * Math.PI) / 180);
    context.translate(-left - width / 2, -HEIGHT / 2);
    for (let y = top; y < HEIGHT - 0.8; y += PITCH) {
      // A paragraph ends now and then.
      const end = random() < 0.15 ? left + width * (0.2 + 0.5 * random()) : left + width;
      for (let x = left; ; ) {
        const next = WORDS[Math.floor(random() * WORDS.length)]!;
        if (x + 0.075 * next.length > end) break;
        x = write(context, next, x, y) + 0.06;
      }
    }
  };
}

/** Short texts in columns, one row below the other. */
function columns(lefts: readonly number[], { top = 1, pitch = 0.3, turn = 0 } = {}): Draw {
  return (context) => {
    context.rotate((turn * Math.PI) / 180);
    for (let row = 0; top + row * pitch < HEIGHT - 0.8; row++) {
      for (const [i, left] of lefts.entries())
        write(context, WORDS[(row + i) % WORDS.length]!, left, top + row * pitch);
    }
  };
}

/** The shadow of a fold: darkest in its middle. */
const shadow =
  (middle = WIDTH / 2, reach = 0.3): Draw =>
  (context) => {
    const tones = context.createLinearGradient(middle - reach, 0, middle + reach, 0);
    tones.addColorStop(0, 'rgba(0, 0, 0, 0)');
    tones.addColorStop(0.5, 'rgba(0, 0, 0, 0.7)');
    tones.addColorStop(1, 'rgba(0, 0, 0, 0)');
    context.fillStyle = tones;
    context.fillRect(middle - reach, 0, 2 * reach, HEIGHT);
  };

const fill =
  (left: number, top: number, width: number, height: number): Draw =>
  (context) =>
    context.fillRect(left, top, width, height);

const titled =
  (title: string, left: number): Draw =>
  (context) => {
    write(context, title, left, 0.7, 14);
  };

const grid: Draw = (context) => {
  for (let y = 0.8; y < HEIGHT - 0.5; y += 0.3) context.fillRect(0.5, y, WIDTH - 1, 0.01);
};

const LEFT = running(0.7);
const RIGHT = running(6.1, { seed: 2 });

// Where the text of the left page ends at the latest, and where that of the right one begins.
const FULL = [4.9, 6.1] as const;
test.each<[string, readonly Draw[], readonly [number, number]]>([
  ['with the shadow of its fold', [LEFT, RIGHT, shadow()], FULL],
  ['with a fold out of the middle', [running(0.5), running(6, { seed: 3 }), shadow(5.2)], [4.7, 5.95]],
  ['with a black fold', [LEFT, RIGHT, fill(5.4, 0, 0.2, HEIGHT)], FULL],
  ['without a shadow, rows at the same height', [LEFT, RIGHT], FULL],
  ['without a shadow, rows at other heights', [LEFT, running(6.1, { top: 0.99, seed: 4 })], FULL],
  [
    'whose pages hang each in its way',
    [running(0.7, { turn: 1.2 }), running(6.1, { turn: -1.5, seed: 5 })],
    FULL,
  ],
  ['of short rows, with a shadow', [columns([0.8, 2.6]), columns([6.3, 8.2]), shadow()], [3, 6.25]],
])('an open book %s is recognised', (_, draws, [end, start]) => {
  const book = openBook(scan(draws)) as OpenBook;
  expect(book.fold).toBeGreaterThan(5);
  expect(book.fold).toBeLessThan(5.8);
  const [left, right] = book.pages;
  expect(book.pages).toHaveLength(2);
  expect(left).toMatchObject({ left: 0, top: 0, bottom: HEIGHT });
  expect(left!.right).toBeGreaterThanOrEqual(end);
  expect(left!.right).toBeLessThanOrEqual(book.fold);
  expect(right).toMatchObject({ top: 0, right: WIDTH, bottom: HEIGHT });
  expect(right!.left).toBeGreaterThanOrEqual(book.fold);
  expect(right!.left).toBeLessThanOrEqual(start);
});

test('one of whose pages is blank', () => {
  const { pages, fold } = openBook(scan([LEFT, shadow()])) as OpenBook;
  expect(fold).toBeCloseTo(WIDTH / 2, 1);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toMatchObject({ left: 0 });
  expect(pages[0]!.right).toBeGreaterThan(4.85);
});

describe('what is no open book', () => {
  test.each<[string, readonly Draw[]]>([
    ['a table between rules', [columns([0.8, 2.6, 6.3, 8.2]), grid]],
    ['a table without rules', [columns([0.8, 2.6, 6.3, 8.2])]],
    ['the same, put in askew', [columns([0.8, 2.6, 6.3, 8.2], { turn: 1.5 })]],
    ['names and amounts', [running(0.7, { width: 4.2 }), columns([8.9], { top: 0.9, pitch: PITCH })]],
    ['text from side to side', [running(0.7, { width: 9.6 })]],
    [
      'two columns under a common title',
      [LEFT, RIGHT, titled('Winter berths in the harbor of the works', 3.2)],
    ],
    [
      'two columns with a thin rule between them',
      [columns([0.8, 2.6, 6.3, 8.2]), fill(5.49, 0, 0.02, HEIGHT)],
    ],
    ['a page with nothing on its right half', [LEFT]],
    ['an empty page', []],
  ])('no open book is seen in %s', (_, draws) => {
    expect(openBook(scan(draws))).toBeUndefined();
  });

  test('a page that is higher than wide, or a strip', () => {
    const draws = [running(0.5, { width: 3 }), running(4.6, { width: 3, seed: 2 })];
    expect(openBook(scan(draws, { width: 8, height: 8 }))).toBeUndefined();
    expect(openBook(scan([shadow(9)], { width: 18, height: 8 }))).toBeUndefined();
  });
});

describe('reading an open book', () => {
  const book = scan([LEFT, RIGHT, shadow()]);
  const sheet = (images: boolean) => ({
    ...pageSketch(0, {
      images: images ? [{ left: 0, top: 0, right: WIDTH, bottom: HEIGHT }] : [],
      raster: async () => book,
    }),
    width: WIDTH,
    height: HEIGHT,
  });
  // Two rows at the same heights of every picture, the second one less high up than the first one of the other page.
  const engine = () =>
    fakeEngine(({ width }) => ({
      words: [1, 2].map((row) =>
        word(`row ${row} of ${width}`, { left: 1, top: row, right: 2, bottom: row + 0.2 }, 0.9, DPI),
      ),
    }));
  const read = async (images: boolean) => {
    const one = engine();
    const { pages } = await readDocument(
      documentOf([sheet(images)]),
      { embedded: async () => one, limits: DEFAULT_LIMITS },
      {},
    );
    return { lines: pages[0]!.lines, seen: one.seen };
  };

  test('shows its pages one by one, and puts the left one first', async () => {
    const { pages } = openBook(book) as OpenBook;
    const { lines, seen } = await read(true);
    const widths = seen.map(({ width }) => width);
    expect(widths).toEqual(pages.map(({ left, right }) => Math.round((right - left) * DPI)));
    expect(lines.map(({ text, flow }) => [text, flow])).toEqual([
      [`row 1 of ${widths[0]}`, 0],
      [`row 2 of ${widths[0]}`, 0],
      [`row 1 of ${widths[1]}`, 1],
      [`row 2 of ${widths[1]}`, 1],
    ]);
    expect(lines.map(({ left }) => left)).toEqual([1, 1, pages[1]!.left + 1, pages[1]!.left + 1]);
  });

  test('leaves pages alone that are no scans', async () => {
    const { lines, seen } = await read(false);
    expect(seen.map(({ width }) => width)).toEqual([WIDTH * DPI]);
    expect(lines.every(({ flow }) => flow === 0)).toBe(true);
  });
});
