/** Reads the text of a config: JSON5, which is JSON with comments, trailing commas and more, with a place for every member. */
import { evaluate, type MemberNode, parse, type ValueNode } from '@humanwhocodes/momoa';
import type { ConfigIssue, PathStep } from '../../errors.js';
import { memo } from '../../foundation/objects/memo.js';
import { scanText, unexpectedAt } from './scan.js';
import { wholeIssue } from './size.js';

/** A place in a text, both counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A text that could be read. */
export interface ConfigText {
  readonly value: unknown;
  readonly warnings: readonly ConfigIssue[];
  /** Where a member is; the nearest enclosing one for a member that is not there. */
  locate(path: readonly PathStep[]): TextPosition | undefined;
}

/** Reads a text, or says what keeps it from being read. */
export function readConfigText(text: string): ConfigText | { readonly issues: readonly ConfigIssue[] } {
  const source = text.replace(/^\uFEFF/u, '');
  if (source.trim() === '') return { issues: [wholeIssue('empty_config', 'the config is empty')] };
  const problem = scanText(source);
  if (problem) return { issues: [problem] };
  return plainText(source) ?? readTree(source);
}

/**
 * A text in JSON, whose places are found when they are asked for: engines read it in a fraction of the time that a tree
 * with places takes. Undefined for what is no JSON, or holds a member twice.
 */
function plainText(source: string): ReturnType<typeof readConfigText> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return undefined;
  }
  if (typeof value === 'string') return readConfigText(value);
  if (memberCount(value) !== writtenMembers(source)) return undefined;
  let tree: ValueNode | ConfigIssue | undefined;
  const locate = (path: readonly PathStep[]) => {
    tree ??= parsed(source);
    return 'code' in tree ? undefined : positionOf(tree, path);
  };
  return { value, warnings: [], locate };
}

/** Members of all objects in a value. */
function memberCount(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : values.length;
  return values.reduce<number>((sum, each) => sum + memberCount(each), own);
}

/** Strings of JSON, and what is between the name and the value of a member. */
const STRING_OR_COLON = /"(?:[^"\\]|\\.)*"|:/gsu;

/** Members in a text in JSON, those that are written twice counted twice. */
function writtenMembers(source: string): number {
  let count = 0;
  for (const [token] of source.matchAll(STRING_OR_COLON)) if (token === ':') count += 1;
  return count;
}

function readTree(source: string): ReturnType<typeof readConfigText> {
  const tree = parsed(source);
  if ('code' in tree) return { issues: [tree] };
  if (tree.type === 'String') return readConfigText(tree.value);
  return { value: evaluate(tree), warnings: duplicates(tree), locate: (path) => positionOf(tree, path) };
}

function parsed(source: string): ValueNode | ConfigIssue {
  try {
    return parse(source, { mode: 'json5' }).body;
  } catch (error) {
    if (!(error instanceof Error) || !('offset' in error)) {
      // The parser skips comments one call deeper each.
      return wholeIssue('too_deep', 'the config has too many comments in a row');
    }
    return unexpectedAt(source, Number(error.offset));
  }
}

function nameOf({ name }: MemberNode): string {
  return name.type === 'Identifier' ? name.name : name.value;
}

/** Warnings about members that are given twice, in the order of the text. */
function duplicates(tree: ValueNode): ConfigIssue[] {
  const found: ConfigIssue[] = [];
  function look(node: ValueNode, path: readonly PathStep[]): void {
    if (node.type === 'Array') {
      for (const [i, { value }] of node.elements.entries()) look(value, [...path, i]);
    }
    if (node.type !== 'Object') return;
    const seen = new Set<string>();
    for (const member of node.members) {
      const name = nameOf(member);
      const at = [...path, name];
      if (seen.has(name)) found.push(duplicate(at, member));
      seen.add(name);
      look(member.value, at);
    }
  }
  look(tree, []);
  return found;
}

function duplicate(path: readonly PathStep[], { loc }: MemberNode): ConfigIssue {
  const message = 'this member is given twice; the last one counts';
  return { path, message, severity: 'warning', code: 'duplicate_member', ...place(loc.start) };
}

function place({ line, column }: TextPosition): TextPosition {
  return { line, column };
}

/** Where a member with its name is, or the deepest part of the path that is there. */
function positionOf(tree: ValueNode, path: readonly PathStep[]): TextPosition {
  let node = tree;
  let { start } = tree.loc;
  for (const [i, step] of path.entries()) {
    if (typeof step === 'number' && node.type === 'Array') {
      const item = node.elements[step];
      if (!item) break;
      node = item.value;
      ({ start } = node.loc);
    } else if (typeof step === 'string' && node.type === 'Object') {
      const member = membersOf(node).get(step);
      if (!member) break;
      node = member.value;
      ({ start } = i === path.length - 1 ? member.loc : node.loc);
    } else break;
  }
  return place(start);
}

/** The members of an object by their names, the first of equal ones: many issues may lie in one object. */
const membersOf = memo((node: ValueNode & { type: 'Object' }): ReadonlyMap<string, MemberNode> => {
  return new Map(node.members.map((member) => [nameOf(member), member] as const).reverse());
});
