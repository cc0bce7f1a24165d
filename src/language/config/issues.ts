/** Turns what the grammar found wrong into issues that an author of configs can act on. */
import type * as z from 'zod';
import { type FoundIssue, type PathStep, shortened } from '../../errors.js';
import { DID_YOU_MEAN, MOST_EXPLAINED, suggestion } from '../../foundation/schema/grammar.js';

/** What messages of zod begin with. */
const ZOD_WORDS = /^Invalid input: /u;

/** The issues of a failed parse, in the order of the config. */
export function explain(issues: readonly z.core.$ZodIssue[]): FoundIssue[] {
  return issues.flatMap((issue) => explainIssue(issue, []));
}

function explainIssue(issue: z.core.$ZodIssue, base: readonly PathStep[]): FoundIssue[] {
  const path = [...base, ...issue.path.map(step)];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const messages = issue.message.split('\n');
      const shown = issue.keys
        .slice(0, MOST_EXPLAINED)
        .map((key, i) => error([...path, key], 'unknown_member', messages[i] ?? 'unknown member'));
      const rest = issue.keys.length - shown.length;
      return rest === 0
        ? shown
        : [...shown, error(path, 'unknown_member', `has ${rest} more unknown members`)];
    }
    case 'invalid_union':
      return issue.errors.length === 0
        ? [error(path, 'invalid_value', issue.message)]
        : explainUnion(issue, path);
    case 'invalid_type':
      return [explainType(issue, path)];
    case 'invalid_value':
      return [error(path, 'invalid_value', describeValue(issue))];
    case 'invalid_element':
    case 'invalid_key':
      return issue.issues.flatMap((inner) => explainIssue(inner, path));
    case 'too_small':
    case 'too_big':
      return [error(path, 'invalid_value', describeSize(issue))];
    case 'custom':
      return [error(path, String(issue.params?.['code'] ?? 'invalid_value'), issue.message)];
    default:
      return [error(path, 'invalid_value', lowerFirst(issue.message.replace(ZOD_WORDS, '')))];
  }
}

function explainType(issue: z.core.$ZodIssueInvalidType, path: readonly PathStep[]): FoundIssue {
  if (issue.input === undefined && !('input' in issue && issue.input === null)) {
    return error(path, 'required', `is required (${article(issue.expected)})`);
  }
  if (hasOwnWords(issue)) return error(path, 'invalid_type', issue.message);
  return error(path, 'invalid_type', `must be ${article(issue.expected)}, not ${kindOf(issue.input)}`);
}

/** Whether the grammar says what was wanted; else zod does. */
function hasOwnWords({ message }: z.core.$ZodIssue): boolean {
  return !ZOD_WORDS.test(message);
}

function describeValue(issue: z.core.$ZodIssueInvalidValue): string {
  const allowed = issue.values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const given = typeof issue.input === 'string' ? issue.input : undefined;
  const hint = given === undefined ? '' : suggestion(given, allowed.map(String));
  if (issue.input === undefined) return `is required; allowed: ${allowed.join(', ')}`;
  return `${shown(issue.input)} is not allowed${hint}; allowed: ${allowed.join(', ')}`;
}

function describeSize(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isFloor = issue.code === 'too_small';
  const limit = isFloor ? issue.minimum : issue.maximum;
  const counted = COUNTED[issue.origin];
  if (counted) {
    if (isFloor && limit === 1) return 'must not be empty';
    return `must have ${isFloor ? 'at least' : 'at most'} ${limit} ${counted}`;
  }
  if (issue.inclusive) return `must be ${isFloor ? 'at least' : 'at most'} ${limit}`;
  return `must be ${isFloor ? 'greater' : 'less'} than ${limit}`;
}

/** What a size counts; other sizes are those of numbers. */
const COUNTED: Readonly<Record<string, string | undefined>> = { string: 'characters', array: 'items' };

