/** `linearize`: reads blocks of a page one after the other. */
// See docs/language/05-preprocessors.md#5102-linearize
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { closedObject, listOf } from '../../foundation/schema/grammar.js';
import { type Box, isInside } from '../../page/document/geometry.js';
import { withFlow } from '../../page/document/line-edits.js';
import type { Line, Page } from '../../page/document/model.js';
import { sortPageLines } from '../../page/document/order.js';
import { horizontalRangeSchema, type RangeSection } from '../anchors/ranges.js';
import { anchorMatchSchema } from '../anchors/schema.js';
import { definePreprocessor } from './definition.js';
import { type FoundSection, findSections, pagesWith } from './places.js';
import { pageByPage, reordered } from './shared.js';

/**
 * How far a line may stick out of its block, in inches; must stay below 0.02 (example: linearize_2.pdf, where a
 * row that sticks out by 0.02 is dropped).
 */
const BLOCK_SLACK = 0.01;

const blockMembers = {
  minX: withDefault(z.number(), 0).describe('Left edge in inches'),
  maxX: z.number().optional().describe('Right edge in inches; without it, that of the page'),
  minY: withDefault(z.number(), 0).describe('Top edge in inches from the top of the page'),
  maxY: z
    .number()
    .optional()
    .describe('Bottom edge in inches from the top of the page; without it, that of the page'),
};

const block = closedObject(blockMembers).superRefine(
  ({ minX = -Infinity, maxX = Infinity, minY = -Infinity, maxY = Infinity }, context) => {
    if (minX >= maxX) context.addIssue({ code: 'custom', message: 'minX must be less than maxX' });
    if (minY >= maxY) context.addIssue({ code: 'custom', message: 'minY must be less than maxY' });
  },
);
type Block = z.infer<typeof block>;

/** A part of a page that is cut in blocks. */
interface Area {
  /** In document order. */
  readonly lines: ReadonlySet<Line>;
  /** Those of them that its section sees from elsewhere, which its edges do not bound. */
  readonly external: ReadonlySet<Line>;
  /** Inches. */
  readonly top: number;
  readonly bottom: number;
}

export const linearize = definePreprocessor({
  id: 'linearize',
  summary: 'Reads blocks of a page one after the other; lines in no block are removed',
  options: () => ({
    blocks: listOf(block, 'all lines there are removed').describe('Rectangles to read, in order'),
    match: anchorMatchSchema.optional().describe('Work on whole pages with this line'),
    range: horizontalRangeSchema.optional().describe('Work on these sections only'),
  }),
  check({ match, range }, context) {
    if (match === undefined && range === undefined) {
      const message = 'match or range is required: the pages or the sections to work on';
      context.addIssue({ code: 'custom', path: [], message, params: { code: 'required' } });
    }
    if (match !== undefined && range !== undefined) {
      const message = 'cannot be combined with match: blocks are cut out of pages or of sections';
      context.addIssue({ code: 'custom', path: ['range'], message });
    }
  },
  apply(pages, { blocks, match, range }, context) {
    if (match !== undefined) {
      const chosen = pagesWith(pages, match, context);
      return pageByPage(pages, context, (page) =>
        chosen.has(page.index) ? arrange(page, [wholePage(page)], blocks) : page,
      );
    }
    const sections = range === undefined ? [] : findSections(pages, range, context);
    const areas = areasByPage(pages, sections);
    return pageByPage(pages, context, (page) => arrange(page, areas.get(page.index) ?? [], blocks));
  },
  examples: [
    {
      title: 'two columns, the left one first',
      lines: [
        { text: 'Left one', left: 1, top: 1 },
        { text: 'Right one', left: 5, top: 1 },
        { text: 'Left two', left: 1, top: 2 },
        { text: 'Right two', left: 5, top: 2 },
      ],
      preprocessor: { type: 'linearize', match: 'left one', blocks: [{ maxX: 4 }, { minX: 4 }] },
      result: [['Left one', 'Left two', 'Right one', 'Right two']],
    },
    {
      title: 'only between two lines; what is in no block is gone',
      lines: [
        { text: 'Title', left: 1, top: 0.5 },
        { text: 'Calls', left: 1, top: 1 },
        { text: 'B', left: 5, top: 1.5 },
        { text: 'A', left: 1, top: 1.6 },
        { text: 'margin note', left: 7.5, top: 1.6 },
        { text: 'Sum', left: 1, top: 2 },
        { text: 'Page 1', left: 7, top: 10 },
      ],
      preprocessor: {
        type: 'linearize',
        range: { anchor: 'calls', stop: 'sum', stopOffsetY: 0.2 },
        blocks: [{ maxX: 4 }, { minX: 4, maxX: 7 }],
      },
      result: [['Title', 'Calls', 'A', 'Sum', 'B', 'Page 1']],
    },
  ],
});

