import { expect, test } from 'vitest';
import { documentFromLines, extract } from '../../../../src/index.js';
import { answersByField, scripted } from '../../../../src/tools/models/index.js';

const query = (id: string) => ({ id, description: id });
const label = (id: string, anchor: string) => ({ id, anchor, method: { id: 'label', position: 'right' } });

test('usage and trace name the fields that fell back to the model, not those that only it is asked for', async () => {
  const page = documentFromLines([
    { text: 'Number: 17', left: 1, top: 1 },
    { text: 'the tenant is Ada Moss', left: 1, top: 2 },
    { text: 'Claim 1', left: 1, top: 3 },
    { text: 'it burnt in May', left: 1, top: 3.3 },
    { text: 'Claim 2', left: 1, top: 4 },
    { text: 'Cause: frost', left: 1, top: 4.3 },
  ]);
  const config = {
    fields: [
      label('number', 'Number:'),
      label('tenant', 'Tenant:'),
      { method: { id: 'queryGroup', queries: ['number', 'tenant', 'term'].map(query) } },
      // A second question is no fallback to a model: one was asked before.
      { method: { id: 'queryGroup', queries: ['term'].map(query) } },
      {
        id: 'claims',
        type: 'sections',
        range: { anchor: { match: { type: 'startsWith', text: 'Claim' } } },
        fields: [label('cause', 'Cause:'), { method: { id: 'queryGroup', queries: [query('cause')] } }],
      },
    ],
  };
  const { usage, trace } = await extract(page, JSON.stringify(config), undefined, {
    llm: { providers: { 'open-ai': scripted(answersByField({ tenant: 'Ada Moss', cause: 'it burnt' })) } },
    trace: true,
  });
  expect(usage?.fallbacks).toEqual(['tenant', 'claims.cause']);
  const marked = Object.entries(trace ?? {}).flatMap(([id, entries]) =>
    entries.flatMap(({ fallback, section }) => (fallback ? [[id, section?.[0]?.index]] : [])),
  );
  expect(marked).toEqual([
    ['tenant', undefined],
    ['cause', 0],
  ]);
});
