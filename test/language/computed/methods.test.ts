import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compute, giving, number, runConfig, runOn, text } from './support.js';

const table = (columns: Readonly<Record<string, readonly unknown[]>>) => ({
  columns: Object.entries(columns).map(([id, values]) => ({ id, values })),
});

describe('concat', () => {
  const join = (values: Readonly<Record<string, unknown>>, more: object = {}, field: object = {}) =>
    compute(values, { method: { id: 'concat', source_ids: Object.keys(values), ...more }, ...field });

  test('drops what has no value, and gives null when nothing is left', async () => {
    expect((await join({ a: null, b: text('x'), c: [] })).value).toEqual(text('x'));
    const { value, errors, trace } = await join({ a: null, b: [] });
    expect([value, errors]).toEqual([null, []]);
    expect(trace).toMatchObject({ method: 'concat', reason: expect.any(String) });
  });

  test('arrays of other lengths give one value of their first elements', async () => {
    const values = { a: [text('1'), text('2')], b: text('-'), c: [text('3'), text('4'), text('5')] };
    expect((await join(values)).value).toEqual(text('1 - 3'));
  });

  test('an element whose parts in all arrays are null is null', async () => {
    const values = { a: [text('1'), null, null], b: [null, null, text('2')], c: text('x') };
    expect((await join(values, { delimiter: '' })).value).toEqual([text('1x'), null, text('2x')]);
  });

  test('types what it joined', async () => {
    const { value } = await join({ a: text('$12'), b: text('.50') }, { delimiter: '' }, { type: 'currency' });
    expect(value).toMatchObject({ value: 12.5, unit: '$', type: 'currency' });
    expect((await join({ a: text('none') }, {}, { type: 'number' })).value).toBeNull();
    const amount = await join({ a: number(12_345_678), b: null }, {}, { type: 'currency' });
    expect(amount.value).toMatchObject({ value: 12_345_678, unit: '$' });
    expect((await join({ a: number(12), b: number(45) }, {}, { type: 'number' })).value).toMatchObject({
      value: 12,
    });
  });

  test('writes numbers plainly, and reports tables', async () => {
    const { value, errors } = await join({ n: number(5_501_234_567), t: table({ a: [text('x')] }) });
    expect(value).toEqual(text('5501234567'));
    expect(errors).toEqual([
      expect.objectContaining({ type: 'configuration', field_id: 'result', path: 'fields[2]' }),
    ]);
  });

  test('a pattern selects whole ids in the order of the output, and never its own', async () => {
    const values = { note_b: text('b'), note: text('-'), note_a: text('a'), xnote_a: text('x') };
    const field = { method: { id: 'concat', source_ids: { pattern: 'note_.|result' } } };
    expect((await compute(values, field)).value).toEqual(text('b a'));
    expect((await compute({}, field)).value).toBeNull();
  });
});

describe('constant', () => {
  test('an empty one gives null, white space stays', async () => {
    expect((await compute({}, { method: { id: 'constant', value: '' } })).value).toBeNull();
    expect((await compute({}, { method: { id: 'constant', value: ' ' } })).value).toEqual(text(' '));
  });
});

describe('mapper', () => {
  const map = (value: unknown, more: object = {}, field: object = {}) =>
    compute(
      { a: value },
      { method: { id: 'mapper', source_id: 'a', mappings: { 12: 'x', yes: 'Y' }, ...more }, ...field },
    );

  test.each<[string, unknown, object, unknown]>([
    ['a number by its text', number(12), {}, text('x')],
    ['another space in a key', text('net due'), { mappings: { 'net\u00a0due': 'n' } }, text('n')],
    ['another space in the text', text('net\u202fdue'), { mappings: { 'net due': 'n' } }, text('n')],
    ['the own key first', text('a\u00a0b'), { mappings: { 'a b': '1', 'a\u00a0b': '2' } }, text('2')],
    ['a line break is no space', text('a b'), { mappings: { 'a\nb': '1' }, default: null }, null],
    [
      'the source where the value is not known',
      { source: 'yes', value: true, type: 'boolean' },
      {},
      text('Y'),
    ],
    ['no value, whatever the default', null, { default: 'd' }, null],
    ['the default', text('no'), { default: 'd' }, text('d')],
    ['the default null', text('no'), { default: null }, null],
    ['other capitals are another text', text('YES'), {}, text('YES')],
    ['inherited names are no mappings', text('constructor'), {}, text('constructor')],
    ['each of an array', [text('yes'), null, text('z')], { default: null }, [text('Y'), null, null]],
  ])('mapper gives what its table says: %s', async (_title, value, more, expected) => {
    expect(await map(value, more)).toMatchObject({ value: expected, errors: [] });
  });

  test('reports a table', async () => {
    expect(await map(table({ c: [] }))).toMatchObject({ value: null, errors: [{ type: 'configuration' }] });
  });
});

