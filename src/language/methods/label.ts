/** `label`: text next to a label. Thresholds a fifth smaller change 8 values of 104 documents, a quarter larger 21. */
// See docs/language/02-layout-methods-geometry.md#3-label
import * as z from 'zod';
import { shortened } from '../../errors.js';
import { type Settled, settled, withDefault } from '../../foundation/schema/defaults.js';
import { boxHeight, LIMIT_SLACK, overlapY } from '../../page/document/geometry.js';
import { linesNear } from '../../page/document/lines-near.js';
import type { Line } from '../../page/document/model.js';
import type { AnchorHit } from '../anchors/anchors.js';
import { stopMatchSchema } from '../anchors/schema.js';
import type { SearchScope } from '../anchors/scope.js';
import { type Capture, defineMethod, type Piece } from './definition.js';
import {
  anchorPageLines,
  BELOW_SHARE,
  DIRECTIONS,
  inches,
  MEANINGFUL,
  quoted,
  startsBelow,
  stopAmong,
  wholeLines,
} from './shared.js';

/** Largest gap between label and value, in inches (example: label.pdf, 0.183 passes, 0.214 does not). */
const LABEL_GAP = 0.2;
/** Largest gap between the lines of a run, in inches (real runs have up to 0.082 and stop at 0.142). */
const LABEL_RUN_GAP = 0.1;
/** Largest gap between a label and a hanging indent below it, in inches. */
const LABEL_HANG_GAP = 0.3;
/** How far edges may differ and still be aligned, in inches (real offsets reach 0.097; 0.15 is another column). */
const ALIGN = 0.1;
/** How far a neighbour on the same row may reach into the label, in inches. */
const NEIGHBOUR_OVERLAP = 0.02;
/**
 * Share of the lower height that neighbours on one row have in common. Real values lie up to 0.084 in higher than
 * their labels, which leaves a third of 10 point text.
 */
const NEIGHBOUR_HEIGHT = 0.3;
/** Tops within this distance are one row when a hanging indent looks for its nearest line, in inches. */
const ROW_TOLERANCE = 0.08;

const members = {
  position: z.enum(DIRECTIONS).describe('Side of the label that the text is on'),
  stop: withDefault(z.union([z.enum(['first', 'gap']), stopMatchSchema]), 'first').describe(
    'Where adjacent lines end: after the first, at a gap, or before a line that matches',
  ),
  textAlignment: withDefault(z.enum(['left', 'right', 'hangingIndent']), 'left').describe(
    'How the text is aligned with the label',
  ),
  includeAnchor: withDefault(z.boolean(), false).describe('Include the label itself'),
};

type LabelOptions = Settled<typeof members, z.output<z.ZodObject<typeof members>>>;

export const label = defineMethod({
  id: 'label',
  summary: 'Text next to a label: the rest of its line, or an adjacent line',
  anchor: 'required',
  countsOnce: true,
  options: () => members,
  capture({ options, scope, anchor }) {
    const own = settled(members, options);
    if (own.position === 'below') return below(own, scope, anchor);
    if (own.position === 'above') return above(own, scope, anchor);
    return beside(own, own.position, scope, anchor);
  },
  examples: [
    {
      title: 'the rest of the line',
      lines: [{ text: 'Account: 5567', left: 1, top: 1 }],
      field: { anchor: 'account:', method: { id: 'label', position: 'right' } },
      result: { type: 'string', value: '5567' },
    },
    {
      title: 'aligned lines below, up to a gap',
      lines: [
        { text: 'Ship to', left: 1, top: 1 },
        { text: 'Nordhafen Tools', left: 1, top: 1.2 },
        { text: '12 Quay Road', left: 1, top: 1.4 },
        { text: 'Terms: net 30', left: 1, top: 1.9 },
      ],
      field: { anchor: 'ship to', method: { id: 'label', position: 'below', stop: 'gap' } },
      result: { type: 'string', value: 'Nordhafen Tools 12 Quay Road' },
    },
    {
      title: 'nothing near the label',
      lines: [
        { text: 'Total', left: 1, top: 1 },
        { text: '12.00', left: 3, top: 1 },
      ],
      field: { anchor: 'total', method: { id: 'label', position: 'right' } },
      result: null,
    },
  ],
});

