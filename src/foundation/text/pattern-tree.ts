/** Regular expressions as trees: enough of their structure to estimate what running them may cost. */

import { ANY_CHARACTER, type CharacterSet, characterSet, classSet, escapeSet } from './character-set.js';

/** A part of a pattern. */
export type PatternNode =
  /** Exactly one character: one itself, a class, an escape. */
  | { readonly kind: 'character'; readonly set: CharacterSet }
  /** Takes no room; `onEmpty` says whether it holds on an empty text, `atStart` whether only where the text begins. */
  | { readonly kind: 'assertion'; readonly onEmpty: boolean; readonly atStart: boolean }
  /** What a group matched before; of any length. */
  | { readonly kind: 'reference' }
  /** A class of the flag `v` that may match texts of several characters, or none; how many texts, at most. */
  | { readonly kind: 'strings'; readonly texts: number }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'look'; readonly negative: boolean; readonly body: PatternNode }
  | { readonly kind: 'repeat'; readonly least: number; readonly most: number; readonly body: PatternNode };

/** Longest pattern of a config, in characters. The longest in 129 public configs has 90. */
const MAX_PATTERN_LENGTH = 10_000;

/** Groups inside each other in a pattern; those of public configs nest 2 deep at most. Engines recurse as deep. */
const MAX_PATTERN_DEPTH = 100;

/** What makes a pattern too large to be compiled; undefined when nothing does. */
export function sizeProblem(source: string): string | undefined {
  if (source.length > MAX_PATTERN_LENGTH) {
    return `has ${source.length} characters; a pattern may have ${MAX_PATTERN_LENGTH}`;
  }
  let depth = 0;
  for (let i = 0; i < source.length; i += 1) {
    const char = source[i];
    if (char === '\\') i += 1;
    else if (char === '[') i = endOfClass(source, i, false);
    else if (char === ')') depth -= 1;
    else if (char === '(') {
      depth += 1;
      if (depth > MAX_PATTERN_DEPTH) return `nests groups deeper than ${MAX_PATTERN_DEPTH} levels`;
    }
  }
  return undefined;
}

/** The tree of a pattern that JavaScript accepts and that `sizeProblem` finds nothing wrong with. */
export function patternTree(source: string, flags = ''): PatternNode {
  return new PatternReader(source, flags).choice();
}

/** Whether a pattern matches the empty text; references and texts of classes count as if they could be empty. */
export function matchesEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'character':
      return false;
    case 'assertion':
      return node.onEmpty;
    case 'reference':
    case 'strings':
      return true;
    case 'sequence':
      return node.parts.every(matchesEmpty);
    case 'choice':
      return node.options.some(matchesEmpty);
    case 'look':
      return matchesEmpty(node.body) !== node.negative;
    case 'repeat':
      return node.least === 0 || matchesEmpty(node.body);
  }
}

const REPEATED = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/u;