describe('pickValues', () => {
  const yes = { value: true, type: 'boolean' };
  const values = { a: yes, b: null, c: text('X'), d: [null, text('x')], e: yes, f: text('net due') };
  const pick = async (more: object) =>
    (await compute(values, { method: { id: 'pickValues', source_ids: Object.keys(values), ...more } })).value;

  test.each<[string, object, unknown]>([
    ['true by default', {}, [text('a'), text('e')]],
    ['two with one', { match: 'one' }, null],
    ['null for missing values', { value: null, match: 'one' }, text('b')],
    ['one of several texts, also in arrays', { value: ['X', 'x'] }, [text('c'), text('d')]],
    ['another space', { value: ['net\u00a0due'] }, [text('f')]],
    ['none', { value: 'true' }, []],
  ])('pickValues picks a value: %s', async (_title, more, expected) => {
    expect(await pick(more)).toEqual(expected);
  });
});

const cut = async (value: unknown, more: object, field: object = {}) =>
  (await compute({ a: value }, { method: { id: 'split', source_id: 'a', ...more }, ...field })).value;

test.each<[string, unknown, object, unknown]>([
  ['past the end', text('a b'), { separator: ' ', index: 2 }, null],
  ['an empty part', text('a,,b'), { separator: ',', index: 1 }, null],
  ['lines', text('a\nb'), { separator: '\n', index: 1 }, text('b')],
  ['a line break is no space', text('a b'), { separator: '\n' }, [text('a b')]],
  ['another space', text('a - b'), { separator: '\u00a0-\u00a0', index: 1 }, text('b')],
  ['another space that the text has', text('a b\u00a0c'), { separator: '\u00a0', index: 1 }, text('c')],
  ['parts are not trimmed', text('a , b'), { separator: ',', index: 1 }, text(' b')],
  [
    'each of an array',
    [text('a-b'), null, text('c')],
    { separator: '-', index: 0 },
    [text('a'), null, text('c')],
  ],
  ['all parts of an array in one', [text('a-b'), null], { separator: '-' }, [text('a'), text('b'), null]],
  ['characters', text('ab'), { separator: '' }, [text('a'), text('b')]],
  ['characters of two code units', text('a😀b'), { separator: '' }, [text('a'), text('😀'), text('b')]],
  ['the character at a position', text('😀b'), { separator: '', index: 1 }, text('b')],
])('split gives its parts: %s', async (_title, value, more, expected) => {
  expect(await cut(value, more)).toEqual(expected);
});

test('types each part', async () => {
  const values = await cut(text('1, x, 3'), { separator: ',' }, { type: 'number' });
  expect(values).toEqual([
    expect.objectContaining({ value: 1 }),
    null,
    expect.objectContaining({ value: 3 }),
  ]);
});

