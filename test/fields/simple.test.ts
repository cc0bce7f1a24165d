import { describe, expect, it, test } from 'vitest';
import { createExtractor, defineMethod } from '../../src/index.js';
import { documentFromLines } from '../../src/readers/from-lines.js';
import { column, problems, run } from './support.js';

const LINES = column({ 'row one': 1, 'row two': 1.5 });

describe('an anchor of a method that a name does not define', () => {
  const crossing = (member: string) => ({
    id: 'x',
    anchor: 'row',
    match: 'all',
    method: { id: 'intersection', [member]: { ref: 'nowhere' } },
  });

  it.each(['verticalAnchor', 'horizontalAnchor'])('is told of once: %s', async (member) => {
    const { values, errors } = await run(LINES, { fields: [crossing(member)] });
    expect(values).toEqual({ x: [] });
    expect(errors).toEqual([
      {
        type: 'configuration',
        message: 'no anchorDefinition named "nowhere" stands before this field',
        field_id: 'x',
        path: 'fields[0]',
      },
    ]);
  });

  it('is doubtful before the run, too', () => {
    expect(problems({ fields: [crossing('verticalAnchor')] })).toEqual([
      expect.stringContaining('fields[0].method.verticalAnchor.ref'),
    ]);
  });
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

  it('does so when its method throws', async () => {
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