/** A union fails in all its branches: report only the branch that the author most likely meant. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, path: readonly PathStep[]): FoundIssue[] {
  const branches = issue.errors.filter((errors) => !isOtherKind(errors));
  if (branches.length === 0) {
    const forms = [...new Set(issue.errors.flatMap(rootExpectation))];
    const written = forms.every((form) => OBJECTS.has(form)) && issue.errors.flatMap(rootWords)[0];
    if (written) return [error(path, 'invalid_type', written)];
    const problem = issue.input === undefined ? 'is required' : `${shown(issue.input)} is not allowed here`;
    return [error(path, 'invalid_value', `${problem}; allowed: ${forms.join(', ')}`)];
  }
  const ranked = branches
    .map((errors) => ({
      found: errors.flatMap((inner) => explainIssue(inner, path)),
      fit: fitOf(errors),
    }))
    .sort((a, b) => b.fit - a.fit || a.found.length - b.found.length);
  return ranked[0]!.found;
}

/** Whether a branch failed at the value itself: another JSON type, or another literal tag. */
function isOtherKind(errors: readonly z.core.$ZodIssue[]): boolean {
  return errors.some(
    (issue) =>
      (issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value')) ||
      (issue.path.length === 0 && issue.code === 'invalid_union' && issue.errors.every(isOtherKind)) ||
      (issue.path.length === 1 && isTag(issue)),
  );
}

function isTag(issue: z.core.$ZodIssue): boolean {
  const tag = issue.path[0] === 'type' || issue.path[0] === 'id';
  return tag && issue.code === 'invalid_value' && issue.values.length === 1;
}

/**
 * How well a branch fits the value: one that knows all its members, or has a member of nearly the same name,
 * is more likely what was meant; so is one that misses nothing.
 */
function fitOf(errors: readonly z.core.$ZodIssue[]): number {
  const unknown = errors.filter((issue) => issue.path.length === 0 && issue.code === 'unrecognized_keys');
  const misspelt = unknown.some((issue) => issue.message.includes(DID_YOU_MEAN));
  const missing = errors.some(
    (issue) =>
      issue.path.length === 1 &&
      (issue.code === 'invalid_type' || issue.code === 'invalid_union') &&
      issue.input === undefined,
  );
  return (unknown.length === 0 || misspelt ? 2 : 0) + (misspelt ? 1 : 0) + (missing ? 0 : 1);
}

function rootExpectation(errors: readonly z.core.$ZodIssue[]): string[] {
  return errors.flatMap((issue) => {
    if (issue.code === 'invalid_union')
      return issue.errors.length === 0 ? ['an object'] : issue.errors.flatMap(rootExpectation);
    if (issue.code === 'invalid_type' && issue.path.length === 0) return [article(issue.expected)];
    if (issue.code === 'invalid_value' && issue.path.length === 0)
      return issue.values.map((value) => shown(value));
    return ['an object'];
  });
}

/** Forms of a union that hold objects. */
const OBJECTS: ReadonlySet<string> = new Set(['an object', 'an array']);

/** What the grammar itself says of the value of a union. */
function rootWords(errors: readonly z.core.$ZodIssue[]): string[] {
  return errors.flatMap((issue) => {
    if (issue.code === 'invalid_union') return issue.errors.flatMap(rootWords);
    return issue.code === 'invalid_type' && issue.path.length === 0 && hasOwnWords(issue)
      ? [issue.message]
      : [];
  });
}

function error(path: readonly PathStep[], code: string, message: string): FoundIssue {
  return { path, message, severity: 'error', code };
}

function step(key: PropertyKey): PathStep {
  return typeof key === 'symbol' ? String(key) : key;
}

function article(kind: string): string {
  const names: Record<string, string> = {
    int: 'an integer',
    array: 'an array',
    object: 'an object',
    record: 'an object',
  };
  return names[kind] ?? `a ${kind}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return typeof value === 'object' ? 'an object' : article(typeof value);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  return typeof value === 'object' && value !== null
    ? kindOf(value)
    : (JSON.stringify(value) ?? String(value));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
