/** The examples of the reference give what they say. */
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../docs/generator/examples.js';
import { documentFromLines, extract } from '../../../src/index.js';
import type { FieldKind } from '../../../src/language/fields/definition.js';
import { fieldKinds } from '../../../src/language/fields/index.js';
import { scripted } from '../../../src/tools/models/index.js';

const kinds = fieldKinds as unknown as readonly FieldKind[];
const examples = kinds.flatMap((kind) =>
  kind.examples.map((example) => ({ id: kind.id, title: example.title, example })),
);

test.each(kinds.map(({ id, examples: own }) => [id, own] as const))('%s has examples', (_, own) => {
  expect(own.length).toBeGreaterThan(0);
});

test('those of kinds that ask a model have its replies', () => {
  const asking = examples.filter(({ example }) => example.replies);
  expect([...new Set(asking.map(({ id }) => id))]).toEqual([
    'queryGroup',
    'concurrentQueries',
    'classifyAndQuery',
    'list',
    'question',
    'summarizer',
  ]);
});

describe.each(examples)('$id', ({ example }) => {
  test(example.title, async () => {
    const { document, before = [], replies = [], result } = example;
    const left = [...replies];
    const provider = scripted(() => ({ object: left.shift() ?? {} }));
    const isText = typeof document === 'string';
    const { parsed_document, errors } = await extract(
      isText ? new TextEncoder().encode(document) : documentFromLines(document),
      JSON.stringify({ fields: fieldsOf(example) }),
      undefined,
      { llm: { providers: { 'open-ai': provider } }, ...(isText && { contentType: 'text/csv' }) },
    );
    expect(errors).toEqual([]);
    const read = before.map((each) => String(Reflect.get(each, 'id')));
    expect(Object.keys(parsed_document)).toEqual([...read, ...Object.keys(result)]);
    for (const [id, value] of Object.entries(result)) expect(parsed_document[id], id).toEqual(value);
    expect(provider.requests).toHaveLength(replies.length);
  });
});
