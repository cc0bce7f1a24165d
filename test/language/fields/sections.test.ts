import { describe, expect, it } from 'vitest';
import { at, column, EVERYTHING, labelled, problems, run } from './support.js';

const ORDERS = column({ 'Order A': 1, 'qty 2': 1.2, 'Order B': 1.5, 'qty 3': 1.7, 'Sum 5': 1.95 });

/** The texts of the sections that a range cuts. */
async function cut(lines: ReturnType<typeof at>[], range: object): Promise<unknown> {
  const { values } = await run(lines, {
    fields: [{ id: 's', type: 'sections', range, fields: [EVERYTHING] }],
  });
  return (values['s'] as { all: string }[]).map(({ all }) => all);
}

function sections(more: object = {}): object {
  return {
    id: 's',
    type: 'sections',
    range: { anchor: 'order' },
    fields: [labelled('qty', 'qty', 'number')],
    ...more,
  };
}

it('gives an object for each section', async () => {
  const { parsed_document } = await run(ORDERS, { fields: [sections()] });
  expect(parsed_document['s']).toEqual([
    { qty: { source: '2', value: 2, type: 'number' } },
    { qty: { source: '3', value: 3, type: 'number' } },
  ]);
});

it('keeps a section that found nothing', async () => {
  const { values } = await run(ORDERS, { fields: [sections({ fields: [labelled('none', 'absent')] })] });
  expect(values['s']).toEqual([{ none: null }, { none: null }]);
});

it('a sections field without sections is empty and lets the next field of its id run', async () => {
  const { values } = await run(ORDERS, {
    fields: [sections({ range: { anchor: 'absent' } }), labelled('s', 'sum', 'number')],
  });
  expect(values['s']).toBe(5);
});

it('a sections field with sections is not run again, whatever they hold', async () => {
  const { values } = await run(ORDERS, {
    fields: [sections({ fields: [] }), labelled('s', 'sum', 'number')],
  });
  expect(values['s']).toEqual([{}, {}]);
});

it('a sections field is allowed in the older array, which runs last', async () => {
  const copy = { id: 'n', method: { id: 'copy_to_section', source_id: 'sum' } };
  const { type: _type, ...older } = sections({ fields: [copy] }) as { type: string };
  const { values } = await run(ORDERS, {
    fields: [],
    computed_fields: [{ id: 'sum', method: { id: 'constant', value: 'x' } }],
    sections: [older],
  });
  expect(values).toEqual({ sum: 'x', s: [{ n: 'x' }, { n: 'x' }] });
  expect(Object.keys(values)).toEqual(['sum', 's']);
});

it('a sections field in the older array runs only when the id has no value yet', async () => {
  const { type: _type, ...older } = sections() as { type: string };
  const found = await run(ORDERS, { fields: [labelled('s', 'sum')], sections: [older] });
  expect(found.values['s']).toBe('5');
  const missing = await run(ORDERS, { fields: [sections({ range: { anchor: 'x1' } })], sections: [older] });
  expect(missing.values['s']).toEqual([{ qty: 2 }, { qty: 3 }]);
});

