import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { documentFromLines, extract, parseConfig } from '../../../src/index.js';
import {
  answersByField,
  distil,
  type LlmProvider,
  type LlmRequest,
  scripted,
} from '../../../src/tools/models/index.js';

interface Values {
  readonly number: string;
  readonly issued: string;
  readonly total: string;
  readonly items: readonly (readonly [string, string, string])[];
}

const VALUES: readonly Values[] = [
  {
    number: 'FJ-204',
    issued: '4 March 2024',
    total: '45.50',
    items: [
      ['Oak board', '3', '12.50'],
      ['Pine board', '1', '8.00'],
    ],
  },
  {
    number: 'FJ-377',
    issued: '11 May 2024',
    total: '19.20',
    items: [
      ['Screws', '40', '0.10'],
      ['Glue', '2', '7.60'],
      ['Oil', '1', '4.00'],
    ],
  },
  {
    number: 'FJ-512',
    issued: '2 June 2024',
    total: '230.00',
    items: [
      ['Table top', '1', '200.00'],
      ['Leg', '4', '7.50'],
    ],
  },
  {
    number: 'FJ-690',
    issued: '30 July 2024',
    total: '77.00',
    items: [
      ['Shelf', '7', '9.00'],
      ['Bracket', '14', '1.00'],
    ],
  },
];

function invoice({ number, issued, total, items }: Values) {
  return documentFromLines([
    { text: 'Fernhill Joinery', left: 1, top: 0.6 },
    { text: 'Invoice number', left: 1, top: 1 },
    { text: number, left: 3, top: 1 },
    { text: 'Date of issue', left: 1, top: 1.3 },
    { text: issued, left: 3, top: 1.3 },
    { text: 'Article', left: 1, top: 2 },
    { text: 'Quantity', left: 3, top: 2 },
    { text: 'Unit price', left: 5, top: 2 },
    ...items.flatMap(([name, quantity, price], row) => [
      { text: name, left: 1, top: 2.3 + row * 0.25 },
      { text: quantity, left: 3, top: 2.3 + row * 0.25 },
      { text: price, left: 5, top: 2.3 + row * 0.25 },
    ]),
    { text: 'Amount due', left: 1, top: 4 },
    { text: total, left: 5, top: 4 },
    { text: 'Thank you for your order', left: 1, top: 5 },
  ]);
}

const Invoice = z.object({
  number: z.string().describe('number of the invoice'),
  issued: z.iso.date().describe('date of issue'),
  total: z.number().describe('amount due'),
  terms: z.string().nullable().describe('terms of payment'),
  items: z.array(
    z.object({ article: z.string(), quantity: z.number(), price: z.number().describe('unit price') }),
  ),
});

/** A model that knows what is printed on each document, told apart by their numbers. */
function modelThatKnows(
  changed: readonly Partial<Record<keyof Values | 'terms', string>>[] = [],
  rows: readonly Values['items'][] = [],
): LlmProvider {
  return scripted((request) => {
    const shown = JSON.stringify(request.messages);
    const at = VALUES.findIndex(({ number }) => shown.includes(number));
    const { items, ...single } = VALUES[at]!;
    return answersByField({ ...single, ...changed[at], items: (rows[at] ?? items).map((row) => [...row]) })(
      request,
    );
  });
}

/** What another provider answers. */
async function answerOf(model: LlmProvider, request: LlmRequest): Promise<{ object: unknown }> {
  const { object } = await model.complete(request);
  return { object };
}

const samples = VALUES.map((values, i) => ({ name: `${i}.pdf`, document: invoice(values) }));
const withModel = (model: LlmProvider) => ({ llm: { providers: { 'open-ai': model } } });

