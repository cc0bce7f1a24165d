/** Where lines, drawings and pixels are after each preprocessor. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadPage } from '../../../src/language/preprocessors/definition.js';
import {
  applyTransform,
  type Box,
  boundingBox,
  composeTransforms,
  invertTransform,
  type Point,
} from '../../../src/page/document/geometry.js';
import type { Line, Page } from '../../../src/page/document/model.js';
import { vectorRulings } from '../../../src/page/drawn/rulings.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { anyEntry, deepFreeze, entryOf, pages, TYPES } from './entries.js';
import { brightness, markedPages, moves, RULING, shownAt } from './marks.js';
import { type Entry, linesOf, preprocess } from './support.js';

const runs = { numRuns: 60 };
const DPI = 24;

/** Reads every page as one line, as high as the square and where it is found in the pixels. */
const readSquare: ReadPage = async (page) => {
  const bitmap = await page.graphics!.raster({ dpi: DPI });
  const dark: { x: number; y: number }[] = [];
  for (let row = 0; row < bitmap.height; row++) {
    for (let column = 0; column < bitmap.width; column++) {
      const place = { x: (column + 0.5) / DPI, y: (row + 0.5) / DPI };
      if (brightness(bitmap, place)! < 128) dark.push(place);
    }
  }
  if (dark.length === 0) return { page, lines: [], engine: 'squares' };
  const { left, top, right, bottom } = boundingBox(dark);
  const sketch = { text: 'read', left, top, width: right - left, height: bottom - top, page: page.index };
  return { page, lines: documentFromLines([sketch]).pages[page.index]!.lines, engine: 'squares' };
};

function coordinatesOf({
  boundingPolygon,
  left,
  top,
  right,
  bottom,
  lineHeight,
  angle,
  runs,
  segments,
}: Line) {
  return [
    ...boundingPolygon.flatMap(({ x, y }) => [x, y]),
    ...[left, top, right, bottom, lineHeight, angle],
    ...runs.flatMap((run) => [run.left, run.right, run.baseline, run.size]),
    ...segments.flatMap((segment) => [segment.left, segment.right]),
  ];
}

function within(inner: Box, outer: Box, slack: number): boolean {
  return (
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack &&
    inner.bottom <= outer.bottom + slack
  );
}

/** How far over the edge of its page a line may come: coordinates are rounded at every move, in inches. */
const EDGE = 0.05;

const isInside = ({ width, height }: Page, line: Line, slack: number) =>
  within(line, { left: 0, top: 0, right: width, bottom: height }, slack);

