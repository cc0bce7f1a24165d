import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatPath } from '../../../src/errors.js';
import { checkRule, compileRule } from '../../../src/language/rules/compile.js';
import { evaluate } from '../../../src/language/rules/engine.js';
import type { LogEntry } from '../../../src/language/rules/run.js';

interface Vector {
  readonly id: string;
  readonly rule: unknown;
  readonly data: unknown;
  readonly output?: unknown;
  readonly outputRange?: readonly [number, number];
  readonly error?: 'validation' | 'runtime';
  readonly errorPath?: string;
  readonly parents?: readonly unknown[];
  readonly globals?: { readonly extra_data?: Readonly<Record<string, string>> };
  readonly now?: string;
  readonly rng?: readonly number[];
  readonly logs?: readonly LogEntry[];
}

const corpus = process.env['ANCHORLINE_CORPUS'];
const file = corpus === undefined ? undefined : join(corpus, '..', 'spec', 'vectors', 'rules.json');
const vectors: readonly Vector[] =
  file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];

/** Vectors that guess where the interface of the language speaks: what holds instead. */
const OVERRULED: Readonly<Record<string, Pick<Vector, 'data' | 'output' | 'error' | 'errorPath'>>> = {
  'eachKey-08': { data: {}, output: { 0: 1 } },
  'mapObject-11': { data: { o: { a: 1 } }, output: [['a', 1]] },
  'quantifiers-13': { data: {}, error: 'validation', errorPath: 'rule.every[0]' },
};

describe.skipIf(vectors.length === 0)('rule vectors (need ANCHORLINE_CORPUS)', () => {
  test('rule vectors (need ANCHORLINE_CORPUS) are all there', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(539);
  });

  test.each(vectors.map((vector) => [vector.id, vector] as const))(
    'the corpus of rules (needs ANCHORLINE_CORPUS): %s',
    (id, given) => {
      const { error: _error, errorPath: _path, ...rest } = given;
      const vector: Vector = OVERRULED[id] ? { ...rest, ...OVERRULED[id] } : given;
      const { rule, data, parents = [], globals, now = '2026-01-01', rng = [], logs, error } = vector;
      const { issues } = checkRule(rule, ['rule']);
      if (error === 'validation') {
        expect(issues.map(({ path }) => formatPath(path))[0]).toBe(vector.errorPath);
        return;
      }
      expect(issues).toEqual([]);
      const draws = [...rng];
      const outcome = evaluate(compileRule(rule), {
        data,
        parents,
        extraData: globals?.extra_data,
        now: new Date(now),
        random: () => draws.shift() ?? 0.5,
      });
      expect(outcome.failed, outcome.errors[0]?.message).toBe(error === 'runtime');
      if (vector.outputRange) {
        expect(outcome.value).toBeGreaterThanOrEqual(vector.outputRange[0]);
        expect(outcome.value).toBeLessThan(vector.outputRange[1]);
      } else if (error === undefined) expect(outcome.value).toEqual(vector.output);
      if (logs) expect(outcome.log).toEqual(logs);
    },
  );
});