describe('distil', () => {
  test('fields that give what the model answered, on samples held out too, need it no more', async () => {
    const [found, ...others] = await distil(samples, Invoice, withModel(modelThatKnows()));
    expect(others).toEqual([]);
    expect(found!.heldOut).toEqual(['3.pdf']);
    expect(found!.fields.map(({ id, by }) => [id, by])).toEqual([
      ['number', 'layout'],
      ['issued', 'layout'],
      ['total', 'layout'],
      ['terms', 'neither'],
      ['items', 'layout'],
    ]);
    expect(found!.tokens.after).toBeLessThan(found!.tokens.before / 2);
    expect(found!.config).toContain('// Right on 0.pdf, 1.pdf, 2.pdf, and held out on 3.pdf');
    expect(found!.expected['3.pdf']).toMatchObject({ number: { value: 'FJ-690' }, total: { value: 77 } });
  });

  test('the config gives the values of a document that no model has seen, without a model', async () => {
    const [found] = await distil(samples, Invoice, { ...withModel(modelThatKnows()), strict: true });
    const unseen = invoice({
      number: 'FJ-808',
      issued: '9 May 2025',
      total: '12.00',
      items: [
        ['Hinge', '6', '2.00'],
        ['Nail', '90', '0.05'],
      ],
    });
    const { parsed_document: values, usage } = await extract(unseen, found!.config);
    expect(values).toMatchObject({
      number: { value: 'FJ-808' },
      issued: { value: '2025-05-09T00:00:00.000Z' },
      total: { value: 12 },
      items: {
        columns: [
          { id: 'article', values: [{ value: 'Hinge' }, { value: 'Nail' }] },
          { id: 'quantity' },
          { id: 'price' },
        ],
      },
    });
    expect(usage).toBeUndefined();
  });

  test('layout and model that differ are both shown, and the model is asked from then on', async () => {
    const wrong = [{}, { total: '7.60' }, {}, {}];
    const [found] = await distil(samples, Invoice, withModel(modelThatKnows(wrong)));
    expect(found!.fields.find(({ id }) => id === 'total')).toMatchObject({
      by: 'model',
      left: [{ because: 'differs' }],
      disagreements: [{ sample: '1.pdf', layout: { value: 19.2 }, model: { value: 7.6 } }],
    });
    expect(found!.expected['1.pdf']).not.toHaveProperty('total');
  });

  test('the model is asked again about what the layout does not confirm, and one slip of it costs nothing', async () => {
    const slips = modelThatKnows([{}, { total: '7.60' }, {}, {}]);
    const knows = modelThatKnows();
    let questions = 0;
    const model = scripted((request) => {
      const isAgain = request.meta.fieldIds.length === 1 && request.meta.fieldIds[0] === 'total';
      if (isAgain) questions++;
      return answerOf(isAgain ? knows : slips, request);
    });
    const [found] = await distil(samples, Invoice, withModel(model));
    expect(questions).toBe(1);
    expect(found!.fields.find(({ id }) => id === 'total')).toMatchObject({ by: 'layout', disagreements: [] });
  });

  test('what the model overlooks twice on one sample counts, where the field gives nothing when nothing is printed', async () => {
    const [found] = await distil(samples, Invoice, withModel(modelThatKnows([{}, { number: '' }, {}, {}])));
    expect(found!.fields.find(({ id }) => id === 'number')).toMatchObject({
      by: 'layout',
      proven: ['0.pdf', '2.pdf', '3.pdf'],
    });
    const twice = modelThatKnows([{}, { number: '' }, { number: '' }, {}]);
    const [other] = await distil(samples, Invoice, withModel(twice));
    expect(other!.fields.find(({ id }) => id === 'number')).toMatchObject({ by: 'model' });
  });

  test('what a person has found right is not asked for, and counts as an answer', async () => {
    const model = scripted((request) => answerOf(modelThatKnows([{ total: '8.00' }]), request));
    const [first, ...others] = samples;
    const total = { type: 'number', value: 45.5 };
    const values = { total, number: 'FJ-204', issued: null, terms: null, items: null };
    const [found] = await distil([{ ...first!, values }, ...others], Invoice, withModel(model));
    expect(found!.fields.find(({ id }) => id === 'total')).toMatchObject({
      by: 'layout',
      proven: samples.map(({ name }) => name),
    });
    const shown = model.requests.filter(({ messages }) => JSON.stringify(messages).includes('FJ-204'));
    expect(shown.every(({ meta }) => !meta.fieldIds.includes('total'))).toBe(true);
  });

  test('columns are proven one by one, and the model is asked for the others', async () => {
    const wrong = VALUES.map(({ items }) =>
      items.map(([name, quantity]) => [name, quantity, '7.50'] as const),
    );
    const [found] = await distil(samples, Invoice, withModel(modelThatKnows([], wrong)));
    const rows = found!.fields.find(({ id }) => id === 'items');
    expect(rows).toMatchObject({
      by: 'layout',
      columns: ['article', 'quantity'],
      left: [{ column: 'price', because: 'noRows' }],
    });
    expect(parseConfig(found!.config).fields.map((field) => (field as { id?: string }).id)).toEqual([
      'number',
      'issued',
      'total',
      undefined,
      'items',
      'items',
      'items_rest',
    ]);
    expect(found!.config).toContain(
      '// Columns of items that are not proven by layout; the rows are in its order.',
    );
    const [strict] = await distil(samples, Invoice, {
      ...withModel(modelThatKnows([], wrong)),
      strict: true,
    });
    expect(strict!.config).not.toContain('items_rest');
    const { parsed_document: values } = await extract(invoice(VALUES[0]!), strict!.config);
    expect(values['items']).toMatchObject({ columns: [{ id: 'article' }, { id: 'quantity' }] });
  });

  test('a cell that differs is shown, its column stays, and its rows are in no case', async () => {
    const wrong = VALUES.map(({ items }, i) =>
      items.map((row, at) => (i === 1 && at === 1 ? ([row[0], row[1], '4.00'] as const) : row)),
    );
    const [found] = await distil(samples, Invoice, withModel(modelThatKnows([], wrong)));
    expect(found!.fields.find(({ id }) => id === 'items')).toMatchObject({
      columns: ['article', 'quantity', 'price'],
      disagreements: [
        { sample: '1.pdf', column: 'price', row: 1, layout: { value: 7.6 }, model: { value: 4 } },
      ],
    });
    expect(found!.expected['1.pdf']).not.toHaveProperty('items');
    expect(found!.expected['0.pdf']).toHaveProperty('items');
  });

  test('a field that finds nothing where one as good finds something is not proven by the others', async () => {
    // One table has three rows: a region below the others finds nothing there, and the caption what the model denies.
    const below = VALUES.map(({ number, issued, total, items }) => {
      const rows = [
        'Fernhill Joinery',
        '',
        `Invoice number: ${number}`,
        `Date of issue: ${issued}`,
        '',
        'Article',
        ...items.map(([name]) => name),
        '',
        `Amount due: ${total}`,
        '',
        'Thank you for your order',
      ];
      return documentFromLines(
        rows.map((text, i) => ({ text, left: 1, top: 1 + i * 0.2 })).filter(({ text }) => text !== ''),
      );
    });
    const documents = below.map((document, i) => ({ name: `${i}.pdf`, document }));
    const wrong = modelThatKnows([{}, { total: '377' }, {}, {}]);
    const [found] = await distil(
      documents,
      z.object({ number: z.string(), total: z.number() }),
      withModel(wrong),
    );
    expect(found!.fields).toMatchObject([
      { id: 'number', by: 'layout', left: [] },
      { id: 'total', by: 'model', left: [{ because: 'contested' }] },
    ]);
  });

  test('an answer that is not printed is reported, and never taken', async () => {
    const invented = VALUES.map(() => ({ terms: 'forty days net' }));
    const [found] = await distil(samples, Invoice, withModel(modelThatKnows(invented)));
    expect(found!.fields.find(({ id }) => id === 'terms')).toEqual({
      id: 'terms',
      by: 'neither',
      proven: [],
      notPrinted: samples.map(({ name }) => name),
      left: [{ because: 'unanswered' }],
      disagreements: [],
    });
  });

  test('texts that the model answered are in no fingerprint, even where all samples have them', async () => {
    const always = VALUES.map(({ items, ...values }) => ({
      ...values,
      items: [...items, ['Delivery', '1', '6.00'] as const],
    }));
    const [found] = await distil(
      always.map((values, i) => ({ name: `${i}.pdf`, document: invoice(values) })),
      Invoice,
      withModel(
        modelThatKnows(
          [],
          always.map(({ items }) => items),
        ),
      ),
    );
    expect(found!.config).toContain('"Fernhill Joinery"');
    expect(found!.config).not.toContain('"Delivery"');
  });

  test('samples of another layout get a config of their own, with a fingerprint', async () => {
    const letter = documentFromLines([
      { text: 'Harbour Insurance', left: 1, top: 1 },
      { text: 'Statement of premium', left: 1, top: 1.4 },
      { text: 'Policy holder: Ada Moss', left: 1, top: 2 },
      { text: 'See FJ-204', left: 1, top: 3 },
    ]);
    const found = await distil(
      [...samples, { name: 'letter.pdf', document: letter }],
      Invoice,
      withModel(modelThatKnows()),
    );
    expect(found.map(({ samples: own }) => own)).toEqual([samples.map(({ name }) => name), ['letter.pdf']]);
    expect(found[0]!.config).toMatch(/"tests": \[\s+"Thank you for your order"/u);
  });
});
