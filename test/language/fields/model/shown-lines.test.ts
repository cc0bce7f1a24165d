/** Which lines a question shows a model, in which order, and what its filters make of the answer. */
import { describe, expect, it } from 'vitest';
import { documentFromLines, extract, validateConfig } from '../../../../src/index.js';
import { scripted } from '../../../../src/tools/models/index.js';

const harbour = () =>
  documentFromLines([
    { text: 'Berths', left: 1, top: 1, width: 1 },
    { text: 'Cranes', left: 4, top: 1.02, width: 1 },
    { text: 'Swan', left: 1, top: 1.5, width: 1 },
    { text: 'Heron', left: 4, top: 1.48, width: 1 },
  ]);

async function ask(members: object, answer: string, field: object = {}) {
  const provider = scripted(() => ({ object: { q1: { answer } } }));
  const method = { id: 'question', question: 'which vessels?', confidenceSignals: false, ...members };
  const config = JSON.stringify({ fields: [{ id: 'value', anchor: 'berths', method, ...field }] });
  const result = await extract(harbour(), config, undefined, {
    llm: { providers: { 'open-ai': provider } },
    trace: true,
  });
  const prompt = String(provider.requests.at(-1)?.messages.at(-1)?.content);
  const words = [...prompt.matchAll(/Berths|Cranes|Swan|Heron/gu)].map(([word]) => word);
  const value = result.parsed_document['value'] as { value: unknown } | null;
  return { ...result, words, value: value?.value ?? null };
}

describe('a question shows the model', () => {
  it('all lines in document order, without filters', async () => {
    expect((await ask({}, 'Swan')).words).toEqual(['Berths', 'Cranes', 'Heron', 'Swan']);
  });

  it('a question shows the model the lines in its xRangeFilter', async () => {
    const xRangeFilter = { start: 'left', offsetX: -0.1, width: 2 };
    expect((await ask({ xRangeFilter }, 'Swan')).words).toEqual(['Berths', 'Swan']);
    const { value, trace } = await ask({ xRangeFilter: { ...xRangeFilter, offsetX: 6 } }, 'Swan');
    expect(value).toBeNull();
    expect(trace?.['value']?.[0]?.reason).toBe('there is no text in the xRangeFilter to ask about');
  });

  it('the lines in the order of xMajorSort and sortLines', async () => {
    expect((await ask({ xMajorSort: true }, 'Swan')).words).toEqual(['Berths', 'Swan', 'Cranes', 'Heron']);
    const sorted = await ask({ sortLines: 'readingOrderLeftToRight' }, 'Swan');
    expect(sorted.words).toEqual(['Berths', 'Cranes', 'Swan', 'Heron']);
  });

  it('no range without an anchor, and says so', async () => {
    const xRangeFilter = { start: 'left', offsetX: -0.1, width: 2 };
    const field = { id: 'value', method: { id: 'question', question: 'who?', xRangeFilter } };
    expect(validateConfig({ fields: [field] })).toMatchObject([
      { code: 'LLM_MEMBER_IGNORED', path: ['fields', 0, 'method', 'xRangeFilter'] },
    ]);
    const { words, warnings } = await ask({ xRangeFilter }, 'Swan', { anchor: undefined });
    expect(words).toHaveLength(4);
    expect(warnings).toMatchObject([{ code: 'LLM_MEMBER_IGNORED', path: 'fields[0].method.xRangeFilter' }]);
  });
});

describe('whitespaceFilter all', () => {
  it('removes the line ends of a text, too', async () => {
    expect((await ask({ whitespaceFilter: 'all' }, 'DE 12\n34 56')).value).toBe('DE123456');
    expect((await ask({ whitespaceFilter: 'spaces' }, 'DE  12\n34 56')).value).toBe('DE 12\n34 56');
  });

  it('keeps the rows of other types and of tiebreakers apart', async () => {
    expect((await ask({ whitespaceFilter: 'all' }, '1 2\n3 4', { type: 'number' })).value).toBe(12);
    expect((await ask({ whitespaceFilter: 'all', tiebreaker: 'second' }, '1 2\n3 4')).value).toBe('34');
  });
});