describe('any preprocessors in any order', () => {
  it('give finite coordinates, pages that were there, and no more lines than characters', async () => {
    await fc.assert(
      fc.asyncProperty(pages, fc.array(anyEntry, { minLength: 1, maxLength: 8 }), async (before, entries) => {
        const { pages: after } = await preprocess(deepFreeze(before), entries);
        const known = new Map(before.map((page) => [page.index, page]));
        const indices = after.map(({ index }) => index);
        expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b));
        for (const page of after) {
          const original = known.get(page.index)!;
          const characters = original.lines.reduce((sum, { rawText }) => sum + rawText.length * 2, 0);
          expect(page.lines.length).toBeLessThanOrEqual(characters);
          expect(page.width * page.height).toBeGreaterThan(0);
          const numbers = [page.width, page.height, ...Object.values(page.transform)];
          expect([...numbers, ...page.lines.flatMap(coordinatesOf)].every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('keep lines on their page, unless they straighten or align it', async () => {
    const kept = TYPES.filter((type) => type !== 'deskew');
    const entry = fc.constantFrom(...kept).chain(entryOf);
    await fc.assert(
      fc.asyncProperty(pages, fc.array(entry, { minLength: 1, maxLength: 5 }), async (all, entries) => {
        const before = all.map((page) => ({
          ...page,
          // Exactly on the page: what stands out of it a little stands out more when the page is enlarged.
          lines: page.lines.filter((line) => line.angle % 90 === 0 && isInside(page, line, 0)),
        }));
        const { pages: after } = await preprocess(before, entries);
        for (const page of after)
          expect(page.lines.filter((line) => !isInside(page, line, EDGE))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

describe.each(Object.keys(moves) as (keyof typeof moves)[])('%s', (type) => {
  const several = fc.array(moves[type], { minLength: 1, maxLength: 2 });

  it('moves lines by the transform that the page has', async () => {
    await fc.assert(
      fc.asyncProperty(markedPages, several, async (marked, entries) => {
        const before = marked.map(({ page }) => page);
        const { pages: after } = await preprocess(deepFreeze(before), entries);
        after.forEach((page, i) => {
          for (const line of before[i]!.lines) {
            const moved = page.lines.find(({ text }) => text === line.text)!;
            line.boundingPolygon.forEach((corner, at) => {
              const place = shownAt(page, corner);
              // Rounded after each of two moves, and the second may enlarge what the first rounded.
              expect(Math.abs(moved.boundingPolygon[at]!.x - place.x)).toBeLessThan(0.005);
              expect(Math.abs(moved.boundingPolygon[at]!.y - place.y)).toBeLessThan(0.005);
            });
          }
        });
      }),
      runs,
    );
  });

  it('moves paths, rulings and pixels by the same, and leaves the drawing it was given alone', async () => {
    await fc.assert(
      fc.asyncProperty(markedPages, several, async (marked, entries) => {
        const before = marked.map(({ page }) => page);
        const source = await before[0]!.graphics!.raster({ dpi: DPI });
        const copy = source.data.slice();
        const { pages: after } = await preprocess(before, entries);
        for (const [i, page] of after.entries()) await expectMarks(page, marked[i]!.mark);
        expect(Buffer.compare(Buffer.from(source.data), Buffer.from(copy))).toBe(0);
      }),
      { numRuns: 25 },
    );
  });
});

/** The square and the ruling are where the page's transform takes them, on paths and in pixels. */
async function expectMarks(page: Page, mark: { readonly x: number; readonly y: number }): Promise<void> {
  const paths = await page.graphics!.paths();
  const [square, ruling] = paths;
  const corners = square!.subpaths[0]!.points;
  const centre = shownAt(page, mark);
  expect((corners[0]!.x + corners[2]!.x) / 2).toBeCloseTo(centre.x, 6);
  expect((corners[0]!.y + corners[2]!.y) / 2).toBeCloseTo(centre.y, 6);
  const ends = RULING.map((end) => shownAt(page, end));
  ruling!.subpaths[0]!.points.forEach((point, at) => {
    expect(point.x).toBeCloseTo(ends[at]!.x, 6);
    expect(point.y).toBeCloseTo(ends[at]!.y, 6);
  });
  const { b, c, a, d } = page.transform;
  if ((Math.abs(b) < 1e-9 && Math.abs(c) < 1e-9) || (Math.abs(a) < 1e-9 && Math.abs(d) < 1e-9)) {
    const [found, ...others] = vectorRulings([ruling!]);
    expect(others).toEqual([]);
    expect(found).toMatchObject(rulingBetween(ends));
  }
  const bitmap = await page.graphics!.raster({ dpi: DPI });
  expect(Math.abs(bitmap.width - page.width * DPI)).toBeLessThanOrEqual(1);
  expect(Math.abs(bitmap.height - page.height * DPI)).toBeLessThanOrEqual(1);
  const at = (dx: number, dy: number) =>
    brightness(bitmap, shownAt(page, { x: mark.x + dx, y: mark.y + dy }));
  for (const [dx, dy] of [
    [0, 0],
    [0.3, 0.3],
    [-0.3, 0.3],
  ] as const) {
    expect(at(dx, dy) ?? 0).toBeLessThan(64);
  }
  for (const [dx, dy] of [
    [0.8, 0],
    [-0.8, 0],
    [0, 0.8],
  ] as const) {
    if (Math.abs(mark.y + dy - RULING[0].y) > 0.3) expect(at(dx, dy) ?? 255).toBeGreaterThan(192);
  }
}

/** The ruling that runs between two points of a page that is not askew. */
function rulingBetween([start, end]: readonly Point[]): object {
  const isHorizontal = Math.abs(start!.y - end!.y) < Math.abs(start!.x - end!.x);
  const [along, across] = isHorizontal ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const reach = [start![along], end![along]].sort((a, b) => a - b);
  return {
    orientation: isHorizontal ? 'horizontal' : 'vertical',
    at: expect.closeTo(start![across], 2),
    from: expect.closeTo(reach[0]!, 2),
    to: expect.closeTo(reach[1]!, 2),
  };
}

describe('ocr', () => {
  it('reads the page as the preprocessors before it left it', async () => {
    const move = fc
      .constantFrom(...(Object.keys(moves) as (keyof typeof moves)[]))
      .chain((type) => moves[type]);
    await fc.assert(
      fc.asyncProperty(markedPages, fc.array(move, { maxLength: 2 }), async (marked, before) => {
        const entries = [...before, { type: 'ocr', pageLinesLimit: 99 }];
        const { pages: after } = await preprocess(
          marked.map(({ bare }) => bare),
          entries,
          { ocr: readSquare },
        );
        after.forEach((page, i) => {
          const [line] = page.lines;
          const centre = shownAt(page, marked[i]!.mark);
          const isWhole = [-0.6, 0.6].every((d) => {
            const place = shownAt(page, { x: marked[i]!.mark.x + d, y: marked[i]!.mark.y + d });
            return place.x > 0 && place.y > 0 && place.x < page.width && place.y < page.height;
          });
          if (!isWhole || !line) return;
          expect(Math.abs((line.left + line.right) / 2 - centre.x)).toBeLessThan(0.15);
          expect(Math.abs((line.top + line.bottom) / 2 - centre.y)).toBeLessThan(0.15);
        });
      }),
      { numRuns: 20 },
    );
  });
});

describe.each([
  'pageFilter',
  'pageRange',
  'removeFooter',
  'removeHeader',
  'removeLines',
  'removePage',
  'nlp',
])('%s', (type) => {
  it('shares the lines that it leaves, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(pages, entryOf(type), async (before, entry) => {
        const { pages: after } = await preprocess(before, entry);
        for (const page of after) {
          const original = before.find(({ index }) => index === page.index)!;
          const places = page.lines.map((line) => original.lines.indexOf(line));
          expect(places).not.toContain(-1);
          expect(places).toEqual([...places].sort((a, b) => a - b));
          expect({ ...page, lines: [] }).toEqual({ ...original, lines: [] });
        }
      }),
      runs,
    );
  });
});

describe.each(['ligature', 'linearize', 'multicolumn', 'sort'])('%s', (type) => {
  it('leaves lines at their places, but for rows that it aligns', async () => {
    await fc.assert(
      fc.asyncProperty(pages, entryOf(type), async (before, entry) => {
        const { pages: after } = await preprocess(before, entry);
        for (const page of after) {
          const original = before.find(({ index }) => index === page.index)!;
          const isAligned = entry['align'] === true;
          const rest = original.lines.map((line) => placeOf(line, isAligned));
          for (const place of page.lines.map((line) => placeOf(line, isAligned))) {
            expect(rest).toContain(place);
            rest.splice(rest.indexOf(place), 1);
          }
          if (type !== 'linearize') expect(rest).toEqual([]);
          const { transform, width, height } = original;
          expect(page).toMatchObject({ transform, width, height });
        }
      }),
      runs,
    );
  });
});

/** Where a line is; without its height on the page where that may change. */
function placeOf({ boundingPolygon, left, right, lineHeight }: Line, isAligned: boolean): string {
  return JSON.stringify(isAligned ? [left, right, lineHeight] : boundingPolygon);
}

it('sort aligns rows by no more than their tolerance', async () => {
  await fc.assert(
    fc.asyncProperty(pages, fc.constantFrom(0, 0.08, 0.3), async (before, tolerance) => {
      const { pages: after } = await preprocess(before, { type: 'sort', tolerance, align: true });
      const tops = linesOf(before).map(({ page, left, right, text, top }) => ({
        key: JSON.stringify([page, left, right, text]),
        top,
      }));
      for (const { page, left, right, text, top } of linesOf(after)) {
        const key = JSON.stringify([page, left, right, text]);
        const near = tops.filter((each) => each.key === key && Math.abs(each.top - top) <= tolerance + 0.002);
        expect(near.length).toBeGreaterThan(0);
      }
    }),
    runs,
  );
});

describe.each(['mergeLines', 'splitLines'])('%s', (type) => {
  it('makes lines within what they are made of, in its direction', async () => {
    await fc.assert(
      fc.asyncProperty(pages, entryOf(type), async (before, entry) => {
        const { pages: after } = await preprocess(before, entry);
        for (const page of after) {
          const original = before.find(({ index }) => index === page.index)!;
          for (const line of page.lines) {
            const parts = original.lines.filter(
              (each) => line.text.includes(each.text) || each.text.includes(line.text),
            );
            expect(parts.length).toBeGreaterThan(0);
            if (line.angle % 90 !== 0) continue;
            const around = boundingBox(original.lines.flatMap((each) => [...each.boundingPolygon]));
            expect(within(line, around, 0.05)).toBe(true);
          }
        }
      }),
      runs,
    );
  });
});

it('composes transforms in the order of the entries', async () => {
  await fc.assert(
    fc.asyncProperty(markedPages, moves.deskew, moves.scale, async (marked, deskew, scale) => {
      const before = marked.map(({ page }) => page);
      const steps: Entry[] = [deskew, scale];
      let current: readonly Page[] = before;
      let expected = before.map(({ transform }) => transform);
      for (const step of steps) {
        const next = (await preprocess(current, step)).pages;
        // What a step does to a page is what takes the places before it to the places after it.
        const moved = next.map((page, i) => {
          const back = invertTransform(current[i]!.transform)!;
          return composeTransforms(back, page.transform);
        });
        expected = expected.map((transform, i) => composeTransforms(transform, moved[i]!));
        current = next;
      }
      const { pages: together } = await preprocess(before, steps);
      together.forEach((page, i) => {
        const corner = applyTransform(expected[i]!, { x: 8.5, y: 11 });
        const own = applyTransform(page.transform, { x: 8.5, y: 11 });
        expect(own.x).toBeCloseTo(corner.x, 6);
        expect(own.y).toBeCloseTo(corner.y, 6);
      });
    }),
    runs,
  );
});
