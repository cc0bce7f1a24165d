/**
 * Where on a page tables may be: in walls, between lines drawn through them, and where rows of segments follow each
 * other. Of 20,449 values and cells of 137 documents thresholds a fifth smaller change 1625 of 4, a quarter larger 598
 * of 2.
 */
import { type Box, overlapX, overlapY, unionBox } from '../document/geometry.js';
import type { Ruling } from '../drawn/rulings.js';
import { isCaption, isNote, segmentsText } from './captions.js';
import { type Segment, type SegmentRow, segmentRow } from './segments.js';
import { median } from './words.js';

/** Ends of lines that differ by less, in inches, make them lines of one table. */
const SAME_END = 0.12;
/** Shortest line above or below a table, in inches. */
const LEAST_WIDTH = 1;
/** Share of the rows between two lines that have several segments for a table to be there. */
const TABULAR = 0.5;
/** Height of a row between lines, in sizes of type, that may be the label of others. */
const LABEL_HEIGHT = 2.6;
/** Lines this near to each other are one double line, in inches. */
const DOUBLE = 0.12;
/** What may be between walls of one table, in inches: a row that has none. */
const WALL_GAP = 0.3;
/** How far above the first line through all of a table there may be one over some of its headings, in inches. */
const HEADING_REACH = 0.6;
/** Share of a table's width that a line over some of its headings has at most. */
const MOST_PART = 0.95;
/** Share of the rows of walls that have a text beside them for all such texts to be a column of the table. */
const LABELLED = 0.7;
/** Distance of a column without walls from the others, in inches. */
const LABEL_GAP = 0.6;
/** Rows of one segment in a row, at most, inside a table. */
const MOST_LABELS = 4;
/** Gap between the rows of one table, in sizes of type. */
export const MOST_GAP = 2.4;
/** Rows of so many columns that are kept up belong together up to this gap, in inches: lines between them are blackened. */
const LEAST_COLUMNS = 3;
const WIDEST_GAP = 1;
/** Edges of a column differ by less, in inches. */
const SAME_EDGE = 0.04;
/** Share of a row's size that it reaches into the one above to be beside it. */
const INTO = 0.25;
/** White from which a line is blank, in sizes of type. */
const BLANK = 0.9;
/** A title is set so much larger than the rows below it, at least. */
const TITLE_SIZE = 1.15;
/** The lines of a label are so much nearer to each other than rows. */
const NEARER = 0.95;
/** Fewest rows with several segments that make a table without lines. */
const LEAST_ROWS = 3;
/** Rows that do where they have as many segments as are asked for. */
const LEAST_ASKED = 2;

/** A place on a page where a table may be. */
export interface Region extends Box {
  /** Whether lines are drawn around it, or above and below it. */
  readonly isRuled: boolean;
  /** The walls that it was made of, where it was made of nothing else. */
  readonly isWalled?: boolean;
  /** Whether these are the walls of one row. */
  readonly isRow?: boolean;
}

/** Walls on a page. */
interface Walls {
  readonly bounds: Box;
  /** Whether they are all that divides what is in them. */
  readonly isWhole: boolean;
  /** Whether they are around one row alone: no table, but perhaps the headings of one, on a fill. */
  readonly isRow: boolean;
}

/** The regions of a page that may be tables, those with lines first. */
export function regionsOf(
  rows: readonly SegmentRow[],
  rulings: readonly Ruling[],
  walls: readonly Walls[],
): readonly Region[] {
  const closed = walls
    .filter(({ isWhole, isRow, bounds }) => isWhole && !isRow && !isOpen(bounds, rulings))
    .map(({ bounds }) => bounds);
  const boxes = walls.map(
    ({ bounds, isRow }): Region => ({ ...bounds, isRuled: true, isWalled: true, isRow }),
  );
  const ruled = merged([...boxes, ...ruledRegions(rows, rulings, closed)], rows)
    .filter(({ isRow }) => !isRow)
    .map((region) => withHeadings(region, rows, rulings))
    .map((region, _, all) => withLabels(region, rows, all));
  return [...ruled, ...freeRegions(rowsWithout(rows, ruled))];
}

/** Rows of text that is neither in some regions nor prose. */
export function rowsWithout(rows: readonly SegmentRow[], regions: readonly Box[]): readonly SegmentRow[] {
  return rows.flatMap((row) => {
    const own = row.segments.filter(
      (segment) => !segment.isProse && !regions.some((region) => covers(region, segment)),
    );
    return own.length > 0 ? [segmentRow(own)] : [];
  });
}

