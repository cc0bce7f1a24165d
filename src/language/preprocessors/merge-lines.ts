/** `mergeLines`: joins lines that are side by side. */
// See docs/language/05-preprocessors.md#55-line-merging
// See docs/language/05-preprocessors.md#581-mergelines

import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { limitedNumber } from '../../foundation/schema/grammar.js';
import { LIMIT_SLACK } from '../../page/document/geometry.js';
import { extentAlong } from '../../page/document/line.js';
import { joinLines, linePart, undoOverlapJoin } from '../../page/document/line-edits.js';
import type { Line, Page } from '../../page/document/model.js';
import { across, along, axesOf, type TextAxes } from '../../page/document/text-axes.js';
import { angleGroups } from '../../page/layout/lines.js';
import {
  type MergedPart,
  type MergeItem,
  type MergeThresholds,
  mergeItems,
} from '../../page/layout/merge.js';
import { definePreprocessor } from './definition.js';
import { pageByPage, withLines } from './shared.js';

const members = {
  directlyAdjacentThreshold: limitedNumber(0).describe(
    'Largest gap to join without a space, as a share of the line height',
  ),
  adjacentThreshold: limitedNumber(0).describe(
    'Largest gap to join with a space, as a share of the line height',
  ),
  yOverlapThreshold: withDefault(limitedNumber(0, 1), 1).describe(
    'Share of their joint height by which lines must overlap',
  ),
  minXGapThreshold: limitedNumber(0)
    .optional()
    .describe('Lines that touch, or overlap by at most this many inches, stay apart'),
};

export const mergeLines = definePreprocessor({
  id: 'mergeLines',
  summary: 'Joins lines that are side by side',
  options: () => members,
  apply(pages, options, context) {
    const { directlyAdjacentThreshold, adjacentThreshold, yOverlapThreshold, minXGapThreshold } = settled(
      members,
      options,
    );
    const thresholds: MergeThresholds = {
      directlyAdjacent: directlyAdjacentThreshold,
      adjacent: adjacentThreshold,
      yOverlap: yOverlapThreshold,
      glues: 'all',
      ...(minXGapThreshold !== undefined && { minXGap: minXGapThreshold }),
    };
    return pageByPage(pages, context, (page) => mergePage(page, thresholds));
  },
  examples: [
    {
      title: 'cells whose words are far apart',
      lines: [
        { text: 'Engine', left: 1, top: 1, width: 0.4 },
        { text: '178.0-hp', left: 1.5, top: 1, width: 0.5 },
      ],
      preprocessor: { type: 'mergeLines', directlyAdjacentThreshold: 0.16, adjacentThreshold: 0.9 },
      result: [['Engine 178.0-hp']],
    },
    {
      title: 'lines that overlap stay apart',
      lines: [
        { text: 'Premium', left: 1, top: 1, width: 1 },
        { text: '250.00', left: 1.8, top: 1, width: 0.5 },
      ],
      preprocessor: {
        type: 'mergeLines',
        directlyAdjacentThreshold: 0.16,
        adjacentThreshold: 0.6,
        minXGapThreshold: 0.3,
      },
      result: [['Premium', '250.00']],
    },
  ],
});

function mergePage(page: Page, thresholds: MergeThresholds): Page {
  const flows = new Map<number, Line[]>();
  for (const line of page.lines.flatMap((line) => separate(line, thresholds.minXGap))) {
    const trimmed = linePart(line, 0, line.rawText.length);
    if (!trimmed) continue;
    const flow = flows.get(trimmed.flow);
    if (flow) flow.push(trimmed);
    else flows.set(trimmed.flow, [trimmed]);
  }
  return withLines(
    page,
    [...flows.values()].flatMap((lines) => mergeFlow(lines, thresholds)),
  );
}

/** The parts of a line whose overlap joins `minXGapThreshold` forbids. */
function separate(line: Line, minXGap: number | undefined): readonly Line[] {
  if (minXGap === undefined) return [line];
  const parts: Line[] = [];
  let rest = line;
  for (;;) {
    const join = rest.overlapJoins.findLast(({ overlap }) => overlap <= minXGap + LIMIT_SLACK);
    if (!join) return [rest, ...parts];
    const [left, right] = undoOverlapJoin(rest, join);
    parts.push(right);
    rest = left;
  }
}

interface PlacedLine extends MergeItem {
  readonly line: Line;
}

function joinedLines(placed: readonly PlacedLine[], merged: readonly (readonly MergedPart[])[]): Line[] {
  const lines: Line[] = [];
  for (const parts of merged) lines.push(joinParts(placed, parts));
  return lines;
}

function mergeFlow(lines: readonly Line[], thresholds: MergeThresholds): Line[] {
  const directed = lines.map((line) => ({ line, angle: line.angle, visible: line.text.length }));
  return angleGroups(directed).flatMap(({ angle, runs }) => {
    const axes = axesOf(angle);
    const placed = runs.map(({ line }) => place(line, axes)).sort(comparePlaced);
    return joinedLines(placed, mergeItems(placed, thresholds));
  });
}

function place(line: Line, axes: TextAxes): PlacedLine {
  const [topLeft, , , bottomLeft] = line.boundingPolygon;
  const { left, right } = extentAlong(line);
  const start = along(axes, bottomLeft.x, bottomLeft.y);
  return {
    line,
    left: start,
    top: across(axes, topLeft.x, topLeft.y),
    right: start + right - left,
    bottom: across(axes, bottomLeft.x, bottomLeft.y),
    lead: 0,
    trail: 0,
    spaceAfter: false,
  };
}

/** By place and then by text, so that the result does not depend on how the file was written. */
function comparePlaced(a: PlacedLine, b: PlacedLine): number {
  const byPlace = a.left - b.left || a.top - b.top || a.right - b.right;
  if (byPlace !== 0 || a.line.rawText === b.line.rawText) return byPlace;
  return a.line.rawText < b.line.rawText ? -1 : 1;
}

function joinParts(placed: readonly PlacedLine[], parts: readonly MergedPart[]): Line {
  const [first, ...rest] = parts;
  const line = placed[first!.item]!.line;
  if (rest.length === 0) return line;
  return joinLines(
    line,
    rest.map(({ item, separator, overlap }) => ({
      line: placed[item]!.line,
      separator,
      ...(overlap !== undefined && { overlap }),
    })),
  );
}
