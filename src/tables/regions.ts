/** Where on a page tables stand: between lines drawn around or through them, and where rows of segments follow each other. */
import { type Box, centreX, centreY, overlapX, overlapY, unionBox } from '../document/geometry.js';
import type { Ruling } from '../graphics/rulings.js';
import { type Segment, type SegmentRow, segmentRow } from './segments.js';

/** Ends of lines that differ by less, in inches, make them sides of one table. */
const SAME_END = 0.12;
/** Shortest line above or below a table, in inches. */
const LEAST_WIDTH = 1;
/** Share of the rows between two lines that have several segments for a table to be there. */
const TABULAR = 0.5;
/** Rows of one segment in a row, at most, inside a table. */
const MOST_LABELS = 4;
/** Gap between the rows of one table, in sizes of type. */
const MOST_GAP = 2.4;
/** Fewest rows with several segments that make a table without lines. */
const LEAST_ROWS = 3;
/** Lines of two directions this near to each other touch, in inches. */
const TOUCHING = 0.06;
/** What of a caption is not the table: how its first words look. */
const CAPTION = /^(?:table|exhibit|figure|chart|schedule|appendix|box|tabelle|tableau|tabla)\b/iu;
/** Notes below a table. */
const NOTE = /^(?:notes?|sources?|quelle|fuente|nota|abbreviations?|key)\b\s?[:.]?/iu;

/** A place on a page where a table may be. */
export interface Region extends Box {
  /** Whether lines are drawn around it, or above and below it. */
  readonly isRuled: boolean;
}

/** The regions of a page that may be tables, those with lines first. */
export function regionsOf(rows: readonly SegmentRow[], rulings: readonly Ruling[], walled: readonly Box[]): readonly Region[] {
  const ruled = merged([...walled.map((box) => ({ ...box, isRuled: true })), ...ruledRegions(rows, rulings)]);
  const free = rows.flatMap((row) => {
    const left = row.segments.filter((segment) => !ruled.some((region) => covers(region, segment)));
    return left.length > 0 ? [segmentRow(left)] : [];
  });
  return [...ruled, ...freeRegions(free, rulings)];
}

function covers(region: Box, { left, right, top, bottom }: Box): boolean {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return x > region.left && x < region.right && y > region.top && y < region.bottom;
}

/** Regions that overlap, and those below each other with the same sides and next to nothing between, as one. */
function merged(regions: readonly Region[]): Region[] {
  const kept: Region[] = [];
  for (const region of regions) {
    let whole = region;
    for (let at = kept.findIndex((other) => belongs(other, whole)); at >= 0; at = kept.findIndex((other) => belongs(other, whole))) {
      whole = { ...unionBox(kept[at]!, whole), isRuled: true };
      kept.splice(at, 1);
    }
    kept.push(whole);
  }
  return kept;
}

function belongs(a: Region, b: Region): boolean {
  return overlapX(a, b) > TOUCHING && overlapY(a, b) > -TOUCHING && overlapY(a, b) > (overlapY(a, b) > 0 ? 0 : -TOUCHING);
}

/** Stretches between horizontal lines with the same ends in which most rows have several segments. */
function ruledRegions(rows: readonly SegmentRow[], rulings: readonly Ruling[]): Region[] {
  const regions: Region[] = [];
  for (const lines of linesOfOneWidth(rulings)) {
    let open: Region | undefined;
    for (const [i, line] of lines.entries()) {
      const above = lines[i - 1];
      if (!above) continue;
      const left = Math.min(above.from, line.from) - TOUCHING;
      const right = Math.max(above.to, line.to) + TOUCHING;
      const band = { left, right, top: above.at, bottom: line.at };
      const held = rows.flatMap((row) => {
        const own = row.segments.filter((segment) => covers(band, segment));
        return own.length > 0 ? [own] : [];
      });
      if (held.length === 0 && line.at - above.at < TOUCHING * 2) continue;
      if (held.length > 0 && isTabular(held)) {
        open = open && Math.abs(open.bottom - above.at) < TOUCHING * 2 ? { ...unionBox(open, band), isRuled: true } : { ...band, isRuled: true };
        if (regions.length > 0 && regions.at(-1)!.top === open.top && regions.at(-1)!.left >= open.left - SAME_END) regions.pop();
        regions.push(open);
      } else open = undefined;
    }
  }
  return regions;
}

function isTabular(rows: readonly (readonly Segment[])[]): boolean {
  const several = rows.filter((own) => own.length > 1).length;
  return several >= TABULAR * rows.length;
}

/** Long horizontal lines by their ends, each from the top. */
function linesOfOneWidth(rulings: readonly Ruling[]): Ruling[][] {
  const groups: Ruling[][] = [];
  for (const line of rulings) {
    if (line.orientation !== 'horizontal' || line.to - line.from < LEAST_WIDTH) continue;
    const group = groups.find(([first]) => Math.abs(first!.from - line.from) < SAME_END && Math.abs(first!.to - line.to) < SAME_END);
    if (group) group.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => group.sort((a, b) => a.at - b.at));
}

/** Stretches of rows, most of which have several segments, without lines around them. */
function freeRegions(rows: readonly SegmentRow[], rulings: readonly Ruling[]): Region[] {
  const regions: Region[] = [];
  let open: SegmentRow[] = [];
  const close = () => {
    const region = freeRegion(open);
    if (region) regions.push(region);
    open = [];
  };
  for (const row of rows) {
    const before = open.at(-1);
    if (before && (row.top - before.bottom > MOST_GAP * row.size || !fitsIn(open, row))) close();
    open.push(row);
  }
  close();
  void rulings;
  return regions;
}

function fitsIn(open: readonly SegmentRow[], row: SegmentRow): boolean {
  const labels = open.length - 1 - open.findLastIndex(({ segments }) => segments.length > 1);
  if (labels >= MOST_LABELS && row.segments.length === 1) return false;
  return true;
}

/** The stretch of some rows from the first to the last with several segments; undefined where they make no table. */
function freeRegion(rows: readonly SegmentRow[]): Region | undefined {
  const isSeveral = ({ segments }: SegmentRow) => segments.length > 1;
  const own = rows.slice(rows.findIndex(isSeveral), rows.findLastIndex(isSeveral) + 1);
  const several = own.filter(isSeveral);
  if (several.length < LEAST_ROWS || several.length < TABULAR * own.length) return undefined;
  const box = own.reduce<Box>(unionBox, own[0]!);
  return { ...box, isRuled: false };
}

/** An area without the titles at its top and the notes at its bottom. */
export function withoutCaptions(rows: readonly SegmentRow[]): readonly SegmentRow[] {
  const textOf = (row: SegmentRow) => row.segments[0]!.words.map(({ text }) => text).join(' ');
  let first = 0;
  let end = rows.length;
  const caption = rows.findLastIndex((row, i) => i < rows.length - 1 && row.segments.length === 1 && CAPTION.test(textOf(row)));
  if (caption >= 0) first = caption + 1;
  const note = rows.findIndex((row, i) => i > first && NOTE.test(textOf(row)) && row.segments.every(({ isFigure }) => !isFigure));
  if (note > first) end = note;
  return rows.slice(first, end);
}

/** Middle of a box, for orders. */
export function middle(box: Box): { readonly x: number; readonly y: number } {
  return { x: centreX(box), y: centreY(box) };
}
