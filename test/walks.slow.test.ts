import { describe, expect, it } from 'vitest';
import { DocumentError } from '../src/errors.js';
import { compileRule } from '../src/rules/compile.js';
import { evaluate, evaluateInTurns, type RuleEnvironment } from '../src/rules/engine.js';

/** Positions from 0 up, made by the rule itself. */
const upTo = (count: number) => ({ split: ['x'.repeat(count), ''] });
const index = { var: 'index' };

/** Numbers that differ each time, the same from one environment to the next. */
function environment(): RuleEnvironment {
  let drawn = 0;
  return { data: {}, now: new Date('2026-03-05T12:00:00Z'), random: () => (++drawn % 97) / 97 };
}

/** A clock by which every look at it ends a stretch that has come to something new. */
function hurried() {
  let moment = 0;
  return () => {
    moment += 1_000;
    return moment;
  };
}

/** What a rule gives in stretches, and how many turns others had. */
async function inTurns(rule: unknown) {
  let turns = 0;
  const turn = async () => {
    turns += 1;
  };
  const outcome = await evaluateInTurns(compileRule(rule), environment(), turn, hurried());
  return { outcome, turns };
}

const RULES: Readonly<Record<string, unknown>> = {
  map: { map: [upTo(200), { cat: [{ var: '' }, '!'] }] },
  'a map in a map': {
    map_with_index: [
      upTo(40),
      {
        reduce: [
          { map_with_index: [upTo(50), index] },
          { '+': [{ var: 'accumulator' }, { var: 'current' }] },
          0,
        ],
      },
    ],
  },
  'walks beside each other': {
    '+': [
      { length: { filter: [{ map_with_index: [upTo(300), index] }, { '>': [{ var: '' }, 100] }] } },
      { length: { map: [upTo(300), 1] } },
      { if: [{ some: [{ map_with_index: [upTo(300), index] }, { '==': [{ var: '' }, 250] }] }, 1000, 2000] },
    ],
  },
  'a state': {
    stateful_map: [upTo(200), [[{ '+': [{ var: 'state' }, 1] }, 'more'], { '+': [{ var: 'state' }, 2] }], 1],
  },
  'sorted, grouped and joined': {
    let: [
      { numbers: { map_with_index: [upTo(200), { eachKey: { key: { '%': [index, 7] }, index } }] } },
      [
        { sort_by: [{ var: 'numbers' }, { '-': { var: 'index' } }] },
        { group: [{ var: 'numbers' }, { var: 'key' }, [['n', { length: { var: 'values' } }]]] },
        {
          join: [
            [{ var: 'numbers' }, { var: 'key' }, 'a'],
            [{ var: 'numbers' }, { var: 'index' }, 'b'],
            { var: 'b.index' },
          ],
        },
        { mapObject: [{ eachKey: { a: 1, b: 2 } }, [{ var: 'value' }, { var: 'key' }]] },
      ],
    ],
  },
  'chance and notes': {
    map: [upTo(100), { log: ['seen', { if: [{ '>': [{ random: [] }, 0.5] }, 'high', 'low'] }] }],
  },
  'an error in the middle': {
    map_with_index: [
      upTo(200),
      { if: [{ '==': [index, 150] }, { map_with_index: [{ '+': [1] }, 1] }, index] },
    ],
  },
  'too many steps': { map: [upTo(2_000), { map: [upTo(600), { '+': [1] }] }] },
  'many rules in a row': Array.from({ length: 100 }, (_, i) => ({ '+': [i, 1] })),
};

describe('a rule that is laid aside', () => {
  it.each(Object.entries(RULES))('gives the same: %s', async (_, rule) => {
    const { outcome, turns } = await inTurns(rule);
    expect(outcome).toEqual(evaluate(compileRule(rule), environment()));
    expect(turns).toBeGreaterThan(2);
  });

  it('ends with what its turn throws', async () => {
    const stop = new DocumentError('aborted', 'enough');
    let turns = 0;
    const turn = async () => {
      turns += 1;
      if (turns === 3) throw stop;
    };
    const rule = compileRule(RULES['map']);
    await expect(evaluateInTurns(rule, environment(), turn, hurried())).rejects.toBe(stop);
  });

  it('gives no turn while it is short', async () => {
    let turns = 0;
    const turn = async () => {
      turns += 1;
    };
    await evaluateInTurns(compileRule({ map: [[1, 2, 3], { var: '' }] }), environment(), turn, () => 0);
    expect(turns).toBe(0);
  });
});
