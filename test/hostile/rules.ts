/** Rules that do much with few steps. */
import type { Attack, PromisedEnd } from './attack.js';
import { textInput } from './inputs.js';

const TIMES = 2_000;
const LIST = Array.from({ length: TIMES }, (_, i) => i);

/** Text of megabytes, made by doubling: `big` in a rule. */
function doubled(start: unknown, times: number): unknown {
  let rule = start;
  for (let i = 0; i < times; i += 1) rule = { let: [{ d: rule }, { cat: [{ var: 'd' }, { var: 'd' }] }] };
  return rule;
}

function computed(rule: unknown): object {
  return { fields: [{ id: 'a', method: { id: 'customComputation', jsonLogic: rule } }] };
}

/** A rule run two thousand times where `big` is a text. */
function repeated(
  body: unknown,
  big: unknown = doubled('1234567890123456', 18),
): () => ReturnType<typeof textInput> {
  return () => textInput(['a'], computed({ let: [{ big }, { length: { map: [LIST, body] } }] }));
}

const big = { var: 'big' };

/** A text that is another one each time, joined of two and not yet flat. */
const rope = { cat: [big, { var: '' }] };

const bodies: Readonly<Record<string, unknown>> = {
  '+ of megabytes': { '+': [big, 1] },
  '* of megabytes': { '*': [big, 1] },
  '- of megabytes': { '-': [big, 1] },
  '/ of megabytes': { '/': [big, 3] },
  'max of megabytes': { max: [big, 3] },
  '== of megabytes and a number': { '==': [big, 1] },
  '< of megabytes and a number': { '<': [big, 1] },
  '< of a rope and a number': { '<': [rope, 1] },
  'round of megabytes': { round: big },
  'date_shift of megabytes': { date_shift: [big, 1, 'days'] },
  'date_shift by megabytes': { date_shift: ['2024-01-01', big, 'days'] },
  'slice of a rope': { slice: [rope, 1, 2] },
  'slice by megabytes': { slice: ['abc', big] },
  'substr of a rope': { substr: [rope, 1, 2] },
  'substr by megabytes': { substr: ['abc', big] },
  'in of a rope': { in: ['x', rope] },
  'in of an array of ropes': { in: [rope, [rope, rope]] },
  '=== of ropes': { '===': [rope, rope] },
  '! of a rope': { '!': [rope] },
  'split of a rope': { length: { split: [rope, 'x'] } },
  'toUpper of megabytes': { length: { toUpper: rope } },
  'get by a path of megabytes': { get: [{ preserve: { a: 1 } }, rope] },
  'var of a path of megabytes': { var: rope },
  'missing of paths of megabytes': { missing: [rope, rope] },
  'names of megabytes': { object: [[rope, 1]] },
  'pick_fields by megabytes': { pick_fields: [{ preserve: { a: 1 } }, [rope]] },
  'omit_fields by megabytes': { omit_fields: [{ preserve: { a: 1 } }, [rope]] },
  'match of a rope': { match: [rope, 'x$'] },
  'replace in a rope': { length: { replace: { source: rope, find: 'x', replace: 'y' } } },
  'cat of many ropes': { length: { cat: [rope, 'a', rope, 'b', rope] } },
  'sort_by keys of megabytes': { length: { sort_by: [[1, 2], rope] } },
  'log of megabytes': { log: rope },
};

/** Texts that reading makes one piece of, each kept by the result: `r` is one of two hundred. */
const one = { var: 'r' };
const keeping: Readonly<Record<string, unknown>> = {
  'slices of ropes that are kept': { slice: [one, 1, 20] },
  'substr of ropes that are kept': { substr: [one, 1, 20] },
  'in of ropes that are kept': { in: ['zz', one] },
  '=== of ropes that are kept': { '===': [one, { cat: [big, '1001'] }] },
  'split of ropes that are kept': { length: { split: [one, 'zz'] } },
  'match of ropes that are kept': { match: [one, 'zz'] },
  'patterns replaced in ropes that are kept': {
    length: { replace: { source: one, find_regex: 'z', replace: 'y' } },
  },
  'sort_by of ropes that are kept': { length: { sort_by: [[one, { cat: [one, 'a'] }], { var: '' }] } },
  'characters of ropes that are kept': { var: 'r.0' },
  'get of ropes that are kept': { get: [one, '0'] },
};

/** Characters of two bytes each. */
const wide = doubled('123456789012345€', 18);
const FEW = LIST.slice(0, 200);
const BUDGET: PromisedEnd = { kind: 'result', codes: ['rule_budget'] };