describe('zip', () => {
  const zip = async (values: Readonly<Record<string, unknown>>) =>
    (await compute(values, { method: { id: 'zip', source_ids: Object.keys(values) } })).value;

  test('zip gives equal members to the later source, at the earlier place', async () => {
    const rows = await zip({
      t: table({ x: [text('1')], y: [text('2')] }),
      g: [{ x: null, z: text('3') }],
    });
    expect(rows).toEqual([{ x: null, y: text('2'), z: text('3') }]);
    expect(Object.keys((rows as object[])[0]!)).toEqual(['x', 'y', 'z']);
  });

  test('columns of other lengths, and cells that are missing', async () => {
    expect(await zip({ t: table({ x: [text('1'), text('2')], y: [null] }) })).toEqual([
      { x: text('1'), y: null },
      { x: text('2'), y: null },
    ]);
  });

  test('a group that ends leaves its members out', async () => {
    expect(await zip({ g: [{ x: text('1') }], a: [text('p'), text('q')] })).toEqual([
      { x: text('1'), a: text('p') },
      { a: text('q') },
    ]);
  });

  test('several tables give a group each, and other sources do not count', async () => {
    const values = { a: [text('p')], t: [table({ x: [text('1')] }), table({ x: [text('2')] })] };
    expect(await zip(values)).toEqual([[{ x: text('1') }], [{ x: text('2') }]]);
  });

  test('a single value is one row; nothing at all is null', async () => {
    expect(await zip({ a: text('p'), b: null })).toEqual([{ a: text('p') }]);
    expect(await zip({ a: null, b: [] })).toBeNull();
  });

  test('the rows of a zip can be read by computed fields and rules', async () => {
    const { parsed_document } = await runOn({ a: [text('p'), text('q')] }, [
      { id: 'rows', method: { id: 'zip', source_ids: ['a'] } },
      { id: 'again', method: { id: 'copy_from_sections', source_sections: 'rows', source_field: 'a' } },
      { id: 'count', method: { id: 'customComputation', jsonLogic: { var: 'rows.length' } } },
    ]);
    expect(parsed_document).toMatchObject({
      again: [text('p'), text('q')],
      count: { value: 2, type: 'number' },
    });
  });

  test('keeps all lengths and members', async () => {
    const ids = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
    const value = fc.option(fc.string({ minLength: 1 }).map(text), { nil: null });
    const source = fc.oneof(
      fc.array(value, { maxLength: 5 }),
      fc.array(fc.dictionary(ids, value, { minKeys: 1 }), { maxLength: 5 }),
      fc.dictionary(ids, fc.array(value, { maxLength: 5 }), { minKeys: 1 }).map(table),
      fc.constant(null),
    );
    const lengthOf = (each: unknown): number =>
      Array.isArray(each)
        ? each.length
        : Math.max(
            0,
            ...((each as ReturnType<typeof table> | null)?.columns.map(({ values }) => values.length) ?? []),
          );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(ids, source), { selector: ([id]) => id, minLength: 1 }),
        async (entries) => {
          const sources = entries.map(([, each]) => each);
          const longest = Math.max(...sources.map(lengthOf));
          const fields = entries.map(([id, each]) => giving(id, each));
          const zipField = { id: 'zipped', method: { id: 'zip', source_ids: entries.map(([id]) => id) } };
          const { parsed_document, errors } = await runOn({}, [...fields, zipField]);
          const rows = parsed_document['zipped'] as Record<string, unknown>[] | null;
          expect(errors).toEqual([]);
          expect(rows?.length ?? 0).toBe(longest);
          if (
            sources.every(
              (each) => Array.isArray(each) && each.every((element) => element === null || 'type' in element),
            )
          ) {
            const kept = entries.filter(([, each]) => lengthOf(each) > 0).map(([id]) => id);
            for (const row of rows ?? []) expect(Object.keys(row)).toEqual(kept);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('addComputedFields', () => {
  const add = (value: unknown, fields: object[], values: object = {}) =>
    compute({ t: value, ...values }, { method: { id: 'addComputedFields', source_id: 't', fields } });

  test('runs in order for each row, suppression last', async () => {
    const { value } = await add(table({ code: [text('a-1'), text('b-2')] }), [
      { id: 's', method: { id: 'suppressOutput', source_ids: ['code', '_n'] } },
      { id: '_n', method: { id: 'split', source_id: 'code', separator: '-', index: 1 } },
      { id: 'n', type: 'number', method: { id: 'concat', source_ids: ['_n'] } },
    ]);
    expect(value).toEqual([{ n: number(1) }, { n: number(2) }]);
  });

  test('rules see the scope around, one level up', async () => {
    const rule = { cat: [{ var: 'c.value' }, { var: '../around.value' }] };
    const fields = [{ id: 'x', method: { id: 'customComputation', jsonLogic: rule } }];
    const { value } = await add(table({ c: [text('p')] }), fields, { around: text('!') });
    expect(value).toMatchObject([{ x: text('p!') }]);
  });

  test('computes in each row what its own values ask for', async () => {
    const conditional = {
      method: {
        id: 'conditional',
        condition: { exists: { var: 'code' } },
        fieldsOnPass: [{ id: 'bay', method: { id: 'split', source_id: 'code', separator: '-', index: 0 } }],
        fieldsOnFail: [
          { method: { id: 'customComputationGroup', jsonLogic: { eachKey: { bay: 'none', open: true } } } },
        ],
      },
    };
    const { value, errors } = await add(table({ code: [text('a-1'), null] }), [conditional]);
    expect(errors).toEqual([]);
    expect(value).toEqual([
      { code: text('a-1'), bay: text('a') },
      { code: null, bay: text('none'), open: { value: true, type: 'boolean' } },
    ]);
  });

  test('takes no field of a document, not even in a branch', async () => {
    const field = { id: 'a', anchor: 'a', method: { id: 'row' } };
    const conditional = { method: { id: 'conditional', condition: true, fieldsOnPass: [field] } };
    await expect(add(table({ code: [text('x')] }), [conditional])).rejects.toThrow(/addComputedFields/u);
  });

  test('takes a group; anything else is reported', async () => {
    expect((await add([{ a: text('1') }], [])).value).toEqual([{ a: text('1') }]);
    expect(await add(text('1'), [])).toMatchObject({
      value: null,
      errors: [{ message: '"t" is not a table' }],
    });
    expect(await add(null, [])).toMatchObject({ value: null, errors: [] });
  });

  test('addComputedFields does not change the group it was made of', async () => {
    const { output } = await add([{ a: text('1') }], [{ id: 'b', method: { id: 'constant', value: 'x' } }]);
    expect(output['t']).toEqual([{ a: text('1') }]);
  });
});

test('copy_to_section has nothing to copy from at the document', async () => {
  const { value, errors } = await compute(
    { a: text('x') },
    { method: { id: 'copy_to_section', source_id: 'a' } },
  );
  expect(value).toBeNull();
  expect(errors).toHaveLength(1);
});

test('gives a copy of its own', async () => {
  const field = { id: 'c', method: { id: 'copy_to_section', source_id: 'a' } };
  const { value, output } = await compute(
    { a: text('x'), t: table({ k: [text('1'), text('2')] }) },
    { method: { id: 'addComputedFields', source_id: 't', fields: [field] } },
  );
  const [first, second] = value as { c: object }[];
  expect(first?.c).toEqual(output['a']);
  expect(first?.c).not.toBe(output['a']);
  expect(first?.c).not.toBe(second?.c);
});

describe('copy_from_sections', () => {
  const copy = async (group: unknown) =>
    (
      await compute(
        { g: group },
        { method: { id: 'copy_from_sections', source_sections: 'g', source_field: 'x' } },
      )
    ).value;

  test.each<[string, unknown, unknown]>([
    ['nothing in any section', [{ x: null }, { y: text('1') }], null],
    [
      'arrays are put together, nulls left out',
      [{ x: [text('1'), text('2')] }, { x: null }, { x: text('3') }],
      [text('1'), text('2'), text('3')],
    ],
    ['no group', text('1'), null],
    ['no value', null, null],
  ])('copy_from_sections copies values: %s', async (_title, group, expected) => {
    expect(await copy(group)).toEqual(expected);
  });

  test('reads what the sections suppress', async () => {
    const { parsed_document } = await runOn({ t: table({ k: [text('1'), text('2')] }) }, [
      {
        id: 'rows',
        method: {
          id: 'addComputedFields',
          source_id: 't',
          fields: [{ id: 's', method: { id: 'suppressOutput', source_ids: ['k'] } }],
        },
      },
      { id: 'flat', method: { id: 'copy_from_sections', source_sections: 'rows', source_field: 'k' } },
    ]);
    expect(parsed_document).toMatchObject({ rows: [{}, {}], flat: [text('1'), text('2')] });
    expect(Object.keys((parsed_document['rows'] as object[])[0]!)).toEqual([]);
  });
});

describe('customComputation', () => {
  const rule = (jsonLogic: unknown, values: object = {}, field: object = {}) =>
    compute({ ...values }, { method: { id: 'customComputation', jsonLogic }, ...field });

  test('division by zero and dates that do not exist', async () => {
    expect((await rule({ '/': [1, 0] })).value).toBeNull();
    expect((await rule({ '%': [1, 0] })).value).toBeNull();
    const { value, errors } = await rule({ date_shift: ['2025-02-30x', 1, 'days'] });
    expect(value).toBeNull();
    expect(errors).toEqual([
      expect.objectContaining({
        type: 'configuration',
        field_id: 'result',
        path: 'fields[0].method.jsonLogic.date_shift',
      }),
    ]);
    expect(
      (await compute({}, { type: 'date', method: { id: 'constant', value: '02/30/2025' } })).value,
    ).toBeNull();
  });

  test('an explicit type is run on the result', async () => {
    expect((await rule({ '+': [1, 2] }, {}, { type: 'currency' })).value).toMatchObject({
      value: 3,
      type: 'currency',
    });
    expect((await rule('x', {}, { type: 'number' })).value).toBeNull();
  });

  test.each([
    ['an amount without groups', 2_500_000, 'currency', { value: 2_500_000, unit: '$', source: '2500000' }],
    ['a negative one', -12_345_000, 'currency', { value: -12_345_000 }],
    ['one with a long fraction', { '/': [1, 3] }, { id: 'currency', roundTo: 2 }, { value: 0.33 }],
    ['one out of bounds', 7, { id: 'currency', maxValue: 5 }, null],
    ['one that is always negative', 7, { id: 'currency', alwaysNegative: true }, { value: -7 }],
    ['a unit', 7, { id: 'currency', currencySymbol: { '£': 'GBP', default: 'GBP' } }, { unit: 'GBP' }],
    ['a share', -12.5, 'percentage', { value: -12.5, type: 'percentage', source: '-12.5' }],
    ['an exponent', 1e-7, 'number', { value: 1e-7, source: '0.0000001' }],
    ['a text', 1e-7, 'string', { value: '1e-7' }],
  ])('a number is given a type by its value, not by its print: %s', async (_, given, type, expected) => {
    const { value } = await rule(given, {}, { type });
    if (expected === null) expect(value).toBeNull();
    else expect(value).toMatchObject(expected);
  });

  test('fields are handed through, with the names of custom types of the config', async () => {
    const values = { a: { ...number(1), lines: [] }, b: { value: 'N1', type: 'berth' } };
    const custom = {
      id: 'c',
      type: { id: 'custom', pattern: '\\w+', type: 'berth' },
      method: { id: 'constant', value: 'x' },
    };
    const { parsed_document, errors } = await runOn(values, [
      custom,
      { id: 'd', method: { id: 'customComputation', jsonLogic: { var: 'a' } } },
      { id: 'e', method: { id: 'customComputation', jsonLogic: { var: 'b' } } },
      { id: 'f', method: { id: 'customComputation', jsonLogic: { preserve: { type: 'dock', value: 1 } } } },
    ]);
    expect(parsed_document).toMatchObject({ c: { type: 'berth' }, d: values.a, e: values.b, f: null });
    expect(errors).toHaveLength(1);
  });

  test('logs are entries of the errors and cost nothing', async () => {
    const { value, errors } = await rule({ log: ['seen', { var: 'a.value' }] }, { a: text('x') });
    expect(value).toEqual(text('x'));
    expect(errors).toEqual([{ type: 'log', message: 'seen', result: 'x', field_id: 'result' }]);
  });
});

describe('extraData', () => {
  const read = async (key: string, field: object = {}) =>
    (
      await compute(
        {},
        { method: { id: 'extraData', key }, ...field },
        { extraData: { n: 1.5, b: false, s: 'x', z: null, big: 2_500_000 } },
      )
    ).value;

  test('keeps the type of JSON, or runs an explicit one', async () => {
    expect(await read('n')).toEqual({ value: 1.5, type: 'number' });
    expect(await read('b')).toEqual({ value: false, type: 'boolean' });
    expect(await read('s')).toEqual(text('x'));
    expect(await read('n', { type: 'string' })).toEqual(text('1.5'));
    expect(await read('big', { type: 'currency' })).toMatchObject({ value: 2_500_000, unit: '$' });
  });

  test.each(['z', 'gone', '__proto__', 'constructor'])('extraData: %s is null', async (key) => {
    expect(await read(key)).toBeNull();
  });
});

test.each([
  ['a.b.pdf', 'a.b'],
  ['.hidden', '.hidden'],
  ['plain', 'plain'],
  [undefined, null],
])('getFileMetadata: %s is called %s', async (filename, expected) => {
  const { value } = await compute({}, { method: { id: 'getFileMetadata' } }, { filename });
  expect(value).toEqual(expected === null ? null : text(expected));
});

test('getFileMetadata gives the content type', async () => {
  const { value } = await compute({}, { method: { id: 'getFileMetadata', type: 'contentType' } });
  expect(value).toEqual(text('text/plain'));
});

test('getFileMetadata gives the number of pages', async () => {
  const { value } = await compute({}, { method: { id: 'getFileMetadata', type: 'pageCount' } });
  expect(value).toEqual({ value: 1, type: 'number' });
});

test('values handed through keep their lines, new ones have none', async () => {
  const { parsed_document } = await runConfig(
    {
      verbosity: 1,
      fields: [
        { id: 'a', anchor: 'Total', match: 'all', method: { id: 'passthrough' } },
        { id: 'rows', method: { id: 'zip', source_ids: ['a'] } },
        { id: 'same', method: { id: 'customComputation', jsonLogic: { var: 'a.0' } } },
        { id: 'joined', method: { id: 'concat', source_ids: ['a'] } },
      ],
    },
    ['Total 12'],
  );
  const lines = [expect.objectContaining({ text: 'Total 12' })];
  expect(parsed_document).toMatchObject({ rows: [{ a: { lines } }], same: { lines } });
  expect(parsed_document['joined']).toEqual([{ value: 'Total 12', type: 'string' }]);
});

describe('tfidf', () => {
  const FRUIT = { id: 'fruit', document: 'apple pear plum pear juice' };
  const ROOT = { id: 'root', document: 'carrot, beetroot; radish juice' };
  const classify = (value: unknown, corpus: readonly object[] = [FRUIT, ROOT]) =>
    compute({ a: value }, { method: { id: 'tfidf', source_id: 'a', corpus } });

  test.each<[string, unknown, unknown]>([
    ['the text with the shared words', text('Radish and beetroot'), ROOT],
    ['words in other capitals and with signs around', text('(PLUM)'), FRUIT],
    ['the one where a word comes more often', text('pear carrot'), FRUIT],
    ['the first in a tie', text('juice'), FRUIT],
    ['the first when nothing is shared', text('bread'), FRUIT],
    ['nothing for a text of stop words and signs', text('and, the: ...'), null],
    ['nothing for nothing', null, null],
    ['each of an array', [text('carrot'), null, text('apple')], [ROOT, null, FRUIT]],
  ])('tfidf gives %s', async (_title, value, expected) => {
    expect((await classify(value)).value).toEqual(expected);
  });

  test('weighs words that few examples have more', async () => {
    const corpus = [
      { id: 'a', document: 'common common' },
      { id: 'b', document: 'common rare' },
      { id: 'c', document: 'common other' },
    ];
    expect((await classify(text('common rare'), corpus)).value).toMatchObject({ id: 'b' });
  });

  test('an empty corpus gives null', async () => {
    expect((await classify(text('apple'), [])).value).toBeNull();
  });
});
