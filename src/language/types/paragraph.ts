import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { limitedNumber } from '../../foundation/schema/grammar.js';
import { boxHeight, overlapY } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import { textBlocks } from '../../page/layout/columns.js';
import { goesOn, isBelow } from '../../page/layout/paragraphs.js';
import { PARAGRAPH_BREAK } from '../../page/layout/running-text.js';
import { type AnnotatedLine, annotateScripts } from '../../page/layout/scripts.js';
import { type Candidate, defineType, type TypeLine, type WholeValue } from './definition.js';

/** Lines form a row when they share this much of the smaller height. */
const ROW_OVERLAP = 0.5;
/** Follows the last row of a page when text goes on behind it. */
const END_OF_PAGE = '[EOP]';

/** Lines beside each other; geometry is missing for text that is not from a document. */
interface Row {
  text: string;
  readonly positions: number[];
  /** Line of the greatest height, by which gaps are measured. */
  tallest: Line | undefined;
  /** Line that came last. */
  last: Line | undefined;
}

interface PositionedLine {
  readonly text: string;
  readonly line: Line | undefined;
  readonly positions: readonly number[];
}

const members = {
  paragraphBreakThreshold: withDefault(limitedNumber(0), PARAGRAPH_BREAK).describe(
    'Gap above a row beyond which a paragraph begins, in font sizes of the row',
  ),
  allNewlines: withDefault(z.boolean(), false).describe(
    'Keep the line breaks inside paragraphs, and put an empty line between paragraphs',
  ),
  annotateSuperscriptAndSubscript: withDefault(z.boolean(), false).describe(
    'Write superscripts as [^text], subscripts as [_text], and [EOP] at page breaks',
  ),
};

/** Text with its paragraphs kept apart. */
// See docs/language/04-types.md#417-paragraph
export const paragraph = defineType({
  id: 'paragraph',
  summary: 'Text whose paragraphs are separated by line breaks',
  plain: true,
  output: { type: z.literal('string'), value: z.string() },
  unfit: { typeFilters: 'every line is part of a paragraph, so it would remove everything' },
  options: () => members,
  compile(options) {
    const {
      paragraphBreakThreshold,
      allNewlines,
      annotateSuperscriptAndSubscript: annotate,
    } = settled(members, options);
    const separator = allNewlines ? '\n\n' : '\n';
    return {
      candidates(lines) {
        const blocks = blocksOf(annotate ? annotated(lines) : lines.map(plain)).map(textRows);
        if (annotate) markPageEnds(blocks.flat());
        return paragraphsOf(blocks, paragraphBreakThreshold).map((own): Candidate => {
          const value = own.map(({ text }) => text).join(allNewlines ? '\n' : ' ');
          return {
            value: { value: value.trim(), type: 'string' },
            lines: own.flatMap(({ positions }) => positions),
          };
        });
      },
      whole: (candidates) => joinAll(candidates, separator),
    };
  },
  examples: [
    {
      title: 'Text without geometry is one paragraph',
      lines: ['Vessels wait', 'at the outer buoy.'],
      result: { value: 'Vessels wait at the outer buoy.', type: 'string' },
    },
    {
      title: 'With its line breaks',
      options: { allNewlines: true },
      lines: ['Vessels wait', 'at the outer buoy.'],
      result: { value: 'Vessels wait\nat the outer buoy.', type: 'string' },
    },
  ],
});

function joinAll(candidates: readonly Candidate[], separator: string): WholeValue | null {
  if (candidates.length === 0) return null;
  const value = candidates.map((candidate) => candidate.value.value).join(separator);
  return { value: { value, type: 'string' }, lines: candidates.flatMap(({ lines }) => lines) };
}

function plain({ text, line }: TypeLine, position: number): PositionedLine {
  return { text: text.trim(), line, positions: [position] };
}

