/** Looks through the text of a config before it is parsed, as the parser keeps every value and recurses as they nest. */
import type { ConfigIssue } from '../../errors.js';
import { Size, wholeIssue } from './size.js';

/** The bracket that opens what another closes. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  ['}', '{'],
  [']', '['],
]);
/** What is between values. */
const BETWEEN = /[\s,:]+/suy;
/** All that is neither white space nor a mark nor the beginning of a text or comment: names, numbers, `true`. */
const WORD = /[^\s,:[\]{}"'/]+/suy;

/** What makes a text too large to be parsed, or a bracket, string or comment in it that is not closed. */
export function scanText(source: string): ConfigIssue | undefined {
  const size = new Size();
  const tooLong = size.addCharacters(source.length);
  if (tooLong) return tooLong;
  /** Offsets of the brackets that are open. */
  const open: number[] = [];
  for (let at = endOfBetween(source, 0); at < source.length; ) {
    const mark = source[at]!;
    const end = endOf(source, at);
    if (end === undefined) {
      return syntaxIssue(source, at, `a ${mark === '/' ? 'comment' : 'string'} is not closed`);
    }
    if (mark === '{' || mark === '[') open.push(at);
    const opener = OPENERS.get(mark);
    if (opener !== undefined) {
      const opened = open.pop();
      if (opened === undefined) return syntaxIssue(source, at, `this ${mark} closes nothing`);
      if (source[opened] !== opener) return unclosed(source, opened, at);
    }
    const problem = isComment(source, at) ? undefined : size.add(open.length, 0);
    if (problem) return problem;
    at = endOfBetween(source, end);
  }
  const last = open.at(-1);
  return last === undefined ? undefined : unclosed(source, last, source.length);
}

function endOfBetween(source: string, at: number): number {
  BETWEEN.lastIndex = at;
  return BETWEEN.test(source) ? BETWEEN.lastIndex : at;
}

function isComment(source: string, at: number): boolean {
  return source.startsWith('//', at) || source.startsWith('/*', at);
}

/** Where the token ends that begins at an offset; undefined for a string or comment that does not. */
function endOf(source: string, at: number): number | undefined {
  const mark = source[at];
  if (mark === '"' || mark === "'") return endOfString(source, at);
  if (source.startsWith('//', at)) return endOfLine(source, at);
  if (source.startsWith('/*', at)) {
    const end = source.indexOf('*/', at + 2);
    return end < 0 ? undefined : end + 2;
  }
  WORD.lastIndex = at;
  return at + (WORD.exec(source)?.[0].length ?? 1);
}

function endOfLine(source: string, at: number): number {
  let end = at;
  while (end < source.length && !isLineEnd(source[end]!)) end += 1;
  return end;
}

/** Strings end with their line, unless a backslash is the last of it. */
function endOfString(source: string, at: number): number | undefined {
  const quote = source[at];
  for (let i = at + 1; i < source.length; i += 1) {
    const sign = source[i]!;
    if (sign === quote) return i + 1;
    if (sign === '\\') i += source.startsWith('\r\n', i + 1) ? 2 : 1;
    else if (sign === '\n' || sign === '\r') return undefined;
  }
  return undefined;
}

function isLineEnd(sign: string): boolean {
  return sign === '\n' || sign === '\r' || sign === '\u2028' || sign === '\u2029';
}

function unclosed(source: string, opened: number, at: number): ConfigIssue {
  const { line, column } = positionAt(source, opened);
  return syntaxIssue(source, at, `the ${source[opened]} of line ${line}, column ${column} is not closed`);
}

/** What the parser did not expect: a word or a sign at an offset. */
export function unexpectedAt(source: string, offset: number): ConfigIssue {
  if (offset >= source.length || isComment(source, offset)) {
    return syntaxIssue(source, offset, 'a value is missing');
  }
  WORD.lastIndex = offset;
  const found = WORD.exec(source)?.[0] ?? source[offset]!;
  const advice = /^[-+]?\./u.test(found)
    ? 'a number needs a digit before its point'
    : 'a comma, a colon or a quote may be missing before it';
  return syntaxIssue(source, offset, `${found.slice(0, MOST_SHOWN)} is not expected here; ${advice}`);
}

/** Characters of a word that a message shows. */
const MOST_SHOWN = 40;

function syntaxIssue(source: string, offset: number, message: string): ConfigIssue {
  return { ...wholeIssue('invalid_json', message), ...positionAt(source, offset) };
}

/** The line and column of an offset, both counted from 1. */
function positionAt(source: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = source.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/u);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
