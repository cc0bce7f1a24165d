import { z } from 'zod';
import { settled, withDefault } from '../defaults.js';
import { boxHeight, overlapY } from '../document/geometry.js';
import { type AnnotatedLine, annotateScripts } from '../document/layout/scripts.js';
import type { Line } from '../document/model.js';
import { type Candidate, defineType, type TypeLine, type WholeValue } from './definition.js';

/** A gap of more than this many font sizes of the lower row begins a paragraph. */
// See docs/language/04-types.md#417-paragraph
const PARAGRAPH_BREAK = 0.4;
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
  paragraphBreakThreshold: withDefault(z.number().min(0), PARAGRAPH_BREAK).describe(
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
        const rows = rowsOf(annotate ? annotated(lines) : lines.map(plain));
        if (annotate) markPageEnds(rows);
        return splitParagraphs(rows, paragraphBreakThreshold).map((own): Candidate => {
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

function rowsOf(lines: readonly PositionedLine[]): Row[] {
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

function splitParagraphs(rows: readonly Row[], threshold: number): Row[][] {
  const paragraphs: Row[][] = [];
  for (const [i, row] of rows.entries()) {
    if (i > 0 && !isBreak(rows[i - 1]!, row, threshold)) paragraphs.at(-1)!.push(row);
    else paragraphs.push([row]);
  }
  return paragraphs;
}

/** A gap that is wide for the size of the lower row; a change of column or page is none. */
function isBreak({ tallest: upper }: Row, { tallest: lower }: Row, threshold: number): boolean {
  if (!upper || !lower || upper.page !== lower.page) return false;
  const gap = lower.top - upper.bottom;
  return gap >= 0 && gap > threshold * lower.lineHeight;
}
