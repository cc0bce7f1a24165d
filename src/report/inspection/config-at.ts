/** Finds the part of a config that a printed path names. */

/** A member by its name, by its name in quotes, or an item by its position. */
const STEP = /\.?([^\s.[\]"]+)|\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]/uy;

/** The value at a path such as `fields[3].method`; undefined where there is none. */
export function configAt(config: object, path: string): unknown {
  let value: unknown = config;
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (!match) return undefined;
    at = STEP.lastIndex;
    const [, name, quoted, position] = match;
    const key = name ?? (quoted === undefined ? position! : String(JSON.parse(quoted)));
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
