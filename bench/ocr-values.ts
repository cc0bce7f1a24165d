/** Comparing the values that fields have with those that they have when the same pages are read by OCR. */

/** The values of one document. */
export interface Compared {
  /** Paths of values that are the same. */
  readonly right: readonly string[];
  /** Paths of values that are another one, or should be null: wrong values are worse than missing ones. */
  readonly wrong: readonly string[];
  /** How many there are to find. */
  readonly wanted: number;
  /** What is not the same, for people. */
  readonly differences: readonly string[];
}

/** A single value. */
type Leaf = string | number | boolean;

/**
 * Compares values leaf by leaf: members of objects, rows and cells. Rows of lists are aligned first, in order, so that
 * most of their leaves agree: a row that is missed does not make all others wrong.
 * @param against `all`: a value where there is none is wrong; `named`: only what `own` names counts
 */
export function compareValues(own: unknown, read: unknown, against: 'all' | 'named' = 'all'): Compared {
  const found: { right: string[]; wrong: string[]; differences: string[]; wanted: number } = {
    right: [],
    wrong: [],
    differences: [],
    wanted: 0,
  };
  const visit = (mine: unknown, theirs: unknown, path: string): void => {
    if (Array.isArray(mine)) {
      const list = Array.isArray(theirs) ? theirs : [];
      for (const [index, at] of aligned(mine, list).entries()) {
        const other = at.theirs === undefined ? null : list[at.theirs];
        visit(at.mine === undefined ? null : mine[at.mine], other, `${path}[${at.mine ?? `+${index}`}]`);
      }
    } else if (isMembers(mine) || (mine === null && isMembers(theirs))) {
      const keys = against === 'all' ? [...keysOf(mine), ...keysOf(theirs)] : keysOf(mine);
      for (const key of new Set(keys))
        visit(memberOf(mine, key), memberOf(theirs, key), path ? `${path}.${key}` : key);
    } else if (mine === null && Array.isArray(theirs)) {
      for (const [index, each] of theirs.entries()) visit(null, each, `${path}[+${index}]`);
    } else if (mine !== null) {
      found.wanted += 1;
      if (mine === theirs) found.right.push(path);
      else if (theirs !== null) found.wrong.push(path);
      if (mine !== theirs)
        found.differences.push(`${path}: ${JSON.stringify(mine)} as ${JSON.stringify(theirs)}`);
    } else if (theirs !== null && against === 'all') {
      found.wrong.push(path);
      found.differences.push(`${path}: null as ${JSON.stringify(theirs)}`);
    }
  };
  visit(plain(own), plain(read), '');
  return found;
}

/** What several documents come to. */
export function countsOf(all: readonly Compared[]) {
  const sum = (of: (each: Compared) => number) => all.reduce((total, each) => total + of(each), 0);
  const wanted = sum((each) => each.wanted);
  const right = sum((each) => each.right.length);
  const isWanted = (path: string) => !path.includes('[+');
  const other = sum((each) => each.wrong.filter(isWanted).length);
  return {
    documents: all.length,
    wanted,
    right,
    missing: wanted - right - other,
    wrong: sum((each) => each.wrong.length),
  };
}

/** Values alone: of objects that hold how a value was written, the value; texts without a second space. */
function plain(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (isMembers(value)) {
    if ('value' in value) return plain(value['value']);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  }
  return typeof value === 'string' ? plainText(value) : (value as Leaf);
}

/** Text with one kind of quotes, which OCR does not distinguish, and of spaces. */
function plainText(text: string): string {
  return text
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/[\u201c\u201d]/gu, '"')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Which elements of two lists belong together: most of their leaves agree in this order. */
function aligned(mine: readonly unknown[], theirs: readonly unknown[]): { mine?: number; theirs?: number }[] {
  const best = Array.from({ length: mine.length + 1 }, () => new Float64Array(theirs.length + 1));
  const pair = (i: number, j: number) => agreeing(mine[i], theirs[j]) + best[i + 1]![j + 1]! + TIED;
  for (let i = mine.length - 1; i >= 0; i--) {
    for (let j = theirs.length - 1; j >= 0; j--) {
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, pair(i, j));
    }
  }
  const pairs: { mine?: number; theirs?: number }[] = [];
  for (let [i, j] = [0, 0]; i < mine.length || j < theirs.length; ) {
    if (i < mine.length && j < theirs.length && best[i]![j] === pair(i, j))
      pairs.push({ mine: i++, theirs: j++ });
    else if (i < mine.length && (j === theirs.length || best[i]![j] === best[i + 1]![j]))
      pairs.push({ mine: i++ });
    else pairs.push({ theirs: j++ });
  }
  return pairs;
}

/** What pairing two elements counts though nothing in them agrees: less than any value. */
const TIED = 1e-6;

/** How many leaves of two values agree. */
function agreeing(mine: unknown, theirs: unknown): number {
  if (Array.isArray(mine)) {
    return Array.isArray(theirs) ? mine.filter((each, index) => agreeing(each, theirs[index]) > 0).length : 0;
  }
  if (!isMembers(mine)) return mine !== null && mine === theirs ? 1 : 0;
  return Object.keys(mine).reduce((sum, key) => sum + agreeing(mine[key], memberOf(theirs, key)), 0);
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf(value: unknown): readonly string[] {
  return isMembers(value) ? Object.keys(value) : [];
}

function memberOf(value: unknown, key: string): unknown {
  return isMembers(value) && Object.hasOwn(value, key) ? value[key] : null;
}
