/** Arbitrary documents and entries of every preprocessor, for properties. */
import fc from 'fast-check';
import type { Page } from '../../../src/page/document/model.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import type { Entry } from './support.js';

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

/** Pages of up to 25 lines, some turned, some of blanks within. */
export const pages: fc.Arbitrary<readonly Page[]> = fc
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

/** An arbitrary entry of each preprocessor, without its type. */
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
/** The types of all preprocessors. */
export const TYPES = Object.keys(ENTRIES);
/** An arbitrary entry of one preprocessor. */
export const entryOf = (type: string): fc.Arbitrary<Entry> =>
  ENTRIES[type]!.map((options) => ({ type, ...options }));
/** An arbitrary entry of any preprocessor. */
export const anyEntry = fc.constantFrom(...TYPES).chain(entryOf);

/** The value, frozen with all that it holds, but for typed arrays, which cannot be. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (ArrayBuffer.isView(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
