/** `splitLines`: cuts lines at runs of spaces or of another separator. */
// See docs/language/05-preprocessors.md#582-splitlines
import * as z from 'zod';
import { wholeNumber } from '../../foundation/schema/grammar.js';
import { linePart } from '../../page/document/line-edits.js';
import type { Line, Page } from '../../page/document/model.js';
import { horizontalRangeSchema } from '../anchors/ranges.js';
import { anchorMatchSchema } from '../anchors/schema.js';
import { definePreprocessor, type PreprocessorContext } from './definition.js';
import { findSections, pagesWith } from './places.js';
import { pageByPage, withLines } from './shared.js';

export const splitLines = definePreprocessor({
  id: 'splitLines',
  summary: 'Cuts lines at runs of spaces or of another separator',
  options: () => ({
    minSpaces: wholeNumber(1).describe('Smallest number of consecutive separators at which a line is cut'),
    separator: z.string().min(1).optional().describe('What to count; without it, spaces of any kind'),
    match: anchorMatchSchema.optional().describe('Cut only on pages with this line'),
    range: horizontalRangeSchema.optional().describe('Cut only lines in these sections'),
  }),
  check({ match, range }, context) {
    if (match === undefined || range === undefined) return;
    const message = 'cannot be combined with match: lines are chosen by page or by section';
    context.addIssue({ code: 'custom', path: ['range'], message });
  },
  apply(pages, { minSpaces, separator, ...places }, context) {
    const chosen = chooseLines(pages, places, context);
    const pattern = { separator, minimum: minSpaces };
    return pageByPage(pages, context, (page) => splitPage(page, chosen, pattern));
  },
  examples: [
    {
      title: 'label and value typed into one line',
      lines: [{ text: 'Policy Number     18-376-190', left: 1, top: 1 }],
      preprocessor: { type: 'splitLines', minSpaces: 3 },
      result: [['Policy Number', '18-376-190']],
    },
    {
      title: 'another separator',
      lines: [{ text: 'a-b--c', left: 1, top: 1 }],
      preprocessor: { type: 'splitLines', minSpaces: 2, separator: '-' },
      result: [['a-b', 'c']],
    },
  ],
});

interface Places {
  readonly match?: z.infer<typeof anchorMatchSchema> | undefined;
  readonly range?: z.infer<typeof horizontalRangeSchema> | undefined;
}

function chooseLines(
  pages: readonly Page[],
  { match, range }: Places,
  context: PreprocessorContext,
): (line: Line) => boolean {
  if (match !== undefined) {
    const chosen = pagesWith(pages, match, context);
    return (line) => chosen.has(line.page);
  }
  if (range === undefined) return () => true;
  const sections = findSections(pages, range, context);
  const chosen = new Set(sections.flatMap(({ lines, external }) => [...external, ...lines]));
  return (line) => chosen.has(line);
}

interface SeparatorPattern {
  /** Undefined for spaces of any kind. */
  readonly separator: string | undefined;
  /** Least number in a row. */
  readonly minimum: number;
}

function splitPage(page: Page, chosen: (line: Line) => boolean, pattern: SeparatorPattern): Page {
  const lines: Line[] = [];
  for (const line of page.lines) {
    if (chosen(line)) lines.push(...splitLine(line, pattern));
    else lines.push(line);
  }
  return withLines(page, lines);
}

function splitLine(line: Line, pattern: SeparatorPattern): readonly Line[] {
  const runs = separatorRuns(line.rawText, pattern);
  if (runs.length === 0) return [line];
  const parts: Line[] = [];
  let start = 0;
  for (const { from, to } of [...runs, { from: line.rawText.length, to: 0 }]) {
    const part = linePart(line, start, from);
    if (part) parts.push(part);
    start = to;
  }
  return parts;
}

const SPACE = /[\t\p{Zs}]/u;

function isSeparatorAt(text: string, index: number, separator: string | undefined): boolean {
  return separator === undefined ? SPACE.test(text.charAt(index)) : text.startsWith(separator, index);
}

/** Where at least so many separators follow each other. */
function separatorRuns(text: string, { separator, minimum }: SeparatorPattern) {
  const length = separator?.length ?? 1;
  const runs: { readonly from: number; readonly to: number }[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from;
    while (to < text.length && isSeparatorAt(text, to, separator)) to += length;
    if (to > from && to - from >= minimum * length) runs.push({ from, to });
    from = Math.max(to, from + 1);
  }
  return runs;
}
