/** Configs in TypeScript that name methods, types and preprocessors of a host. */
import { expect, expectTypeOf, test } from 'vitest';
import { defineMethod, definePreprocessor, defineType } from '../../../src/extend/index.js';
import { createExtractor, documentFromLines, type Extractor } from '../../../src/index.js';

const policyNumber = defineType({
  id: 'policyNumber',
  summary: 'The number of a policy',
  plain: true,
  options: () => ({}),
  compile: () => ({
    candidates: (lines) =>
      lines.flatMap(({ text }, index) => {
        const [source] = /[A-Z]-\d+/u.exec(text) ?? [];
        return source === undefined
          ? []
          : [{ value: { type: 'policyNumber', source, value: source }, lines: [index] }];
      }),
  }),
  examples: [],
});

const ownLine = defineMethod({
  id: 'ownLine',
  summary: 'The line of the anchor',
  anchor: 'required',
  options: () => ({}),
  capture: ({ scope, anchor }) => ({
    pieces: scope.lines.slice(anchor.index, anchor.index + 1).map((line) => ({ text: line.text, line })),
  }),
  examples: [],
});

const untouched = definePreprocessor({
  id: 'untouched',
  summary: 'Leaves all as it is',
  options: () => ({}),
  apply: (pages) => pages,
  examples: [],
});

test('defineConfig of an extractor knows what the host adds, and values have the types of their fields', async () => {
  const extractor = createExtractor({
    methods: [ownLine],
    types: [policyNumber],
    preprocessors: [untouched],
  });
  const config = extractor.defineConfig({
    preprocessors: [{ type: 'untouched' }],
    fields: [
      { id: 'policy', anchor: 'policy', type: 'policyNumber', method: { id: 'ownLine' } },
      { id: 'premium', anchor: 'premium', type: 'currency', method: { id: 'ownLine' } },
      {
        id: 'code',
        anchor: 'policy',
        type: { id: 'custom', pattern: '[A-Z]-', type: 'letter' },
        method: { id: 'ownLine' },
      },
      { id: 'text', anchor: 'policy', type: { id: 'custom', pattern: '[A-Z]-' }, method: { id: 'ownLine' } },
      {
        id: 'short',
        anchor: 'policy',
        type: { id: 'replace', pattern: 'Policy ', replaceWith: '' },
        method: { id: 'ownLine' },
      },
    ],
  });
  const { parsed_document } = await extractor.extract(
    documentFromLines([
      { text: 'Policy K-204', left: 1, top: 1 },
      { text: 'Premium $12.50', left: 1, top: 2 },
    ]),
    config,
  );
  const { policy, premium, code, text, short } = parsed_document;
  expectTypeOf(premium?.value).toEqualTypeOf<number | undefined>();
  expectTypeOf(policy?.value).toEqualTypeOf<unknown>();
  expectTypeOf(code?.type).toEqualTypeOf<'letter' | undefined>();
  expectTypeOf(text?.type).toEqualTypeOf<'string' | undefined>();
  expectTypeOf(short?.type).toEqualTypeOf<'replaced_string' | undefined>();
  expect([policy?.value, premium?.value, code?.type, text?.type, short?.type, short?.value]).toEqual([
    'K-204',
    12.5,
    'letter',
    'string',
    'replaced_string',
    'K-204',
  ]);
  // What takes any extractor takes this one.
  expectTypeOf(extractor).toExtend<Extractor>();
  await extractor.close();
});

test('what the host does not add stays an error of the compiler', () => {
  const extractor = createExtractor({ methods: [ownLine] });
  const method = () =>
    // @ts-expect-error no method has this id
    extractor.defineConfig({ fields: [{ id: 'a', anchor: 'a', method: { id: 'ownLnie' } }] });
  const member = () =>
    // @ts-expect-error a field has no such member
    extractor.defineConfig({ fields: [{ id: 'a', anchr: 'a', method: { id: 'ownLine' } }] });
  const type = () =>
    extractor.defineConfig({
      // @ts-expect-error no type has this id
      fields: [{ id: 'a', anchor: 'a', type: 'policyNumber', method: { id: 'ownLine' } }],
    });
  const other = () =>
    // @ts-expect-error another extractor does not know the method
    createExtractor().defineConfig({ fields: [{ id: 'a', anchor: 'a', method: { id: 'ownLine' } }] });
  for (const define of [method, member, type, other]) expect(define).toThrow();
});
