import { describe, expect, it } from 'vitest';
import { straighten } from '../../../src/language/preprocessors/deskew.js';
import {
  applyTransform,
  IDENTITY,
  invertTransform,
  type Transform,
} from '../../../src/page/document/geometry.js';
import { transformLine } from '../../../src/page/document/line-edits.js';
import { DocumentMemory } from '../../../src/page/document/memory.js';
import type { Line, Page } from '../../../src/page/document/model.js';
import { sortPageLines } from '../../../src/page/document/order.js';
import type { Bitmap, FormWidget } from '../../../src/page/document/page-graphics.js';
import { drawThrough } from '../../../src/page/drawn/draw-through.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { box, linesOf, pagesOf, placed, preprocess, problems } from './support.js';

const skewed = (transform: Transform, ...pages: readonly Page[]): Page[] =>
  pages.map((page) => ({
    ...page,
    lines: sortPageLines(page.lines.map((line) => transformLine(line, transform))),
  }));

/** The polygon of a line as it lay on the page of the file. */
function original(line: Line, page: Page) {
  const back = invertTransform(page.transform)!;
  return line.boundingPolygon.map((point) => applyTransform(back, point));
}

describe('rotatePage', () => {
  const sized = (angle: number): Page[] =>
    pagesOf({ text: 'Heading', left: 1, top: 2, angle }).map((page) => ({ ...page, width: 8, height: 10 }));

  it.each([
    [90, 2, 7, 10, 8],
    [180, 7, 8, 8, 10],
    [-90, 8, 1, 10, 8],
    [270, 8, 1, 10, 8],
    [110, 2, 7, 10, 8],
  ])('makes a line at %s degrees horizontal', async (angle, x, y, width, height) => {
    const { pages } = await preprocess(sized(angle), { type: 'rotatePage', match: 'heading' });
    expect(pages[0]).toMatchObject({ width, height });
    expect(linesOf(pages)[0]!.boundingPolygon[0]).toEqual({ x, y });
    if (angle % 90 === 0) expect(linesOf(pages)[0]!.angle).toBe(0);
  });

  it.each([0, 40, -44])('leaves a page alone whose line runs at %s degrees', async (angle) => {
    const before = sized(angle);
    const { pages } = await preprocess(before, { type: 'rotatePage', match: 'heading' });
    expect(pages[0]).toBe(before[0]);
  });

  it('turns everything on the page, in document order again', async () => {
    const before = pagesOf(
      { text: 'Heading', left: 6, top: 2, angle: 90 },
      { text: 'second', left: 5, top: 2, angle: 90 },
      { text: 'flat', left: 1, top: 1 },
    );
    const { pages } = await preprocess(before, { type: 'rotatePage', match: 'heading' });
    expect(linesOf(pages).map(({ text, angle }) => [text, angle])).toEqual([
      ['Heading', 0],
      ['second', 0],
      ['flat', -90],
    ]);
    expect(pages[0]!.rotation).toBe(270);
  });

  it('keeps the way back to the page of the file, and does nothing a second time', async () => {
    const before = sized(90);
    const turn = { type: 'rotatePage', match: 'heading' };
    const { pages } = await preprocess(before, turn);
    expect((await preprocess(pages, turn)).pages[0]).toBe(pages[0]);
    const corners = linesOf(before)[0]!.boundingPolygon;
    expect(original(linesOf(pages)[0]!, pages[0]!)).toEqual(
      corners.map(({ x, y }) => ({ x: expect.closeTo(x, 9), y: expect.closeTo(y, 9) })),
    );
  });

  it('turns one page, or all that match', async () => {
    const before = [0, 1].flatMap((page) =>
      pagesOf({ text: 'Heading', left: 2, top: 2, angle: 90, page }).slice(page),
    );
    const angles = async (matchAll: boolean) =>
      linesOf((await preprocess(before, { type: 'rotatePage', match: 'heading', matchAll })).pages).map(
        ({ angle }) => angle,
      );
    expect(await angles(false)).toEqual([0, 90]);
    expect(await angles(true)).toEqual([0, 0]);
  });
});

