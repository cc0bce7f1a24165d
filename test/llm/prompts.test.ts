import { expect, it } from 'vitest';
import { wholeExcerpt } from '../../src/llm/excerpts.js';
import { branchPrompt } from '../../src/llm/prompts/choice.js';
import { pictureTypePrompt, segmentPrompt, typePrompt } from '../../src/llm/prompts/classification.js';
import { listPrompt, listSourcePrompt } from '../../src/llm/prompts/list.js';
import { postprocessPrompt } from '../../src/llm/prompts/postprocess.js';
import { imagePrompt, judgePrompt, queryPrompt, sourcePrompt } from '../../src/llm/prompts/query.js';
import { repairPrompt } from '../../src/llm/prompts/repair.js';
import { outlinePrompt, pickPrompt, summaryPrompt } from '../../src/llm/prompts/summaries.js';
import { summarizerPrompt } from '../../src/llm/prompts/summarizer.js';
import { columnsPrompt, rewritePrompt } from '../../src/llm/prompts/table.js';
import type { LlmMessage } from '../../src/llm/provider.js';
import { modelScope } from './scopes.js';

const scope = modelScope([
  { text: 'Berth list of Saltwick harbour', left: 1, top: 1 },
  { text: 'Boat', left: 1, top: 1.6 },
  { text: 'Summer', left: 3, top: 1.6 },
  { text: 'Winter', left: 5, top: 1.6 },
  { text: 'Heron', left: 1, top: 1.8 },
  { text: '190.00', left: 3, top: 1.8 },
  { text: '80.00', left: 5, top: 1.8 },
  { text: 'Sea Otter', left: 1, top: 2 },
  { text: '95.50', left: 5, top: 2 },
  { text: 'Harbour master: Ada Moss', left: 1, top: 1, page: 1 },
]);
const excerpts = [wholeExcerpt(scope, true)];
const unplaced = [wholeExcerpt(scope, false)];
const questions = [
  { description: "harbour master's name" },
  { description: 'summer fee of Heron', hint: 'amount as printed' },
];
const json = JSON.stringify({ master: 'Ada Moss', fees: ['190.00', '80.00'] }, null, 2);
const contextDescription = 'a list of boats and their fees';
const properties = [{ description: 'boat' }, { description: 'winter fee', hint: 'amount as printed' }];
const list = { description: 'boats with a berth', properties };
const cells = [
  ['Heron', '190.00', '80.00'],
  ['Sea\nOtter', '', 'a|b'],
];
const columns = [{ description: 'name of the boat' }, { description: 'fee in winter', hint: 'as printed' }];
const kinds = [{ label: 'berths', description: 'lists of boats' }, { label: 'rules' }];
const image = { type: 'image', mediaType: 'image/png', data: new Uint8Array(), ref: 'page 1' } as const;

const simple = queryPrompt({
  questions: questions.slice(0, 1),
  excerpts: unplaced,
  signals: false,
  evidence: false,
});
const PROMPTS: Readonly<Record<string, readonly LlmMessage[]>> = {
  query: queryPrompt({ questions, excerpts, signals: true, evidence: true, contextDescription }),
  'query-simple': simple,
  'query-introduction': queryPrompt({
    questions: questions.slice(0, 1),
    excerpts: [...unplaced, ...unplaced],
    signals: false,
    evidence: false,
    promptIntroduction: 'Answer like a harbour clerk.',
  }),
  'query-source': sourcePrompt({ questions, json, contextDescription }),
  'query-image': imagePrompt({
    questions,
    images: [{ image, place: 'page 1, from the top to the middle' }, { image }],
    contextDescription,
  }),
  'query-judge': judgePrompt({ questions, answers: ['Ada Moss', '190.00'], excerpts }),
  list: listPrompt(
    { ...list, contextDescription },
    { excerpts, part: 2, parts: 3, before: 'Boat  Summer  Winter' },
  ),
  'list-simple': listPrompt(list, { excerpts: unplaced, part: 1, parts: 1, before: '' }),
  'list-source': listSourcePrompt(list, json),
  'table-rewrite': rewritePrompt(
    { description: 'berths and fees', columns, contextDescription },
    { title: 'Berth list', headings: [['Boat', 'Summer', 'Winter']], rows: cells, firstRow: 4 },
    'pages 1 to 2',
  ),
  'table-columns': columnsPrompt(
    { description: 'berths and fees', columns },
    { rows: [['Boat', 'Summer', 'Winter'], ...cells] },
  ),
  summary: summaryPrompt([{ text: excerpts[0]!.text, page: 1 }, { text: 'Rules of the harbour' }]),
  outline: outlinePrompt('1 | Rules of the harbour\n2 | Keep the berth clean.', 'Berth list'),
  pick: pickPrompt(
    questions.map(({ description }) => description),
    ['page 1: boats and fees', 'page 2: the harbour\nmaster'],
    5,
  ),
  summarizer: summarizerPrompt({
    instructions: 'Split the name.',
    fields: ['first name', 'last name'],
    samples: [{ prompt: 'Bo Reed', rows: [['Bo', 'Reed']] }],
    text: 'Ada Moss',
  }),
  branch: branchPrompt(kinds, excerpts, 'what the document is'),
  type: typePrompt(kinds, excerpts),
  'type-pictures': pictureTypePrompt(kinds, [image, image]),
  segment: segmentPrompt(
    kinds,
    [
      { page: 3, text: 'Berth list of Saltwick harbour' },
      { page: 4, text: 'Harbour master: Ada Moss' },
    ],
    2,
  ),
  postprocess: postprocessPrompt(json),
  repair: repairPrompt(simple, '{"q1": 7', ['q1: must be an object', 'q2: is missing']),
};

/** A request as it can be read: roles in capitals, pictures as their names. */
function readable(messages: readonly LlmMessage[]): string {
  const parts = messages.map(({ role, content }) => {
    const text =
      typeof content === 'string'
        ? content
        : content
            .map((part) => (part.type === 'text' ? part.text : `(picture: ${part.ref})`))
            .join('\n---\n');
    return `=== ${role.toUpperCase()}\n${text}\n`;
  });
  return parts.join('\n');
}

it.each(Object.entries(PROMPTS))('the prompt is as it was agreed: %s', async (name, messages) => {
  await expect(readable(messages)).toMatchFileSnapshot(`prompts/${name}.txt`);
});

it.each(Object.entries(PROMPTS))('prompts: %s leaves no part empty', (_, messages) => {
  expect(readable(messages)).not.toMatch(/undefined|\[object|\n\n\n/u);
});
