import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  anchorMatchSchema,
  definePreprocessor,
  findHits,
  linePart,
  withEdits,
  withLines,
  withoutLines,
} from '../../../src/extend/index.js';
import { ConfigError, createExtractor, documentFromLines, extract, formatPath } from '../../../src/index.js';
import { configJsonSchema } from '../../../src/language/config/json-schema.js';
import { createLanguage } from '../../../src/language/config/schema.js';

/** A preprocessor as a host writes it: with a match, a check over several members, and warnings. */
const keepBetween = definePreprocessor({
  id: 'keepBetween',
  summary: 'Keeps the lines from one line to another',
  options: () => ({
    from: anchorMatchSchema.describe('First line to keep'),
    to: anchorMatchSchema.optional().describe('First line not to keep'),
    rows: z.int().min(1).optional().describe('How many lines to keep at most'),
  }),
  check({ to, rows }, context) {
    if (to === undefined || rows === undefined) return;
    context.addIssue({ code: 'custom', path: ['rows'], message: 'cannot stand beside to' });
  },
  apply: (pages, { from, to, rows = Number.POSITIVE_INFINITY }, context) =>
    pages.map((page) => {
      const [first] = findHits([page], from, context);
      if (!first) {
        context.warn({ code: 'KEEP_NOTHING', message: 'no such line', page: page.index, path: ['from'] });
        return page;
      }
      const last = to === undefined ? undefined : findHits([page], to, context)[0];
      const end = Math.min(last?.index ?? page.lines.length, first.index + rows);
      return withLines(page, page.lines.slice(first.index, end));
    }),
  examples: [
    {
      title: 'the middle of a page',
      lines: [
        { text: 'Cover', left: 1, top: 1 },
        { text: 'Cargo', left: 1, top: 2 },
        { text: 'Terms', left: 1, top: 3 },
      ],
      preprocessor: { type: 'keepBetween', from: 'cargo', to: 'terms' },
      result: [['Cargo']],
    },
  ],
});

const document = documentFromLines([
  { text: 'Weight 1 t', left: 1, top: 1 },
  { text: 'Cargo', left: 1, top: 2 },
  { text: 'Weight 7 t', left: 1, top: 2.5 },
  { text: 'Terms', left: 1, top: 3 },
]);
const fields = [{ id: 'weight', anchor: 'weight', method: { id: 'passthrough' } }];
const config = (...preprocessors: readonly object[]) => JSON.stringify({ preprocessors, fields });

const extractor = createExtractor({ preprocessors: [keepBetween] });

it('runs between those of the language', async () => {
  const text = config(
    { type: 'removeLines', match: 'terms' },
    { type: 'keepBetween', from: 'cargo' },
    { type: 'splitLines', minSpaces: 1, match: 'weight' },
  );
  const { parsed_document, errors, warnings } = await extractor.extract(document, text);
  expect(parsed_document).toEqual({ weight: { type: 'string', value: 'Weight' } });
  expect([errors, warnings]).toEqual([[], []]);
});

it('warns with its place in the config', async () => {
  const text = config({ type: 'nlp' }, { type: 'keepBetween', from: 'nothing' });
  const { warnings } = await extractor.extract(document, text);
  expect(warnings).toEqual([
    { code: 'KEEP_NOTHING', message: 'no such line', page: 0, path: 'preprocessors[1].from' },
  ]);
});

it('a preprocessor of the host has its members checked as those of the language', () => {
  const paths = (entry: object) =>
    extractor.validateConfig(JSON.parse(config(entry))).map(({ path }) => formatPath(path));
  expect(paths({ type: 'keepBetween', from: 'a', to: 'b' })).toEqual([]);
  expect(paths({ type: 'keepBetween', to: 'b', typo: 1 })).toEqual([
    'preprocessors[0].from',
    'preprocessors[0].typo',
  ]);
  expect(paths({ type: 'keepBetween', from: 'a', to: 'b', rows: 2 })).toEqual(['preprocessors[0].rows']);
  expect(() => extractor.parseConfig(config({ type: 'keepBetwen', from: 'a' }))).toThrow(/keepBetween/);
});

