/** Fields that lead to a value by its place on the page: in a grid, in a region or box, in document order. */
import type { Box } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import { shapeOf } from './patterns.js';
import {
  AROUND,
  CAPTIONS,
  type Candidate,
  type CandidateField,
  COLUMN_REACH,
  COST,
  MARGIN,
  type Place,
  REACH,
} from './place.js';

/** A cell, by the caption of its row and the heading of its column. */
export function inGrid(at: Place): Candidate[] {
  if (at.place.shape === 'block' || at.place.shape === 'row') return [];
  const rows = at.index
    .rowOf(at.line)
    .filter(({ right }) => right <= at.line.left + MARGIN.x)
    .filter((line) => at.captionForms(line).length > 0);
  const headings = at
    .overlapping()
    .filter(({ bottom, top }) => bottom <= at.line.top + MARGIN.y && at.line.top - top <= COLUMN_REACH)
    .filter((line) => at.captionForms(line).length > 0)
    .toSorted((a, b) => b.top - a.top);
  return at.tried(rows, 2).flatMap((row) =>
    at.tried(headings, CAPTIONS).flatMap((heading) =>
      at.captionForms(row).flatMap((form) =>
        at
          .captionForms(heading)
          .filter(({ match }) => match === undefined)
          .slice(0, 1)
          .map((column) =>
            at.candidate(
              { ...form, cost: form.cost + column.cost },
              COST.intersection,
              { id: 'intersection', verticalAnchor: column.anchor },
              'in the row of',
            ),
          ),
      ),
    ),
  );
}

/** Regions and drawn boxes near captions. */
export function nearby(at: Place): Candidate[] {
  const near = at.others
    .map((line) => ({ line, ...distance(line, at.box) }))
    .filter(({ x, y }) => x <= REACH.x && y <= REACH.y)
    .toSorted((a, b) => a.x + 2 * a.y - (b.x + 2 * b.y));
  const found: Candidate[] = [];
  let anchors = 0;
  for (const { line, x, y } of near) {
    const forms = at.captionForms(line).slice(0, 2);
    if (forms.length === 0) continue;
    if (++anchors > AROUND) break;
    const isAhead = line.left <= at.box.right && line.top <= at.box.bottom;
    const base = (isAhead ? COST.region : COST.regionAside) + (x + y) * COST.inch;
    for (const form of forms) {
      for (const [i, region] of regionsFrom(at, line).entries()) {
        for (const [method, cost] of at.withPositions(region)) {
          found.push(at.candidate(form, base + cost + i * COST.position, method, 'near'));
        }
      }
      if (anchors <= 2) {
        for (const [method, cost] of at.withPositions({ id: 'box' })) {
          found.push(at.candidate(form, COST.box + cost + x + y, method, 'in the box of'));
        }
      }
    }
  }
  return found;
}

/** Rectangles around the value: as wide as there is room, and just as wide as the value. */
function regionsFrom(at: Place, anchor: Line): CandidateField['method'][] {
  const { left, top, right, bottom } = at.box;
  const next = at.others
    .filter((line) => line.top < bottom && line.bottom > top && line.left >= right)
    .reduce((nearest, line) => Math.min(nearest, line.left), Number.POSITIVE_INFINITY);
  const wide = Math.min(right + MARGIN.right, next - MARGIN.x);
  const rectangle = (x1: number, x2: number) => ({
    id: 'region',
    start: 'left',
    ...rectangleAround({ left: x1, right: x2, top, bottom }, anchor),
  });
  const fromLeft = left - MARGIN.x;
  const tight = rectangle(fromLeft, right + MARGIN.x);
  return wide > right + MARGIN.x ? [rectangle(fromLeft, wide), tight] : [tight];
}

/** The members of a region that holds a place, with room above and below it. */
export function rectangleAround({ left, right, top, bottom }: Box, anchor: Box) {
  return {
    offsetX: round(left - anchor.left),
    offsetY: round(top - MARGIN.y - (anchor.top + anchor.bottom) / 2),
    width: round(right - left),
    height: round(bottom - top + 2 * MARGIN.y),
  };
}

/** The lines after a caption in document order, and patterns of the value's shape below it. */
export function after(at: Place): Candidate[] {
  const position = at.index.positionOf(at.line);
  const found: Candidate[] = [];
  for (let back = 1, tried = 0; back <= 12 && tried < 3; back++) {
    const line = at.index.lines[position - back];
    if (!line) break;
    const forms = at.captionForms(line).slice(0, 2);
    if (forms.length > 0) tried++;
    const count = back - 1 + at.place.lines.length;
    for (const form of forms) {
      if (back === 1 || !at.isText) {
        const range = { id: 'documentRange', numLines: count };
        for (const [method, cost] of at.withPositions(range)) {
          found.push(at.candidate(form, COST.nextLine + cost + (back - 1), method, 'after'));
        }
      }
      if (at.isText && at.place.shape !== 'block' && /\d/u.test(at.value)) {
        const pattern = `\\b(${shapeOf(at.value)})(?!\\w)`;
        found.push(
          at.candidate(form, COST.searched + back * COST.position, { id: 'regex', pattern }, 'after'),
        );
      }
    }
  }
  return found;
}

/** Inches between two boxes, 0 where they overlap. */
function distance(a: Box, b: Box): { readonly x: number; readonly y: number } {
  return {
    x: Math.max(0, a.left - b.right, b.left - a.right),
    y: Math.max(0, a.top - b.bottom, b.top - a.bottom),
  };
}

/** Hundredths of an inch: more nobody draws. */
export function round(inches: number): number {
  return Math.round(inches * 100) / 100;
}
