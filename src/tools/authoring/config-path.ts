/** Parts of configs by the paths that traces print. */
import type { PathStep } from '../../errors.js';

/** Steps of a printed path that goes through arrays and plain names: `fields[3].fields[0]`. */
export function stepsOfPath(path: string): readonly PathStep[] {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/gu)].map(([, name, index]) => name ?? Number(index));
}

/** The part of a config at a printed path; undefined where there is none. */
export function fieldAt(config: object, path: string): object | undefined {
  let part: unknown = config;
  for (const step of stepsOfPath(path)) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = Reflect.get(part, step);
  }
  return typeof part === 'object' && part !== null ? part : undefined;
}
