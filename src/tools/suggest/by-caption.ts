/** Fields that lead from a caption to the value in its line, beside it, above it or below it. */

import type { AnchorForm } from './captions.js';
import { escaped, shapeOf } from './patterns.js';
import {
  CAPTIONS,
  type Candidate,
  type CandidateField,
  COST,
  LABEL_REACH,
  MARGIN,
  type Place,
} from './place.js';

/** Caption and value in one line. */
export function inItsLine(at: Place): Candidate[] {
  if (at.captions.kinds.isInAddress(at.line)) return [];
  const { start, end } = at.place;
  const { text } = at.line;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const found: Candidate[] = [];
  const prefix = at.captions.captionBefore(before);
  if (prefix !== undefined) {
    const isRest = !at.isText || after.trim() === '';
    for (const form of at.forms(at.line, prefix)) {
      if (isRest) found.push(at.candidate(form, COST.label, { id: 'label', position: 'right' }, 'after'));
      found.push(...patterns(at, form, prefix, after));
    }
  }
  const whole = at.captionIn(before) ?? at.captionIn(after);
  if (!at.isText && whole !== undefined) {
    for (const form of at.forms(at.line, whole)) {
      for (const [method, cost] of at.positions([at.line], { id: 'passthrough' })) {
        found.push(at.candidate(form, COST.passthrough + cost, method, 'in the line of'));
      }
    }
  }
  const suffix = start === 0 ? at.captionIn(after) : undefined;
  if (suffix !== undefined) {
    for (const form of at.forms(at.line, suffix)) {
      found.push(at.candidate(form, COST.labelLeft, { id: 'label', position: 'left' }, 'before'));
    }
  }
  return found;
}

/** A pattern that takes the value out of its line: one word, or all up to what follows. */
function patterns(at: Place, form: AnchorForm, prefix: string, after: string): Candidate[] {
  if (!at.isText) return [];
  const { start, end } = at.place;
  const value = at.line.text.slice(start, end);
  const between = '[\\s:#.]*';
  const [follower] = /\S+/u.exec(after) ?? [];
  const groups = [
    ...(/\s/u.test(value) ? [] : ['(\\S+)']),
    `(${shapeOf(value)})`,
    ...(follower === undefined ? ['(.+)'] : [`(.+?)\\s+${escaped(follower)}`]),
  ];
  return groups.map((group, i) =>
    at.candidate(
      form,
      COST.pattern + i * COST.position,
      { id: 'regex', pattern: `${escaped(prefix)}${between}${group}`, flags: 'i' },
      'after',
    ),
  );
}

/** Captions in the same row. */
export function beside(at: Place): Candidate[] {
  const row = at.index.rowOf(at.line).filter((line) => !at.place.lines.includes(line));
  const left = row.filter(({ right }) => right <= at.line.left + MARGIN.x).toReversed();
  const right = row.filter((line) => line.left >= at.box.right - MARGIN.x);
  const all = [at.line, ...row].toSorted((a, b) => a.left - b.left);
  const found: Candidate[] = [];
  for (const [i, line] of at.tried(left, CAPTIONS).entries()) {
    const behind = all.filter((each) => each.left >= line.right - MARGIN.x && each !== line);
    for (const form of at.captionForms(line)) {
      if (i === 0)
        found.push(at.candidate(form, COST.labelRight - 1, { id: 'label', position: 'right' }, 'right of'));
      for (const [method, cost] of at.positions(behind, { id: 'row' })) {
        found.push(at.candidate(form, COST.row + cost + i * COST.position, method, 'right of'));
      }
    }
  }
  for (const [i, line] of at.tried(right, CAPTIONS).entries()) {
    const before = all.filter((each) => each.right <= line.left + MARGIN.x && each !== line);
    for (const form of at.captionForms(line)) {
      if (i === 0)
        found.push(at.candidate(form, COST.labelLeft, { id: 'label', position: 'left' }, 'left of'));
      for (const [method, cost] of at.positions(before, { id: 'row', position: 'left' })) {
        found.push(at.candidate(form, COST.rowLeft + cost, method, 'left of'));
      }
    }
  }
  return found;
}

/** Captions above the value. */
export function above(at: Place): Candidate[] {
  const found: Candidate[] = [];
  const lines = at.overlapping().filter(({ bottom }) => bottom <= at.line.top + MARGIN.y);
  const nearest = lines.toSorted((a, b) => b.bottom - a.bottom);
  for (const [i, line] of at.tried(nearest, CAPTIONS).entries()) {
    const own = at.captions.kinds.captionsItself(line) ? COST.ownValue : 0;
    const gap = at.line.top - line.bottom;
    const between = at.columnOf(line).filter(({ top }) => top > line.top);
    for (const form of at.captionForms(line)) {
      if (gap <= LABEL_REACH) {
        for (const method of labelsBelow(at)) {
          found.push(at.candidate(form, COST.labelBelow + method.cost + own, method.method, 'below'));
        }
      }
      for (const [method, cost] of at.positions(between, { id: 'column' })) {
        found.push(at.candidate(form, COST.column + cost + own + i * COST.position, method, 'below'));
      }
    }
  }
  return found;
}

function labelsBelow(at: Place): { method: CandidateField['method']; cost: number }[] {
  const below = { id: 'label', position: 'below' };
  if (at.place.shape === 'block') return [{ method: { ...below, stop: 'gap' }, cost: 0 }];
  return [
    { method: below, cost: 0 },
    { method: { ...below, textAlignment: 'right' }, cost: 0.5 },
    ...(at.isText ? [] : [{ method: { ...below, stop: 'gap' }, cost: 1 }]),
  ];
}

/** Captions below the value, as on signature lines. */
export function below(at: Place): Candidate[] {
  const lines = at.overlapping().filter(({ top }) => top >= at.box.bottom - MARGIN.y);
  const nearest = lines.toSorted((a, b) => a.top - b.top).slice(0, 2);
  return nearest
    .filter(({ top }) => top - at.box.bottom <= LABEL_REACH)
    .flatMap((line) =>
      at
        .captionForms(line)
        .map((form) => at.candidate(form, COST.labelAbove, { id: 'label', position: 'above' }, 'above')),
    );
}
