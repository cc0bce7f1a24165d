/** The examples of the reference give what they say. */
import { describe, expect, test } from 'vitest';
import type { FieldKind } from '../../../src/fields/definition.js';
import { fieldKinds } from '../../../src/fields/index.js';
import { documentFromLines, extract } from '../../../src/index.js';
import { scripted } from '../../../src/llm/index.js';

const kinds = (fieldKinds as unknown as readonly FieldKind[]).flatMap(({ id, examples = [] }) =>
  examples.map((example) => ({ id, title: example.title, example })),
);

test('every kind that asks a model has examples', () => {
  expect([...new Set(kinds.map(({ id }) => id))]).toEqual([
    'queryGroup',
    'concurrentQueries',
    'classifyAndQuery',
    'list',
    'question',
    'summarizer',
  ]);
});

describe.each(kinds)('$id', ({ example }) => {
  test(example.title, async () => {
    const { lines, before = [], field, replies, result } = example;
    const left = [...replies];
    const provider = scripted(() => ({ object: left.shift() ?? {} }));
    const config = JSON.stringify({ fields: [...before, field] });
    const { parsed_document, errors } = await extract(documentFromLines(lines), config, undefined, {
      llm: { providers: { 'open-ai': provider } },
    });
    expect(errors).toEqual([]);
    expect(parsed_document).toMatchObject(result);
    const read = before.map((each) => String(Reflect.get(each, 'id')));
    expect(Object.keys(parsed_document)).toEqual([...read, ...Object.keys(result)]);
    for (const [id, value] of Object.entries(result)) expect(parsed_document[id], id).toEqual(value);
    expect(provider.requests).toHaveLength(replies.length);
  });
});
