import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { formatPath } from '../../../src/errors.js';
import { defineComputed } from '../../../src/language/computed/definition.js';
import { validateConfig as validate } from '../../../src/language/config/parse.js';
import { builtInLanguage, createLanguage, type Language } from '../../../src/language/config/schema.js';
import { defineMethod } from '../../../src/language/methods/definition.js';
import { definePreprocessor } from '../../../src/language/preprocessors/definition.js';
import { defineType } from '../../../src/language/types/definition.js';

const FIELD = { id: 'a', anchor: 'x', method: { id: 'label', position: 'right' } };
const REVERSED = { type: 'includes', text: 'a', reverse: true };

function validateConfig(config: unknown, language: Language = builtInLanguage()) {
  return validate(config, language);
}

/** The warnings about a config, as `path code`; there must be no errors. */
function warnings(config: object, language?: Language): string[] {
  const issues = validateConfig(config, language);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return issues.map(({ path, code }) => `${formatPath(path)} ${code}`);
}

function fieldWarnings(...fields: object[]): string[] {
  return warnings({ fields });
}

test.each<[string, object, string]>([
  ['the anchor itself', { ...FIELD, anchor: REVERSED }, 'fields[0].anchor.reverse'],
  ['the only matcher', { ...FIELD, anchor: { match: REVERSED } }, 'fields[0].anchor.match.reverse'],
  ['the start', { ...FIELD, anchor: { match: 'x', start: REVERSED } }, 'fields[0].anchor.start.reverse'],
  ['the end', { ...FIELD, anchor: { match: 'x', end: REVERSED } }, 'fields[0].anchor.end.reverse'],
  ['the first of a list', { ...FIELD, anchor: [REVERSED, REVERSED] }, 'fields[0].anchor[0].reverse'],
  ['a stop', { ...FIELD, method: { id: 'documentRange', stop: REVERSED } }, 'fields[0].method.stop.reverse'],
  [
    'a line filter',
    { ...FIELD, method: { id: 'passthrough', lineFilters: [{ type: 'first' }, REVERSED] } },
    'fields[0].method.lineFilters[1].reverse',
  ],
])('a matcher that is searched upwards: %s is none', (_name, field, path) => {
  expect(fieldWarnings(field)).toEqual([`${path} ignored_member`]);
});

test.each<[string, object]>([
  ['a later one of a list', { ...FIELD, anchor: [{ type: 'first' }, REVERSED] }],
  [
    'one that is repeated below another',
    { ...FIELD, anchor: [{ type: 'first' }, { type: 'repeat', times: 2, match: REVERSED }] },
  ],
  [
    'the anchor of an external range',
    {
      id: 'rows',
      type: 'sections',
      range: { anchor: 'row', externalRange: { anchor: { match: [REVERSED] }, stop: 'end' } },
      fields: [FIELD],
    },
  ],
])('a matcher that is searched upwards may be %s', (_name, field) => {
  expect(fieldWarnings(field)).toEqual([]);
});

describe('members that have no effect', () => {
  const crossing = {
    id: 'price',
    anchor: 'row',
    method: { id: 'intersection', verticalAnchor: 'price', height: 'sectionHeight', width: 1 },
  };

  test('the height of a section where there is none', () => {
    expect(fieldWarnings(crossing)).toEqual(['fields[0].method.height no_section']);
  });

  test('members without effect in a document have one in a section, and in the fields of branches', () => {
    const branch = {
      method: { id: 'conditional', condition: true, fieldsOnPass: [crossing] },
    };
    const range = { anchor: 'row' };
    const rows = { id: 'rows', type: 'sections', range, fields: [crossing, branch] };
    expect(fieldWarnings(rows)).toEqual([]);
    expect(warnings({ fields: [], sections: [{ id: 'rows', range, fields: [crossing] }] })).toEqual([]);
    expect(fieldWarnings(branch)).toEqual(['fields[0].method.fieldsOnPass[0].method.height no_section']);
  });

  test('a selection among the matches of an anchor that is not there', () => {
    const method = { id: 'documentRange' };
    expect(fieldWarnings({ id: 'a', method, match: 'all' })).toEqual(['fields[0].match ignored_member']);
    expect(fieldWarnings({ id: 'a', anchor: 'x', method, match: 'all' })).toEqual([]);
  });
});

test('types are looked at wherever they are, with those inside them', () => {
  const nested = { id: 'compose', types: ['number', { id: 'any', types: ['string', 'date'] }] };
  const columns = [{ id: 'c', minX: 0, maxX: 1, type: { id: 'currency', toFixed: 2 } }];
  expect(
    fieldWarnings(
      { ...FIELD, type: { id: 'date', format: ['%Y', '%H %Y'] } },
      { ...FIELD, type: nested },
      { ...FIELD, method: { id: 'textTable', columns } },
    ),
  ).toEqual([
    'fields[0].type.format[1] doubtful_type',
    'fields[1].type.types[1].types[0] doubtful_type',
    'fields[2].method.columns[0].type.toFixed deprecated',
  ]);
});

test('types of the questions to a model are checked too', () => {
  const properties = [{ id: 'p', description: 'price', type: 'accountingCurrency' }];
  const list = { id: 'l', method: { id: 'list', description: 'items', properties } };
  expect(fieldWarnings(list)).toEqual(['fields[0].method.properties[0].type deprecated']);
});

