/** Configs that are far larger, or nest far deeper, than any that is written. */
import { parseConfig, validateConfig } from '../../src/index.js';
import type { Attack, DirectAttack } from './attack.js';
import { matcherConfig, textInput } from './inputs.js';

const MEGABYTE = 1_000_000;

function parsed(name: string, text: () => string): DirectAttack {
  return { name, run: () => parseConfig(text()) };
}

function validated(name: string, config: () => unknown): DirectAttack {
  return {
    name,
    run() {
      const issues = validateConfig(config());
      return { issues: issues.length, longest: Math.max(0, ...issues.map(({ message }) => message.length)) };
    },
  };
}

function members(count: number, prefix = 'unknown'): object {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, i]));
}

function chain(length: number): object {
  const fields = Array.from({ length }, (_, i) => ({
    type: 'anchorDefinition',
    name: `n${i}`,
    anchor: i + 1 < length ? { ref: `n${i + 1}` } : 'x',
  }));
  return { fields };
}

/** Brackets that a reader who takes quotes in comments for strings does not see. */
function hidden(open: string, close: string, levels: number): string {
  return `{ /* " */ "fields": ${open.repeat(levels)}${close.repeat(levels)} /* " */ }`;
}

/** Matchers in a condition that is inside others. */
function inside(levels: number, matchers: readonly unknown[]): object {
  let match: object = { type: 'any', matches: matchers };
  for (let i = 0; i < levels; i += 1) match = { type: 'any', matches: [match] };
  return matcherConfig(match);
}

const repeated = (times: number) => [{ type: 'repeat', times, match: { type: 'includes', text: 'a' } }];

