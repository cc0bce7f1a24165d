import { describe, expect, test } from 'vitest';
import { ConfigError, type Validation, validate } from '../../../src/index.js';
import { checkedValidations } from '../../../src/language/validate/schema.js';
import { number, runOn, text } from '../computed/support.js';

const exists = (path: string) => ({ exists: { var: path } });
const section = (id: string | null) => ({ sku: id === null ? null : text(id) });

/** The entries of some validations on a document. */
function entries(document: object, validations: readonly Validation[], more: object = {}) {
  return validate({ parsed_document: document as never, ...more }, validations).validations;
}

describe('validate', () => {
  test('reports only what fails, as a warning unless asked otherwise', () => {
    const validations: Validation[] = [
      { description: 'passes', condition: exists('a') },
      { description: 'fails', condition: exists('b') },
      { description: 'error', condition: exists('b'), severity: 'error' },
      { description: 'counted as skipped', condition: exists('b'), severity: 'skipped' },
    ];
    const report = validate({ parsed_document: { a: text('x'), b: null, c: text('y') } }, validations);
    expect(report).toEqual({
      validations: [
        { description: 'fails', severity: 'warning' },
        { description: 'error', severity: 'error' },
        { description: 'counted as skipped', severity: 'skipped' },
      ],
      validation_summary: { fields: 3, fields_present: 2, errors: 1, warnings: 1, skipped: 1 },
      coverage: 0.5 / 3,
      score: { value: 0.5, fields_present: 2, penalties: 1.5 },
      errors: [],
    });
  });

  test.each<[string, unknown, boolean]>([
    ['text', { cat: ['x'] }, true],
    ['an empty array', { merge: [[]] }, false],
    ['match on a null field', { match: [{ var: 'b.value' }, 'x'] }, false],
    ['null', { var: 'gone' }, false],
    ['zero', { '-': [1, 1] }, false],
  ])('validate: %s counts by its truth', (_title, condition, passes) => {
    const found = entries({ b: null }, [
      { description: 'd', condition: condition as Validation['condition'] },
    ]);
    expect(found).toHaveLength(passes ? 0 : 1);
  });

  test('prerequisites are ids first, then paths; those that fail come after the failures', () => {
    const document = { 'broker.mail': null, group: [], broker: { mail: text('x') }, ok: text('y') };
    const validations: Validation[] = [
      { description: 'id', condition: exists('ok'), fields: ['broker.mail'] },
      { description: 'escaped', condition: exists('ok'), fields: ['broker\\.mail', 'ok', 'group', 'gone'] },
      { description: 'path', condition: exists('gone'), fields: ['broker.phone.value', 'ok.value'] },
      { description: 'met', condition: exists('gone'), fields: ['ok'] },
    ];
    expect(entries(document, validations)).toEqual([
      { description: 'met', severity: 'warning' },
      { description: 'id', severity: 'skipped', message: 'Missing prerequisites: broker.mail' },
      {
        description: 'escaped',
        severity: 'skipped',
        message: 'Missing prerequisites: broker.mail, group, gone',
      },
      { description: 'path', severity: 'skipped', message: 'Missing prerequisites: broker.phone.value' },
    ]);
  });

  test('a scope makes one check for each section, and its rules see the scopes around', () => {
    const document = {
      limit: number(2),
      orders: [
        { no: text('1'), items: [section('a'), section(null)] },
        { no: text('2'), items: null },
        { no: text('3'), items: [section(null)] },
      ],
    };
    const condition = { and: [exists('sku'), exists('../no'), { '==': [{ var: '../../limit.value' }, 2] }] };
    const fields = ['../no', '../../limit'];
    const found = entries(document, [{ description: 'sku', condition, scope: ['orders', 'items'], fields }]);
    expect(found).toEqual([
      {
        description: 'sku',
        severity: 'warning',
        scope: [
          ['orders', 0],
          ['items', 1],
        ],
      },
      {
        description: 'sku',
        severity: 'warning',
        scope: [
          ['orders', 2],
          ['items', 0],
        ],
      },
    ]);
  });

  test.each<[string, unknown]>([
    ['a missing group', undefined],
    ['null', null],
    ['an empty group', []],
    ['a table', { columns: [{ id: 'a', values: [text('x')] }] }],
    ['a single value', text('x')],
    ['single values', [text('x')]],
  ])('validate: %s as scope yields no check', (_title, group) => {
    const document = group === undefined ? {} : { g: group };
    expect(entries(document, [{ description: 'd', condition: exists('x'), scope: ['g'] }])).toEqual([]);
  });

  test('a condition that cannot be evaluated fails and is reported', () => {
    const condition = { toLower: { var: 'n.value' } };
    const report = validate({ parsed_document: { n: number(1) } }, [
      { description: 'd', condition, severity: 'error' },
    ]);
    expect(report.validations).toEqual([
      { description: 'd', severity: 'error', message: expect.stringMatching(/^Condition error: toLower: /u) },
    ]);
    expect(report.errors).toEqual([
      expect.objectContaining({
        type: 'configuration',
        context: 'validation',
        path: 'schema.validations[0].condition.toLower',
      }),
    ]);
  });

  test('rules see extra data, the file and the clock, in sections too', () => {
    const all = [
      { '==': [{ var: 'extra_data.limit' }, 5] },
      { '==': [{ var: 'metadata.filename' }, 'a'] },
      { '==': [{ var: 'metadata.pageCount' }, 2] },
      { '==': [{ today: [] }, '2026-01-31'] },
    ];
    const validation = { description: 'd', condition: { and: all }, scope: ['g'] };
    const result = { parsed_document: { g: [section('x')] }, extra_data: { limit: 5 }, page_count: 2 };
    const options = { filename: 'a.pdf', now: () => new Date('2026-01-31T00:00:00Z') };
    expect(validate(result, [validation], options).validations).toEqual([]);
  });

  test('a field called extra_data hides the global name', () => {
    const condition = { '==': [{ var: 'extra_data.value' }, 'x'] };
    const more = { extra_data: { value: 'y' } };
    expect(entries({ extra_data: text('x') }, [{ description: 'd', condition }], more)).toEqual([]);
  });

  test('coverage counts the fields inside sections, the summary the sections', () => {
    const document = { a: text('x'), b: [text('y'), null], g: [section('1'), section(null)], none: [] };
    const { validation_summary, coverage, score } = validate({ parsed_document: document as never }, []);
    expect(validation_summary).toMatchObject({ fields: 6, fields_present: 4 });
    expect(coverage).toBe(3 / 5);
    expect(score).toEqual({ value: 3, fields_present: 3, penalties: 0 });
  });

  test('coverage never falls below 0, the score does', () => {
    const validations = ['1', '2'].map((description) => ({
      description,
      condition: exists('b'),
      severity: 'error' as const,
    }));
    const { coverage, score } = validate({ parsed_document: { a: text('x') } }, validations);
    expect([coverage, score.value]).toEqual([0, -1]);
  });
});

