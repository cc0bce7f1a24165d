import { describe, expect, it } from 'vitest';
import { column, labelled, problems, run } from './support.js';

const LINES = column({ 'iban DE1': 1, 'name Ida': 1.5, 'bank North': 2 });

function conditional(condition: unknown, fieldsOnPass: object[], fieldsOnFail?: object[]): object {
  return { method: { id: 'conditional', condition, fieldsOnPass, ...(fieldsOnFail && { fieldsOnFail }) } };
}

const HAS_IBAN = { exists: { var: 'iban' } };
const pass = { id: 'pass', method: { id: 'constant', value: 'p' } };
const fail = { id: 'fail', method: { id: 'constant', value: 'f' } };

describe('a conditional field', () => {
  it.each([
    ['iban', { iban: 'DE1', pass: 'p' }],
    ['absent', { iban: null, fail: 'f' }],
  ])('a conditional field runs one branch only (%s)', async (label, expected) => {
    const { values, errors, warnings } = await run(LINES, {
      fields: [labelled('iban', label), conditional(HAS_IBAN, [pass], [fail])],
    });
    expect(values).toEqual(expected);
    expect([errors, warnings]).toEqual([[], []]);
  });

  it('a conditional field without a branch for failure runs nothing', async () => {
    const { values } = await run(LINES, { fields: [conditional(false, [pass])] });
    expect(values).toEqual({});
  });

  it('runs in its place: ids, fallbacks and anchors are those around it', async () => {
    const define = { type: 'anchorDefinition', name: 'holder', anchor: 'name' };
    const byName = { id: 'name', anchor: { ref: 'holder' }, method: { id: 'label', position: 'right' } };
    const again = { id: 'iban', method: { id: 'constant', value: 'again' } };
    const { values, errors } = await run(LINES, {
      fields: [
        labelled('iban', 'iban'),
        conditional(true, [again, labelled('bank', 'absent'), define]),
        labelled('bank', 'bank'),
        byName,
      ],
    });
    expect(values).toEqual({ iban: 'DE1', bank: 'North', name: 'Ida' });
    expect(errors).toEqual([]);
  });

  it('hides and nests as if its fields stood there', async () => {
    const hide = { id: 'h', method: { id: 'suppressOutput', source_ids: ['iban'] } };
    const nested = conditional(true, [conditional(true, [conditional(false, [], [hide, pass])])]);
    const { values } = await run(LINES, { fields: [labelled('iban', 'iban'), nested] });
    expect(values).toEqual({ pass: 'p' });
  });

  it('a conditional field may have the id of a value, which is a name for messages only', async () => {
    const named = { id: 'iban', ...conditional({ toLower: 1 }, [pass], [fail]) };
    const { values, errors } = await run(LINES, { fields: [labelled('iban', 'iban'), named] });
    expect(values).toEqual({ iban: 'DE1', fail: 'f' });
    expect(errors).toMatchObject([
      { type: 'configuration', field_id: 'iban', path: 'fields[1].method.condition.toLower' },
    ]);
  });

  it.each([
    [1, 'pass'],
    ['', 'fail'],
    [[], 'fail'],
    [null, 'fail'],
  ])('takes %j by its truth, with a warning', async (condition, branch) => {
    const { values, warnings } = await run(LINES, { fields: [conditional(condition, [pass], [fail])] });
    expect(Object.keys(values)).toEqual([branch]);
    expect(warnings).toMatchObject([{ code: 'CONDITION_NOT_BOOLEAN', path: 'fields[0].method.condition' }]);
  });

  it('sees the scopes around it, the extra data and the file', async () => {
    const condition = {
      and: [
        { '==': [{ var: '../top.value' }, 'T'] },
        { '==': [{ var: 'extra_data.kind' }, 'k'] },
        { '==': [{ var: 'metadata.pageCount' }, 1] },
      ],
    };
    const field = {
      id: 's',
      type: 'sections',
      range: { anchor: 'iban' },
      fields: [conditional(condition, [pass])],
    };
    const top = { id: 'top', method: { id: 'constant', value: 'T' } };
    const { values } = await run(LINES, { fields: [top, field] }, { extraData: { kind: 'k' } });
    expect(values['s']).toEqual([{ pass: 'p' }]);
  });

  it('holds sections in both branches', async () => {
    const group = (text: string) => ({
      id: 's',
      type: 'sections',
      range: { anchor: text },
      fields: [labelled('value', text)],
    });
    const { values } = await run(LINES, { fields: [conditional(false, [group('iban')], [group('bank')])] });
    expect(values).toEqual({ s: [{ value: 'North' }] });
  });

  it('logs what its rule logs', async () => {
    const { errors } = await run(LINES, { fields: [conditional({ log: ['seen', true] }, [])] });
    expect(errors).toEqual([{ type: 'log', message: 'seen', result: true }]);
  });
});

it.each<[object, string]>([
  [{ anchor: 'x', ...conditional(true, []) }, 'fields[0].anchor: unknown member'],
  [{ type: 'string', ...conditional(true, []) }, 'fields[0].type: unknown member'],
  [{ method: { id: 'conditional', rule: true, fieldsOnPass: [] } }, 'fields[0].method.rule: unknown member'],
  [{ method: { id: 'conditional', condition: true } }, 'fields[0].method.fieldsOnPass: is required'],
  [conditional({ nope: 1 }, []), 'fields[0].method.condition.nope: unknown operator'],
  [conditional(true, [{ ...pass, match: 'all' }]), 'fields[0].method.fieldsOnPass[0].match: unknown member'],
])('the grammar of conditional fields: %j', (field, expected) => {
  expect(problems({ fields: [field] }).join('\n')).toContain(expected);
});

it('allows computed branches only in computed_fields', () => {
  expect(
    problems({ fields: [], computed_fields: [conditional(true, [pass], [conditional(true, [])])] }),
  ).toEqual([]);
  expect(problems({ fields: [], computed_fields: [conditional(true, [labelled('a', 'a')])] })).toEqual([
    expect.stringMatching(
      /^computed_fields\[0\]\.method\.fieldsOnPass\[0\]: fields of the kind label are not allowed in computed_fields$/u,
    ),
  ]);
});
