import { describe, expect, it } from 'vitest';
import { defineConfig } from '../../../src/language/config/built-in.js';
import type { Config } from '../../../src/language/config/config-types.js';
import { builtInLanguage, createLanguage } from '../../../src/language/config/schema.js';
import { defineMethod } from '../../../src/language/methods/definition.js';
import { highestScore, tierOf } from '../../../src/run/classify/effort.js';

const label = (id: string) => ({ id, anchor: 'x', method: { id: 'label', position: 'right' } }) as const;
const config = (...fields: object[]) => defineConfig({ fields } as Config);
const rows = (...fields: object[]) => ({ id: 'rows', type: 'sections', range: { anchor: 'x' }, fields });

describe('the tier of a config', () => {
  it.each<[string, number, Config]>([
    ['text', 0, config(label('a'))],
    ['a box', 1, config(label('a'), { id: 'b', anchor: 'x', method: { id: 'box', position: 'below' } })],
    [
      'a signature in sections',
      1,
      config(
        rows({
          id: 's',
          anchor: 'x',
          method: { id: 'signature', start: 'left', offsetX: 0, offsetY: 0, width: 1, height: 1 },
        }),
      ),
    ],
    [
      'reading pages again',
      2,
      defineConfig({ fields: [label('a')], preprocessors: [{ type: 'ocr', match: 'all' }] } as never),
    ],
    [
      'a table anywhere',
      3,
      config({
        id: 't',
        anchor: 'x',
        type: 'table',
        method: { id: 'table', columns: [{ id: 'c', terms: ['c'] }] },
      }),
    ],
    [
      'a table up to a stop',
      0,
      config({
        id: 't',
        anchor: 'x',
        type: 'table',
        method: { id: 'table', stop: 'end', columns: [{ id: 'c', terms: ['c'] }] },
      }),
    ],
    ['a question', 4, config({ method: { id: 'queryGroup', queries: [{ id: 'q', description: 'who' }] } })],
    ['no field', 0, config()],
  ])('a config is as dear as what it holds: %s', (_name, tier, given) => {
    expect(tierOf(given, builtInLanguage())).toBe(tier);
  });
});

it.each<[string, number, Config]>([
  ['is one for each id', 2, config(label('a'), label('a'), label('b'))],
  ['does not count anchors', 1, config({ type: 'anchorDefinition', name: 'n', anchor: 'x' }, label('a'))],
  [
    'counts what is computed',
    2,
    config(label('a'), { id: 'b', method: { id: 'concat', source_ids: ['a'] } }),
  ],
  ['has no bound with sections', Number.POSITIVE_INFINITY, config(rows(label('a')))],
  [
    'has no bound with a rule',
    Number.POSITIVE_INFINITY,
    config({ id: 'b', method: { id: 'customComputation', jsonLogic: { var: 'a' } } }),
  ],
  [
    'has no bound with a condition',
    Number.POSITIVE_INFINITY,
    config({ method: { id: 'conditional', condition: { '==': [1, 1] }, fieldsOnPass: [label('a')] } }),
  ],
  ['is 0 without fields', 0, config()],
])('the highest score of a config %s', (_name, expected, given) => {
  expect(highestScore(given, builtInLanguage())).toBe(expected);
});

it('the highest score of a config is not known of the methods of a host', () => {
  const row = defineMethod({
    id: 'row',
    summary: 'something else',
    anchor: 'required',
    options: () => ({}),
    capture: () => ({ pieces: [] }),
    examples: [],
  } as never);
  const language = createLanguage({ methods: [row as never] });
  const fields = [{ id: 'a', anchor: 'x', method: { id: 'row' } }] as never;
  expect(highestScore({ fields }, language)).toBe(Number.POSITIVE_INFINITY);
  expect(highestScore({ fields }, builtInLanguage())).toBe(1);
});
