/** Estimates from its source how a regular expression behaves at the worst. */

/** What bounds the steps that a backtracking engine takes for a pattern. */
export interface PatternShape {
  /** Unbounded quantifiers: each adds a power of the text's length to the worst case. */
  readonly unbounded: number;
  /** Optional parts and alternatives: each may double it. */
  readonly choices: number;
  /** A repeated group holds another quantifier or an alternative: the worst case may be exponential. */
  readonly nested: boolean;
}

/** Up to this many repetitions only multiply the cost by a small number. */
const FEW = 4;

/** Reads what bounds a pattern's worst case off its source; errs on the side of caution. */
export function patternShape(source: string): PatternShape {
  let unbounded = 0;
  let choices = 0;
  let nested = false;
  const groups: { busy: boolean }[] = [];
  let closed: { busy: boolean } | undefined;
  for (let i = 0; i < source.length; i += 1) {
    const char = source[i];
    let justClosed: { busy: boolean } | undefined;
    if (char === '\\') {
      // A back reference makes the cost of a position depend on what was matched before.
      if (/[1-9k]/u.test(source[i + 1] ?? '')) nested = true;
      i += 1;
    } else if (char === '[') {
      i = endOfClass(source, i);
    } else if (char === '(') {
      groups.push({ busy: false });
      if (source[i + 1] === '?') i += source[i + 2] === '<' ? 2 : 1;
    } else if (char === ')') {
      justClosed = groups.pop();
      const outer = groups.at(-1);
      if (outer && justClosed?.busy) outer.busy = true;
    } else if (char === '|') {
      choices += 1;
      const group = groups.at(-1);
      if (group) group.busy = true;
    } else if (char === '*' || char === '+' || char === '{' || char === '?') {
      const bounds = char === '{' ? /^\{(\d+)(,(\d*))?\}/u.exec(source.slice(i)) : null;
      if (char !== '{' || bounds) {
        const most = repetitions(char, bounds);
        if (closed?.busy && most > FEW) nested = true;
        if (most > FEW) unbounded += 1;
        else if (most > 1 || char === '?') choices += 1;
        const group = groups.at(-1);
        if (group) group.busy = true;
        if (bounds) i += bounds[0].length - 1;
        if (source[i + 1] === '?') i += 1;
      }
    }
    closed = justClosed;
  }
  return { unbounded, choices, nested };
}

/** The most repetitions that a quantifier allows. */
function repetitions(char: string, bounds: RegExpExecArray | null): number {
  if (char === '?') return 1;
  if (!bounds) return Number.POSITIVE_INFINITY;
  if (bounds[2] === undefined) return Number(bounds[1]);
  return bounds[3] === '' ? Number.POSITIVE_INFINITY : Number(bounds[3]);
}

function endOfClass(source: string, start: number): number {
  for (let i = start + 1; i < source.length; i += 1) {
    if (source[i] === '\\') i += 1;
    else if (source[i] === ']') return i;
  }
  return source.length;
}