export const attacks: readonly (Attack | DirectAttack)[] = [
  {
    name: 'repeat a hundred million times',
    make: () =>
      textInput(['a', 'b'], {
        fields: [{ id: 'a', anchor: { match: repeated(100_000_000) }, method: { id: 'passthrough' } }],
      }),
  },
  {
    name: 'repeats inside each other',
    make: () => {
      let match: unknown = { type: 'includes', text: 'a' };
      for (let i = 0; i < 12; i += 1) match = { type: 'repeat', times: 10, match };
      return textInput(['a', 'b'], {
        fields: [{ id: 'a', anchor: { match: [match] }, method: { id: 'passthrough' } }],
      });
    },
  },
  validated('50,000 unknown members', () => ({ fields: [], ...members(50_000) })),
  validated('50,000 unknown members of a field', () => ({
    fields: [{ id: 'a', anchor: 'a', method: { id: 'label', ...members(50_000) } }],
  })),
  validated('50,000 misspelt members', () => ({ fields: [], ...members(50_000, 'fieldz') })),
  validated('5,000 fields that are all wrong', () => ({
    fields: Array.from({ length: 5_000 }, () => ({ id: 1, metod: 2, anchor: {}, type: 'nmber' })),
  })),
  validated('a chain of 20,000 references', () => chain(20_000)),
  validated('20,000 unknown references', () => ({
    fields: [
      ...Array.from({ length: 20_000 }, (_, i) => ({
        type: 'anchorDefinition',
        name: `name${i}`,
        anchor: 'x',
      })),
      ...Array.from({ length: 20_000 }, (_, i) => ({
        id: `f${i}`,
        anchor: { ref: `nome${i}` },
        method: { id: 'passthrough' },
      })),
    ],
  })),
  validated('20,000 computed fields of unknown sources', () => ({
    fields: Array.from({ length: 20_000 }, (_, i) => ({
      id: `f${i}`,
      method: { id: 'concat', source_ids: [`x${i}`, `y${i}`] },
    })),
  })),
  validated('an unknown method of 20 MB', () => ({
    fields: [{ id: 'a', anchor: 'a', method: { id: 'm'.repeat(20 * MEGABYTE) } }],
  })),
  validated('an unknown type of 20 MB', () => ({
    fields: [{ id: 'a', anchor: 'a', type: 't'.repeat(20 * MEGABYTE), method: { id: 'passthrough' } }],
  })),
  validated('an unknown member of 20 MB', () => ({ fields: [], ['x'.repeat(20 * MEGABYTE)]: 1 })),
  validated('an unknown operator of 20 MB', () => ({
    fields: [{ id: 'a', method: { id: 'customComputation', jsonLogic: { ['o'.repeat(20 * MEGABYTE)]: 1 } } }],
  })),
  validated('a wrong choice of 20 MB', () => ({
    fields: [{ id: 'a', anchor: 'a', method: { id: 'label', position: 'p'.repeat(20 * MEGABYTE) } }],
  })),
  validated('an unknown anchor of 20 MB', () => ({
    fields: [{ id: 'a', anchor: { ref: 'r'.repeat(20 * MEGABYTE) }, method: { id: 'passthrough' } }],
  })),
  validated('a thousand unknown ids of 20 kB', () => ({
    fields: Array.from({ length: 1_000 }, () => ({
      id: 'a',
      anchor: 'a',
      method: { id: 'm'.repeat(20_000) },
    })),
  })),
  parsed('200,000 brackets', () => '['.repeat(200_000)),
  parsed('brackets hidden behind quotes in comments', () => hidden('[', ']', 100_000)),
  parsed('brackets hidden behind a quote in a line comment', () => `// "\n${hidden('[', ']', 50_000)}`),
  parsed(
    'braces hidden behind quotes in comments',
    () => `{ /* " */ "fields": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)} }`,
  ),
  parsed(
    'brackets hidden behind single quotes',
    () => `{ a: '"', fields: ${'['.repeat(50_000)}${']'.repeat(50_000)}, b: '"' }`,
  ),
  parsed('text inside text inside text', () => {
    let text = '{"fields": []}';
    for (let i = 0; i < 22; i += 1) text = JSON.stringify(text);
    return text;
  }),
  parsed('50 MB of spaces', () => `{"fields": []${' '.repeat(50 * MEGABYTE)}}`),
  parsed('20 MB of comments', () => `{"fields": [${'/**/'.repeat(5 * MEGABYTE)}]}`),
  { ...parsed('a million members', () => JSON.stringify({ fields: [], ...members(1_000_000) })), slow: true },
  parsed('a million syntax errors', () => `{"fields": [${'"a" '.repeat(MEGABYTE)}]}`),
  parsed('a member given 200,000 times', () => `{"fields": []${', "a": 1'.repeat(200_000)}}`),
  parsed(
    'members given twice 500 levels deep',
    () => `${'{"a":'.repeat(500)}{"b":1${',"b":1'.repeat(140_000)}}${'}'.repeat(500)}`,
  ),
  validated('140,000 unknown members 540 levels deep', () =>
    inside(270, [{ type: 'includes', text: 'a', ...members(140_000) }]),
  ),
  validated('55,000 doubtful patterns 540 levels deep', () =>
    inside(270, Array(55_000).fill({ type: 'regex', pattern: 'a*' })),
  ),
  validated('280,000 errors in one part', () => inside(5, Array(280_000).fill(1))),
  validated('matchers inside each other', () => {
    let match: unknown = { type: 'includes', text: 'a' };
    for (let i = 0; i < 280; i += 1) match = { type: 'any', matches: [match] };
    return matcherConfig(match as object);
  }),
  {
    name: '100,000 fields',
    make: () =>
      textInput(['a'], {
        fields: Array.from({ length: 100_000 }, (_, i) => ({
          id: `f${i}`,
          anchor: 'a',
          method: { id: 'passthrough' },
        })),
      }),
  },
  {
    name: 'a text to look for of 20 MB',
    make: () => textInput(['a'], matcherConfig({ type: 'includes', text: 'a'.repeat(20 * MEGABYTE) })),
  },
  { name: 'a list in place of a config', make: () => textInput(['a'], []) },
  { name: 'null in place of a config', make: () => textInput(['a'], null) },
  validated('an object that holds itself', () => {
    const config: Record<string, unknown> = { fields: [] };
    config['self'] = config;
    return config;
  }),
  validated('an object that shares its parts forty levels deep', () => {
    let part: object = { type: 'includes', text: 'a' };
    for (let i = 0; i < 40; i += 1) part = { type: 'any', matches: [part, part] };
    return matcherConfig(part);
  }),
];
