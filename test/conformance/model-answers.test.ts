import { describe, expect, it } from 'vitest';
import { documentFromLines, extract } from '../../src/index.js';
import { scripted } from '../../src/tools/models/index.js';
import { answering, asksModels, publishedAnswers, standInAnswers } from './model-answers.js';

const query = (id: string, type?: string) => ({ id, description: id, ...(type && { type }) });

const CONFIG = {
  fields: [
    { method: { id: 'queryGroup', queries: [query('who'), query('much', 'currency'), query('why')] } },
    {
      id: '_rows',
      method: { id: 'list', description: 'rows', properties: [query('a'), query('b', 'number')] },
    },
    {
      id: '_hidden',
      method: { id: 'list', description: 'all', properties: [query('day', 'date'), query('x')] },
    },
    { id: 'parts', method: { id: 'summarizer', source_id: 'who', fields: ['first', 'last'] } },
  ],
  computed_fields: [
    { id: 'rows', method: { id: 'zip', source_ids: ['_rows'] } },
    { id: 'hide', method: { id: 'suppressOutput', source_ids: ['_rows', '_hidden'] } },
  ],
};

const typed = (value: unknown, more: object = {}) => ({ value, type: 'string', ...more });

const PUBLISHED = {
  who: typed('Ada Moss', { confidenceSignal: 'inferred_answer' }),
  much: { source: '$5.00', value: 5, unit: '$', type: 'currency', confidenceSignal: 'confident_answer' },
  why: null,
  parts: [{ first: 'Ada', last: 'Moss' }],
  rows: [
    { a: typed('tea'), b: { source: '2', value: 2, type: 'number' } },
    { a: typed('milk'), b: null },
  ],
};

it('answers that are made from an output give that output', async () => {
  const provider = scripted(answering(publishedAnswers(CONFIG, PUBLISHED)));
  const document = documentFromLines([{ text: 'anything', left: 1, top: 1 }]);
  const result = await extract(document, JSON.stringify(CONFIG), undefined, {
    llm: { providers: { p: provider } },
  });
  expect(result.parsed_document).toEqual(PUBLISHED);
});

describe('publishedAnswers', () => {
  const answers = publishedAnswers(CONFIG, PUBLISHED);

  it('takes texts as they were printed, with their signals', () => {
    expect(answers['who']).toEqual({ answer: 'Ada Moss', signal: 'inferred_answer' });
    expect(answers['much']).toMatchObject({ answer: '$5.00' });
    expect(answers).not.toHaveProperty('why');
  });

  it('takes rows from what is made of them, and makes up those that the output hides', () => {
    expect(answers['_rows']).toEqual([
      ['tea', '2'],
      ['milk', null],
    ]);
    expect(answers['_hidden']).toEqual([['01/02/2024', 'stand-in']]);
    expect(answers['parts']).toEqual([['Ada', 'Moss']]);
  });

  it('takes rows from columns, too', () => {
    const table = {
      columns: [
        { id: 'b', values: [typed('1'), typed('2')] },
        { id: 'a', values: [typed('tea')] },
      ],
    };
    expect(publishedAnswers(CONFIG, { _rows: table })['_rows']).toEqual([
      ['tea', '1'],
      [null, '2'],
    ]);
  });
});

it('standInAnswers answer all that is asked, in a form that its type can read', () => {
  expect(standInAnswers(CONFIG)).toEqual({
    who: 'stand-in',
    much: '$1.00',
    why: 'stand-in',
    _rows: [['stand-in', '1']],
    _hidden: [['01/02/2024', 'stand-in']],
    parts: [['stand-in', 'stand-in']],
  });
});

it('asksModels finds fields at any depth', () => {
  expect(asksModels(CONFIG)).toBe(true);
  expect(asksModels({ fields: [{ id: 's', fields: [{ id: 'q', method: { id: 'query' } }] }] })).toBe(true);
  expect(asksModels({ fields: [{ id: 'a', method: { id: 'label' } }] })).toBe(false);
});

it('what is asked on the way to an answer is answered with as little as its schema allows', async () => {
  const schema = {
    type: 'object',
    properties: {
      parts: { type: 'array', items: { type: 'integer' } },
      choice: { type: ['integer', 'null'] },
      signal: { type: 'string', enum: ['sure', 'unsure'] },
    },
    required: ['parts', 'choice', 'signal'],
    additionalProperties: false,
  } as const;
  const request = { purpose: 'pick', schema, meta: { fieldIds: [] } };
  expect(await answering({})(request as never)).toEqual({
    object: { parts: [], choice: null, signal: 'sure' },
  });
});