describe('deskew', () => {
  const point = (match: string, x: number, y: number, start?: string) => ({
    match,
    targetPosition: { x, y },
    ...(start && { start }),
  });
  const corners = [
    { text: 'north', left: 1, top: 1 },
    { text: 'south', left: 1, top: 9 },
    { text: 'east', left: 6, top: 1 },
    { text: 'inner', left: 3, top: 4 },
  ];
  const entry = {
    type: 'deskew',
    fixedPoints: [point('north', 1, 1), point('south', 1, 9), point('east', 6, 1)],
  };
  const skew = { a: 0.98, b: 0.08, c: -0.05, d: 1.02, e: 0.2, f: 0.1 };

  it('solves the worked map', () => {
    const from = [
      { x: 1, y: 1 },
      { x: 1, y: 3 },
      { x: 4, y: 1 },
    ] as const;
    const to = [
      { x: 2, y: 1 },
      { x: 2, y: 5 },
      { x: 5, y: 1 },
    ] as const;
    expect(straighten(from, to)).toEqual({ a: 1, b: 0, c: 0, d: 2, e: 1, f: -1 });
  });

  it.each<[string, Transform]>([
    ['shear', skew],
    ['rotation', { a: Math.cos(0.1), b: Math.sin(0.1), c: -Math.sin(0.1), d: Math.cos(0.1), e: 1, f: 0 }],
    ['scale', { a: 0.5, b: 0, c: 0, d: 0.5, e: 0, f: 0 }],
  ])('undoes a %s', async (_name, transform) => {
    const before = pagesOf(...corners);
    const { pages } = await preprocess(skewed(transform, ...before), entry);
    for (const [i, line] of linesOf(pages).entries()) {
      const [corner] = line.boundingPolygon;
      const [wanted] = linesOf(before)[i]!.boundingPolygon;
      expect(corner.x).toBeCloseTo(wanted.x, 2);
      expect(corner.y).toBeCloseTo(wanted.y, 2);
      expect(Math.abs(line.angle)).toBeLessThan(0.5);
    }
    expect(pages[0]).toMatchObject({ width: 8.5, height: 11 });
  });

  it('takes the right upper corner where it is asked to', async () => {
    const fixedPoints = [point('north', 1, 1), point('south', 1, 9), point('east', 7, 1, 'right')];
    const { pages } = await preprocess(skewed(skew, ...pagesOf(...corners)), { type: 'deskew', fixedPoints });
    expect(linesOf(pages).find(({ text }) => text === 'east')!.boundingPolygon[1].x).toBeCloseTo(7, 3);
  });

  it('warns of points on one line and of mirrors', async () => {
    const flat = [point('north', 1, 1), point('south', 1, 9), point('middle', 6, 1)];
    const inLine = pagesOf(...corners, { text: 'middle', left: 1, top: 5 });
    const mirror = [point('north', 6, 1), point('south', 6, 9), point('east', 1, 1)];
    for (const fixedPoints of [flat, mirror]) {
      const { pages, warnings } = await preprocess(inLine, { type: 'deskew', fixedPoints });
      expect(pages[0]).toBe(inLine[0]);
      expect(warnings).toMatchObject([{ code: 'DESKEW_DEGENERATE', page: 0 }]);
    }
  });

  it('deskew needs all three lines on one page', async () => {
    const spread = pagesOf(...corners.map((line, i) => ({ ...line, page: i % 2 })));
    const { pages, warnings } = await preprocess(spread, entry);
    expect(pages).toEqual(spread);
    expect(warnings).toMatchObject([{ code: 'PREPROCESSOR_NO_MATCH' }]);
  });

  it('straightens the first page that matches, or each by its own skew', async () => {
    const both = pagesOf(...corners, ...corners.map((line) => ({ ...line, page: 1 })));
    const before = [...skewed(skew, both[0]!), ...skewed({ ...skew, b: -0.08 }, both[1]!)];
    const changed = async (matchAll: boolean) => {
      const { pages } = await preprocess(before, { ...entry, matchAll });
      return pages.map((page, i) => page !== before[i]);
    };
    expect(await changed(false)).toEqual([true, false]);
    expect(await changed(true)).toEqual([true, true]);
  });

  it('tolerates a corner beside the points', async () => {
    const { warnings } = await preprocess(pagesOf(...corners), { ...entry, start: 'left' });
    expect(warnings).toMatchObject([{ code: 'PREPROCESSOR_IGNORED_MEMBER', path: 'preprocessors[0].start' }]);
  });

  it('reports exactly what is wrong in a config', () => {
    const fixedPoints = [{ match: 'a', targetPosition: { x: '1', y: 1 } }, ...entry.fixedPoints.slice(1)];
    expect(problems({ type: 'nlp' }, { type: 'deskew', fixedPoints })).toEqual([
      'preprocessors[1].fixedPoints[0].targetPosition.x',
    ]);
    expect(problems({ type: 'deskew', fixedPoints: fixedPoints.slice(1) })).toEqual([
      'preprocessors[0].fixedPoints',
    ]);
  });
});