describe('the scope of a section', () => {
  it('holds its own lines only', async () => {
    expect(await cut(ORDERS, { anchor: 'order' })).toEqual(['Order A qty 2', 'Order B qty 3 Sum 5']);
  });

  it.each([
    ['first', { type: 'first' }, ['Order A', 'Order B']],
    ['firstInSection', { type: 'firstInSection' }, ['Order A', 'Order B']],
  ])('begins for %s with its first line', async (_title, anchor, expected) => {
    const field = { id: 'head', anchor, method: { id: 'passthrough' } };
    const { values } = await run(ORDERS, { fields: [sections({ fields: [field] })] });
    expect(values['s']).toEqual(expected.map((head) => ({ head })));
  });

  it('ends the search for a stop', async () => {
    const range = { id: 'rest', anchor: 'order', method: { id: 'documentRange', stop: 'sum' } };
    const { values } = await run(ORDERS, { fields: [sections({ fields: [range] })] });
    expect(values['s']).toEqual([{ rest: 'qty 2' }, { rest: 'qty 3' }]);
  });

  it('runs over pages, and keeps coordinates of the page', async () => {
    const lines = [...column({ 'Order A': 9.8, 'Order B': 10.4 }), at('qty 3', 1, 1, { page: 1 })];
    const { parsed_document } = await run(lines, { verbosity: 1, fields: [sections()] });
    expect(parsed_document['s']).toMatchObject([
      { qty: null },
      { qty: { lines: [{ page: 1, text: 'qty 3' }] } },
    ]);
  });

  it('bounds region and row methods', async () => {
    const fields = [
      { id: 'row', anchor: 'order', method: { id: 'row' } },
      {
        id: 'below',
        anchor: 'order',
        method: { id: 'region', start: 'below', offsetX: -1, offsetY: 0, width: 3, height: 3 },
      },
    ];
    const lines = [...ORDERS, at('No. 7', 4, 1.5)];
    const { values } = await run(lines, { fields: [sections({ fields })] });
    expect(values['s']).toEqual([
      { row: null, below: 'qty 2' },
      { row: 'No. 7', below: 'qty 3 Sum 5' },
    ]);
  });

  it('gives intersection the height of the section', async () => {
    const lines = [
      ...column({ 'Order A': 1, 'qty 2': 1.2, 'Order B': 1.5, 'qty 3': 1.7 }),
      at('Price', 5, 0.6),
      at('10', 5.1, 1.01),
      at('11', 5.1, 1.19),
      at('20', 5.1, 1.7),
    ];
    const field = {
      id: 'price',
      anchor: { type: 'firstInSection' },
      method: { id: 'intersection', verticalAnchor: 'price', height: 'sectionHeight', width: 1 },
    };
    const range = {
      anchor: 'order',
      externalRange: { anchor: 'price', anchorIsAbsolute: true, stop: 'order' },
    };
    const { values } = await run(lines, { fields: [sections({ range, fields: [field] })] });
    expect(values['s']).toEqual([{ price: '10 11' }, { price: '20' }]);
  });
});

describe('nesting', () => {
  const TREE = [
    ...column({
      'Policy 1': 1,
      'Claim 11': 1.3,
      'Claim 12': 1.6,
      'Policy 2': 1.9,
      'Claim 21': 2.2,
      'Policy 3': 2.5,
    }),
  ];
  const claims = {
    id: 'claims',
    type: 'sections',
    range: { anchor: 'claim' },
    fields: [labelled('no', 'claim', 'number')],
  };
  const policies = (more: object) => ({
    id: 'policies',
    type: 'sections',
    range: { anchor: 'policy' },
    fields: [labelled('no', 'policy', 'number'), claims],
    ...more,
  });

  it('cuts groups from the lines of the section around them', async () => {
    const { values } = await run(TREE, { fields: [policies({})] });
    expect(values['policies']).toEqual([
      { no: 1, claims: [{ no: 11 }, { no: 12 }] },
      { no: 2, claims: [{ no: 21 }] },
      { no: 3, claims: [] },
    ]);
  });

  it('nesting may begin with the line that the outer section begins with', async () => {
    const inner = { ...claims, range: { anchor: 'policy' }, fields: [] };
    const { values } = await run(TREE, { fields: [policies({ fields: [inner] })] });
    expect(values['policies']).toEqual([{ claims: [{}] }, { claims: [{}] }, { claims: [{}] }]);
  });

  it('sections may be nested five levels deep', async () => {
    let field: object = EVERYTHING;
    for (let level = 0; level < 5; level++) {
      field = {
        id: `level${level}`,
        type: 'sections',
        range: { anchor: 'policy 2', stop: 'claim' },
        fields: [field],
      };
    }
    const { values } = await run(TREE, { fields: [field] });
    expect(JSON.stringify(values)).toContain('"all":"Policy 2 Claim 21"');
  });

  it('nesting needs a copy on each level to hand a value down', async () => {
    const copy = (id: string, source_id: string) => ({ id, method: { id: 'copy_to_section', source_id } });
    const missing = policies({ fields: [{ ...claims, fields: [copy('date', 'date')] }] });
    const handed = policies({
      fields: [copy('_date', 'date'), { ...claims, fields: [copy('date', '_date')] }],
    });
    const date = { id: 'date', method: { id: 'constant', value: 'May' } };
    const without = await run(TREE, { fields: [date, missing] });
    expect(without.values['policies']).toMatchObject([{ claims: [{ date: null }, { date: null }] }, {}, {}]);
    const withCopy = await run(TREE, { fields: [date, handed] });
    expect(withCopy.values['policies']).toMatchObject([
      { claims: [{ date: 'May' }, { date: 'May' }] },
      {},
      {},
    ]);
  });

  it('reads parents in rules, one level each', async () => {
    const rule = { cat: [{ var: '../../top.value' }, '-', { var: '../no.value' }, '-', { var: 'no.value' }] };
    const path = { id: 'path', method: { id: 'customComputation', jsonLogic: rule } };
    const top = { id: 'top', method: { id: 'constant', value: 'T' } };
    const { values } = await run(TREE, {
      fields: [
        top,
        policies({
          fields: [
            labelled('no', 'policy', 'number'),
            { ...claims, fields: [labelled('no', 'claim', 'number'), path] },
          ],
        }),
      ],
    });
    expect(values['policies']).toMatchObject([
      { claims: [{ path: 'T-1-11' }, { path: 'T-1-12' }] },
      { claims: [{ path: 'T-2-21' }] },
      {},
    ]);
  });
});

