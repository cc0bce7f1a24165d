/** How long language models took, as verbosity 2 and 4 show it. */
import { expect, test } from 'vitest';
import { createExtractor, documentFromLines } from '../../../../src/index.js';
import { scripted } from '../../../../src/tools/models/index.js';

const LINES = [
  { text: 'Lease of a boat', left: 1, top: 1 },
  { text: 'rent 30', left: 1, top: 1.5 },
];
const FIELDS = [
  {
    method: {
      id: 'queryGroup',
      queries: [
        { id: 'rent', description: 'the rent' },
        { id: 'deposit', description: 'the deposit' },
        { id: 'thing', description: 'what is leased' },
      ],
    },
  },
  {
    id: 'things',
    method: { id: 'list', description: 'things', properties: [{ id: 'name', description: 'the name' }] },
  },
  { id: 'printed', anchor: 'rent', method: { id: 'label', position: 'right' } },
  { id: 'copied', method: { id: 'customComputation', jsonLogic: { var: 'rent.durationMs' } } },
];

/** Milliseconds that an answer takes. */
const ANSWER_MS = 40;

async function run(verbosity: number, confidenceSignals: object | boolean = true) {
  let clock = 0;
  const provider = scripted(({ purpose }) => {
    clock += ANSWER_MS;
    if (purpose === 'list') return { object: { rows: [{ p1: 'boat' }] } };
    const answers = ['30', null, 'a boat'].map((answer, i) => [
      `q${i + 1}`,
      { answer, evidence: null, signal: 'confident_answer' },
    ]);
    return { object: Object.fromEntries(answers) };
  });
  const extractor = createExtractor({
    llm: { providers: { google: provider }, now: () => clock, concurrency: 1 },
  });
  const [group, ...others] = FIELDS;
  const fields = [{ method: { ...group!.method, confidenceSignals } }, ...others];
  const config = extractor.parseConfig(JSON.stringify({ verbosity, fields }));
  try {
    const { parsed_document } = await extractor.extract(documentFromLines(LINES), config);
    return parsed_document as Record<string, { readonly [member: string]: unknown } | null>;
  } finally {
    await extractor.close();
  }
}

test.each([2, 4])('verbosity %i shows it on answers and lists', async (verbosity) => {
  const { rent, deposit, thing, things, printed, copied } = await run(verbosity);
  expect(rent).toMatchObject({ value: '30', durationMs: ANSWER_MS, lines: [{ text: 'rent 30' }] });
  expect(thing).toMatchObject({ value: 'a boat', durationMs: ANSWER_MS });
  expect(deposit).toBeNull();
  expect(things).toMatchObject({ columns: [{ id: 'name' }], durationMs: ANSWER_MS });
  expect(JSON.stringify(things?.['columns'])).not.toContain('durationMs');
  expect(printed).not.toHaveProperty('durationMs');
  expect(copied).toMatchObject({ value: ANSWER_MS });
  expect('regions' in rent!).toBe(verbosity === 4);
});

test.each([0, 1, 3])('verbosity %i reports no duration', async (verbosity) => {
  expect(JSON.stringify(await run(verbosity))).not.toContain('durationMs');
});

test('requests that judge answers count', async () => {
  const { rent } = await run(2, { engine: 'google' });
  expect(rent).toMatchObject({ durationMs: 2 * ANSWER_MS });
});