function beside(
  options: LabelOptions,
  side: 'left' | 'right',
  scope: SearchScope,
  anchor: AnchorHit,
): Capture {
  const { line, start, end } = anchor;
  const { text } = line;
  const remainder = side === 'right' ? text.slice(end) : text.slice(0, start);
  const include = options.includeAnchor;
  if (MEANINGFUL.test(remainder)) {
    const kept = include ? (side === 'right' ? text.slice(start) : text.slice(0, end)) : remainder;
    return { pieces: [{ text: kept.trim(), line }] };
  }
  const lines = anchorPageLines(scope, anchor);
  const isOther = (other: Line) => other !== line;
  const neighbour = nearestBeside(line, side, linesNear(lines, line.top, line.bottom).filter(isOther));
  if (!neighbour) {
    if (include) return { pieces: [{ text: text.slice(start, end).trim(), line }] };
    return {
      pieces: [],
      reason: `nothing is to the ${side} of ${quoted(anchor)}: its line has no more text there, and no line is within ${inches(LABEL_GAP)}`,
    };
  }
  const others = () => lines.filter(isOther);
  const run = runFrom(options.stop, neighbour, side === 'right' ? 'left' : 'right', others, scope);
  const reason = run.length === 0 ? `the first line ${side} already matches the stop` : undefined;
  const all = !include ? run : side === 'right' ? [line, ...run] : [...run, line];
  return { pieces: wholeLines(all), ...(reason && { reason }) };
}

function nearestBeside(anchor: Line, side: 'left' | 'right', lines: readonly Line[]): Line | undefined {
  let nearest: Line | undefined;
  let least = LABEL_GAP + LIMIT_SLACK;
  for (const line of lines) {
    // As with the rest of the line, a lone sign is never the value a user wants.
    if (!MEANINGFUL.test(line.text)) continue;
    if (overlapY(line, anchor) < NEIGHBOUR_HEIGHT * Math.min(boxHeight(line), boxHeight(anchor))) continue;
    const gap = side === 'right' ? line.left - anchor.right : anchor.left - line.right;
    if (gap < -NEIGHBOUR_OVERLAP - LIMIT_SLACK || gap > least) continue;
    if (nearest && gap === least) continue;
    nearest = line;
    least = gap;
  }
  return nearest;
}

function below(options: LabelOptions, scope: SearchScope, anchor: AnchorHit): Capture {
  const alignment = options.textAlignment;
  const own = anchor.line;
  const lines = anchorPageLines(scope, anchor);
  const isBelow = (line: Line) => line !== own && startsBelow(line, own) && line.bottom > own.bottom;
  const near = linesNear(lines, own.top, own.bottom + LABEL_HANG_GAP + LIMIT_SLACK).filter(isBelow);
  const target =
    alignment === 'hangingIndent' ? hangingTarget(own, near) : alignedTarget(own, near, alignment);
  const head: Piece[] = options.includeAnchor ? wholeLines([own]) : [];
  const gap = inches(alignment === 'hangingIndent' ? LABEL_HANG_GAP : LABEL_GAP);
  if (!target) {
    const missed = alignment === 'hangingIndent' ? '' : notAligned(own, near, alignment);
    return {
      pieces: head,
      reason: `nothing lines up below ${quoted(anchor)}: no aligned line within ${gap}${missed}`,
    };
  }
  const run = runFrom(options.stop, target, edgeOf(alignment), () => lines.filter(isBelow), scope);
  if (run.length === 0) return { pieces: head, reason: 'the first line below already matches the stop' };
  return { pieces: [...head, ...wholeLines(run)] };
}

type Edge = 'left' | 'right';

function edgeOf(alignment: 'left' | 'right' | 'hangingIndent'): Edge {
  return alignment === 'right' ? 'right' : 'left';
}

function alignedTarget(anchor: Line, candidates: readonly Line[], edge: Edge): Line | undefined {
  let best: Line | undefined;
  for (const line of candidates) {
    const shift = Math.abs(line[edge] - anchor[edge]);
    if (shift > ALIGN + LIMIT_SLACK || line.top - anchor.bottom > LABEL_GAP + LIMIT_SLACK) continue;
    if (!best || line.top < best.top) best = line;
    else if (line.top === best.top && shift < Math.abs(best[edge] - anchor[edge])) best = line;
  }
  return best;
}

