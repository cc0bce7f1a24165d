/** Operators that search and replace in text. */
import { patternProblem } from '../../../foundation/text/pattern.js';
import { between, isPlainObject, spread } from '../forms.js';
import { type ArgumentForm, defineOperator, type RuleCompiler, type RulePath } from '../operator.js';
import { occurs, replacePattern } from '../patterns.js';
import { RuleError, type RuleRun } from '../run.js';
import { isArray, isObject, kindOf, type Value } from '../value.js';

interface ReplaceArguments {
  readonly source: Value;
  readonly replacement: Value;
  readonly find: { readonly text: Value } | { readonly pattern: string; readonly flags: string };
}

const REPLACE_MEMBERS = ['source', 'replace', 'find', 'find_regex', 'flags'];

const replaceForm: ArgumentForm<ReplaceArguments> = {
  allowed: 'an object with source, replace, and either find, or find_regex with optional flags',
  schema: (rule) => ({
    type: 'object',
    additionalProperties: false,
    required: ['source', 'replace'],
    properties: {
      source: rule,
      replace: rule,
      find: rule,
      find_regex: { type: 'string' },
      flags: { type: 'string' },
    },
    oneOf: [{ required: ['find'] }, { required: ['find_regex'] }],
    dependentRequired: { flags: ['find_regex'] },
  }),
  compile(raw, path, compiler) {
    if (!isPlainObject(raw)) {
      compiler.problem(path, `must be ${this.allowed}`);
      return undefined;
    }
    if (!hasReplaceMembers(raw, path, this.allowed, compiler)) return undefined;
    const source = compiler.rule(raw['source'], [...path, 'source']);
    const replacement = compiler.rule(raw['replace'], [...path, 'replace']);
    const find = Object.hasOwn(raw, 'find') ? compiler.rule(raw['find'], [...path, 'find']) : undefined;
    const pattern = find ? undefined : literalPattern(raw, path, compiler);
    return (run, scope) => ({
      source: source.evaluate(run, scope),
      replacement: replacement.evaluate(run, scope),
      find: pattern ?? { text: find?.evaluate(run, scope) ?? null },
    });
  },
};

export const match = defineOperator({
  id: 'match',
  summary: 'Whether a regular expression occurs in a text: text, pattern, flags',
  arguments: spread(between(2, 3)),
  check(raw, path, problem) {
    if (!Array.isArray(raw)) return;
    const [, pattern, flags = ''] = raw as unknown[];
    if (typeof pattern !== 'string' || typeof flags !== 'string') return;
    const found = patternProblem(pattern, flags);
    if (found !== undefined) problem([...path, 1], found, 'invalid_pattern');
  },
  evaluate([text = null, pattern = null, flags = ''], run) {
    if (isArray(text) || isObject(text)) throw new RuleError(`takes text, not ${kindOf(text)}`);
    if (typeof pattern !== 'string') throw new RuleError(`the pattern is text, not ${kindOf(pattern)}`);
    if (typeof flags !== 'string') throw new RuleError(`the flags are text, not ${kindOf(flags)}`);
    return text === null ? false : occurs(run, String(text), pattern, flags);
  },
  examples: [
    { title: 'A whole text', rule: { match: ['AB-12', '^[A-Z]{2}-\\d+$'] }, result: true },
    { title: 'Whatever the case', rule: { match: ['Paid', 'PAID', 'i'] }, result: true },
    { title: 'Null never matches', rule: { match: [{ var: 'gone' }, '.*'] }, data: {}, result: false },
  ],
});

export const replace = defineOperator({
  id: 'replace',
  summary: 'A text with the first match replaced; with a pattern and the flag g, every match',
  arguments: replaceForm,
  evaluate({ source, replacement, find }, run) {
    const text = printed(source, run);
    const instead = printed(replacement, run);
    if ('pattern' in find) return replacePattern(run, text, find.pattern, find.flags, instead);
    const wanted = printed(find.text, run);
    run.read(text.length + wanted.length);
    run.growText(text.length + instead.length);
    return text.replace(wanted, () => instead);
  },
  examples: [
    {
      title: 'The first place',
      rule: { replace: { source: 'a-b-a', find: 'a', replace: 'x' } },
      result: 'x-b-a',
    },
    {
      title: 'All digits',
      rule: { replace: { source: 'a1b2', find_regex: '\\d', flags: 'g', replace: '' } },
      result: 'ab',
    },
    {
      title: 'Groups in another order',
      rule: { replace: { source: 'AB1234', find_regex: '([A-Z]+)(\\d+)', replace: '$2-$1' } },
      result: '1234-AB',
    },
  ],
});

/** Null is the text `null`, an array or object its JSON. */
// See docs/language/07-computed-rules-postprocessor.md#25-operators
function printed(value: Value, run: RuleRun): string {
  return isArray(value) || isObject(value) ? run.json(value) : String(value);
}

function hasReplaceMembers(
  raw: Readonly<Record<string, unknown>>,
  path: RulePath,
  allowed: string,
  { problem }: RuleCompiler,
): boolean {
  const unknown = Object.keys(raw).filter((name) => !REPLACE_MEMBERS.includes(name));
  for (const name of unknown) {
    problem([...path, name], `unknown member; allowed: ${REPLACE_MEMBERS.join(', ')}`, 'unknown_member');
  }
  const has = (name: string) => Object.hasOwn(raw, name);
  const complete = has('source') && has('replace') && has('find') !== has('find_regex');
  if (!complete) problem(path, `must be ${allowed}`);
  if (complete && has('flags') && has('find')) {
    problem([...path, 'flags'], 'flags go with find_regex, not with find');
  }
  return complete && unknown.length === 0;
}

function literalPattern(
  { find_regex: pattern, flags = '' }: Readonly<Record<string, unknown>>,
  path: RulePath,
  { problem }: RuleCompiler,
): { pattern: string; flags: string } | undefined {
  if (typeof pattern !== 'string') {
    problem([...path, 'find_regex'], 'must be text: patterns of replace are not computed');
    return undefined;
  }
  if (typeof flags !== 'string') {
    problem([...path, 'flags'], 'must be text');
    return undefined;
  }
  const found = patternProblem(pattern, flags);
  if (found !== undefined) {
    problem([...path, 'find_regex'], found, 'invalid_pattern');
  }
  return { pattern, flags };
}
