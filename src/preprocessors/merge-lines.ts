/** `mergeLines`: joins lines that stand side by side (chapter 5, 5.5 and 5.8.1). */
import { z } from 'zod';
import { across, along, type Frame, frameOf } from '../document/frame.js';
import { extentAlong } from '../document/line.js';
import { joinLines, linePart, undoOverlapJoin } from '../document/line-edits.js';
import { angleGroups } from '../document/lines.js';
import { type MergedPart, type MergeItem, type MergeThresholds, mergeItems } from '../document/merge.js';
import type { Line, Page } from '../document/model.js';
import { LIMIT_SLACK } from '../geometry.js';
import { definePreprocessor } from './definition.js';
import { withLines } from './shared.js';

export const mergeLines = definePreprocessor({
  id: 'mergeLines',
  summary: 'Joins lines that stand side by side',
  options: () => ({
    directlyAdjacentThreshold: z
      .number()
      .min(0)
      .describe('Gap up to which lines are joined without a space, as a share of the line height'),
    adjacentThreshold: z
      .number()
      .min(0)
      .describe('Gap up to which lines are joined with a space, as a share of the line height'),
    yOverlapThreshold: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Share of their joint height that lines must have in common; default 1'),
    minXGapThreshold: z
      .number()
      .min(0)
      .optional()
      .describe('Lines that touch, or overlap by at most this, stay apart; in inches'),
  }),
  apply(pages, options) {
    const { directlyAdjacentThreshold, adjacentThreshold, yOverlapThreshold, minXGapThreshold } = options;
    const thresholds: MergeThresholds = {
      directlyAdjacent: directlyAdjacentThreshold,
      adjacent: adjacentThreshold,
      yOverlap: yOverlapThreshold ?? 1,
      ...(minXGapThreshold !== undefined && { minXGap: minXGapThreshold }),
    };
    return pages.map((page) => mergePage(page, thresholds));
  },
  examples: [
    {
      title: 'cells whose words stand far apart',
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

/** The parts of a line whose overlap joins `minXGapThreshold` forbids (step 2). */
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

function mergeFlow(lines: readonly Line[], thresholds: MergeThresholds): Line[] {
  const directed = lines.map((line) => ({ line, angle: line.angle, visible: line.text.length }));
  return angleGroups(directed).flatMap(({ angle, runs }) => {
    const frame = frameOf(angle);
    const placed = runs.map(({ line }) => place(line, frame)).sort(comparePlaced);
    return mergeItems(placed, thresholds).map((parts) => joinParts(placed, parts));
  });
}

function place(line: Line, frame: Frame): PlacedLine {
  const [topLeft, , , bottomLeft] = line.boundingPolygon;
  const { left, right } = extentAlong(line);
  const start = along(frame, bottomLeft.x, bottomLeft.y);
  return {
    line,
    left: start,
    right: start + right - left,
    top: across(frame, topLeft.x, topLeft.y),
    bottom: across(frame, bottomLeft.x, bottomLeft.y),
    lead: 0,
    spaceFrom: undefined,
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