/** Whether the middle of a box is in a region. */
export function covers(region: Box, { left, right, top, bottom }: Box): boolean {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return x > region.left && x < region.right && y > region.top && y < region.bottom;
}

/** Segments of some rows that are in a region, by row. */
function held(rows: readonly SegmentRow[], region: Box): (readonly Segment[])[] {
  return sideBySide(rows).flatMap((row) => {
    if (row.bottom < region.top || row.top > region.bottom) return [];
    const own = row.segments.filter((segment) => covers(region, segment));
    return own.length > 0 ? [own] : [];
  });
}

/** Rows with those that reach into their height, as the lines of a label beside its figures do, as one row. */
function sideBySide(rows: readonly SegmentRow[]): readonly SegmentRow[] {
  const joined: SegmentRow[] = [];
  for (const row of rows) {
    const before = joined.at(-1);
    if (before && row.top < before.bottom - INTO * row.size)
      joined[joined.length - 1] = segmentRow([...before.segments, ...row.segments]);
    else joined.push(row);
  }
  return joined;
}

/** Regions that overlap, and walls one below the other with the same sides and no more than a row between them, as one. */
function merged(regions: readonly Region[], rows: readonly SegmentRow[]): Region[] {
  const kept: Region[] = [];
  for (const region of [...regions].sort((a, b) => a.top - b.top)) {
    let whole = region;
    for (;;) {
      const at = kept.findIndex((other) => belongs(other, whole, rows));
      if (at < 0) break;
      whole = joinedRegion(kept[at]!, whole);
      kept.splice(at, 1);
    }
    kept.push(whole);
  }
  return kept;
}

/** Two regions as one; one that lies in walls does not make more of them. */
function joinedRegion(a: Region, b: Region): Region {
  const whole = unionBox(a, b);
  const walls = [a, b].find((each) => each.isWalled && within(whole, each));
  return {
    ...whole,
    isRuled: true,
    isRow: false,
    isWalled: (a.isWalled && b.isWalled) || walls !== undefined,
  };
}

function within(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left - DOUBLE &&
    inner.right <= outer.right + DOUBLE &&
    inner.top >= outer.top - DOUBLE &&
    inner.bottom <= outer.bottom + DOUBLE
  );
}

function belongs(a: Region, b: Region, rows: readonly SegmentRow[]): boolean {
  if (overlapX(a, b) <= DOUBLE) return false;
  const shared = overlapY(a, b);
  if (shared > DOUBLE / 2) return true;
  if (!a.isWalled || !b.isWalled) return false;
  if (shared < -WALL_GAP || Math.abs(a.left - b.left) > SAME_END || Math.abs(a.right - b.right) > SAME_END)
    return false;
  const [upper, lower] = a.top < b.top ? [a, b] : [b, a];
  const between = held(rows, { left: a.left, top: upper.bottom, right: a.right, bottom: lower.top });
  return between.length <= 1 && !between.some((own) => isCaption(segmentsText(own)));
}

/** Stretches between horizontal lines with the same ends in which most rows have several segments. */
function ruledRegions(
  rows: readonly SegmentRow[],
  rulings: readonly Ruling[],
  closed: readonly Box[],
): Region[] {
  const regions: Region[] = [];
  for (const lines of linesOfOneWidth(rulings)) {
    let open: Region | undefined;
    let pending: Box | undefined;
    let walls: Box | undefined;
    const close = () => {
      if (open) regions.push(open);
      open = undefined;
      pending = undefined;
    };
    for (const [i, line] of lines.slice(1).entries()) {
      const above = lines[i]!;
      const whole = {
        left: Math.min(above.from, line.from) - DOUBLE / 2,
        top: above.at,
        right: Math.max(above.to, line.to) + DOUBLE / 2,
        bottom: line.at,
      };
      const band = { ...whole, top: titledFrom(rows, whole) };
      if (band.top > whole.top) close();
      // Walls on all sides are where a table ends.
      const own = closed.find((box) => isClosedBy(box, band) && overlapY(box, band) > DOUBLE / 2);
      if (own !== walls) close();
      walls = own;
      const kind =
        isCut(rows, band) || leavesWalls(band, closed) || holdsMore(rows, band, closed)
          ? 'other'
          : kindOf(held(rows, band), band);
      if (kind === 'other') close();
      else if (kind === 'rows') {
        open = { ...unionBox(open ?? band, unionBox(pending ?? band, band)), isRuled: true };
        pending = undefined;
      } else if (open) pending = pending ? unionBox(pending, band) : band;
    }
    close();
  }
  return regions;
}