describe('scale', () => {
  it('scales by the mean of all ratios', async () => {
    const before = pagesOf(box('a', 1, 2, 1, 1.1), box('b', 1, 2, 2, 2.2));
    const samples = ['a', 'b'].map((match) => ({ match, targetHeight: 0.3 }));
    const { pages } = await preprocess(before, { type: 'scale', samples });
    expect(pages[0]!.transform).toMatchObject({ b: 0, c: 0, e: 0, f: 0 });
    expect(pages[0]!.transform.a).toBeCloseTo(2.25, 9);
    expect(placed(linesOf(pages)[0]!)).toEqual(['a', 2.25, 2.25, 4.5, 2.475]);
    expect(pages[0]).toMatchObject({ width: 19.125, height: 24.75 });
  });

  it('measures the whole document, or each page', async () => {
    const before = pagesOf(box('a', 1, 2, 1, 1.1), box('a', 1, 2, 1, 1.2, 1), box('b', 1, 2, 1, 1.2, 2));
    const samples = [{ match: 'a', targetHeight: 0.2 }];
    const factors = async (perPage: boolean) =>
      (await preprocess(before, { type: 'scale', samples, perPage })).pages.map(
        ({ transform }) => transform.a,
      );
    expect(await factors(false)).toEqual([1.5, 1.5, 1.5].map((factor) => expect.closeTo(factor, 9)));
    expect(await factors(true)).toEqual([2, 1, 1].map((factor) => expect.closeTo(factor, 9)));
  });

  it.each([false, true])('reports a sample that no page has a line for (per page: %s)', async (perPage) => {
    const before = pagesOf(box('a', 1, 2, 1, 1.1), box('b', 1, 2, 1, 1.1, 1));
    const scaled = (...matches: string[]) =>
      preprocess(before, {
        type: 'scale',
        samples: matches.map((match) => ({ match, targetHeight: 0.2 })),
        perPage,
      });
    expect((await scaled('a', 'b')).warnings).toEqual([]);
    const { warnings } = await scaled('a', 'x', 'b', 'y');
    expect(warnings).toEqual(
      [1, 3].map((i) => ({
        code: 'PREPROCESSOR_NO_MATCH',
        message: `samples[${i}] found no line`,
        path: `preprocessors[0].samples[${i}]`,
      })),
    );
    const path = 'preprocessors[0].samples';
    expect((await scaled('x', 'y')).warnings).toMatchObject([{ message: 'samples found no line', path }]);
  });

  it('refuses factors out of range', async () => {
    const before = pagesOf(box('a', 1, 2, 1, 1.1));
    const { pages, warnings } = await preprocess(before, {
      type: 'scale',
      samples: [{ match: 'a', targetHeight: 3 }],
    });
    expect(pages[0]).toBe(before[0]);
    expect(warnings).toMatchObject([{ code: 'SCALE_OUT_OF_RANGE' }]);
  });
});

