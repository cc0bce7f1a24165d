/** Regular expressions in rules, within a budget of time for one text and one for the whole run. */
import { compilePattern, type Pattern, patternProblem } from '../../foundation/text/pattern.js';
import { withReplacements } from '../../foundation/text/replacement.js';
import { MAX_CELLS, RuleError, type RuleRun } from './run.js';

/** Memory that the engine takes for one match, in cells. */
const CELLS_PER_MATCH = 16;

/** Matches whose memory a run could pay for. */
const MOST_MATCHES = MAX_CELLS / CELLS_PER_MATCH;

/** Whether a pattern occurs in a text. A text that takes too long is noted and counts as not matching. */
export function occurs(run: RuleRun, text: string, source: string, flags: string): boolean {
  return matchesIn(run, text, source, flags, 1).length > 0;
}

/**
 * JavaScript's `text.replace(pattern, replacement)`: the first match, all with the flag `g`.
 * A text that takes too long is noted and stays as it is.
 */
export function replacePattern(
  run: RuleRun,
  text: string,
  source: string,
  flags: string,
  replacement: string,
): string {
  const most = flags.includes('g') ? MOST_MATCHES : 1;
  const matches = matchesIn(run, text, source, flags, most);
  if (matches.length === 0) return text;
  return withReplacements(text, matches, replacement, (characters) => run.growText(characters));
}

function matchesIn(
  run: RuleRun,
  text: string,
  source: string,
  flags: string,
  most: number,
): RegExpExecArray[] {
  const pattern = run.pattern(`${flags}/${source}`, () => compile(source, flags));
  run.read(text.length);
  const found = attempt(() => pattern.firstMatches(text, most, run.patternGuard));
  run.growItems(found.length * CELLS_PER_MATCH);
  return flags.includes('y') ? sticky(found) : [...found];
}

function compile(source: string, flags: string): Pattern {
  const problem = patternProblem(source, flags);
  if (problem !== undefined) throw new RuleError(`the pattern ${problem}`);
  return compilePattern(source, flags);
}

/** Some patterns compile but are refused when they are run. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RuleError) throw error;
    throw new RuleError(`the pattern cannot be run: ${error instanceof Error ? error.message : 'refused'}`);
  }
}

/** With the flag `y` each match begins where the one before ended, the first at the start. */
function sticky(matches: readonly RegExpExecArray[]): RegExpExecArray[] {
  let next = 0;
  const gap = matches.findIndex((match) => {
    const isGap = match.index !== next;
    next = match.index + Math.max(1, match[0].length);
    return isGap;
  });
  return matches.slice(0, gap < 0 ? undefined : gap);
}
