import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyTransform, invertTransform } from '../../../src/page/document/geometry.js';
import type { Line } from '../../../src/page/document/model.js';
import { sortPageLines } from '../../../src/page/document/order.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { anyEntry, deepFreeze, entryOf, pages, TYPES } from './entries.js';
import { linesOf, preprocess } from './support.js';

function visible(lines: readonly Line[]): string {
  return [...lines.map((line) => line.text.replace(/\s/gu, '')).join('')].sort().join('');
}

const runs = { numRuns: 60 };

describe.each(TYPES)('%s', (type) => {
  it('changes nothing that it is given, and gives the same every time', async () => {
    await fc.assert(
      fc.asyncProperty(pages, entryOf(type), async (before, entry) => {
        const copy = structuredClone(before);
        const first = await preprocess(deepFreeze(before), entry);
        expect(structuredClone(before)).toEqual(copy);
        expect(await preprocess(before, entry)).toEqual(first);
        expect(first.errors.filter((issue) => issue.type !== 'ocr')).toEqual([]);
      }),
      runs,
    );
  });

  it('leaves every line on a page of the file, in order, within the page that its transform gives', async () => {
    await fc.assert(
      fc.asyncProperty(pages, entryOf(type), async (before, entry) => {
        const { pages: after } = await preprocess(before, entry);
        for (const page of after) {
          expect(page.lines.every((line) => line.page === page.index)).toBe(true);
          expect(page.lines).toEqual(sortPageLines(page.lines, page.rowTolerance));
          const back = invertTransform(page.transform)!;
          const far = Math.max(...linesOf(before).flatMap(({ right, bottom }) => [right, bottom]));
          const near = Math.min(...linesOf(before).flatMap(({ left, top }) => [left, top]));
          const corners = page.lines.flatMap((line) =>
            line.boundingPolygon.map((corner) => applyTransform(back, corner)),
          );
          // Coordinates are rounded to 0.001 on the page as it became, which may be a twentieth of the original.
          const slack =
            0.5 + 0.001 / Math.abs(page.transform.a * page.transform.d - page.transform.b * page.transform.c);
          for (const { x, y } of corners) {
            expect(Math.max(x, y)).toBeLessThanOrEqual(far + slack);
            expect(Math.min(x, y)).toBeGreaterThanOrEqual(near - slack);
          }
        }
      }),
      runs,
    );
  });
});

it.each([
  ['pageRange', { endPage: 2 }],
  ['multicolumn', {}],
  ['removeLines', { match: { type: 'regex', pattern: 'a' } }],
  ['sort', {}],
  ['splitLines', { minSpaces: 2 }],
  ['removeFooter', { offsetY: -3 }],
  ['ligature', { mappings: { '?': ['fi', 'fl'] } }],
])('%s changes nothing the second time', async (type, options) => {
  await fc.assert(
    fc.asyncProperty(pages, async (before) => {
      const { pages: once } = await preprocess(before, { type, ...options });
      const { pages: twice } = await preprocess(once, { type, ...options });
      expect(twice.length).toBe(once.length);
      twice.forEach((page, i) => {
        expect(page).toBe(once[i]);
      });
    }),
    runs,
  );
});

it.each(['deskew', 'mergeLines', 'multicolumn', 'nlp', 'rotatePage', 'scale', 'sort'])(
  '%s loses no visible character',
  async (type) => {
    await fc.assert(
      fc.asyncProperty(pages, entryOf(type), async (before, entry) => {
        expect(visible(linesOf((await preprocess(before, entry)).pages))).toBe(visible(linesOf(before)));
      }),
      runs,
    );
  },
);

it('runs in any order, each on what the one before made', async () => {
  await fc.assert(
    fc.asyncProperty(pages, fc.array(anyEntry, { maxLength: 6 }), async (before, entries) => {
      const together = await preprocess(before, entries);
      let current = before;
      for (const entry of entries) current = (await preprocess(current, entry)).pages;
      expect(together.pages).toEqual(current);
      expect(together.errors.filter(({ type }) => type === 'unexpected')).toEqual([]);
      expect(together.warnings.every(({ path }) => path.startsWith('preprocessors['))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it.each<[string, readonly LineSketch[]]>([
  ['no lines', []],
  ['one line', [{ text: 'Total', left: 1, top: 1 }]],
  ['turned lines only', [0, 1, 2].map((i) => ({ text: 'Total', left: 1 + i, top: 2, angle: 90 }))],
  [
    'a thousand lines',
    Array.from({ length: 1000 }, (_, i) => ({ text: `Total ${i}`, left: i % 7, top: (i % 97) / 9 })),
  ],
])('copes with %s', async (_name, lines) => {
  const { pages: before } = documentFromLines(lines);
  for (const type of TYPES) {
    for (const entry of fc.sample(entryOf(type), { numRuns: 3, seed: 1 })) {
      const { errors } = await preprocess(before, entry);
      expect(errors.filter((issue) => issue.type !== 'ocr')).toEqual([]);
    }
  }
  expect(
    (
      await preprocess(
        [],
        TYPES.flatMap((type) => fc.sample(entryOf(type), { numRuns: 1, seed: 1 })),
      )
    ).pages,
  ).toEqual([]);
});
