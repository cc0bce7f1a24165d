import { describe, expect, it } from 'vitest';
import { rowsSchema } from '../../src/llm/prompts/list.js';
import { answersSchema } from '../../src/llm/prompts/query.js';
import { rewrittenSchema } from '../../src/llm/prompts/table.js';
import type { LlmRequest } from '../../src/llm/provider.js';
import type { JsonSchemaSubset } from '../../src/llm/schema.js';
import { answersByField, type Script, scripted } from '../../src/llm/scripted.js';
import { estimateTokens } from '../../src/llm/tokens.js';
import { promptOf } from './prompt-of.js';

function requestOf(schema: JsonSchemaSubset | undefined, ...fieldIds: string[]): LlmRequest {
  return {
    ...promptOf('Which?'),
    schema,
    signal: new AbortController().signal,
    meta: { callId: 'c', attempt: 0, key: 'k', fieldIds },
  };
}

describe('scripted', () => {
  const request = requestOf(undefined, 'a');

  it('gives JSON, text and whole responses, with estimated tokens, and keeps the requests', async () => {
    const answers: ReturnType<Script>[] = [
      { object: { a: 1 } },
      'plain',
      { text: '{', finishReason: 'length' },
    ];
    const provider = scripted(() => answers.shift() ?? '');
    const asked = estimateTokens('Answer from the document.\nWhich?');
    expect(await provider.complete(request)).toEqual({
      object: { a: 1 },
      finishReason: 'stop',
      usage: { inputTokens: asked, outputTokens: estimateTokens('{"a":1}') },
      model: 'scripted',
    });
    expect(await provider.complete(request)).toMatchObject({ text: 'plain', finishReason: 'stop' });
    expect(await provider.complete(request)).toMatchObject({ text: '{', finishReason: 'length' });
    expect(provider.requests).toEqual([request, request, request]);
  });

  it('throws errors that the script gives, and those that it throws', async () => {
    const boom = new Error('boom');
    await expect(scripted(() => boom).complete(request)).rejects.toBe(boom);
    const thrown = scripted(() => {
      throw boom;
    });
    await expect(thrown.complete(request)).rejects.toBe(boom);
    expect(thrown.requests).toHaveLength(1);
  });

  it('scripted is named, and can do what its options say', () => {
    const plain = scripted(() => '');
    expect(plain).toMatchObject({ id: 'scripted', requests: [] });
    expect('embed' in plain || 'capabilities' in plain).toBe(false);
    const embed = async () => ({ vectors: [], usage: { tokens: 0 } });
    const able = scripted(() => '', { id: 'x', capabilities: { images: false }, embed });
    expect(able).toMatchObject({ id: 'x', capabilities: { images: false }, embed });
  });
});

describe('answersByField', () => {
  const answer = (script: Script, request: LlmRequest) => script(request) as { object: unknown };
  const form = { signals: true, evidence: true };

  it('answers queries by field id, whatever their order; what it does not know has no answer', () => {
    const script = answersByField({
      rent: '900',
      landlord: { answer: 'Ada', signal: 'inferred_answer' },
      pets: null,
      toString: 'x',
    });
    const request = requestOf(answersSchema(4, form), 'landlord', 'rent', 'pets', 'constructor');
    const none = { answer: null, signal: 'answer_not_found', evidence: null };
    expect(answer(script, request).object).toEqual({
      q1: { answer: 'Ada', signal: 'inferred_answer', evidence: null },
      q2: { answer: '900', signal: 'confident_answer', evidence: null },
      q3: none,
      q4: none,
    });
  });

  it('gives no more than is asked for', () => {
    const plain = answersSchema(1, { signals: false, evidence: false });
    expect(answer(answersByField({ rent: '900' }), requestOf(plain, 'rent')).object).toEqual({
      q1: { answer: '900' },
    });
  });

  it('gives the rows of lists by position, missing cells as null', () => {
    const script = answersByField({ wines: [['Rioja', '12'], ['Cava']] });
    const { object } = answer(script, requestOf(rowsSchema('p', 2), 'wines'));
    expect(object).toEqual({
      rows: [
        { p1: 'Rioja', p2: '12' },
        { p1: 'Cava', p2: null },
      ],
    });
  });

  it('gives the rows of tables without counting the row numbers as a column', () => {
    const script = answersByField({ wines: [['Rioja', '12']] });
    const { object } = answer(script, requestOf(rewrittenSchema(2), 'wines'));
    expect(object).toEqual({ rows: [{ c1: 'Rioja', c2: '12', from: [] }] });
  });

  it('gives no rows for fields that it does not know, and for answers that are none', () => {
    const script = answersByField({ rent: '900' });
    expect(answer(script, requestOf(rowsSchema('p', 1), 'wines')).object).toEqual({ rows: [] });
    expect(answer(script, requestOf(rowsSchema('p', 1), 'rent')).object).toEqual({ rows: [] });
  });

  it('fails where no JSON is asked for', () => {
    expect(answersByField({})(requestOf(undefined, 'a'))).toMatchObject({ code: 'bad_request' });
    const list = { type: 'array', items: { type: 'string' } } as const;
    expect(answersByField({})(requestOf(list, 'a'))).toMatchObject({ code: 'bad_request' });
  });
});
