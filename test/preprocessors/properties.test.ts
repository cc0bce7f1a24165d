import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFromLines, type LineSketch } from '../../src/document/from-lines.js';
import type { Line, Page } from '../../src/document/model.js';
import { sortPageLines } from '../../src/document/order.js';
import { applyTransform, invertTransform } from '../../src/geometry.js';
import { type Entry, linesOf, preprocess } from './support.js';

const sketch: fc.Arbitrary<LineSketch> = fc.record({
  text: fc
    .array(fc.constantFrom('Total', 'Date', 'Page 1', 'Page 2', '?re', 'a', '  ', '   ', '12', '-'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join(' ')),
  left: fc.integer({ min: 0, max: 80 }).map((x) => x / 10),
  top: fc.integer({ min: 0, max: 400 }).map((y) => y / 40),
  width: fc.integer({ min: 1, max: 40 }).map((width) => width / 10),
  height: fc.constantFrom(0.1, 0.139, 0.2),
  page: fc.integer({ min: 0, max: 2 }),
  angle: fc.constantFrom(0, 0, 0, 0, 0, 1, 12, 90, 180, -90),
});

const pages: fc.Arbitrary<readonly Page[]> = fc
  .array(sketch, { maxLength: 25 })
  .map((lines) => documentFromLines(lines.filter(({ text }) => text.trim() !== '')).pages);

const match = fc.constantFrom<unknown>(
  'total',
  'page',
  { type: 'first' },
  { type: 'regex', pattern: '.' },
  [
    { type: 'includes', text: 'date' },
    { type: 'includes', text: 'total' },
  ],
  'absent',
);
const inches = fc.integer({ min: -20, max: 100 }).map((y) => y / 10);
const range = fc.record({
  anchor: fc.constant('total'),
  stop: fc.constantFrom('date', 'absent'),
  offsetY: inches,
});
const blocks = fc.constantFrom([{}], [{ maxX: 4 }, { minX: 3.5 }], [{ maxY: 5 }, {}], [{ minX: 2, maxX: 6 }]);
const point = (text: string) =>
  fc.record({
    match: fc.constant(text),
    targetPosition: fc.record({ x: inches, y: inches }),
    start: fc.constantFrom('left', 'right'),
  });

/** An arbitrary entry of each preprocessor. */
const ENTRIES: Readonly<Record<string, fc.Arbitrary<object>>> = {
  deskew: fc.record({
    fixedPoints: fc.tuple(point('total'), point('date'), point('page')),
    matchAll: fc.boolean(),
  }),
  ligature: fc.record({
    mappings: fc.constantFrom({ '?': ['fi', 'fl'] }, { a: ['bb', ''], '12': ['x'] }),
    forceReplaceAll: fc.boolean(),
  }),
  linearize: fc.oneof(fc.record({ blocks, match }), fc.record({ blocks, range })),
  mergeLines: fc.record(
    {
      directlyAdjacentThreshold: fc.constantFrom(0, 0.16, 3),
      adjacentThreshold: fc.constantFrom(0, 0.6, 9),
      yOverlapThreshold: fc.constantFrom(0, 0.4, 1),
      minXGapThreshold: fc.constantFrom(0, 0.1, 2),
    },
    { requiredKeys: ['directlyAdjacentThreshold', 'adjacentThreshold'] },
  ),
  multicolumn: fc.record({ minGutterArea: fc.constantFrom(0, 1, 5) }),
  nlp: fc.constant({ pageHinting: true }),
  ocr: fc.record({ match, pageLinesLimit: fc.constantFrom(0, 5) }),
  pageFilter: fc.record({ terms: fc.constant(['total']), maxPages: fc.constantFrom(1, 2) }),
  pageRange: fc.constantFrom({}, { startPage: 1 }, { endPage: 2 }),
  removeFooter: fc.oneof(fc.record({ offsetY: inches }), fc.record({ match, offsetY: inches })),
  removeHeader: fc.oneof(fc.record({ startsOnPage: fc.constantFrom(1, 2) }), fc.record({ match })),
  removeLines: fc.record({ match }),
  removePage: fc.record({ match, matchAll: fc.boolean(), pageOffset: fc.constantFrom(-1, 0, 1) }),
  rotatePage: fc.record({ match, matchAll: fc.boolean() }),
  scale: fc.record({
    samples: fc.record({ match, targetHeight: fc.constantFrom(0.05, 0.2, 0.7) }).map((sample) => [sample]),
    perPage: fc.boolean(),
  }),
  sort: fc.record({ tolerance: fc.constantFrom(0, 0.08, 0.5), align: fc.boolean() }),
  splitLines: fc.oneof(
    fc.record({ minSpaces: fc.constantFrom(1, 3) }),
    fc.record({ minSpaces: fc.constant(2), match }),
    fc.record({ minSpaces: fc.constant(1), separator: fc.constantFrom('-', 'a'), range }),
  ),
};
const TYPES = Object.keys(ENTRIES);
const entryOf = (type: string): fc.Arbitrary<Entry> =>
  ENTRIES[type]!.map((options) => ({ type, ...options }));
const anyEntry = fc.constantFrom(...TYPES).chain(entryOf);

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}

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

  it('leaves every line on a page of the file, in order, within the page that its transform tells', async () => {
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