function isClosedBy(box: Box, band: Box): boolean {
  return box.left <= band.left + SAME_END + DOUBLE && box.right >= band.right - SAME_END - DOUBLE;
}

/** Whether there is something in a band beside the closed walls in it. */
function holdsMore(rows: readonly SegmentRow[], band: Box, closed: readonly Box[]): boolean {
  const inside = closed.filter((box) => within(box, band) && !within(band, box));
  return (
    inside.length > 0 &&
    held(rows, band).some((own) => own.some((segment) => !inside.some((box) => covers(box, segment))))
  );
}

/** Whether lines through walls go on beside them: the table is wider than its walls. */
function isOpen(box: Box, rulings: readonly Ruling[]): boolean {
  const through = rulings.filter(
    ({ orientation, at, from, to }) =>
      orientation === 'horizontal' &&
      at > box.top - DOUBLE / 2 &&
      at < box.bottom + DOUBLE / 2 &&
      from < box.left + SAME_END &&
      to > box.right - SAME_END,
  );
  const beyond = through.filter(({ from, to }) => from < box.left - SAME_END || to > box.right + SAME_END);
  return beyond.length * 2 > through.length;
}

/** Whether a band is partly in closed walls, or begins or ends where they do. */
function leavesWalls(band: Box, closed: readonly Box[]): boolean {
  return closed.some((box) => {
    if (overlapX(box, band) <= DOUBLE || overlapY(box, band) < -DOUBLE / 2) return false;
    return isClosedBy(box, band)
      ? !within(band, box)
      : overlapY(box, band) > DOUBLE / 2 && !within(band, box) && !within(box, band);
  });
}

/** Whether a title, or running text, reaches into a band from beside it. */
function isCut(rows: readonly SegmentRow[], band: Box): boolean {
  return rows.some(
    (row) =>
      row.bottom > band.top &&
      row.top < band.bottom &&
      row.segments.some(
        (segment) =>
          overlapX(segment, band) > 0 &&
          overlapY(segment, band) > (segment.bottom - segment.top) / 2 &&
          (isCaption(segmentsText([segment])) ||
            (segment.isProse &&
              (segment.left < band.left - WALL_GAP || segment.right > band.right + WALL_GAP))),
      ),
  );
}

/**
 * Where a table begins between two lines: below the last title there, else at the upper line. Reports have one line below
 * the head of the page and the next below the headings of a table; address, summary and titles are between them. It wins the
 * tables of the bank statement of the fixtures, and no relation of the 34 reports with ground truth, nor does it lose one.
 */
function titledFrom(rows: readonly SegmentRow[], band: Box): number {
  const own = held(rows, band);
  const at = own.findLastIndex((_, i) => isTitleIn(own, i, band));
  return at < 0 ? band.top : Math.max(...own[at]!.map(({ bottom }) => bottom));
}

/**
 * Whether a row is a title of the rows below it: one text in larger type that begins no further right than they do, nearer
 * to them than to what is above it.
 */
function isTitleIn(rows: readonly (readonly Segment[])[], at: number, band: Box): boolean {
  const [title, ...others] = rows[at]!;
  const next = rows[at + 1];
  if (!next || others.length > 0 || title!.isFigure) return false;
  const below = rows.slice(at + 1).flat();
  const above = at > 0 ? Math.max(...rows[at - 1]!.map(({ bottom }) => bottom)) : band.top;
  return (
    title!.size >= TITLE_SIZE * median(below.map(({ size }) => size)) &&
    title!.left <= Math.min(...below.map(({ left }) => left)) + SAME_EDGE &&
    title!.top - above > BLANK * title!.size &&
    title!.top - above > Math.min(...next.map(({ top }) => top)) - title!.bottom
  );
}

/** What is between two lines: rows of a table, a label of rows or nothing, or something else. */
function kindOf(rows: readonly (readonly Segment[])[], band: Box): 'rows' | 'label' | 'other' {
  const height = band.bottom - band.top;
  if (rows.length === 0) return height < DOUBLE ? 'label' : 'other';
  if (rows.some((own) => isCaption(segmentsText(own)))) return 'other';
  const several = rows.filter((own) => own.filter(({ isProse }) => !isProse).length > 1).length;
  if (several >= TABULAR * rows.length || isLongRow(rows)) return 'rows';
  const size = rows[0]![0]!.size;
  const isLabel =
    height <= LABEL_HEIGHT * size * rows.length &&
    rows.every(([first, ...others]) => others.length === 0 && !first!.isProse);
  return isLabel && rows.length <= 2 ? 'label' : 'other';
}

