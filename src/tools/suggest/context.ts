/** What the lines around a place caption of it, each by how near it belongs. */
import { type Box, overlapX } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import type { LineKinds } from './line-kinds.js';
import type { PageIndex } from './page-index.js';
import { COLUMN_REACH, LABEL_REACH, MARGIN } from './place.js';
import type { Context } from './relevance.js';
import { stretchesOf } from './stretches.js';

/** What a text says of a value, by where it is: 1 for what captions it for sure. Further ones of a kind say less. */
const WEIGHT = {
  /** In its line, before it, the nearest words first, and after it. */
  before: [1, 0.7, 0.5],
  behind: 0.5,
  /** Behind a value that begins its line. */
  behindFirst: 0.9,
  /** Left of it, the nearest first, and right of it. */
  left: [1, 0.7, 0.5, 0.3],
  right: [0.35],
  /** Just above it, and further up in its column. */
  above: 1,
  column: [0.85, 0.65, 0.5, 0.4, 0.3],
  /** Just below it, as on signature lines. */
  below: 0.55,
  /** Headings: lines that are alone in their row above it. */
  heading: [0.45, 0.3, 0.2],
} as const;

/** The texts that may caption a value which takes a part of a line, or whole lines. */
export function contextOf(
  line: Line,
  [before, behind]: readonly [string, string],
  index: PageIndex,
  kinds: LineKinds,
): readonly Context[] {
  const found: Context[] = [];
  const add = (text: string, weight: number | undefined) => {
    if (weight !== undefined && /\p{L}/u.test(text)) found.push({ text, weight });
  };
  const addAll = (lines: readonly Line[], weights: readonly number[]) => {
    const telling = lines.filter(
      (each) => /\p{L}{2}/u.test(each.text) && !kinds.isNoCaption(each) && !kinds.captionsItself(each),
    );
    for (const [i, each] of telling.slice(0, weights.length).entries()) add(each.text, weights[i]);
  };
  const nearestFirst = stretchesOf(before)
    .filter((text) => /\p{L}{2}/u.test(text))
    .toReversed();
  for (const [i, weight] of WEIGHT.before.entries()) add(nearestFirst[i] ?? '', weight);
  add(
    behind,
    kinds.captionsItself(line) && !/[\p{L}\p{N}]/u.test(before) ? WEIGHT.behindFirst : WEIGHT.behind,
  );
  const row = index.rowOf(line);
  addAll(row.filter(({ right }) => right <= line.left + MARGIN.x).toReversed(), WEIGHT.left);
  addAll(
    row.filter(({ left }) => left >= line.right - MARGIN.x),
    WEIGHT.right,
  );
  const others = index.on(line.page).filter((each) => each !== line && !row.includes(each));
  const higher = others
    .filter(({ bottom }) => bottom <= line.top + MARGIN.y)
    .toSorted((a, b) => b.bottom - a.bottom);
  const inColumn = higher.filter((each) => isInColumn(each, line) && line.top - each.top <= COLUMN_REACH);
  const [nearest] = inColumn;
  const isAbove =
    nearest !== undefined &&
    line.top - nearest.bottom <= LABEL_REACH &&
    !kinds.isNoCaption(nearest) &&
    !kinds.captionsItself(nearest);
  if (isAbove) add(nearest.text, WEIGHT.above);
  addAll(isAbove ? inColumn.slice(1) : inColumn, WEIGHT.column);
  const lower = others.filter((each) => isInColumn(each, line) && each.top >= line.bottom - MARGIN.y);
  const next = lower.toSorted((a, b) => a.top - b.top)[0];
  if (next && next.top - line.bottom <= LABEL_REACH && !kinds.isNoCaption(next)) add(next.text, WEIGHT.below);
  addAll(
    higher.filter((each) => each.left <= line.left + MARGIN.x && isAlone(each, index)),
    WEIGHT.heading,
  );
  return found;
}

function isInColumn(other: Box, line: Box): boolean {
  return overlapX(other, line) > -MARGIN.x;
}

function isAlone(line: Line, index: PageIndex): boolean {
  return index.rowOf(line).every(({ text }) => !/\p{L}{2}/u.test(text));
}