describe('methods that newer ones took over from', () => {
  const terms = ['rent'];
  const columns = [{ id: 'c', terms }];
  test.each<[string, object]>([
    ['invoice', { id: 'invoice', columns }],
    ['keyValue', { id: 'keyValue', terms }],
    ['topic', { id: 'topic', terms, numLines: 1 }],
  ])('methods that newer ones took over from are reported: %s', (_id, method) => {
    expect(fieldWarnings({ id: 'a', anchor: 'x', method })).toContain('fields[0].method deprecated');
  });

  test('methods that newer ones took over from are reported among computed fields, too', () => {
    const tfidf = { id: 'tfidf', source_id: 'a', corpus: [{ id: 'd', document: 'x' }] };
    const summarizer = { id: 'summarizer', source_id: 'a', fields: ['b'] };
    const computed = [tfidf, summarizer].map((method, i) => ({ id: `c${i}`, method }));
    expect(warnings({ fields: [{ ...FIELD, id: 'a' }], computed_fields: computed })).toEqual([
      'computed_fields[0].method deprecated',
      'computed_fields[1].method.id deprecated',
    ]);
  });
});

test('data of rules is no part of the grammar', () => {
  const data = { type: 'regex', pattern: 'a*', toFixed: 2, method: { id: 'row' }, ref: 'nowhere' };
  const computed = { id: 'c', method: { id: 'customComputation', jsonLogic: { preserve: data } } };
  expect(warnings({ fields: [FIELD], computed_fields: [computed] })).toEqual([]);
});

/** All issues, as `severity path code`. */
function issuesOf(config: object): string[] {
  return validateConfig(config).map(({ severity, path, code }) => `${severity} ${formatPath(path)} ${code}`);
}

test('a config with errors has the warnings of its sound parts, too', () => {
  const odd = { ...FIELD, type: { id: 'number', toFixed: 2 } };
  const wrong = {
    ...FIELD,
    anchor: { match: 'x', start: '', ends: 'y' },
    method: { id: 'row', tieBreaker: 1 },
  };
  expect(issuesOf({ fields: [odd, wrong] })).toEqual([
    'error fields[1].anchor.ends unknown_member',
    'error fields[1].method.tieBreaker unknown_member',
    'warning fields[0].type.toFixed deprecated',
    'warning fields[1].anchor.start matches_empty',
  ]);
});

test('a config with errors has no warnings about what may only seem so because of the errors', () => {
  const wrong = { id: 'price', anchor: 'price', method: { id: 'rwo' } };
  const sum = { id: 'sum', method: { id: 'concat', source_ids: ['price'] } };
  const reference = { id: 'b', anchor: { ref: 'x' }, method: { id: 'row' } };
  expect(issuesOf({ fields: [wrong, reference], computed_fields: [sum] })).toEqual([
    'error fields[0].method.id invalid_value',
  ]);
});

test('a config with errors is looked at in time, however deep it is', () => {
  let condition: object = { type: 'includes', text: '', wrong: true };
  for (let depth = 0; depth < 250; depth += 1) condition = { type: 'not', match: condition };
  expect(issuesOf({ fields: [{ ...FIELD, anchor: condition }] })).toHaveLength(1);
});

test('levels of detail are 0 to 4', () => {
  for (const verbosity of [0, 1, 2, 3, 4]) expect(warnings({ fields: [FIELD], verbosity })).toEqual([]);
});

describe('definitions of a host', () => {
  const deprecated = 'something newer';
  const options = () => ({ size: z.number().optional().describe('Size') });
  const tooLarge = ({ size = 0 }: { readonly size?: number | undefined }) =>
    size > 9 ? [{ path: ['size'], code: 'large', message: 'is large' }] : [];
  const common = { summary: 'Does nothing', deprecated, options, warnings: tooLarge, examples: [] };
  const language = createLanguage({
    methods: [
      defineMethod({ ...common, id: 'oldMethod', anchor: 'optional', capture: () => ({ pieces: [] }) }),
    ],
    types: [defineType({ ...common, id: 'oldType', plain: true, compile: () => ({ candidates: () => [] }) })],
    computedMethods: [defineComputed({ ...common, id: 'oldComputed', reads: () => [], compute: () => null })],
    preprocessors: [definePreprocessor({ ...common, id: 'oldPreprocessor', apply: (pages) => pages })],
  });

  test('definitions of a host are reported as deprecated, with what is doubtful in them', () => {
    const config = {
      preprocessors: [{ type: 'oldPreprocessor', size: 10 }],
      fields: [{ id: 'a', type: 'oldType', method: { id: 'oldMethod', size: 10 } }],
      computed_fields: [
        { id: 'b', method: { id: 'oldComputed', size: 10 }, type: { id: 'oldType', size: 10 } },
      ],
    };
    expect(warnings(config, language).sort()).toEqual([
      'computed_fields[0].method deprecated',
      'computed_fields[0].method.size large',
      'computed_fields[0].type deprecated',
      'computed_fields[0].type.size large',
      'fields[0].method deprecated',
      'fields[0].method.size large',
      'fields[0].type deprecated',
      'preprocessors[0] deprecated',
      'preprocessors[0].size large',
    ]);
    const [first] = validateConfig(config, language);
    expect(first?.message).toContain('deprecated; use something newer');
  });
});