const square = { points: [1, 1, 3, 1, 3, 2, 1, 2], closed: true };
const field: FormWidget = {
  name: 'agree',
  kind: 'checkbox',
  value: null,
  page: 0,
  box: { left: 1, top: 1, right: 1.5, bottom: 1.25 },
  hidden: false,
  readOnly: false,
};

/** A page with a square, a form field and an image, and pixels that are black inside the square. */
function drawnPage(angle: number): Page {
  const [page] = documentFromLines(
    [box('Mark', 1, 2, 4, 4.2), { text: 'Side', left: 6, top: 6, angle }],
    [square],
  ).pages;
  const graphics = {
    ...page!.graphics!,
    images: async () => [{ polygon: linesOf([page!])[0]!.boundingPolygon, mask: false }],
    formFields: async () => [field],
    raster: async ({ dpi }: { readonly dpi: number }) => drawSquare(dpi),
  };
  return { ...page!, graphics };
}

function drawSquare(dpi: number): Bitmap {
  const width = Math.round(8.5 * dpi);
  const height = Math.round(11 * dpi);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = dpi; y < 2 * dpi; y++) {
    for (let x = dpi; x < 3 * dpi; x++) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return { width, height, dpi, data };
}

const darkness = ({ width, dpi, data }: Bitmap, x: number, y: number) =>
  255 - data[(Math.floor(y * dpi) * width + Math.floor(x * dpi)) * 4]!;

const moves: [string, object][] = [
  ['rotatePage', { type: 'rotatePage', match: 'side' }],
  ['scale', { type: 'scale', samples: [{ match: 'mark', targetHeight: 0.1 }] }],
  [
    'deskew',
    {
      type: 'deskew',
      fixedPoints: [
        { match: 'mark', targetPosition: { x: 1.2, y: 4 } },
        { match: 'side', targetPosition: { x: 6, y: 6.3 } },
        { match: 'mark', start: 'right', targetPosition: { x: 2.25, y: 4.1 } },
      ],
    },
  ],
];

it.each(moves)('moves with the text: %s', async (_type, entry) => {
  const { pages } = await preprocess([drawnPage(90)], entry as Readonly<Record<string, unknown>>);
  const { graphics, transform, width, height, lines } = pages[0]!;
  expect(transform).not.toEqual(IDENTITY);
  const [path] = await graphics!.paths();
  const corner = applyTransform(transform, { x: 1, y: 1 });
  expect(path!.subpaths[0]!.points[0]!.x).toBeCloseTo(corner.x, 6);
  expect(path!.subpaths[0]!.points[0]!.y).toBeCloseTo(corner.y, 6);
  const [image] = await graphics!.images();
  expect(image!.polygon).toEqual(lines.find(({ text }) => text === 'Mark')!.boundingPolygon);
  const [moved] = await graphics!.formFields();
  const inside = applyTransform(transform, { x: 1.25, y: 1.125 });
  expect(moved!.box.left).toBeLessThan(inside.x);
  expect(moved!.box.bottom).toBeGreaterThan(inside.y);
  const bitmap = await graphics!.raster({ dpi: 40 });
  expect(bitmap).toMatchObject({ dpi: 40, width: Math.round(width * 40), height: Math.round(height * 40) });
  const ink = (x: number, y: number) => {
    const point = applyTransform(transform, { x, y });
    return darkness(bitmap, point.x, point.y);
  };
  expect(ink(2, 1.5)).toBe(255);
  expect(ink(2.8, 1.2)).toBe(255);
  expect(ink(3.2, 1.5)).toBe(0);
  expect(ink(2, 2.3)).toBe(0);
  expect(await graphics!.raster({ dpi: 40 })).toBe(bitmap);
  expect(await graphics!.paths()).toBe(await graphics!.paths());
});

