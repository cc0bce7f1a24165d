/** What a field that ran says of itself: whether it gives what is wanted, and from the place that it was made for. */

import type { TypedValue } from '../../language/types/definition.js';
import { boundingBox, boxArea, sharedArea } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import type { Mark } from './marks.js';
import type { CandidateField } from './place.js';
import { STATE, type Target } from './wanted.js';

interface PlacedPoint {
  readonly x: number;
  readonly y: number;
}

/** A value with the lines that it was read from and, of a box to tick, where that is. */
interface PlacedValue extends TypedValue {
  readonly lines?: readonly { readonly page: number; readonly boundingPolygon: readonly PlacedPoint[] }[];
  readonly regions?: readonly { readonly page: number; readonly boundingPolygon: readonly PlacedPoint[] }[];
}

/** How often a field gives what is wanted. */
export interface Counts {
  /** Documents on which it gives the value that was wanted there. */
  readonly exact: number;
  /** Documents of unknown value on which it gives one of the same form. */
  readonly plausible: number;
  /** Documents on which it gives something else, or nothing. */
  readonly wrong: number;
}

/** Counts the documents on which a field gives what is wanted. @param values one for each target */
export function judged(
  field: CandidateField,
  targets: readonly (Target | null | undefined)[],
  values: readonly unknown[],
): Counts {
  const counts = { exact: 0, plausible: 0, wrong: 0 };
  const known = targets.find((target) => target !== null && target !== undefined);
  for (const [i, target] of targets.entries()) counts[verdict(target, known, values[i], field)]++;
  return counts;
}

function verdict(
  target: Target | null | undefined,
  known: Target | undefined,
  value: unknown,
  field: CandidateField,
): keyof Counts {
  if (target === null) return value === null || value === undefined ? 'exact' : 'wrong';
  if (target) return isWanted(target, value, field) ? 'exact' : 'wrong';
  return known !== undefined && isAlike(known.text, value) ? 'plausible' : 'wrong';
}

/** Whether a field gives a wanted value. */
export function isWanted(target: Target, value: unknown, { type, method }: CandidateField): boolean {
  const reference = type ?? (target.isState && isMark(method) ? STATE : 'string');
  const wanted = target.types.find((each) => each.reference === reference);
  return wanted !== undefined && isValue(value) && wanted.isWanted(value);
}

function isMark({ id }: CandidateField['method']): boolean {
  return id === 'checkbox' || id === 'nearestCheckbox';
}

/**
 * Whether a value was read from one of some lines: an equal one at another place is right by accident. Of the
 * 747 values of `bench:suggest`, 645 first proposals are right on another document with it, 643 without.
 */
export function isReadFrom(value: unknown, lines: readonly Line[]): boolean {
  if (!isValue(value) || value.lines === undefined || value.lines.length === 0) return true;
  return value.lines.some(({ page, boundingPolygon }) =>
    lines.some((line) => {
      const { x, y } = boundingPolygon[0] ?? { x: 0, y: 0 };
      const corner = line.boundingPolygon[0];
      return line.page === page && Math.abs(corner.x - x) < NEAR && Math.abs(corner.y - y) < NEAR;
    }),
  );
}

/** Inches within which two corners are one. */
const NEAR = 0.01;

/** Whether a value was read off a box to tick: methods give it with its border or without. */
export function isReadOff(value: unknown, { page, bounds }: Pick<Mark, 'page' | 'bounds'>): boolean {
  const [region] = (isValue(value) && value.regions) || [];
  if (!region || region.page !== page) return false;
  const box = boundingBox(region.boundingPolygon);
  return sharedArea(box, bounds) > Math.min(boxArea(box), boxArea(bounds)) / 2;
}

/** Whether a value of a document on which it is not known may be right: a typed one, or text with digits like the known. */
function isAlike(known: string, value: unknown): boolean {
  if (!isValue(value)) return false;
  if (typeof value.value !== 'string') return true;
  return /\d/u.test(known) === /\d/u.test(value.value) && value.value.length <= 4 * known.length + 8;
}

function isValue(value: unknown): value is PlacedValue {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'value');
}