it('leave sections out that lack one', async () => {
  const lines = column({ 'Order A': 1, 'Order B': 1.5, 'qty 3': 1.7 });
  const { values } = await run(lines, { fields: [sections({ requiredFields: ['qty'] })] });
  expect(values['s']).toEqual([{ qty: 3 }]);
});

it('required fields may be groups and suppressed fields', async () => {
  const lines = column({ 'Order A': 1, 'Order B': 1.5, 'qty 3': 1.7 });
  const inner = { id: 'lines', type: 'sections', range: { anchor: 'qty' }, fields: [] };
  const hide = { id: 'hide', method: { id: 'suppressOutput', source_ids: ['lines'] } };
  const { values } = await run(lines, {
    fields: [sections({ fields: [inner], computed_fields: [hide], requiredFields: ['lines'] })],
  });
  expect(values['s']).toEqual([{}]);
});

it('required fields that no field defines are doubtful', () => {
  const issues = problems({ fields: [sections({ requiredFields: ['qty', 'nope'] })] });
  expect(issues).toEqual([
    'fields[0].requiredFields[1]: no field of the section is called "nope", so every section is left out',
  ]);
  const group = { method: { id: 'customComputationGroup', jsonLogic: null } };
  expect(problems({ fields: [sections({ fields: [group], requiredFields: ['any'] })] })).toEqual([]);
  const branch = { method: { id: 'conditional', condition: true, fieldsOnPass: [labelled('b', 'b')] } };
  expect(problems({ fields: [sections({ fields: [branch], requiredFields: ['b'] })] })).toEqual([]);
});

it('keeps members for copies of the group', async () => {
  const hide = { id: 'h', method: { id: 'suppressOutput', source_ids: ['qty'] } };
  const copy = {
    id: 'all',
    method: { id: 'copy_from_sections', source_sections: 's', source_field: 'qty' },
  };
  const { values } = await run(ORDERS, { fields: [sections({ computed_fields: [hide] }), copy] });
  expect(values).toEqual({ s: [{}, {}], all: [2, 3] });
});

it('suppression before the group runs hides its ids', async () => {
  const { type: _type, ...older } = sections() as { type: string };
  const { values } = await run(ORDERS, {
    fields: [],
    computed_fields: [{ id: 'h', method: { id: 'suppressOutput', source_ids: ['s'] } }],
    sections: [older],
  });
  expect(values).toEqual({});
});

const define = (name: string, anchor: unknown) => ({ type: 'anchorDefinition', name, anchor });
const byName = (id: string, ref: string) => ({
  id,
  anchor: { ref },
  method: { id: 'label', position: 'right' },
});