/** Whether rows of text are one row of a table: all are lines of the cells that one of them has. */
function isLongRow(rows: readonly (readonly Segment[])[]): boolean {
  const widest = rows.reduce((most, own) => (own.length > most.length ? own : most));
  if (widest.length < 2) return false;
  const isLine = (segment: Segment) => {
    const cells = widest.filter((cell) => overlapX(cell, segment) > 0);
    return !segment.isProse && cells.length === 1 && Math.abs(cells[0]!.left - segment.left) <= DOUBLE;
  };
  return rows.every((own, i) => {
    const before = rows[i - 1];
    return own.every(isLine) && (!before || own[0]!.top - before[0]!.bottom <= BLANK * own[0]!.size);
  });
}

/** Long horizontal lines by their ends, each from the top. */
function linesOfOneWidth(rulings: readonly Ruling[]): Ruling[][] {
  const groups: Ruling[][] = [];
  for (const line of rulings) {
    if (line.orientation !== 'horizontal' || line.to - line.from < LEAST_WIDTH) continue;
    const group = groups.find(
      ([first]) => Math.abs(first!.from - line.from) < SAME_END && Math.abs(first!.to - line.to) < SAME_END,
    );
    if (group) group.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => group.sort((a, b) => a.at - b.at));
}

/** A region up to a line over some of its headings, where the first line through all of it is below these. */
function withHeadings(region: Region, rows: readonly SegmentRow[], rulings: readonly Ruling[]): Region {
  if (region.isWalled) return region;
  const over = rulings.filter(
    ({ orientation, at, from, to }) =>
      orientation === 'horizontal' &&
      at < region.top &&
      at > region.top - HEADING_REACH &&
      from > region.left - SAME_END &&
      to < region.right + SAME_END &&
      to - from >= (region.right - region.left) / 4 &&
      to - from <= MOST_PART * (region.right - region.left),
  );
  const top = Math.min(region.top, ...over.map(({ at }) => at));
  if (top === region.top) return region;
  const between = held(rows, { left: region.left, top, right: region.right, bottom: region.top });
  const isHeading =
    between.length > 0 &&
    between.every((own) => own.every(({ isProse }) => !isProse) && !isCaption(segmentsText(own)));
  return isHeading ? { ...region, top } : region;
}

/** A region with the column of labels left of it, where the lines are drawn around the figures alone. */
function withLabels(region: Region, rows: readonly SegmentRow[], all: readonly Region[]): Region {
  const own = rows.filter(({ segments }) => segments.some((segment) => covers(region, segment)));
  const labels = own.flatMap(({ segments }) => {
    const left = segments.findLast((segment) => segment.right <= region.left + DOUBLE && !segment.isProse);
    return left ? [left] : [];
  });
  if (own.length < LEAST_ROWS || labels.length < LABELLED * own.length) return region;
  if (region.left - Math.max(...labels.map(({ right }) => right)) > LABEL_GAP) return region;
  const left = Math.min(...labels.map((label) => label.left)) - DOUBLE / 2;
  const wider = { ...region, left, isWalled: false };
  return all.some((other) => other !== region && overlapX(other, wider) > 0 && overlapY(other, wider) > 0)
    ? region
    : wider;
}

/**
 * Stretches of rows, most of which have several segments, without lines around them.
 * @param asked how many segments two of the rows have; undefined for any number in three
 */
export function freeRegions(rows: readonly SegmentRow[], asked?: number): Region[] {
  const regions: Region[] = [];
  let open: SegmentRow[] = [];
  const close = () => {
    const region = freeRegion(open, asked);
    if (region) regions.push(region);
    open = [];
  };
  for (const row of sideBySide(rows)) {
    const before = open.at(-1);
    const isApart = before && row.top - before.bottom > MOST_GAP * row.size && !repeats(open, row);
    if (before && (isApart || !goesOn(open, row) || begins(open, row))) close();
    open.push(row);
  }
  close();
  return regions;
}

