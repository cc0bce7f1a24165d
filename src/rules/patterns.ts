/** Regular expressions in rules, within a budget of time for one text and one for the whole run. */
import { compilePattern, type Pattern, patternProblem } from '../text/pattern.js';
import { MAX_CELLS, RuleError, type RuleRun } from './run.js';

/** Longest pattern that a rule may compute, in characters. */
const MAX_PATTERN_LENGTH = 10_000;

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
  const template = readTemplate(replacement);
  const pieces: string[] = [];
  let end = 0;
  for (const match of matches) {
    pieces.push(text.slice(end, match.index));
    for (const part of template) {
      const piece = expand(part, match, text);
      run.growText(piece.length);
      pieces.push(piece);
    }
    end = match.index + match[0].length;
  }
  pieces.push(text.slice(end));
  run.growText(text.length);
  return pieces.join('');
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
  if (source.length > MAX_PATTERN_LENGTH) {
    throw new RuleError(`a pattern may have ${MAX_PATTERN_LENGTH} characters, not ${source.length}`);
  }
  const problem = patternProblem(source, flags);
  if (problem !== undefined) throw new RuleError(problem);
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

/** Part of a replacement: text, or a reference such as `$1`, `$<name>`, `$&`. */
type TemplatePart = { readonly text: string } | { readonly reference: string };

function readTemplate(replacement: string): TemplatePart[] {
  return replacement
    .split(/(\$(?:[$&`']|\d{1,2}|<[^>]*>))/u)
    .map((part, i) => (i % 2 === 1 ? { reference: part } : { text: part }));
}

/** What a reference stands for, as JavaScript defines it; one to a group that is not there stays as text. */
function expand(part: TemplatePart, match: RegExpExecArray, text: string): string {
  if ('text' in part) return part.text;
  const { reference } = part;
  const sign = reference[1]!;
  if (sign === '$') return '$';
  if (sign === '&') return match[0];
  if (sign === '`') return text.slice(0, match.index);
  if (sign === "'") return text.slice(match.index + match[0].length);
  if (sign === '<') return match.groups ? (match.groups[reference.slice(2, -1)] ?? '') : reference;
  return numberedGroup(reference.slice(1), match) ?? reference;
}

/** Two digits name a group when there are that many, else the first digit does and the second is text. */
function numberedGroup(digits: string, match: RegExpExecArray): string | undefined {
  const number = Number(digits);
  if (number >= 1 && number < match.length) return match[number] ?? '';
  const first = Number(digits[0]);
  if (digits.length === 1 || first < 1 || first >= match.length) return undefined;
  return (match[first] ?? '') + digits.slice(1);
}
