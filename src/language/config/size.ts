/** What makes a config too large to be looked at further. */
import type { ConfigIssue } from '../../errors.js';
import { CONFIG_LIMITS } from '../../limits.js';

const {
  characters: MAX_CHARACTERS,
  values: MAX_VALUES,
  depth: MAX_DEPTH,
  levels: MAX_LEVELS,
} = CONFIG_LIMITS;

/** Counts what a config holds. */
export class Size {
  #values = 0;
  #characters = 0;
  #levels = 0;

  /** What is wrong after one more value. */
  add(depth: number, characters: number): ConfigIssue | undefined {
    this.#values += 1;
    this.#levels += depth;
    if (depth > MAX_DEPTH) return wholeIssue('too_deep', `the config nests deeper than ${MAX_DEPTH} levels`);
    if (this.#values > MAX_VALUES) {
      return wholeIssue('too_large', `the config has more than ${MAX_VALUES} names and values`);
    }
    if (this.#levels > MAX_LEVELS) {
      return wholeIssue(
        'too_deep',
        `the names and values of the config nest more than ${MAX_LEVELS} levels deep together`,
      );
    }
    return this.addCharacters(characters);
  }

  /** What is wrong after some more characters. */
  addCharacters(count: number): ConfigIssue | undefined {
    this.#characters += count;
    if (this.#characters <= MAX_CHARACTERS) return undefined;
    return wholeIssue('too_large', `the config has more than ${MAX_CHARACTERS} characters`);
  }
}

/** What is wrong with a config as a whole. */
export function wholeIssue(code: string, message: string): ConfigIssue {
  return { path: [], message, severity: 'error', code };
}

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