/** Lines with their scripts marked; parts of lines, and text that filters changed, stay as they are. */
function annotated(lines: readonly TypeLine[]): PositionedLine[] {
  const wholeLines = lines.flatMap(({ text, line }, position) =>
    line && text === line.text ? [{ line, position }] : [],
  );
  const results = annotateScripts(wholeLines.map(({ line }) => line));
  const original = (i: number) => wholeLines[i]!.position;
  const own = new Map<number, AnnotatedLine>();
  const moved = new Set(wholeLines.map(({ position }) => position));
  for (const result of results) {
    const position = original(result.positions.find((i) => wholeLines[i]!.line === result.line)!);
    own.set(position, result);
    moved.delete(position);
  }
  return lines.flatMap((line, position) => {
    if (moved.has(position)) return [];
    const result = own.get(position);
    if (!result) return [plain(line, position)];
    return [{ text: result.text, line: result.line, positions: result.positions.map(original) }];
  });
}

/** Columns of running text one after the other, everything else as it comes. A preprocessor's order of blocks stays. */
function blocksOf(lines: readonly PositionedLine[]): (readonly PositionedLine[])[] {
  const blocks: PositionedLine[][] = [];
  for (let from = 0; from < lines.length; ) {
    const page = lines[from]!.line?.page;
    let to = from + 1;
    while (to < lines.length && lines[to]!.line?.page === page) to += 1;
    blocks.push(...blocksOnPage(lines.slice(from, to)));
    from = to;
  }
  return blocks;
}

function blocksOnPage(lines: readonly PositionedLine[]): PositionedLine[][] {
  const printed = new Set(lines.flatMap(({ line }) => line ?? []));
  if ([...printed].some(({ flow }) => flow !== 0)) return [[...lines]];
  const columns = textBlocks([...printed]);
  if (columns.length < 2) return [[...lines]];
  return columns.map((column) => {
    const own = new Set(column.lines);
    return lines.filter(({ line }) => line && own.has(line));
  });
}

function textRows(lines: readonly PositionedLine[]): Row[] {
  const rows: Row[] = [];
  for (const { text, line, positions } of lines) {
    if (text === '') continue;
    const row = rows.at(-1);
    if (row?.last && line && areBeside(row.last, line)) {
      row.text += ` ${text}`;
      row.positions.push(...positions);
      row.last = line;
      if (!row.tallest || boxHeight(line) > boxHeight(row.tallest)) row.tallest = line;
    } else {
      rows.push({ text, positions: [...positions], tallest: line, last: line });
    }
  }
  return rows;
}

function areBeside(a: Line, b: Line): boolean {
  return a.page === b.page && overlapY(a, b) >= ROW_OVERLAP * Math.min(boxHeight(a), boxHeight(b));
}

function markPageEnds(rows: readonly Row[]): void {
  for (const [i, row] of rows.entries()) {
    const next = rows[i + 1]?.last;
    if (row.last && next && next.page > row.last.page) row.text += ` ${END_OF_PAGE}`;
  }
}

/** The paragraphs of all blocks; a sentence that a column or a page cuts goes on in the next. */
function paragraphsOf(blocks: readonly (readonly Row[])[], threshold: number): Row[][] {
  const paragraphs: Row[][] = [];
  for (const block of blocks) {
    const [first, ...others] = splitParagraphs(block, threshold);
    const open = paragraphs.at(-1);
    if (!first) continue;
    if (open && !endsAtBlock(open.at(-1)!, first[0]!, threshold)) open.push(...first);
    else paragraphs.push(first);
    paragraphs.push(...others);
  }
  return paragraphs;
}

/** Whether a paragraph begins with the first row of a block; that of a further page never does. */
function endsAtBlock(last: Row, next: Row, threshold: number): boolean {
  const [end, begin] = [last.last, next.tallest];
  if (!end || !begin || end.page !== begin.page) return false;
  return isBelow(begin, end) ? isBreak(last, next, threshold) : !goesOn(end, begin);
}

function splitParagraphs(rows: readonly Row[], threshold: number): Row[][] {
  const paragraphs: Row[][] = [];
  for (const [i, row] of rows.entries()) {
    if (i > 0 && !isBreak(rows[i - 1]!, row, threshold)) paragraphs.at(-1)!.push(row);
    else paragraphs.push([row]);
  }
  return paragraphs;
}

/** A gap that is wide for the size of the lower row; a change of column or page is no such gap. */
function isBreak({ tallest: upper }: Row, { tallest: lower }: Row, threshold: number): boolean {
  if (!upper || !lower || upper.page !== lower.page) return false;
  const gap = lower.top - upper.bottom;
  return gap >= 0 && gap > threshold * lower.lineHeight;
}
