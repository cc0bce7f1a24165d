/** The parameters that every method takes, and the stages that they act in. */
// See docs/language/01-document-anchors-fields.md#5-method-wide-parameters
import * as z from 'zod';
import { withDefault } from '../../foundation/schema/defaults.js';
import {
  type ConfigWarning,
  closedObject,
  deprecatedMember,
  limitedNumber,
} from '../../foundation/schema/grammar.js';
import type { Grammar } from '../../foundation/schema/language.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import { comparableText } from '../../page/document/cleaning.js';
import type { Line } from '../../page/document/model.js';
import { sortByLeft, sortLeftToRight } from '../../page/document/order.js';
import { foldCase } from '../anchors/folding.js';
import { positionsMet } from '../anchors/matchers.js';
import { matcherSchema } from '../anchors/schema.js';
import type { CompiledType } from '../types/definition.js';
import { removeTyped, tiebreakerSchema } from '../types/select.js';
import type { Piece } from './definition.js';
import { HORIZONTAL } from './shared.js';

/** How far a line may stick out of an x range, in inches. */
const X_RANGE_SLACK = 0.005;

/** Members that every method accepts besides its own. */
export function commonMembers(grammar: Grammar) {
  return {
    tiebreaker: tiebreakerSchema
      .optional()
      .describe('Which of several values to take; without it, text is joined and other types give the first'),
    lineFilters: z
      .union([z.array(matcherSchema), matcherSchema])
      .optional()
      .describe('Lines that match any of these are left out'),
    typeFilters: z
      .array(grammar.filterType)
      .optional()
      .describe('Lines that contain a value of one of these types are left out'),
    wordFilters: z.array(z.string().min(1)).optional().describe('Texts to remove, ignoring case'),
    whitespaceFilter: z
      .enum(['spaces', 'all'])
      .optional()
      .describe('Collapse repeated spaces, or remove all white space'),
    xRangeFilter: closedObject({
      start: z.enum(HORIZONTAL).describe('Side of the anchor line from which the range is measured'),
      offsetX: z.number().describe('Inches from that side to the left end of the range'),
      width: limitedNumber(0).describe('Width of the range in inches'),
    })
      .meta({ title: 'anchor x range' })
      .optional()
      .describe('Lines must lie completely inside this range'),
    xMajorSort: deprecatedMember(
      withDefault(z.boolean(), false).describe('Deprecated: sort lines by x, then by y'),
      '"sortLines": "readingOrderLeftToRight"',
    ),
    sortLines: z
      .literal('readingOrderLeftToRight')
      .optional()
      .describe('Sort lines in reading order, rows from left to right'),
  };
}

/** Warnings about common members of a method that looks at no text. @param kept those that it heeds all the same */
export function ignoredFilters(options: object, why: string, kept: readonly string[] = []): ConfigWarning[] {
  return COMMON_MEMBERS.flatMap((name) => {
    if (kept.includes(name) || Reflect.get(options, name) === undefined) return [];
    return [{ path: [name], code: 'ignored_member', message: `has no effect: ${why}` }];
  });
}

const COMMON_MEMBERS = [
  'tiebreaker',
  'lineFilters',
  'typeFilters',
  'wordFilters',
  'whitespaceFilter',
  'xRangeFilter',
  'xMajorSort',
  'sortLines',
] as const satisfies readonly (keyof CommonOptions)[];

/** The common members as a parsed config holds them. */
export type CommonOptions = z.output<z.ZodObject<ReturnType<typeof commonMembers>>>;

/** A piece that a stage dropped, and why. */
interface DroppedPiece {
  readonly piece: Piece;
  readonly reason: string;
}

interface FilteredPieces {
  readonly pieces: readonly Piece[];
  readonly dropped: readonly DroppedPiece[];
}

/** A character that a font maps to something; U+FFFD represents glyphs that nobody can read. */
const UNREAD = '\ufffd';
const MAPPED = /[^\s\ufffd]/u;

/**
 * The stages of filters, in their order: pieces that nobody can read, x range, line filters, type filters, sorting, word
 * filters, white space.
 * @param anchor the line that the x range counts from; without one there is no x range
 */
