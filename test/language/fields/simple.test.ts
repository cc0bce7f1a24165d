import { describe, expect, it, test } from 'vitest';
import { defineMethod } from '../../../src/extend/index.js';
import { createExtractor } from '../../../src/index.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { column, problems, run } from './support.js';

const LINES = column({ 'row one': 1, 'row two': 1.5 });

const crossing = (member: string) => ({
  id: 'x',
  anchor: 'row',
  match: 'all',
  method: { id: 'intersection', [member]: { ref: 'nowhere' } },
});

it.each(['verticalAnchor', 'horizontalAnchor'])(
  'an anchor of a method that a name does not define is reported once: %s',
  async (member) => {
    const { values, errors } = await run(LINES, { fields: [crossing(member)] });
    expect(values).toEqual({ x: [] });
    expect(errors).toEqual([
      {
        type: 'configuration',
        message: 'no anchorDefinition named "nowhere" comes before this field',
        field_id: 'x',
        path: 'fields[0]',
      },
    ]);
  },
);

it('an anchor of a method that a name does not define is doubtful before the run, too', () => {
  expect(problems({ fields: [crossing('verticalAnchor')] })).toEqual([
    expect.stringContaining('fields[0].method.verticalAnchor.ref'),
  ]);
});

it('fields with one id have a trace each, those that were not run too', async () => {
  const { extract } = createExtractor();
  const method = { id: 'passthrough' } as const;
  const { trace = {}, parsed_document } = await extract(
    documentFromLines(LINES),
    {
      fields: [
        { id: 'x', anchor: 'row three', method },
        { id: 'x', anchor: 'row two', method },
        { id: 'x', anchor: 'row one', method },
        {
          id: 'parts',
          type: 'sections',
          range: { anchor: 'row' },
          fields: [
            { id: 'x', anchor: 'row', method },
            { id: 'x', anchor: 'row', method },
          ],
        },
      ],
      computed_fields: [{ id: 'x', method: { id: 'constant', value: 'none' } }],
    },
    undefined,
    { trace: true },
  );
  expect(parsed_document).toMatchObject({ x: { value: 'row two' } });
  const reason = 'not run: an earlier field of this id has a value';
  const skipped = { method: 'passthrough', reason, skipped: true, anchors: [], lines: [] };
  const index = (at: number) => [{ group: 'parts', index: at }];
  expect(trace['x']).toMatchObject([
    { path: 'fields[0]', reason: expect.stringContaining('anchor not found') },
    { path: 'fields[1]', lines: [{ text: 'row two' }] },
    { path: 'fields[2]', ...skipped },
    { path: 'fields[3].fields[0]', section: index(0) },
    { path: 'fields[3].fields[1]', section: index(0), ...skipped },
    { path: 'fields[3].fields[0]', section: index(1) },
    { path: 'fields[3].fields[1]', section: index(1), ...skipped },
    { path: 'computed_fields[0]', ...skipped, method: 'constant' },
  ]);
  expect(trace['x']!.filter((each) => each.skipped)).toHaveLength(4);
});

it('fields with one id are reported as their turns come', async () => {
  const { extract } = createExtractor();
  const told: unknown[] = [];
  const method = { id: 'passthrough' } as const;
  await extract(
    documentFromLines(LINES),
    {
      fields: [
        { id: 'x', anchor: 'row', method },
        {
          id: 'parts',
          type: 'sections',
          range: { anchor: 'row' },
          fields: [{ id: 'y', anchor: 'row', method }],
        },
      ],
      computed_fields: [{ id: 'x', method: { id: 'constant', value: 'none' } }],
    },
    undefined,
    { onProgress: (progress) => told.push(progress) },
  );
  expect(told).toEqual([0, 1, 2].map((done) => ({ stage: 'extract', done, total: 3 })));
});

describe('a field that fails', () => {
  const unknown = (match?: string) => ({
    id: 'x',
    anchor: { ref: 'nowhere' },
    method: { id: 'passthrough' },
    ...(match && { match }),
  });

  test.each([
    [undefined, null],
    ['first', null],
    ['mostFrequent', null],
    ['all', []],
    ['allWithNull', []],
  ])('gives what its match gives without anchors: %s', async (match, expected) => {
    expect((await run(LINES, { fields: [unknown(match)] })).values).toEqual({ x: expected });
  });

  it('a field that fails does so when its method throws', async () => {
    const broken = defineMethod({
      id: 'broken',
      summary: '',
      anchor: 'required',
      options: () => ({}),
      capture: () => Promise.reject(new Error('no')),
      examples: [],
    });
    const extractor = createExtractor({ methods: [broken] });
    const field = { id: 'x', anchor: 'row', match: 'all', method: { id: 'broken' } };
    const { parsed_document } = await extractor.extract(
      documentFromLines(LINES),
      JSON.stringify({ fields: [field] }),
    );
    expect(parsed_document).toEqual({ x: [] });
  });
});