it('named anchors of the scope around are known inside, and begin ranges', async () => {
  const { values } = await run(ORDERS, {
    fields: [
      define('start', 'order'),
      define('qty', 'qty'),
      sections({ range: { anchor: { ref: 'start' } }, fields: [byName('qty', 'qty')] }),
    ],
  });
  expect(values['s']).toEqual([{ qty: '2' }, { qty: '3' }]);
});

it('named anchors of a section are unknown outside', async () => {
  const { values, errors } = await run(ORDERS, {
    fields: [sections({ fields: [define('qty', 'qty'), byName('qty', 'qty')] }), byName('late', 'qty')],
  });
  expect(values).toEqual({ s: [{ qty: '2' }, { qty: '3' }], late: null });
  expect(errors).toMatchObject([{ type: 'configuration', field_id: 'late' }]);
});

it('named anchors that are missing make the group null, with an error', async () => {
  const { values, errors } = await run(ORDERS, {
    fields: [sections({ range: { anchor: { ref: 'nope' } } })],
  });
  expect(values['s']).toBeNull();
  expect(errors).toMatchObject([{ type: 'configuration', field_id: 's', path: 'fields[0]' }]);
});

describe('errors inside sections', () => {
  it('name the groups around the field and its place', async () => {
    const broken = {
      id: 'x',
      method: { id: 'customComputation', jsonLogic: { toLower: 1 } },
    };
    const inner = {
      id: 'inner',
      type: 'sections',
      range: { anchor: 'qty' },
      fields: [broken, labelled('q', 'qty')],
    };
    const { values, errors } = await run(ORDERS, { fields: [sections({ fields: [inner] })] });
    expect(values['s']).toEqual([{ inner: [{ x: null, q: '2' }] }, { inner: [{ x: null, q: '3' }] }]);
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatchObject({
      type: 'configuration',
      field_id: 's.inner.x',
      path: expect.stringMatching(/^fields\[0\]\.fields\[0\]\.fields\[0\]/u),
    });
  });
});

describe('the trace', () => {
  it('says where sections lie, hugging their lines', async () => {
    const lines = [...ORDERS, at('head', 4, 0.5)];
    const range = {
      anchor: 'order',
      externalRange: { anchor: 'head', anchorIsAbsolute: true, stop: 'order' },
    };
    const { trace } = await run(
      lines,
      { fields: [sections({ range, display: false, requiredFields: ['qty'] })] },
      { trace: true },
    );
    const [group] = trace?.['s'] ?? [];
    expect(group?.anchors.map(({ text }) => text)).toEqual(['Order A', 'Order B']);
    expect(group?.sections).toEqual([
      {
        index: 0,
        used: true,
        display: false,
        brackets: [{ page: 0, top: 1, bottom: 1.339 }],
        external: [{ page: 0, top: 0.5, bottom: 0.639 }],
      },
      {
        index: 1,
        used: true,
        display: false,
        brackets: [{ page: 0, top: 1.5, bottom: 2.089 }],
        external: [{ page: 0, top: 0.5, bottom: 0.639 }],
      },
    ]);
    expect(trace?.['qty']?.map(({ section }) => section)).toEqual([
      [{ group: 's', index: 0 }],
      [{ group: 's', index: 1 }],
    ]);
  });

  it('names all sections around a field, and says why a group is empty', async () => {
    const inner = { id: 'inner', type: 'sections', range: { anchor: 'qty' }, fields: [labelled('q', 'qty')] };
    const { trace } = await run(
      ORDERS,
      { fields: [sections({ fields: [inner] }), sections({ id: 'none', range: { anchor: 'absent' } })] },
      { trace: true },
    );
    expect(trace?.['q']?.[1]?.section).toEqual([
      { group: 's', index: 1 },
      { group: 'inner', index: 0 },
    ]);
    expect(trace?.['none']?.[0]?.reason).toBe('the range gives no section');
  });
});

it('coverage counts the fields of sections', async () => {
  const { coverage, validation_summary } = await run(column({ 'Order A': 1, 'Order B': 1.5, 'qty 3': 1.7 }), {
    fields: [sections()],
  });
  expect(coverage).toBe(0.5);
  expect(validation_summary).toMatchObject({ fields: 2, fields_present: 2 });
});