describe('extract with validations', () => {
  test('gives what validate gives on the result', async () => {
    const validations = [
      { description: 'a', condition: exists('a') },
      { description: 'b', condition: exists('b'), severity: 'error' as const },
    ];
    const result = await runOn({ a: text('x'), b: null }, [], { options: { validations } });
    const report = validate(result, validations);
    expect(result.validations).toEqual(report.validations);
    expect(result.validation_summary).toEqual(report.validation_summary);
    expect(result.coverage).toBe(report.coverage);
    expect(await runOn({ a: text('x') }, [])).not.toHaveProperty('validations');
  });

  test('rejects what is wrong before the document is read', async () => {
    const validations = [{ description: 'd', condition: { matches: [] } }];
    await expect(runOn({}, [], { options: { validations } })).rejects.toMatchObject({
      issues: [{ path: ['schema', 'validations', 0, 'condition', 'matches'], code: 'unknown_operator' }],
    });
  });
});

describe('the schema of validations', () => {
  const ok = { description: 'd', condition: exists('a') };
  test.each<[string, unknown, string]>([
    ['no array', {}, 'schema.validations'],
    ['no description', { condition: exists('a') }, 'schema.validations.0.description'],
    ['a condition that is no object', { ...ok, condition: true }, 'schema.validations.0.condition'],
    ['another severity', { ...ok, severity: 'fatal' }, 'schema.validations.0.severity'],
    ['an unknown member', { ...ok, scopes: [] }, 'schema.validations.0.scopes'],
    ['fields that are no array', { ...ok, fields: 'a' }, 'schema.validations.0.fields'],
  ])('the schema of validations refuses %s', (_title, validation, path) => {
    const given = path === 'schema.validations' ? validation : [validation];
    const failure = (() => {
      try {
        return checkedValidations(given);
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toBeInstanceOf(ConfigError);
    expect((failure as ConfigError).issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  test('the schema of validations accepts review_trigger', () => {
    expect(checkedValidations([{ ...ok, review_trigger: true }])).toHaveLength(1);
  });
});
