/** The reference vectors of value types, when they are at hand. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TypeReference } from '../../../src/foundation/schema/language.js';
import type { Tiebreaker } from '../../../src/language/types/select.js';
import { filtered, registry, run } from './support.js';

interface Vector {
  readonly type: TypeReference;
  readonly input: string | readonly string[];
  readonly output: unknown;
  readonly note: string;
  readonly tiebreaker?: Tiebreaker;
  readonly typeFilters?: readonly TypeReference[];
}

const corpus = process.env['ANCHORLINE_CORPUS'];
const file = corpus === undefined ? undefined : join(corpus, '..', 'spec', 'vectors', 'types.json');
const vectors: readonly Vector[] =
  file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];

/** Where the language has gone beyond the vectors: their notes, and the values that count. */
const OVERRULED: Readonly<Record<string, unknown>> = {
  'day-month order is not a default format': {
    source: '9 March 2022',
    value: '2022-03-09T00:00:00.000Z',
    type: 'date',
  },
};

describe.skipIf(vectors.length === 0)(
  'the vectors of value types (set ANCHORLINE_CORPUS to run them)',
  () => {
    beforeAll(() =>
      registry.prepare(vectors.flatMap(({ type, typeFilters = [] }) => [type, ...typeFilters])),
    );

    it('the vectors of value types (set ANCHORLINE_CORPUS to run them) are all there', () =>
      expect(vectors).toHaveLength(327));

    it.each(vectors.map((vector, i) => ({ ...vector, i })))(
      'the vectors of value types (set ANCHORLINE_CORPUS to run them): $i $type: $note',
      (vector) => {
        const { type, input, tiebreaker, typeFilters = [], note } = vector;
        const output = Object.hasOwn(OVERRULED, note) ? OVERRULED[note] : vector.output;
        expect(registry.grammar.type.safeParse(type).success).toBe(true);
        expect(run(type, filtered(typeFilters, [input].flat()), tiebreaker)).toEqual(output);
      },
    );
  },
);