function wholePage({ lines, height }: Page): Area {
  return { lines: new Set(lines), external: new Set(), top: 0, bottom: height };
}

/** The parts of pages that some sections lie on, by the page's number in the original file. */
function areasByPage(
  pages: readonly Page[],
  sections: readonly FoundSection[],
): ReadonlyMap<number, readonly Area[]> {
  const byIndex = new Map(pages.map((page) => [page.index, page]));
  const areas = new Map<number, Area[]>();
  for (const section of sections) {
    const all = new Set([...section.lines, ...section.external]);
    for (const index of new Set([...all].map((line) => line.page))) {
      const page = byIndex.get(index)!;
      const lines = new Set(page.lines.filter((line) => all.has(line)));
      const external = new Set(section.external.filter((line) => line.page === index));
      const area = { lines, external, ...extentOn(page, section) };
      areas.set(index, [...(areas.get(index) ?? []), area]);
    }
  }
  return areas;
}

/**
 * From where to where a section reaches on a page. On a page of several flows it is a stretch of the reading
 * order, not of y, so it has no edges of its own.
 */
function extentOn(
  page: Page,
  { start, end }: RangeSection,
): { readonly top: number; readonly bottom: number } {
  const { index, height, lines } = page;
  if (lines.some((line) => line.flow !== lines[0]!.flow)) return { top: 0, bottom: height };
  return {
    top: start.page === index ? Math.max(0, start.y) : 0,
    bottom: end?.page === index ? Math.min(height, end.y) : height,
  };
}

/** Numbers the flows of a page along its areas and the lines between them. */
function arrange(page: Page, areas: readonly Area[], blocks: readonly Block[]): Page {
  if (areas.length === 0) return page;
  const groups = readingGroups(page, areas, blocks).filter((group) => group.length > 0);
  return reordered(
    page,
    groups.flatMap((group, flow) => group.map((line) => withFlow(line, flow))),
  );
}

/** Lines that are read one after the other: those outside areas in their order, those of areas by blocks. */
function readingGroups(page: Page, areas: readonly Area[], blocks: readonly Block[]): readonly Line[][] {
  const areaOf = new Map(areas.flatMap((area) => [...area.lines].map((line) => [line, area] as const)));
  const groups: Line[][] = [];
  const done = new Set<Area>();
  let outside: Line[] | undefined;
  // From geometry, not by the rows of an earlier sort: lines outside stay above what begins lower.
  for (const line of sortPageLines(page.lines)) {
    const area = areaOf.get(line);
    if (area) {
      if (!done.has(area)) groups.push(...linesOfBlocks(page, area, blocks));
      done.add(area);
      outside = undefined;
    } else if (outside?.at(-1)?.flow === line.flow) {
      outside?.push(line);
    } else {
      outside = [line];
      groups.push(outside);
    }
  }
  return groups;
}

/** The lines of an area by block; a line goes to the first block that holds it whole (steps 2 to 4). */
function linesOfBlocks(page: Page, area: Area, blocks: readonly Block[]): Line[][] {
  const boxes = blocks.map((given): Box => {
    const { minX, maxX = page.width, minY, maxY = page.height } = settled(blockMembers, given);
    return { left: minX, top: minY, right: maxX, bottom: maxY };
  });
  const own = boxes.map(({ top, bottom, ...sides }) => ({
    ...sides,
    top: Math.max(top, area.top),
    bottom: Math.min(bottom, area.bottom),
  }));
  const groups = boxes.map((): Line[] => []);
  for (const line of area.lines) {
    const position = (area.external.has(line) ? boxes : own).findIndex((box) =>
      isInside(line, box, BLOCK_SLACK),
    );
    groups[position]?.push(line);
  }
  return groups;
}
