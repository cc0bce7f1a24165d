/** Finds the part of a config that a printed path names. */
import type { PathStep } from '../../../errors.js';

/** A member by its name, by its name in quotes, or an item by its position. */
const STEP = /\.?([^\s.[\]"]+)|\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]/uy;

/** The value at a path such as `fields[3].method`; undefined where there is none. */
export function configAt(config: object, path: string): unknown {
  let value: unknown = config;
  const steps = stepsOf(path);
  for (const step of steps ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return steps && value;
}

/** The steps of a printed path; undefined where it is not one. */
export function stepsOf(path: string): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (let at = 0; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (!match) return undefined;
    const [, name, quoted, position] = match;
    steps.push(position === undefined ? (name ?? String(JSON.parse(quoted!))) : Number(position));
  }
  return steps;
}