/** Whether a row further down has its texts in the columns of rows before it: what was between them is blackened. */
export function repeats(open: readonly SegmentRow[], row: SegmentRow): boolean {
  if (row.segments.length < LEAST_COLUMNS || row.top - open.at(-1)!.bottom > WIDEST_GAP) return false;
  const known = open
    .filter(({ segments }) => segments.length >= LEAST_COLUMNS)
    .flatMap(({ segments }) => segments);
  const aligned = row.segments.filter(({ left, right }) =>
    known.some(
      (each) => Math.abs(each.left - left) <= SAME_EDGE || Math.abs(each.right - right) <= SAME_EDGE,
    ),
  );
  return (
    aligned.length >= Math.max(LEAST_COLUMNS, row.segments.length - 1) &&
    row.segments.some(({ isFigure }) => isFigure)
  );
}

function goesOn(open: readonly SegmentRow[], { segments }: SegmentRow): boolean {
  if (isCaption(segmentsText(segments)) || isNote(segmentsText(segments))) return false;
  const labels = open.length - 1 - open.findLastIndex((row) => row.segments.length > 1);
  return segments.length > 1 || labels < MOST_LABELS;
}

/** Whether a row below a blank line is the first one of headings: nothing in it is where the labels are. */
function begins(open: readonly SegmentRow[], row: SegmentRow): boolean {
  const rows = open.filter(({ segments }) => segments.length > 1);
  if (rows.length < LEAST_ROWS || row.top - open.at(-1)!.bottom < BLANK * row.size) return false;
  const labels = Math.max(...rows.map(({ segments }) => segments[0]!.left));
  if (row.left <= labels + row.size || row.segments.some(({ isFigure }) => isFigure)) return false;
  // Where other items have such lines, it is one of this item.
  return !(isLineOfCell(row, open) && open.some((line, i) => isLineOfCell(line, open.slice(0, i))));
}

/** The stretch of some rows from the first to the last with several segments; undefined where they make no table. */
function freeRegion(rows: readonly SegmentRow[], asked: number | undefined): Region | undefined {
  const isSeveral = ({ segments }: SegmentRow) => segments.length > 1;
  const first = Math.max(0, rows.findIndex(isSeveral));
  const last = rows.findLastIndex(isSeveral);
  const several = rows.slice(first, last + 1).filter(isSeveral);
  const full = asked === undefined ? several : several.filter(({ segments }) => segments.length === asked);
  if (full.length < (asked === undefined ? LEAST_ROWS : LEAST_ASKED)) return undefined;
  const isLine = (row: SegmentRow, i: number) => i > first && isLineOfCell(row, rows.slice(first, i));
  const lines = rows.slice(0, last + 1).filter(isLine).length;
  if (several.length < TABULAR * (last + 1 - first - lines)) return undefined;
  const isHeaded = first > 0 && isHeadingOver(rows[first - 1]!, rows[first]!);
  const isEnded = last + 1 < rows.length && isEndOf(rows[last + 1]!, rows[last]!, several);
  let end = last + 1 + Number(isEnded);
  while (lines > 0 && end < rows.length && isLine(rows[end]!, end)) end += 1;
  const own = rows.slice(first - Number(isHeaded), end);
  return { ...own.reduce<Box>(unionBox, own[0]!), isRuled: false };
}

/** Whether a single text goes on with a cell that is not the first of the row above it: items of several lines. */
function isLineOfCell({ segments: [line, ...others] }: SegmentRow, above: readonly SegmentRow[]): boolean {
  const row = above.findLast(({ segments }) => segments.length > 1);
  return (
    others.length === 0 &&
    row !== undefined &&
    row.segments.slice(1, -1).some(({ left }) => Math.abs(left - line!.left) <= SAME_EDGE)
  );
}

/** Whether a single text is a heading over columns of the row below it: it does not begin where the labels do. */
function isHeadingOver(row: SegmentRow, below: SegmentRow): boolean {
  const [labels, ...others] = below.segments;
  const isNear = below.top - row.bottom <= below.size;
  return (
    isNear && others.length > 0 && row.left >= labels!.right && row.right <= others.at(-1)!.right + DOUBLE
  );
}

/** Whether a single text is the second line of the last label: it is as near as the lines of a text, and no wider than labels. */
function isEndOf(row: SegmentRow, above: SegmentRow, rows: readonly SegmentRow[]): boolean {
  const [label] = above.segments;
  const widest = Math.max(...rows.map(({ segments }) => segments[0]!.right));
  const steps = rows.slice(1).map((each, i) => each.top - rows[i]!.top);
  return (
    Math.abs(row.left - label!.left) <= DOUBLE / 2 &&
    row.right <= widest + DOUBLE / 2 &&
    row.top - above.top < NEARER * Math.min(...steps)
  );
}
