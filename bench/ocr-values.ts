/** Comparing the values that fields have with those that they have when the same pages are read by OCR. */

export interface Counts {
  readonly same: number;
  /** A value that is null by OCR. */
  readonly lost: number;
  /** A value that is another one by OCR. */
  readonly other: number;
  /** Values by OCR of fields that have none. */
  readonly added: number;
}

export const NO_VALUES: Counts = { same: 0, lost: 0, other: 0, added: 0 };

/** Values within values by their path; of objects that hold how a value was written, the value alone. */
type Leaves = ReadonlyMap<string, string>;

/** Compares values leaf by leaf: members of objects, rows and cells. */
export function compareValues(
  own: unknown,
  read: unknown,
): { readonly counts: Counts; readonly differences: readonly string[] } {
  const mine = leavesOf(own);
  const theirs = leavesOf(read);
  const differences: string[] = [];
  let [same, lost, other, added] = [0, 0, 0, 0];
  for (const [path, value] of mine) {
    const found = theirs.get(path);
    if (found === value) same += 1;
    else if (found === undefined) lost += 1;
    else other += 1;
    if (found !== value) differences.push(`${path}: ${value} as ${found ?? 'null'}`);
  }
  for (const [path, value] of theirs) {
    if (mine.has(path)) continue;
    added += 1;
    differences.push(`${path}: null as ${value}`);
  }
  return { counts: { same, lost, other, added }, differences };
}

/** All that is not null. */
function leavesOf(value: unknown, path = '', leaves = new Map<string, string>()): Leaves {
  if (value === null || value === undefined) return leaves;
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) leavesOf(each, `${path}[${index}]`, leaves);
  } else if (typeof value === 'object') {
    if ('value' in value) return leavesOf(value.value, path, leaves);
    for (const [key, each] of Object.entries(value)) leavesOf(each, path ? `${path}.${key}` : key, leaves);
  } else {
    leaves.set(path, JSON.stringify(typeof value === 'string' ? value.replace(/\s+/gu, ' ').trim() : value));
  }
  return leaves;
}