class PatternReader {
  readonly #source: string;
  readonly #hasSets: boolean;
  #ignoresCase: boolean;
  #isMultiline: boolean;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#hasSets = flags.includes('v');
    this.#ignoresCase = flags.includes('i');
    this.#isMultiline = flags.includes('m');
  }

  choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      options.push(this.#sequence());
    }
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (
      this.#at < this.#source.length &&
      this.#source[this.#at] !== '|' &&
      this.#source[this.#at] !== ')'
    ) {
      parts.push(this.#repeated(this.#atom()));
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  #repeated(body: PatternNode): PatternNode {
    const found = REPEATED.exec(this.#source.slice(this.#at, this.#at + LONGEST_QUANTIFIER));
    if (!found) return body;
    this.#at += found[0].length;
    const [quantifier, least, comma, most] = found;
    if (quantifier.startsWith('*')) return { kind: 'repeat', least: 0, most: Number.POSITIVE_INFINITY, body };
    if (quantifier.startsWith('+')) return { kind: 'repeat', least: 1, most: Number.POSITIVE_INFINITY, body };
    if (quantifier.startsWith('?')) return { kind: 'repeat', least: 0, most: 1, body };
    const end = comma === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    return { kind: 'repeat', least: Number(least), most: end, body };
  }

  #atom(): PatternNode {
    const char = this.#source[this.#at];
    if (char === '(') return this.#group();
    if (char === '[') {
      const end = endOfClass(this.#source, this.#at, this.#hasSets);
      const inside = this.#source.slice(this.#at, end);
      this.#at = end + 1;
      if (this.#hasSets && /\\[qp]/u.test(inside)) return { kind: 'strings', texts: textsOf(inside) };
      const set = this.#hasSets ? ANY_CHARACTER : classSet(inside.slice(1), this.#ignoresCase);
      return { kind: 'character', set };
    }
    if (char === '\\') return this.#escape();
    this.#at += 1;
    if (char === '^' || char === '$') {
      return { kind: 'assertion', onEmpty: true, atStart: char === '^' && !this.#isMultiline };
    }
    const isAny = char === undefined || char === '.';
    return { kind: 'character', set: isAny ? ANY_CHARACTER : characterSet(char, this.#ignoresCase) };
  }

  #escape(): PatternNode {
    const rest = this.#source.slice(this.#at + 1, this.#at + LONGEST_NAME);
    const [named] = /^(?:[pP]\{[^}]*\}|u\{[^}]*\}|k<[^>]*>|[1-9]\d*|u[\da-f]{4}|x[\da-f]{2}|c[a-z])/iu.exec(
      rest,
    ) ?? [rest[0] ?? ''];
    this.#at += 1 + (named.length || 1);
    if (named === 'b' || named === 'B') return { kind: 'assertion', onEmpty: named === 'B', atStart: false };
    if (/^(?:k<|[1-9])/u.test(named)) return { kind: 'reference' };
    if (this.#hasSets && named.startsWith('p')) return { kind: 'strings', texts: textsOf(named) };
    return { kind: 'character', set: escapeSet(named, this.#ignoresCase) };
  }

  #group(): PatternNode {
    const opening = /^\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?/u.exec(
      this.#source.slice(this.#at, this.#at + LONGEST_NAME),
    );
    const open = opening?.[0] ?? '(';
    this.#at += open.length;
    if (MODIFIERS.test(open)) {
      // What they change is assumed of all that follows.
      this.#ignoresCase = true;
      this.#isMultiline = true;
    }
    const body = this.choice();
    this.#at += 1;
    if (open.endsWith('=')) return { kind: 'look', negative: false, body };
    return open.endsWith('!') ? { kind: 'look', negative: true, body } : body;
  }
}

/** Texts that a property of texts covers, such as `RGI_Emoji`: some 3,600 in Unicode 15. */
const TEXTS_OF_PROPERTY = 4_000;

/** How many texts a class of the flag `v` may hold. */
function textsOf(source: string): number {
  const properties = source.match(/\{(?:RGI_|Basic_Emoji|Emoji_Keycap)/gu) ?? [];
  const spelled = source.match(/\\q|\|/gu) ?? [];
  return properties.length * TEXTS_OF_PROPERTY + spelled.length;
}

/** Opens a group with flags of its own. */
const MODIFIERS = /^\(\?[a-z-]+:/u;

/** Enough characters for any quantifier that JavaScript takes for a number of repetitions. */
const LONGEST_QUANTIFIER = 64;

/** Enough characters for the names of groups and properties; what is longer counts as further characters. */
const LONGEST_NAME = 256;

/** Position of the bracket that ends a class; with the flag `v` classes may be nested. */
function endOfClass(source: string, start: number, hasSets: boolean): number {
  let depth = 0;
  for (let i = start + 1; i < source.length; i += 1) {
    const char = source[i];
    if (char === '\\') i += 1;
    else if (char === '[' && hasSets) depth += 1;
    else if (char === ']') {
      if (depth === 0) return i;
      depth -= 1;
    }
  }
  return source.length;
}
