/** Which pages a model sees where a config says so, and that it is not asked where nothing is on them. */
import { describe, expect, it } from 'vitest';
import { documentFromLines, extract } from '../../../../src/index.js';
import { scripted } from '../../../../src/tools/models/index.js';

/** A cover, then two claims: the first on two pages, the second on a page of its own. */
const claims = () =>
  documentFromLines([
    { text: 'Cover sheet', left: 1, top: 1, page: 0 },
    { text: 'Claim number 1', left: 1, top: 1, page: 1 },
    { text: 'burst pipe', left: 1, top: 2, page: 2 },
    { text: 'Claim number 2', left: 1, top: 1, page: 3 },
    { text: 'stolen bike', left: 1, top: 2, page: 3 },
    { text: ' \u200B ', left: 1, top: 2, page: 4 },
  ]);

async function shown(config: object) {
  const provider = scripted(() => ({ object: { q1: { answer: 'yes' }, rows: [], choice: 1 } }));
  const result = await extract(claims(), JSON.stringify(config), undefined, {
    llm: { providers: { google: provider } },
    trace: true,
  });
  const prompts = provider.requests.map(({ messages }) => String(messages.at(-1)?.content));
  return { ...result, prompts };
}

const query = (method: object, field: object = {}) => ({
  id: 'cause',
  method: { id: 'query', description: 'cause', confidenceSignals: false, ...method },
  ...field,
});

describe('pageRange', () => {
  it('counts the pages of a section from its first one', async () => {
    const section = (pageRange: object) => ({
      fields: [
        {
          id: 'claims',
          type: 'sections',
          range: { anchor: 'claim number' },
          fields: [query({ pageRange })],
        },
      ],
    });
    const first = await shown(section({ endPage: 1 }));
    expect(first.prompts).toHaveLength(2);
    expect(first.prompts[0]).toContain('Claim number 1');
    expect(first.prompts[0]).not.toContain('burst pipe');
    expect(first.prompts[1]).toContain('stolen bike');
    const second = await shown(section({ startPage: 1 }));
    expect(second.prompts).toHaveLength(1);
    expect(second.prompts[0]).toContain('burst pipe');
    expect(second.prompts[0]).toContain('page 3');
  });

  it('counts the pages that preprocessors left', async () => {
    const { prompts } = await shown({
      preprocessors: [{ type: 'removePage', match: 'cover sheet' }],
      fields: [query({ pageRange: { endPage: 1 } })],
    });
    expect(prompts[0]).toContain('Claim number 1');
    expect(prompts[0]).not.toContain('burst pipe');
  });
});

describe('pages without text', () => {
  const range = { startPage: 4 };
  const columns = [{ id: 'a', description: 'a' }];
  const queries = [{ id: 'cause', description: 'cause' }];
  const methods: Readonly<Record<string, object>> = {
    query: { id: 'query', description: 'cause', pageRange: range },
    queryGroup: { id: 'queryGroup', queries, pageRange: range },
    list: { id: 'list', description: 'claims', properties: columns, pageRange: range },
    nlpTable: { id: 'nlpTable', columns, pageRange: range },
    classifyAndQuery: {
      id: 'classifyAndQuery',
      pageRange: range,
      classes: ['one', 'two'].map((id) => ({ id, description: id, queries: [{ id, description: id }] })),
    },
    concurrentQueries: { id: 'concurrentQueries', groups: [{ queries, pageRange: range }] },
  };
  const withId = new Set(['query', 'list', 'nlpTable', 'classifyAndQuery']);

  it.each(Object.entries(methods))('pages without text: %s asks nothing about them', async (id, method) => {
    const field = { ...(withId.has(id) && { id: 'cause' }), method };
    const { parsed_document, prompts, errors, trace, usage } = await shown({ fields: [field] });
    expect(prompts).toEqual([]);
    expect(usage?.llm).toMatchObject({ calls: 0, inputTokens: 0 });
    expect(parsed_document).toMatchObject({ cause: null });
    expect(errors).toEqual([]);
    expect(trace?.['cause']?.[0]?.reason).toBe('there is no text on the pages of pageRange (from 4 on)');
  });

  it('pages without text are not asked about where nlp says which pages count, and a method may say otherwise', async () => {
    const preprocessors = [{ type: 'nlp', pageRange: { startPage: 9, endPage: 12 } }];
    const { prompts, trace } = await shown({ preprocessors, fields: [query({})] });
    expect(prompts).toEqual([]);
    expect(trace?.['cause']?.[0]?.reason).toContain('(from 9 on, before 12)');
    const one = await shown({ preprocessors, fields: [query({ pageRange: { endPage: 1 } })] });
    expect(one.prompts).toHaveLength(1);
  });
});
