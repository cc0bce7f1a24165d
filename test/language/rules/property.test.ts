import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/errors.js';
import type { Rule } from '../../../src/foundation/schema/language.js';
import { checkRule, compileRule } from '../../../src/language/rules/compile.js';
import { dataFrame, parsePath, resolve } from '../../../src/language/rules/frames.js';
import { operators } from '../../../src/language/rules/index.js';
import { run } from './support.js';

const names = operators.flatMap((operator) => operator.names);

const path = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'b.c',
    'rows',
    'rows.0.n',
    '../a',
    '../../rows',
    '..',
    'current',
    'accumulator',
    'key',
    'values',
  ),
  fc.constantFrom('__proto__', 'constructor', 'a.length', 'extra_data.x', '../__proto__'),
);
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, '', 'a', '12', '2024-02-29', 'days', 'g'),
  path,
);

/** Rules that are mostly well formed: operators with arrays of one to four rules. */
const { rule } = fc.letrec<{ rule: unknown }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalar,
    path.map((text) => ({ var: text })),
    fc.array(tie('rule'), { maxLength: 4 }),
    fc
      .tuple(
        fc.constantFrom(...names),
        fc.oneof(fc.array(tie('rule'), { minLength: 1, maxLength: 4 }), tie('rule')),
      )
      .map(([name, argument]) => ({ [name]: argument })),
    fc
      .tuple(
        fc.constantFrom('eachKey', 'let', 'preserve'),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('rule'), { maxKeys: 2 }),
        tie('rule'),
      )
      .map(([name, members, body]) => ({ [name]: name === 'let' ? [members, body] : members })),
    fc.tuple(tie('rule'), tie('rule')).map(([list, body]) => ({ map: [list, body] })),
    fc.tuple(tie('rule'), tie('rule'), tie('rule')).map((items) => ({ reduce: items })),
  ),
}));

const data = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constant({ a: 'text', b: { c: [1, '2', null] }, rows: [{ n: 3 }, { n: null }, {}] }),
);

function compiles(candidate: unknown): candidate is Rule {
  return checkRule(candidate).issues.length === 0;
}

describe('any JSON as a rule', () => {
  test('any JSON as a rule is refused with issues that have a place, or compiles', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), rule), (candidate) => {
        try {
          compileRule(candidate);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          for (const issue of (error as ConfigError).issues) {
            expect(issue.message).not.toBe('');
            expect(Array.isArray(issue.path)).toBe(true);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('never throws past the engine, gives JSON, and leaves its data alone', () => {
    let ran = 0;
    fc.assert(
      fc.property(rule, data, (candidate, given) => {
        if (!compiles(candidate)) return;
        ran += 1;
        const ruleBefore = JSON.stringify(candidate);
        const before = JSON.stringify(given);
        const { value, failed, errors } = run(candidate, freeze(structuredClone(given)));
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
        expect(JSON.stringify(given)).toBe(before);
        expect(JSON.stringify(candidate)).toBe(ruleBefore);
        if (failed) expect(errors.at(-1)?.message).toMatch(/^\S+: ./u);
      }),
      { numRuns: 5_000 },
    );
    expect(ran).toBeGreaterThan(1_000);
  });

  test('gives the same twice', () => {
    fc.assert(
      fc.property(rule, data, (candidate, given) => {
        if (!compiles(candidate)) return;
        expect(run(candidate, given)).toEqual(run(candidate, given));
      }),
      { numRuns: 1_000 },
    );
  });

  test('gives a value that shares nothing with its data', () => {
    fc.assert(
      fc.property(data, (given) => {
        const { value } = run({ var: '' }, given);
        expect(value).toEqual(JSON.parse(JSON.stringify(given)));
        if (typeof given === 'object' && given !== null) expect(value).not.toBe(given);
      }),
    );
  });
});

describe('paths', () => {
  test('an escaped name finds its member, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.jsonValue(), (name, value) => {
        const object = Object.fromEntries([[name, value]]);
        const escaped = name.replace(/[\\./]/gu, '\\$&');
        expect(resolve(parsePath(escaped), dataFrame(object as never, undefined))).toEqual(value);
      }),
    );
  });

  test('any text is a path', () => {
    fc.assert(
      fc.property(fc.string(), data, (text, given) => {
        expect(run({ var: text }, given).failed).toBe(false);
      }),
    );
  });
});

describe('round', () => {
  test('agrees with the decimal notation of the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (number, places) => {
        const text = `${number}.${'5'.padStart(places + 1, '0')}`;
        const sign = text.startsWith('-') ? -1 : 1;
        const expected = Number(`${number}e${places}`) + sign;
        expect(run({ round: [text, places] }).value).toBeCloseTo(expected / 10 ** places, places);
      }),
    );
  });
});

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) freeze(member);
    Object.freeze(value);
  }
  return value;
}
