/** What names mean in a rule: paths, and the frames they are looked up in. */
// See docs/language/07-computed-rules-postprocessor.md#23-paths
// See docs/language/07-computed-rules-postprocessor.md#24-scope
import { isArray, isObject, ownMember, type Value, type ValueObject } from './value.js';

/** A context: the document, a section, a row, the item of an iterator. */
interface DataFrame {
  readonly kind: 'data';
  readonly value: Value;
  readonly outer: RuleFrame | undefined;
}

/** The array or object that an iterator walks over, just outside the frame of its item. */
interface CollectionFrame {
  readonly kind: 'collection';
  readonly value: Value;
  readonly outer: RuleFrame | undefined;
}

/** Names that stay visible inside iterators: a binding of `let`, or the globals. */
interface NameFrame {
  readonly kind: 'names';
  readonly value: ValueObject;
  readonly outer: RuleFrame | undefined;
}

/** A stack of frames, from the innermost outwards. */
export type RuleFrame = DataFrame | CollectionFrame | NameFrame;

/** A path, read. */
export interface Path {
  /** Leading `../`. */
  readonly climbs: number;
  readonly segments: readonly string[];
}

/** The scope of an iterator's body: the item's context, outside it the collection. */
export function itemFrame(context: Value, collection: Value, outer: RuleFrame | undefined): RuleFrame {
  return { kind: 'data', value: context, outer: { kind: 'collection', value: collection, outer } };
}

/** A scope with further names. */
export function nameFrame(names: ValueObject, outer: RuleFrame | undefined): RuleFrame {
  return { kind: 'names', value: names, outer };
}

/** A scope with a context and no collection. */
export function dataFrame(value: Value, outer: RuleFrame | undefined): RuleFrame {
  return { kind: 'data', value, outer };
}

/** Counts what it takes to look values up. */
interface LookUpBudget {
  /** Frames that were looked at. */
  work(frames: number): void;
  /** A text of which a character is taken. */
  flatten(text: string): void;
}

/** For values that are not made by rules. */
const UNCOUNTED: LookUpBudget = { work: () => undefined, flatten: () => undefined };

/** Reads a path: leading `../` are climbs, a bare `..` is one. */
export function parsePath(text: string): Path {
  let climbs = 0;
  let start = 0;
  while (text.startsWith('../', start)) {
    climbs += 1;
    start += 3;
  }
  const rest = text.slice(start);
  if (rest === '..') return { climbs: climbs + 1, segments: [] };
  return { climbs, segments: splitPath(rest) };
}

/** The segments of a path without climbs; a backslash escapes `.`, `/` and itself. */
export function splitPath(text: string): readonly string[] {
  if (text === '') return [];
  const segments: string[] = [];
  let segment = '';
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!;
    const next = text[i + 1];
    if (char === '\\' && (next === '.' || next === '/' || next === '\\')) {
      segment += next;
      i += 1;
    } else if (char === '.') {
      segments.push(segment);
      segment = '';
    } else segment += char;
  }
  return [...segments, segment];
}

/** The value at a path; undefined when there is none. */
export function resolve(
  { climbs, segments }: Path,
  scope: RuleFrame | undefined,
  budget: LookUpBudget = UNCOUNTED,
): Value | undefined {
  let frame = scope;
  for (let i = 0; i < climbs; i += 1) {
    const context = nearestContext(frame, budget);
    if (!context) return undefined;
    frame = context.outer;
  }
  const [first] = segments;
  if (first === undefined) return nearestContext(frame, budget)?.value;
  if (climbs > 0 && frame?.kind === 'collection' && member(frame.value, first, budget) === undefined) {
    frame = frame.outer;
  }
  return lookUp(first, segments, frame, budget);
}

function nearestContext(scope: RuleFrame | undefined, budget: LookUpBudget): RuleFrame | undefined {
  let frame = scope;
  let frames = 1;
  for (; frame?.kind === 'names'; frames += 1) frame = frame.outer;
  budget.work(frames);
  return frame;
}

/** The nearest context is asked once; outside it only names count. */
function lookUp(
  first: string,
  segments: readonly string[],
  scope: RuleFrame | undefined,
  budget: LookUpBudget,
): Value | undefined {
  let asked = false;
  for (let frame = scope; frame; frame = frame.outer) {
    budget.work(1);
    if (frame.kind !== 'names' && asked) continue;
    if (frame.kind !== 'names') asked = true;
    if (member(frame.value, first, budget) !== undefined) return descend(frame.value, segments, budget);
  }
  return undefined;
}

/** The value that segments lead to inside a value; undefined when there is none. */
export function descend(value: Value, segments: readonly string[], budget: LookUpBudget): Value | undefined {
  let inner: Value | undefined = value;
  for (const segment of segments) {
    if (inner === undefined) return undefined;
    inner = member(inner, segment, budget);
  }
  return inner;
}

function member(value: Value, segment: string, budget: LookUpBudget): Value | undefined {
  if (isObject(value)) return ownMember(value, segment);
  if (!isArray(value) && typeof value !== 'string') return undefined;
  if (segment === 'length') return value.length;
  if (!/^(?:0|[1-9]\d{0,9})$/u.test(segment)) return undefined;
  const index = Number(segment);
  if (index < value.length && typeof value === 'string') budget.flatten(value);
  return index < value.length ? (value[index] ?? null) : undefined;
}