function kept(name: string, value: unknown, start = doubled('1234567890123456', 18)): Attack {
  return {
    name,
    ends: BUDGET,
    make: () => ({
      ...textInput(['a'], computed({ let: [{ big: start }, { length: { map: [FEW, value] } }] })),
      // Patterns must not end the rule before its memory does.
      options: {
        contentType: 'text/plain',
        limits: { patternMilliseconds: 60_000, patternTotalMilliseconds: 600_000 },
      },
    }),
  };
}

/** Attacks of the same kind as others, that take longer. */
const SLOW = new Set(['substr of a rope', 'sort_by keys of megabytes', '=== of ropes', 'split of a rope']);

const frames = 2_000;

export const attacks: readonly Attack[] = [
  ...Object.entries(bodies).map(([name, body]) => ({ name, make: repeated(body), slow: SLOW.has(name) })),
  ...Object.entries(keeping).map(([name, body]) => kept(name, { let: [{ r: rope }, [one, body]] }, wide)),
  kept('joins of texts with characters of two bytes', { cat: [big, big] }, wide),
  {
    name: 'log with messages of megabytes',
    ends: { kind: 'result', codes: ['log', 'rule_budget'] },
    make: () => textInput(['a'], computed({ length: { map: [FEW, { log: [doubled('1234', 20), 1] }] } })),
  },
  {
    name: 'numbers of spaces',
    make: repeated({ '+': [{ cat: [big, '1'] }, 1] }, doubled('                ', 18)),
  },
  {
    name: 'round of spaces',
    make: repeated({ round: [{ cat: [big, '1'] }] }, doubled('                ', 18)),
  },
  {
    name: 'get at segments without end',
    make: repeated({ get: [{ preserve: { a: 1 } }, big] }, doubled('a.a.a.a.', 10)),
  },
  {
    name: 'toUpper that grows by three',
    make: repeated({ length: { toUpper: big } }, doubled('ŉŉŉŉŉŉŉŉΐΐΐΐΐΐΐΐ', 18)),
  },
  {
    name: 'toUpper of its own results',
    slow: true,
    make: () => textInput(['a'], computed({ map: [LIST, { toUpper: doubled('ΐ', 18) }] })),
  },
  {
    name: 'frames of let, looked through a hundred thousand times',
    make: () => {
      const names = Object.fromEntries(Array.from({ length: frames }, (_, i) => [`n${i}`, i]));
      const look = { map: [Array.from({ length: 50_000 }, (_, i) => i), { var: 'absent' }] };
      return textInput(['a'], computed({ let: [names, { length: look }] }));
    },
  },
  {
    name: 'climbs out of frames',
    make: () => {
      let rule: unknown = { var: `${'../'.repeat(100_000)}x` };
      rule = { length: { map: [Array.from({ length: 50_000 }, (_, i) => i), rule] } };
      return textInput(['a'], computed(rule));
    },
  },
  {
    name: 'outputs that pass the length of a string together',
    make: () =>
      textInput(['a'], {
        fields: Array.from({ length: 80 }, (_, i) => ({
          id: `f${i}`,
          method: { id: 'customComputation', jsonLogic: doubled('\u0001\u0001\u0001\u0001', 21) },
        })),
      }),
  },
  {
    name: 'a postprocessor that gives more than a string holds',
    make: () => {
      const text = doubled('\u0001\u0001\u0001\u0001', 21);
      return textInput(['a'], {
        fields: [],
        postprocessor: {
          type: 'jsonLogic',
          rule: { let: [{ t: text }, { map: [LIST.slice(0, 100), { var: 't' }] }] },
        },
      });
    },
  },
  {
    name: 'logs that pass the length of a string',
    slow: true,
    make: () =>
      textInput(['a'], {
        fields: Array.from({ length: 80 }, (_, i) => ({
          id: `f${i}`,
          method: {
            id: 'customComputation',
            jsonLogic: { log: ['x', doubled('\u0001\u0001\u0001\u0001', 21)] },
          },
        })),
      }),
  },
  {
    name: 'an object of names of megabytes',
    make: () =>
      textInput(
        ['a'],
        computed({
          object: { map: [LIST.slice(0, 200), [{ cat: [doubled('abcdefgh', 17), { var: '' }] }, 1]] },
        }),
      ),
  },
  {
    name: 'sums of a thousand texts of megabytes',
    make: () =>
      textInput(['a'], computed({ let: [{ big: doubled('12345678', 18) }, { '+': { map: [LIST, big] } }] })),
  },
];
