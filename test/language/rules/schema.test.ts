import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { formatPath } from '../../../src/errors.js';
import { closedObject } from '../../../src/foundation/schema/grammar.js';
import { explain } from '../../../src/language/config/issues.js';
import { operators } from '../../../src/language/rules/index.js';
import { builtInRules } from '../../../src/language/rules/language.js';

const { schema: ruleSchema } = builtInRules;

const config = closedObject({
  postprocessor: closedObject({ rule: ruleSchema.describe('What to give'), keep: z.boolean().optional() }),
});

function issuesOf(rule: unknown): string[] {
  const parsed = config.safeParse({ postprocessor: { rule } }, { reportInput: true });
  if (parsed.success) return [];
  return explain(parsed.error.issues).map(
    ({ path, code, message }) => `${formatPath(path)} ${code} ${message}`,
  );
}

describe('ruleSchema', () => {
  test('takes a rule as it is', () => {
    const rule = { if: [{ exists: [{ var: 'a' }] }, null, { eachKey: { b: [1, 'x', true] } }] };
    expect(config.parse({ postprocessor: { rule } })).toEqual({ postprocessor: { rule } });
  });

  test.each([
    [
      { toUper: 'x' },
      'postprocessor.rule.toUper unknown_operator unknown operator (did you mean "toUpper"?)',
    ],
    [{ if: [true, 1] }, 'postprocessor.rule.if invalid_rule "if" takes an array of at least 3 items'],
    [
      { map: [[], { '==': [1] }] },
      'postprocessor.rule.map[1].== invalid_rule "==" takes an array of exactly 2',
    ],
    [{ match: ['x', '('] }, 'postprocessor.rule.match[1] invalid_pattern is not a valid regular expression'],
    [{ a: 1, b: 2 }, 'postprocessor.rule invalid_rule a rule object holds one operator'],
    [{ eachKey: { 'New York': { x: 1, y: 2 } } }, 'postprocessor.rule.eachKey["New York"] invalid_rule'],
    [{ '!': { nope: 1 } }, 'postprocessor.rule.!.nope unknown_operator'],
    [{ '!': [{ '==': [1] }] }, 'postprocessor.rule.![0].== invalid_rule "==" takes an array of exactly 2'],
    [{ keys: { a: 1, b: 1n } }, 'postprocessor.rule.keys.b invalid_rule is not JSON'],
    [{ eachKey: undefined }, 'postprocessor.rule.eachKey invalid_rule is required'],
    [{ eachKey: [{ nope: 1 }] }, 'postprocessor.rule.eachKey[0].nope unknown_operator'],
    [{ mapObject: [] }, 'postprocessor.rule.mapObject invalid_rule "mapObject" takes a rule'],
    [undefined, 'postprocessor.rule invalid_rule is required'],
    [Number.NaN, 'postprocessor.rule invalid_rule is not a rule'],
    [{ preserve: { a: [1n] } }, 'postprocessor.rule.preserve.a[0] invalid_rule is not JSON'],
  ])('ruleSchema reports %o', (rule, expected) => {
    expect(issuesOf(rule)).toEqual([expect.stringContaining(expected)]);
  });

  test.each(['all', 'every', 'some', 'none'])('ruleSchema: %s takes no literal scalar for a list', (name) => {
    for (const list of ['abc', 5, true, null]) {
      expect(issuesOf({ [name]: [list, true] })).toEqual([
        expect.stringContaining(`postprocessor.rule.${name}[0] invalid_rule must be an array, or a rule`),
      ]);
    }
    expect(issuesOf({ [name]: [[], true] })).toEqual([]);
    expect(issuesOf({ [name]: [{ cat: 'abc' }, true] })).toEqual([]);
  });

  test('missing_some takes no literal scalar for its paths', () => {
    expect(issuesOf({ missing_some: [1, 'abc'] })).toEqual([
      expect.stringContaining('postprocessor.rule.missing_some[1] invalid_rule must be an array, or a rule'),
    ]);
    expect(issuesOf({ missing_some: [{ var: 'n' }, { var: 'paths' }] })).toEqual([]);
  });

  test('ruleSchema is required when the member is missing', () => {
    const parsed = config.safeParse({ postprocessor: {} });
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.path).toEqual(['postprocessor', 'rule']);
  });

  test('reports all problems, each at its place', () => {
    expect(issuesOf([{ nope: 1 }, { random: [1] }, { replace: { find: 'a', more: 1 } }])).toHaveLength(4);
  });

  test('allows 256 nested rules, and no more', () => {
    expect(issuesOf(nested(256))).toEqual([]);
    expect(issuesOf(nested(257))).toEqual([expect.stringContaining('too_deep')]);
  });

  test('refuses a rule that repeats its parts too often, in time', () => {
    let rule: unknown = 1;
    for (let i = 0; i < 200; i += 1) rule = [rule, rule];
    expect(issuesOf(rule)).toEqual([expect.stringContaining('too_large')]);
  });

  test('refuses a rule that holds itself', () => {
    const rule: Record<string, unknown> = {};
    rule['!'] = rule;
    expect(issuesOf(rule)).toEqual([expect.stringContaining('too_deep')]);
    const data: unknown[] = [];
    data.push(data);
    expect(issuesOf({ preserve: data })).toEqual([expect.stringContaining('nests too deeply')]);
  });

  test('becomes a recursive JSON Schema that lists the operators', () => {
    const schema = z.toJSONSchema(config, { io: 'input', reused: 'ref', cycles: 'ref' });
    const rule = schema.$defs?.['Rule'] as { anyOf: { properties?: Record<string, unknown> }[] };
    const listed = Object.keys(rule.anyOf[2]?.properties ?? {});
    expect(listed).toEqual(operators.flatMap(({ names }) => names));
    expect(rule.anyOf[1]).toEqual({ type: 'array', items: { $ref: '#/$defs/Rule' } });
    expect(rule.anyOf[2]?.properties?.['if']).toMatchObject({ type: 'array', minItems: 3 });
    expect(JSON.stringify(schema)).toContain('"required":["rule"]');
  });
});

function nested(levels: number): unknown {
  let rule: unknown = true;
  for (let i = 0; i < levels; i += 1) rule = { '!': [rule] };
  return rule;
}
