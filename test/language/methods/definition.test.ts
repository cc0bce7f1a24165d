/** What the anchor of a method means for its code, and what it may give. */
import { expect, test } from 'vitest';
import { defineMethod } from '../../../src/extend/index.js';
import { createExtractor, documentFromLines, validateConfig } from '../../../src/index.js';

const common = { summary: 'Tells of the anchor', options: () => ({}), examples: [] } as const;

/** Captures the anchor line. */
const near = defineMethod({
  ...common,
  id: 'near',
  anchor: 'required',
  capture: ({ anchor }) => ({ pieces: [{ text: anchor.line.text, line: anchor.line }] }),
});

/** Makes its value itself, with an anchor or without. */
const anywhere = defineMethod({
  ...common,
  id: 'anywhere',
  anchor: 'optional',
  async capture({ anchor, scope }) {
    // @ts-expect-error: there may be no anchor
    const from = () => anchor.index;
    return { value: { type: 'number', value: anchor ? from() : scope.lines.length }, lines: [] };
  },
});

/** Captures or makes a value, as the lines are. */
const either = defineMethod({
  ...common,
  id: 'either',
  anchor: 'optional',
  capture({ scope: { lines } }) {
    const [line] = lines;
    return line && lines.length === 1
      ? { pieces: [{ text: line.text, line }] }
      : { value: null, lines: [], reason: 'too many lines' };
  },
});

const extractor = createExtractor({ methods: [near, anywhere, either] });
const page = documentFromLines([
  { text: 'Harbour fees', left: 1, top: 1 },
  { text: 'Berth 12', left: 1, top: 1.3 },
]);

async function outcome(field: object) {
  const config = { fields: [{ id: 'a', ...field }] };
  const { parsed_document, trace } = await extractor.extract(page, JSON.stringify(config), undefined, {
    trace: true,
  });
  return { value: parsed_document['a'], reason: trace?.['a']?.[0]?.reason };
}

test('a method that needs an anchor has one', async () => {
  const field = { anchor: 'berth', method: { id: 'near' } };
  expect((await outcome(field)).value).toEqual({ type: 'string', value: 'Berth 12' });
  expect(extractor.validateConfig({ fields: [{ id: 'a', method: { id: 'near' } }] })).toMatchObject([
    { path: ['fields', 0, 'anchor'], code: 'required' },
  ]);
});

test('a method that needs no anchor runs on the whole scope without one', async () => {
  const method = { id: 'anywhere' };
  expect((await outcome({ method })).value).toMatchObject({ value: 2 });
  expect((await outcome({ method, anchor: 'berth' })).value).toMatchObject({ value: 1 });
});

test('a method may capture lines or make its value, in turn', async () => {
  const method = { id: 'either' };
  expect(await outcome({ method })).toEqual({ value: null, reason: 'too many lines' });
  const single = documentFromLines([{ text: 'Quay', left: 1, top: 1 }]);
  const { parsed_document } = await extractor.extract(single, { fields: [{ id: 'a', method } as never] });
  expect(parsed_document).toEqual({ a: { type: 'string', value: 'Quay' } });
});

test('a method is unknown to the language without it', () => {
  const [issue] = validateConfig({ fields: [{ id: 'a', method: { id: 'near' } }] });
  expect(issue?.message).toContain('unknown method "near"');
});
