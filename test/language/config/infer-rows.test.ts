/** The types of rows that computed fields make. */
import { expect, expectTypeOf, it } from 'vitest';
import {
  type AnyRow,
  defineConfig,
  documentFromLines,
  extract,
  type ParsedDocument,
} from '../../../src/index.js';

const config = defineConfig({
  fields: [
    {
      id: 'entries',
      anchor: 'entries',
      method: {
        id: 'textTable',
        columns: [
          { id: 'day', minX: 0.9, maxX: 1.9 },
          { id: 'amount', minX: 2.9, maxX: 4, type: 'currency' },
        ],
      },
    },
    { id: 'names', anchor: 'name:', match: 'all', method: { id: 'label', position: 'right' } },
    {
      id: 'claims',
      type: 'sections',
      range: { anchor: 'claim' },
      fields: [{ id: 'paid', anchor: 'paid', type: 'currency', method: { id: 'row' } }],
    },
  ],
  computed_fields: [
    { id: 'rows', method: { id: 'zip', source_ids: ['entries'] } },
    { id: 'beside', method: { id: 'zip', source_ids: ['names', 'entries'] } },
    { id: 'again', method: { id: 'zip', source_ids: ['claims'] } },
    { id: 'matching', method: { id: 'zip', source_ids: { pattern: '^ent' } } },
    { id: 'nothing', method: { id: 'zip', source_ids: ['nowhere'] } },
    { id: 'cut', method: { id: 'table_to_section', source_id: 'entries' } },
    {
      id: 'longer',
      method: {
        id: 'addComputedFields',
        source_id: 'rows',
        fields: [
          {
            id: 'half',
            type: 'number',
            method: { id: 'customComputation', jsonLogic: { '/': [{ var: 'amount.value' }, 2] } },
          },
          { id: 'day', type: 'date', method: { id: 'concat', source_ids: ['day'] } },
        ],
      },
    },
  ],
});
type Output = ParsedDocument<typeof config>;
type RowOf<Id extends keyof Output> = NonNullable<Output[Id]> extends readonly (infer Row)[] ? Row : never;

it('the type of rows has the columns of a table', () => {
  expectTypeOf<keyof RowOf<'rows'>>().toEqualTypeOf<'day' | 'amount'>();
  expectTypeOf<NonNullable<RowOf<'rows'>['amount']>['value']>().toEqualTypeOf<number>();
  expectTypeOf<NonNullable<RowOf<'rows'>['day']>['type']>().toEqualTypeOf<'string'>();
  expectTypeOf<null>().toExtend<RowOf<'rows'>['day']>();
  expectTypeOf<null>().toExtend<Output['rows']>();
  expectTypeOf<undefined>().not.toExtend<RowOf<'rows'>['day']>();
  expectTypeOf<keyof RowOf<'cut'>>().toEqualTypeOf<'day' | 'amount'>();
});

it('the type of rows has the members of all sources, which may be missing', () => {
  expectTypeOf<keyof RowOf<'beside'>>().toEqualTypeOf<'names' | 'day' | 'amount'>();
  expectTypeOf<NonNullable<RowOf<'beside'>['names']>['value']>().toEqualTypeOf<string>();
  expectTypeOf<undefined>().toExtend<RowOf<'beside'>['names']>();
  expectTypeOf<null>().toExtend<RowOf<'beside'>['names']>();
});

it('the type of rows has the fields of sections', () => {
  expectTypeOf<keyof RowOf<'again'>>().toEqualTypeOf<'paid'>();
  expectTypeOf<NonNullable<RowOf<'again'>['paid']>['value']>().toEqualTypeOf<number>();
});

it('the type of rows has what is computed for each row, in place of what it was', () => {
  expectTypeOf<keyof RowOf<'longer'>>().toEqualTypeOf<'day' | 'amount' | 'half'>();
  expectTypeOf<NonNullable<RowOf<'longer'>['amount']>['unit']>().toEqualTypeOf<string>();
});

it('the type of rows is open where the sources are not known', () => {
  expectTypeOf<RowOf<'matching'>>().toEqualTypeOf<AnyRow>();
  expectTypeOf<RowOf<'nothing'>>().toEqualTypeOf<AnyRow>();
});

it('the type of rows is what extract gives', async () => {
  const place = (text: string, left: number, top: number) => ({ text, left, top });
  const document = documentFromLines([
    place('Entries', 1, 1),
    place('Monday', 1, 1.5),
    place('$4.00', 3, 1.5),
    place('Name: Ana', 1, 8),
  ]);
  const { parsed_document } = await extract(document, config);
  const [row] = parsed_document.rows ?? [];
  const amount: number | undefined = row?.amount?.value;
  expect([row?.day?.value, amount]).toEqual(['Monday', 4]);
  const [longer] = parsed_document.longer ?? [];
  expect(longer?.half).toMatchObject({ value: 2 });
  const beside = parsed_document.beside?.[0];
  const name: string | undefined = beside?.names?.value;
  expect([name, beside?.amount?.value]).toEqual(['Ana', 4]);
  // @ts-expect-error the rows have no such column
  expect(row?.amuont).toBeUndefined();
});
