/** What makes a config too large to be looked at further. */
import { createRequire } from 'node:module';
import type { ConfigIssue } from '../errors.js';
import { CONFIG_LIMITS } from '../limits.js';

/** Configs are parsed synchronously, yet a host that imports the library may never parse one: loaded at first use. */
const load = createRequire(import.meta.url);

const {
  characters: MAX_CHARACTERS,
  values: MAX_VALUES,
  depth: MAX_DEPTH,
  levels: MAX_LEVELS,
} = CONFIG_LIMITS;

/** Counts what a config holds. */
class Size {
  #values = 0;
  #characters = 0;
  #levels = 0;

  /** What is wrong after one more value. */
  add(depth: number, characters: number): ConfigIssue | undefined {
    this.#values += 1;
    this.#characters += characters;
    this.#levels += depth;
    if (depth > MAX_DEPTH) return issue('too_deep', `the config nests deeper than ${MAX_DEPTH} levels`);
    if (this.#values > MAX_VALUES) {
      return issue('too_large', `the config has more than ${MAX_VALUES} names and values`);
    }
    if (this.#levels > MAX_LEVELS) {
      return issue(
        'too_deep',
        `the names and values of the config nest more than ${MAX_LEVELS} levels deep together`,
      );
    }
    return charactersProblem(this.#characters);
  }
}

function charactersProblem(count: number): ConfigIssue | undefined {
  if (count <= MAX_CHARACTERS) return undefined;
  return issue('too_large', `the config has more than ${MAX_CHARACTERS} characters`);
}

function issue(code: string, message: string): ConfigIssue {
  return { path: [], message, severity: 'error', code };
}

/** What makes a text too large to be parsed: parsers keep all values, and recurse as deep as they nest. */
export function sizeOfText(source: string): ConfigIssue | undefined {
  const tooLong = charactersProblem(source.length);
  if (tooLong) return tooLong;
  const { createScanner } = load('jsonc-parser') as typeof import('jsonc-parser');
  // The scanner is the parser's own, so that both see the same brackets.
  const scanner = createScanner(source, true);
  const size = new Size();
  // The parser leaves an array or object at its own bracket only.
  const open: number[] = [];
  for (let token = scanner.scan(); token !== TOKENS.end; token = scanner.scan()) {
    if (token === TOKENS.openBrace || token === TOKENS.openBracket) open.push(token + 1);
    else if (token === open.at(-1)) open.pop();
    const isMark = token === TOKENS.comma || token === TOKENS.colon;
    const problem = isMark ? undefined : size.add(open.length, 0);
    if (problem) return problem;
  }
  return undefined;
}

/** Each closing bracket comes behind its opening one. Kinds of tokens as `SyntaxKind` of jsonc-parser numbers them: a const enum, which isolated modules cannot import. */
const TOKENS = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, comma: 5, colon: 6, end: 17 };

/** What makes a value too large to be checked; parts that it shares count each time, one that holds itself is too deep. */
export function sizeOfValue(value: unknown): ConfigIssue | undefined {
  const size = new Size();
  function look(part: unknown, depth: number): ConfigIssue | undefined {
    const isHolder = typeof part === 'object' && part !== null;
    const problem = size.add(isHolder ? depth + 1 : depth, typeof part === 'string' ? part.length : 0);
    if (problem || !isHolder) return problem;
    const isArray = Array.isArray(part);
    for (const [name, member] of Object.entries(part)) {
      const found = (isArray ? undefined : size.add(depth, name.length)) ?? look(member, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
  return look(value, 0);
}
