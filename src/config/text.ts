/** Reads the text of a config: JSON with comments and trailing commas, with a place for every member. */
import { createRequire } from 'node:module';
import type JSON5 from 'json5';
import type { Node, ParseError } from 'jsonc-parser';
import type { ConfigIssue, PathStep } from '../errors.js';
import { CONFIG_LIMITS } from '../limits.js';
import { memo } from '../memo.js';
import { sizeOfText, sizeOfValue } from './size.js';

/** Configs are parsed synchronously, yet a host that imports the library may never parse one: loaded at first use. */
const load = createRequire(import.meta.url);

function jsonc(): typeof import('jsonc-parser') {
  return load('jsonc-parser');
}

/** A place in a text, both counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A text that could be read. */
export interface ConfigText {
  readonly value: unknown;
  readonly warnings: readonly ConfigIssue[];
  /** Where a member stands; the nearest enclosing one for a member that is not there. */
  locate(path: readonly PathStep[]): TextPosition | undefined;
}

/** Reads a text, or tells what keeps it from being read. */
export function readConfigText(text: string): ConfigText | { readonly issues: readonly ConfigIssue[] } {
  const source = text.replace(/^\uFEFF/u, '');
  if (source.trim() === '') return { issues: [problem('empty_config', 'the config is empty')] };
  const tooLarge = sizeOfText(source);
  if (tooLarge) return { issues: [tooLarge] };
  const errors: ParseError[] = [];
  const tree = jsonc().parseTree(source, errors, { allowTrailingComma: true, disallowComments: false });
  if (errors.length > 0 || !tree) return readJson5(source, errors);
  if (tree.type === 'string' && typeof tree.value === 'string') return readConfigText(tree.value);
  const positions = lineStarts(source);
  return {
    value: plainValue(tree),
    warnings: duplicateKeys(tree, positions),
    locate: (path) => positionOf(locateNode(tree, path).offset, positions),
  };
}

/** JSON5's further liberties (unquoted names, single quotes) are accepted; places are not known then. */
function readJson5(source: string, errors: readonly ParseError[]): ReturnType<typeof readConfigText> {
  try {
    const json5: typeof JSON5 = load('json5');
    const value: unknown = json5.parse(source);
    if (typeof value === 'string') return readConfigText(value);
    const tooLarge = sizeOfValue(value);
    return tooLarge ? { issues: [tooLarge] } : { value, warnings: [], locate: () => undefined };
  } catch {
    const positions = lineStarts(source);
    const issues = errors
      .slice(0, CONFIG_LIMITS.issues)
      .map((error) => problem('invalid_json', describeSyntax(error), positionOf(error.offset, positions)));
    return { issues: issues.length > 0 ? issues : [problem('invalid_json', 'the config is not JSON')] };
  }
}

function problem(code: string, message: string, place?: TextPosition): ConfigIssue {
  return { path: [], message, severity: 'error', code, ...place };
}

const SYNTAX: Record<string, string> = {
  InvalidSymbol: 'unexpected text; names and strings need double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'expected a member name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'a closing brace } is missing',
  CloseBracketExpected: 'a closing bracket ] is missing',
  EndOfFileExpected: 'nothing may follow the end of the config',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a string is not closed',
  InvalidUnicode: 'this is not a valid Unicode escape',
  InvalidEscapeCharacter: 'this is not a valid escape; write a backslash as \\\\',
  InvalidCharacter: 'this character is not allowed in a string as it is; write it as an escape',
};

function describeSyntax(error: ParseError): string {
  const name = jsonc().printParseErrorCode(error.error);
  return SYNTAX[name] ?? name;
}

/** The value of a node; members named `__proto__` are ordinary members. */
function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  const value: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [key, member] = property.children ?? [];
    if (!key || !member) continue;
    Object.defineProperty(value, String(key.value), {
      value: plainValue(member),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return value;
}

/** Warnings about members that are given twice, in the order of the text. */
function duplicateKeys(tree: Node, positions: readonly number[]): ConfigIssue[] {
  const found: ConfigIssue[] = [];
  function look(node: Node, path: readonly PathStep[]): void {
    if (node.type === 'array') {
      for (const [i, child] of (node.children ?? []).entries()) look(child, [...path, i]);
    }
    if (node.type !== 'object') return;
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [key, member] = property.children ?? [];
      if (!key) continue;
      const name = String(key.value);
      const at = [...path, name];
      if (seen.has(name)) found.push(duplicate(at, positionOf(key.offset, positions)));
      seen.add(name);
      if (member) look(member, at);
    }
  }
  look(tree, []);
  return found;
}

function duplicate(path: readonly PathStep[], place: TextPosition): ConfigIssue {
  const message = 'this member is given twice; the last one counts';
  return { path, message, severity: 'warning', code: 'duplicate_member', ...place };
}

/** The node of a member with its name, or of the deepest part of the path that is there. */
function locateNode(tree: Node, path: readonly PathStep[]): Node {
  let node = tree;
  for (const [i, step] of path.entries()) {
    const isLast = i === path.length - 1;
    if (typeof step === 'number' && node.type === 'array') {
      const item = node.children?.[step];
      if (!item) return node;
      node = item;
    } else if (typeof step === 'string' && node.type === 'object') {
      const property = propertiesOf(node).get(step);
      const member = property?.children?.[1];
      if (!property || !member) return node;
      node = isLast ? property : member;
    } else return node;
  }
  return node;
}

/** The properties of an object by their names, the first of equal ones: many issues may lie in one object. */
const propertiesOf = memo((node: Node): ReadonlyMap<string, Node> => {
  const byName = new Map<string, Node>();
  for (const property of node.children ?? []) {
    const name = String(property.children?.[0]?.value);
    if (!byName.has(name)) byName.set(name, property);
  }
  return byName;
});

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function positionOf(offset: number, starts: readonly number[]): TextPosition {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low]! + 1 };
}
