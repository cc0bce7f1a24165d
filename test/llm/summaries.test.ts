import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/llm/ask.js';
import { type AskModel, pickUnits, SummaryFailure, summarise } from '../../src/llm/summaries.js';
import { modelScope, onePerPage } from './scopes.js';

const OPTIONS = {
  pageHinting: true,
  summaryTokens: 8_000,
  choiceTokens: 60_000,
  summaryAnswerTokens: 4096,
  choiceAnswerTokens: 512,
  countTokens: (text: string) => Math.ceil(text.length / 4),
};

/** A model that gives these values in turn, and what it was asked for. */
function model(...answers: readonly unknown[]) {
  const asked: string[] = [];
  const askModel: AskModel = async ({ purpose }) => {
    const value = answers[asked.length];
    asked.push(purpose);
    return (
      value === undefined ? { failure: { code: 'LLM_CALL_FAILED', message: 'no' } } : { value }
    ) as Asked;
  };
  return { askModel, asked };
}

const part = (number: number, summary: string) => ({ part: number, summary });

it('summarises pages, six a call', async () => {
  const scope = onePerPage(...Array.from({ length: 8 }, (_, i) => `text ${i}`));
  const { askModel, asked } = model(
    { parts: [part(2, 'second'), part(1, 'first'), part(9, 'stray')] },
    { parts: [part(1, 'seventh')] },
  );
  const units = await summarise(scope, 'page', askModel, OPTIONS);
  expect(asked).toEqual(['summary', 'summary']);
  expect(units.map(({ title, summary }) => `${title}: ${summary}`)).toMatchObject({
    length: 8,
    0: 'page 1: first',
    1: 'page 2: second',
    6: 'page 7: seventh',
  });
});

it('makes units of the segments of an outline, with the text before the first', async () => {
  const scope = modelScope(
    ['Cover', 'Fees', 'Heron 190', 'Rules', 'Keep clean'].map((text, i) => ({ text, left: 1, top: 1 + i })),
  );
  const segment = (row: number, title: string) => ({ row, title, summary: '', continues: false });
  const { askModel } = model({ segments: [segment(4, 'Rules'), segment(2, 'Fees'), segment(99, 'none')] });
  const units = await summarise(scope, 'outline', askModel, OPTIONS);
  expect(units.map(({ title, chunk }) => [title, chunk.lines])).toEqual([
    ['before the first heading', [0]],
    ['Fees', [1, 2]],
    ['Rules', [3, 4]],
  ]);
});

it('summarises pages where a model makes no outline', async () => {
  const { askModel, asked } = model({ segments: [] }, { parts: [part(1, 'first')] });
  expect(await summarise(onePerPage('text'), 'outline', askModel, OPTIONS)).toHaveLength(1);
  expect(asked).toEqual(['outline', 'summary']);
});

it('fails with its call', async () => {
  await expect(summarise(onePerPage('text'), 'page', model().askModel, OPTIONS)).rejects.toThrow(
    SummaryFailure,
  );
});

describe('pickUnits', () => {
  const scope = onePerPage('boats', 'fees', 'crane hours', 'keys', 'oil', 'gates');
  const units = scope.lines.map((_, i) => ({
    chunk: { start: i, end: i + 1, lines: [i] },
    title: `page ${i + 1}`,
    summary: 'hours of the crane are told elsewhere',
  }));
  const titles = async (...answers: readonly unknown[]) =>
    (await pickUnits(scope, units, ['hours of the crane'], model(...answers).askModel, OPTIONS)).map(
      ({ title }) => title,
    );

  it('takes the parts that a model names, each once, five at most', async () => {
    expect(await titles({ parts: [3, 3, 0, 42, 1] })).toEqual(['page 3', 'page 1']);
    expect(await titles({ parts: [6, 5, 4, 3, 2, 1] })).toHaveLength(5);
  });

  it('searches the texts of the parts by words where it names none', async () => {
    expect((await titles({ parts: [] }))[0]).toBe('page 3');
    expect((await titles())[0]).toBe('page 3');
  });
});
