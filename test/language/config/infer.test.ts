import { describe, expect, expectTypeOf, it } from 'vitest';
import type { FieldOutput } from '../../../src/extend/index.js';
import {
  type AnyFieldValue,
  type AnyRow,
  type BestFitResult,
  type Config,
  createExtractor,
  defineConfig,
  documentFromLines,
  extract,
  extractBestFit,
  type NamedConfig,
  type ParsedDocument,
} from '../../../src/index.js';
import type { Checked } from '../../../src/language/config/infer.js';

const config = defineConfig({
  fields: [
    {
      id: 'total',
      anchor: 'total',
      type: 'currency',
      method: { id: 'row', position: 'right', tiebreaker: 'last' },
    },
    {
      id: 'names',
      anchor: { match: { type: 'includes', text: 'name', editDistance: 1 }, end: 'end' },
      match: 'all',
      method: { id: 'label', position: 'below', stop: { type: 'regex', pattern: 'x' } },
    },
    { id: 'signed', anchor: 'sign', method: { id: 'checkbox', position: 'left' } },
    {
      id: 'items',
      anchor: 'items',
      method: {
        id: 'fixedTable',
        columnCount: 2,
        columns: [
          { id: 'day', index: 0, type: 'date' },
          { id: 'text', index: 1 },
        ],
      },
    },
    {
      id: 'losses',
      type: 'sections',
      range: { anchor: 'loss', stop: [{ type: 'includes', text: 'end' }] },
      fields: [
        {
          id: 'paid',
          anchor: 'paid',
          type: { id: 'compose', types: ['string', 'number'] },
          method: { id: 'passthrough' },
        },
      ],
    },
    {
      method: {
        id: 'conditional',
        condition: { '>': [{ var: 'total.value' }, 1] },
        fieldsOnPass: [{ id: 'note', anchor: 'note', method: { id: 'passthrough' } }],
      },
    },
    { method: { id: 'queryGroup', queries: [{ id: 'rent', description: 'the rent', type: 'currency' }] } },
    { id: 'helper', anchor: 'x', method: { id: 'passthrough' } },
  ],
  computed_fields: [
    { id: 'sum', method: { id: 'customComputation', jsonLogic: { '+': [{ var: 'total.value' }, 1] } } },
    { id: 'hide', method: { id: 'suppressOutput', source_ids: ['helper'] } },
  ],
});
type Output = ParsedDocument<typeof config>;

it('the type of a result has the ids of the config, with values of their types', () => {
  expectTypeOf<keyof Output>().toEqualTypeOf<
    'total' | 'names' | 'signed' | 'items' | 'losses' | 'note' | 'rent' | 'sum'
  >();
  expectTypeOf<NonNullable<Output['total']>['value']>().toEqualTypeOf<number>();
  expectTypeOf<NonNullable<Output['total']>['unit']>().toEqualTypeOf<string>();
  expectTypeOf<null>().toExtend<Output['total']>();
  expectTypeOf<Output['names'][number]['value']>().toEqualTypeOf<string>();
  expectTypeOf<NonNullable<Output['signed']>['value']>().toEqualTypeOf<boolean>();
  expectTypeOf<NonNullable<NonNullable<Output['losses']>[number]['paid']>['value']>().toEqualTypeOf<number>();
  expectTypeOf<undefined>().toExtend<Output['note']>();
  expectTypeOf<NonNullable<Output['rent']>['value']>().toEqualTypeOf<number>();
  expectTypeOf<NonNullable<Output['items']>['columns'][number]['id']>().toEqualTypeOf<'day' | 'text'>();
});

it('the type of a result is what extract gives', async () => {
  const document = documentFromLines([
    { text: 'Total', left: 1, top: 1 },
    { text: '$4.00', left: 2, top: 1 },
  ]);
  const literal = defineConfig({
    fields: [{ id: 'total', anchor: 'total', type: 'currency', method: { id: 'row', position: 'right' } }],
  });
  const { parsed_document } = await extract(document, literal);
  // @ts-expect-error the config has no such id
  expect(parsed_document.totl).toBeUndefined();
  const value: number | undefined = parsed_document.total?.value;
  expect(value).toBe(4);
});

it('the type of a result is worked out by extractors too', async () => {
  const extractor = createExtractor();
  const literal = extractor.defineConfig({
    fields: [{ id: 'total', anchor: 'total', type: 'currency', method: { id: 'row', position: 'right' } }],
  });
  const { parsed_document } = await extractor.extract(documentFromLines([]), literal);
  // @ts-expect-error the config has no such id
  expect(parsed_document.totl).toBeUndefined();
  const value: number | undefined = parsed_document.total?.value;
  expect(value).toBeUndefined();
  const { parsed_document: any } = await extractor.extract(documentFromLines([]), '{ "fields": [] }');
  expectTypeOf(any).toExtend<FieldOutput | undefined>();
  // @ts-expect-error a member that there is not
  const wrong = () => extractor.defineConfig({ fields: [], postprocesor: 1 });
  expect(wrong).toThrow();
  await extractor.close();
});