/** Names the line below that overlaps the label and would be its text, were it aligned; empty where there is none. */
function notAligned(anchor: Line, candidates: readonly Line[], edge: Edge): string {
  const missed = candidates
    .filter((line) => line.left < anchor.right && line.right > anchor.left)
    .filter((line) => line.top - anchor.bottom <= LABEL_GAP + LIMIT_SLACK)
    .reduce<Line | undefined>((best, line) => (best && best.top <= line.top ? best : line), undefined);
  if (!missed) return '';
  const shift = inches(Math.abs(missed[edge] - anchor[edge]));
  return `; the ${edge} edge of ${JSON.stringify(shortened(missed.text))} is ${shift} from that of the label, and ${inches(ALIGN)} would be aligned`;
}

/** The topmost row below; in it lines that begin under the label come first, then the smallest indent. */
function hangingTarget(anchor: Line, candidates: readonly Line[]): Line | undefined {
  const near = candidates.filter(
    (line) =>
      line.top - anchor.bottom <= LABEL_HANG_GAP + LIMIT_SLACK &&
      line.left >= anchor.left - ALIGN - LIMIT_SLACK,
  );
  const top = Math.min(...near.map((line) => line.top));
  const row = near.filter((line) => line.top <= top + ROW_TOLERANCE + LIMIT_SLACK);
  const under = row.filter((line) => line.left <= anchor.right);
  const choice = under.length > 0 ? under : row;
  return choice.reduce<Line | undefined>(
    (best, line) => (best && best.left <= line.left ? best : line),
    undefined,
  );
}

/** The first target and the aligned lines below it, as far as the stop lets them go. */
function runFrom(
  stop: LabelOptions['stop'],
  target: Line,
  edge: Edge,
  candidates: () => readonly Line[],
  scope: SearchScope,
): readonly Line[] {
  if (stop === 'first') return [target];
  const aligned = alignedRun(target, edge, candidates());
  if (stop === 'gap') return untilGap(aligned);
  return aligned.slice(0, stopAmong(stop, aligned, scope));
}

function alignedRun(target: Line, edge: Edge, candidates: readonly Line[]): Line[] {
  const aligned = candidates
    .filter((line) => Math.abs(line[edge] - target[edge]) <= ALIGN + LIMIT_SLACK)
    .sort((a, b) => a.top - b.top);
  const run = [target];
  for (const line of aligned) if (startsBelow(line, run.at(-1)!)) run.push(line);
  return run;
}

function untilGap(lines: readonly Line[]): readonly Line[] {
  const end = lines.findIndex(
    (line, i) => i > 0 && line.top - lines[i - 1]!.bottom > LABEL_RUN_GAP + LIMIT_SLACK,
  );
  return end < 0 ? lines : lines.slice(0, end);
}

function above(options: LabelOptions, scope: SearchScope, anchor: AnchorHit): Capture {
  const edge = edgeOf(options.textAlignment);
  const own = anchor.line;
  let nearest: Line | undefined;
  const reach = own.top - LABEL_GAP - LIMIT_SLACK;
  for (const line of linesNear(anchorPageLines(scope, anchor), reach, own.bottom)) {
    if (line === own || line.bottom >= own.bottom - BELOW_SHARE * own.lineHeight) continue;
    if (Math.abs(line[edge] - own[edge]) > ALIGN + LIMIT_SLACK) continue;
    if (own.top - line.bottom > LABEL_GAP + LIMIT_SLACK) continue;
    if (!nearest || line.bottom > nearest.bottom) nearest = line;
  }
  const tail: Piece[] = options.includeAnchor ? wholeLines([own]) : [];
  if (!nearest) {
    const reason = `nothing lines up above ${quoted(anchor)}: no aligned line within ${inches(LABEL_GAP)}`;
    return { pieces: tail, reason };
  }
  return { pieces: [...wholeLines([nearest]), ...tail] };
}