it('what is drawn on a page is not read before it is asked for', async () => {
  const page = pagesOf({ text: 'Side', left: 6, top: 6, angle: 90 })[0]!;
  const refuse = async () => {
    throw new Error('read too early');
  };
  const memory = new DocumentMemory().page('refused');
  const graphics = { memory, paths: refuse, images: refuse, formFields: refuse, raster: refuse };
  const { pages, errors } = await preprocess([{ ...page, graphics }], {
    type: 'rotatePage',
    match: 'side',
  });
  expect(errors).toEqual([]);
  await expect(pages[0]!.graphics!.paths()).rejects.toThrow('read too early');
});

it('maps beyond reason are refused before coordinates lose their meaning', async () => {
  const lines = [
    { text: 'north', left: 1, top: 1 },
    { text: 'south', left: 1, top: 9 },
    { text: 'east', left: 6, top: 1 },
  ];
  const target = (match: string, x: number, y: number) => ({ match, targetPosition: { x, y } });
  const far = {
    type: 'deskew',
    fixedPoints: [target('north', 1e200, 1), target('south', 1e200, 9), target('east', 2e200, 1)],
  };
  const { pages, warnings } = await preprocess(pagesOf(...lines), far);
  expect(warnings).toMatchObject([{ code: 'DESKEW_DEGENERATE' }]);
  expect(pages[0]!.transform).toEqual(IDENTITY);
});

it('maps beyond reason are refused when many small ones add up to them', async () => {
  const entries = Array.from({ length: 12 }, (_, i) => ({
    type: 'scale',
    samples: [{ match: 'a', targetHeight: 0.1 * 15 ** (i + 1) }],
  }));
  const { pages, warnings } = await preprocess(pagesOf(box('a', 1, 2, 1, 1.1)), entries);
  expect(warnings.length).toBeGreaterThan(0);
  expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(['SCALE_OUT_OF_RANGE']));
  expect(pages[0]!.transform.a).toBeLessThanOrEqual(1e6);
});

describe('drawing through a map', () => {
  const enlarging = { a: 2, b: 0.01, c: 0, d: 2, e: 0, f: 0 };

  /** Graphics that note the resolutions asked for, and draw a single pixel. */
  function noting() {
    const asked: number[] = [];
    const graphics = {
      raster: async ({ dpi }: { readonly dpi: number }) => {
        asked.push(dpi);
        return { width: 1, height: 1, dpi, data: new Uint8ClampedArray(4) };
      },
    };
    return { asked, graphics };
  }

  it('asks for a finer picture of what is enlarged, as far as pages are drawn at all', async () => {
    const { asked, graphics } = noting();
    await drawThrough(graphics, { transform: enlarging, width: 8.5, height: 11 }, { dpi: 30 });
    await drawThrough(graphics, { transform: enlarging, width: 34, height: 44 }, { dpi: 90 });
    expect(asked[0]).toBeCloseTo(60, 6);
    expect(asked[1]).toBeGreaterThan(90);
    expect(34 * 44 * asked[1]! ** 2).toBeLessThan(40_000_000);
  });

  it('refuses a picture that is too large', async () => {
    const { asked, graphics } = noting();
    const size = { transform: enlarging, width: 170, height: 220 };
    await expect(drawThrough(graphics, size, { dpi: 150 })).rejects.toMatchObject({ code: 'too_large' });
    expect(asked).toEqual([]);
  });
});

it('rotatePage takes first for the first page, although that has no lines', async () => {
  const side = { text: 'side', left: 4, top: 2, angle: 90, page: 1 };
  const before = pagesOf(side);
  const { pages, warnings } = await preprocess(before, { type: 'rotatePage', match: { type: 'first' } });
  expect(pages).toEqual(before);
  expect(warnings).toMatchObject([{ code: 'PREPROCESSOR_NO_MATCH' }]);
  const filtered = { type: 'first', minimumHeight: 0.1 };
  const turned = await preprocess(before, { type: 'rotatePage', match: filtered });
  expect(linesOf(turned.pages)[0]!.angle).toBe(0);
});