// See docs/language/01-document-anchors-fields.md#51-order-of-application
export function filterPieces(
  captured: readonly Piece[],
  options: CommonOptions,
  anchor: Line | undefined,
  typeFilters: readonly CompiledType[],
  guard: PatternGuard,
): FilteredPieces {
  const dropped: DroppedPiece[] = [];
  let pieces = captured;
  const keep = (reason: string, test: (piece: Piece, position: number) => boolean) => {
    const kept = pieces.filter((piece, position) => {
      if (test(piece, position)) return true;
      dropped.push({ piece, reason });
      return false;
    });
    pieces = kept;
  };
  const { xRangeFilter, lineFilters, wordFilters, whitespaceFilter } = options;
  keep('its glyphs mean no characters', ({ text }) => !text.includes(UNREAD) || MAPPED.test(text));
  if (xRangeFilter && anchor) {
    const from = anchor[xRangeFilter.start] + xRangeFilter.offsetX;
    const to = from + xRangeFilter.width;
    keep(
      'outside the xRangeFilter',
      ({ line }) => line.left >= from - X_RANGE_SLACK && line.right <= to + X_RANGE_SLACK,
    );
  }
  if (lineFilters) {
    const met = positionsMet(lineFilters, pieces.map(ownLine), guard);
    keep('removed by lineFilters', (_, position) => !met.has(position));
  }
  if (typeFilters.length > 0) {
    const left = new Set(removeTyped(typeFilters, pieces, guard));
    keep('removed by typeFilters', (_, position) => left.has(position));
  }
  pieces = sorted(pieces, options);
  if (wordFilters)
    pieces = pieces.map((piece) => ({ ...piece, text: withoutWords(piece.text, wordFilters) }));
  if (whitespaceFilter) {
    pieces = pieces.map((piece) => ({ ...piece, text: withoutSpace(piece.text, whitespaceFilter) }));
  }
  return { pieces, dropped };
}

/** Lines that the x range keeps, in the order that is asked for: what a model is shown, before it answers. */
export function arrangedLines(
  lines: readonly Line[],
  options: CommonOptions,
  anchor: Line | undefined,
): readonly Line[] {
  const { xRangeFilter, xMajorSort, sortLines } = options;
  if (!xRangeFilter && !xMajorSort && !sortLines) return lines;
  const guard = { milliseconds: 0, report: () => undefined };
  const { pieces } = filterPieces(
    lines.map((line) => ({ text: line.text, line })),
    { xRangeFilter, xMajorSort, sortLines },
    anchor,
    [],
    guard,
  );
  return pieces.map(({ line }) => line);
}

/** A part of a line is tested by its own text, and by the geometry of its line. */
function ownLine({ text, line }: Piece): Line {
  return text === line.text ? line : (Object.create(line, { text: { value: text } }) as Line);
}

function sorted(pieces: readonly Piece[], options: CommonOptions): readonly Piece[] {
  if (options.sortLines === undefined && options.xMajorSort !== true) return pieces;
  const order = options.sortLines === undefined ? sortByLeft : sortLeftToRight;
  const position = new Map(order(pieces.map(({ line }) => line)).map((line, i) => [line, i]));
  return [...pieces].sort((a, b) => (position.get(a.line) ?? 0) - (position.get(b.line) ?? 0));
}

/**
 * Removes all occurrences of some texts, ignoring case. An occurrence glued to a further letter or digit, on a
 * side where the filter itself ends in one, is part of another word and stays.
 */
export function withoutWords(text: string, words: readonly string[]): string {
  let kept = text;
  for (const word of words) kept = withoutWord(kept, comparableText(word).replace(/ +/gu, ' '));
  return kept.trim();
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

function withoutWord(text: string, word: string): string {
  const lower = foldCase(text);
  const wanted = foldCase(word);
  const bound = (own: string | undefined, beside: string | undefined) =>
    own !== undefined && beside !== undefined && WORD_CHARACTER.test(own) && WORD_CHARACTER.test(beside);
  let kept = '';
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    if (at < from) continue;
    const end = at + wanted.length;
    if (bound(wanted[0], text[at - 1]) || bound(wanted.at(-1), text[end])) continue;
    kept += text.slice(from, at);
    from = end;
  }
  return kept + text.slice(from);
}

/** Collapses repeated spaces and trims, or removes all white space. */
export function withoutSpace(text: string, filter: 'spaces' | 'all'): string {
  return filter === 'all' ? text.replace(/\s+/gu, '') : text.replace(/ {2,}/gu, ' ').trim();
}
