/** What `removeHeader` and `removeFooter` share. */
// See docs/language/05-preprocessors.md#585-removeheader-removefooter
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { wholeNumber } from '../../foundation/schema/grammar.js';
import { centreX, centreY, LIMIT_SLACK } from '../../page/document/geometry.js';
import type { Line, Page } from '../../page/document/model.js';
import type { AnchorMatch } from '../anchors/forms.js';
import { anchorMatchSchema } from '../anchors/schema.js';
import type { PreprocessorContext } from './definition.js';
import { firstHit, warnNoMatch, withoutLines } from './shared.js';

/** Lines of two pages whose places differ by at most this are in the same place, in inches. */
const SAME_PLACE = 0.25;

/** The end of a page that lines are removed from. */
type PageEdge = 'header' | 'footer';

/** Members of both preprocessors. */
export function pageEdgeMembers(edge: PageEdge) {
  return {
    startsOnPage: members.startsOnPage.describe(`First page with the ${edge}, counting from 1`),
    match: members.match.describe(
      `Line that the ${edge} ends at; without match and offsetY, what repeats on every page is removed`,
    ),
    offsetY: members.offsetY.describe(
      `Moves the cut down from the ${edge === 'header' ? 'top' : 'bottom'} of the line, or of the page, in inches`,
    ),
  };
}

const members = {
  startsOnPage: withDefault(wholeNumber(1), 1),
  match: anchorMatchSchema.optional(),
  offsetY: withDefault(z.number(), 0),
};

type PageEdgeOptions = z.output<z.ZodObject<typeof members>>;

/** The pages without their headers or footers. */
export function removePageEdges(
  pages: readonly Page[],
  edge: PageEdge,
  options: PageEdgeOptions,
  context: PreprocessorContext,
): readonly Page[] {
  const { startsOnPage, match, offsetY } = settled(members, options);
  const untouched = pages.slice(0, startsOnPage - 1);
  const concerned = pages.slice(startsOnPage - 1);
  if (match !== undefined) return [...untouched, ...cutAtMatch(concerned, edge, match, offsetY, context)];
  if (offsetY !== 0) {
    const cut = (page: Page) => (edge === 'header' ? offsetY : page.height + offsetY);
    return [...untouched, ...concerned.map((page) => cutAt(page, edge, cut(page)))];
  }
  return [...untouched, ...removeRepeated(concerned, edge)];
}

function cutAtMatch(
  pages: readonly Page[],
  edge: PageEdge,
  match: AnchorMatch,
  offsetY: number,
  context: PreprocessorContext,
): readonly Page[] {
  const hits = pages.map((page) => firstHit([page], match, context));
  if (hits.every((hit) => hit === undefined)) warnNoMatch(context);
  return pages.map((page, i) => {
    const line = hits[i]?.line;
    return line ? cutAt(page, edge, (edge === 'header' ? line.top : line.bottom) + offsetY) : page;
  });
}

/** The page without the lines whose middle lies beyond a height. */
function cutAt(page: Page, edge: PageEdge, y: number): Page {
  const isBeyond = (line: Line) => (edge === 'header' ? centreY(line) < y : centreY(line) > y);
  return withoutLines(page, new Set(page.lines.filter(isBeyond)));
}

/** The pages without the lines that all of them share, counted from the edge. */
function removeRepeated(pages: readonly Page[], edge: PageEdge): readonly Page[] {
  const [first] = pages;
  if (!first || pages.length < 2) return pages;
  const ordered = pages.map((page) => fromEdge(page, edge));
  let repeated = 0;
  while (
    repeats(
      pages,
      ordered.map((lines) => lines[repeated]),
      edge,
    )
  )
    repeated++;
  return pages.map((page, i) => withoutLines(page, new Set(ordered[i]!.slice(0, repeated))));
}

/** The lines of a page by top and left, whatever their flow, from the edge inwards. */
function fromEdge({ lines }: Page, edge: PageEdge): readonly Line[] {
  const sorted = [...lines].sort((a, b) => a.top - b.top || a.left - b.left || a.right - b.right);
  return edge === 'header' ? sorted : sorted.reverse();
}

function repeats(pages: readonly Page[], lines: readonly (Line | undefined)[], edge: PageEdge): boolean {
  const present = lines.filter((line) => line !== undefined);
  const [first, ...others] = present;
  if (!first || present.length < lines.length) return false;
  return (
    present.every((line, i) => isInHalf(line, pages[i]!, edge)) &&
    others.every((line) => isInPlace(line, first)) &&
    isSameText(
      present.map((line) => line.text),
      pages.map((page) => page.index),
    )
  );
}

/** Headers begin in the upper half of their page, footers in the lower: pages that are alike keep their text. */
function isInHalf(line: Line, page: Page, edge: PageEdge): boolean {
  return line.top < page.height / 2 === (edge === 'header');
}

function isInPlace(line: Line, first: Line): boolean {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= SAME_PLACE + LIMIT_SLACK;
  return (
    isNear(line.top, first.top) &&
    (isNear(line.left, first.left) ||
      isNear(line.right, first.right) ||
      isNear(centreX(line), centreX(first)))
  );
}

const DIGITS = /\d+/g;
/** Longer groups of digits are no page numbers, and too long for exact numbers. */
const LONGEST_NUMBER = 15;

/**
 * Whether texts are the same but for page numbers: each group of digits is the same in all, or rises as the
 * pages of the file do.
 * @param indices pages of the original file
 */
function isSameText(texts: readonly string[], indices: readonly number[]): boolean {
  const [first] = texts;
  if (texts.every((text) => text === first)) return true;
  const shapes = texts.map((text) => JSON.stringify(text.split(DIGITS)));
  const groups = texts.map((text) => text.match(DIGITS) ?? []);
  return (
    shapes.every((shape) => shape === shapes[0]) &&
    groups[0]!.every((_, column) =>
      isConstantOrRises(
        groups.map((group) => group[column]!),
        indices,
      ),
    )
  );
}

function isConstantOrRises(numbers: readonly string[], indices: readonly number[]): boolean {
  const [first] = numbers;
  if (numbers.every((each) => each === first)) return true;
  return numbers.every(
    (each, i) => each.length <= LONGEST_NUMBER && Number(each) - Number(first) === indices[i]! - indices[0]!,
  );
}