it('the result of a config that is given as text has values of any type', async () => {
  const lines = [{ text: 'Total: $4.00', left: 1, top: 1 }];
  const text =
    '{ "fields": [{ "id": "total", "anchor": "total", "type": "currency", "method": { "id": "passthrough" } }] }';
  const { parsed_document } = await extract(documentFromLines(lines), text);
  expectTypeOf(parsed_document).toEqualTypeOf<AnyRow>();
  const total = parsed_document['total'];
  expectTypeOf(total).toEqualTypeOf<AnyFieldValue | undefined>();
  expect(total && 'type' in total && total.type === 'currency' && total.value).toBe(4);
});

it('the name of the config that fits best distinguishes the results', async () => {
  const north = defineConfig({
    fields: [{ id: 'total', anchor: 'total', type: 'currency', method: { id: 'passthrough' } }],
  });
  const south = defineConfig({ fields: [{ id: 'ship', anchor: 'ship', method: { id: 'passthrough' } }] });
  const result = await extractBestFit(documentFromLines([{ text: 'Total: $4.00', left: 1, top: 1 }]), [
    { name: 'north', config: north },
    { name: 'south', config: south },
    { name: 'text', config: '{ "fields": [] }' },
  ]);
  expectTypeOf(result.configuration).toEqualTypeOf<'north' | 'south' | 'text'>();
  // @ts-expect-error another config may have won
  expect(result.parsed_document.total?.value).toBe(4);
  expect(result.configuration).toBe('north');
  if (result.configuration !== 'north') return;
  expectTypeOf(result.parsed_document).toEqualTypeOf<ParsedDocument<typeof north>>();
  expect(result.parsed_document.total?.value).toBe(4);
  const named: readonly NamedConfig[] = [{ name: 'north', config: north }];
  const plain = await extractBestFit(documentFromLines([]), named);
  expectTypeOf(plain).toEqualTypeOf<BestFitResult>();
  expect(plain.configuration).toBe('north');
});

it('the type of a result is a picture where a region is asked for as one', () => {
  const place = { start: 'left', offsetX: 0, offsetY: 0, width: 1, height: 1 } as const;
  const config = defineConfig({
    fields: [
      { id: 'seal', anchor: 'a', method: { id: 'region', ...place, asImage: true } },
      { id: 'text', anchor: 'a', method: { id: 'region', ...place } },
    ],
  });
  type Output = ParsedDocument<typeof config>;
  expectTypeOf<NonNullable<Output['seal']>>().toExtend<{
    readonly type: 'image';
    readonly value: string;
    readonly page: number;
  }>();
  expectTypeOf<NonNullable<Output['text']>['type']>().toEqualTypeOf<'string'>();
});

it('the type of a result is any output where the config is not a literal', () => {
  const plain: Config = { fields: [] };
  expectTypeOf(defineConfig(plain)).toEqualTypeOf<Config>();
  expectTypeOf<ParsedDocument<Config>>().toExtend<FieldOutput>();
});

it('what the compiler says of a misspelt name shows the names that begin alike', () => {
  type Said = Checked<{
    readonly fields: readonly [
      {
        readonly id: 'a';
        readonly anchr: 'x';
        readonly type: 'curency';
        readonly method: { readonly id: 'row' };
      },
    ];
  }>['fields'][0];
  expectTypeOf<Said['type']>().toEqualTypeOf<{ readonly expected: 'currency' }>();
  expectTypeOf<Said['anchr']>().toEqualTypeOf<{
    readonly unknownMember: 'anchr';
    readonly known: 'anchor';
  }>();
});

describe('the check of a config by the compiler', () => {
  const wrong: (() => unknown)[] = [
    // @ts-expect-error a member that there is not
    () => defineConfig({ fields: [{ id: 'a', achor: 'total', method: { id: 'row' } }] }),
    // @ts-expect-error a value that is not allowed
    () => defineConfig({ fields: [{ id: 'a', anchor: 'total', method: { id: 'row', position: 'rihgt' } }] }),
    // @ts-expect-error a method that there is not
    () => defineConfig({ fields: [{ id: 'a', anchor: 'total', method: { id: 'rwo' } }] }),
    // @ts-expect-error a member of the method is missing
    () => defineConfig({ fields: [{ id: 'a', anchor: 'total', method: { id: 'label' } }] }),
    // @ts-expect-error a type that there is not
    () => defineConfig({ fields: [{ id: 'a', anchor: 'total', type: 'curency', method: { id: 'row' } }] }),
    // @ts-expect-error a member that anchors do not have
    () => defineConfig({ fields: [{ id: 'a', anchor: { match: 'x', strt: 'b' }, method: { id: 'row' } }] }),
    () =>
      defineConfig({
        fields: [
          {
            id: 'a',
            // @ts-expect-error a matcher that there is not
            anchor: { match: { type: 'include', text: 'x' } },
            method: { id: 'row' },
          },
        ],
      }),
    // @ts-expect-error a field without its id
    () => defineConfig({ fields: [{ anchor: 'total', method: { id: 'row' } }] }),
    // @ts-expect-error a member that configs do not have
    () => defineConfig({ fields: [], postprocesor: 1 }),
    // @ts-expect-error a member that the preprocessor does not have
    () => defineConfig({ fields: [], preprocessors: [{ type: 'sort', tolerence: 1 }] }),
  ];

  it.each(wrong.map((each, i) => [i, each] as const))(
    'says what the check at run time says: %i',
    (_, each) => {
      expect(each).toThrow();
    },
  );
});