it('a preprocessor of the host is linted as those of the language', () => {
  const entry = { type: 'keepBetween', from: { type: 'regex', pattern: 'x*' } };
  expect(extractor.validateConfig(JSON.parse(config(entry)))).toMatchObject([
    { severity: 'warning', code: 'matches_empty' },
  ]);
});

it('a preprocessor of the host is part of the JSON Schema', () => {
  const made = extractor.configJsonSchema();
  const schema = JSON.stringify(made);
  expect(schema).toContain('"const":"keepBetween"');
  expect(schema).toContain('How many lines to keep at most');
  expect(schema).toContain('"const":"removeLines"');
  expect(JSON.stringify(configJsonSchema())).not.toContain('keepBetween');
  expect(configJsonSchema(createLanguage({ preprocessors: [keepBetween] }))).toEqual(made);
});

it('a preprocessor of the host is unknown to other extractors', async () => {
  await expect(extract(document, config({ type: 'keepBetween', from: 'cargo' }))).rejects.toThrow(
    ConfigError,
  );
});

it('a preprocessor of the host may take the place of one of the language', async () => {
  const removeLines = definePreprocessor({
    id: 'removeLines',
    summary: 'Removes all lines',
    options: () => ({}),
    apply: (pages) => pages.map((page) => withoutLines(page, new Set(page.lines))),
    examples: [],
  });
  const replaced = createExtractor({ preprocessors: [removeLines] });
  const { parsed_document } = await replaced.extract(document, config({ type: 'removeLines' }));
  expect(parsed_document).toEqual({ weight: null });
});

it('a preprocessor of the host may make other lines, which keep their places', async () => {
  const reword = definePreprocessor({
    id: 'reword',
    summary: 'Spells units out and drops the first word',
    options: () => ({}),
    apply: (pages) =>
      pages.map((page) =>
        withLines(
          page,
          page.lines.map((line) => {
            const at = line.rawText.indexOf(' t');
            const spelled = at < 0 ? line : withEdits(line, [{ start: at + 1, end: at + 2, text: 'tons' }]);
            return linePart(spelled, spelled.rawText.indexOf(' ') + 1, spelled.rawText.length) ?? spelled;
          }),
        ),
      ),
    examples: [],
  });
  const text = JSON.stringify({
    preprocessors: [{ type: 'reword' }],
    verbosity: 1,
    fields: [{ id: 'weight', anchor: 'tons', method: { id: 'passthrough' } }],
  });
  const { parsed_document } = await createExtractor({ preprocessors: [reword] }).extract(document, text);
  expect(parsed_document['weight']).toMatchObject({ value: '1 tons' });
});

it.each<[string, () => never]>([
  [
    'throws',
    () => {
      throw new Error('boom');
    },
  ],
  ['gives nothing', () => undefined as never],
  ['gives what are no pages', () => [{}] as never],
])('a preprocessor of the host that %s changes nothing and is reported', async (_what, apply) => {
  const broken = definePreprocessor({
    id: 'broken',
    summary: '',
    options: () => ({}),
    apply,
    examples: [],
  });
  const { parsed_document, errors } = await createExtractor({ preprocessors: [broken] }).extract(
    document,
    config({ type: 'broken' }),
  );
  expect(parsed_document['weight']).toMatchObject({ value: 'Weight 1 t' });
  expect(errors).toMatchObject([{ type: 'unexpected', path: 'preprocessors[0]' }]);
});

describe('the words of the host', () => {
  const rare = documentFromLines([{ text: 'qu?ndle', left: 1, top: 1 }]);
  const text = JSON.stringify({
    preprocessors: [{ type: 'ligature', mappings: { '?': ['fi', 'ffi'] } }],
    fields: [{ id: 'word', anchor: 'qu', method: { id: 'passthrough' } }],
  });
  const words = new Set(['quffindle']);

  it('decide what a ligature may become', async () => {
    const untouched = await extract(rare, text);
    expect(untouched.parsed_document['word']).toMatchObject({ value: 'qu?ndle' });
    const bound = await createExtractor({ words }).extract(rare, text);
    expect(bound.parsed_document['word']).toMatchObject({ value: 'quffindle' });
    const once = await extract(rare, text, undefined, { words });
    expect(once.parsed_document).toEqual(bound.parsed_document);
  });
});
