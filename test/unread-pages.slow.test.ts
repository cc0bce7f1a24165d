/** Pages are read when fields want them, and results are those of documents that were read whole. */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedConfig } from '../src/config/parse.js';
import { builtInLanguage } from '../src/config/schema.js';
import type { Document } from '../src/document/model.js';
import type { PagedDocument } from '../src/document/paged.js';
import type { LineSketch } from '../src/document/sketch.js';
import { runExtraction } from '../src/extract.js';
import { createExtractor, DocumentError, type ExtractOptions } from '../src/index.js';
import { methods } from '../src/methods/index.js';
import { resolveOptions } from '../src/options.js';
import { pdfjs } from '../src/pdf/pdfjs/pdfjs.js';
import { documentFromLines } from '../src/readers/from-lines.js';
import { pagedOf } from './support/paged.js';

const language = builtInLanguage();
const NOBODY = { pdf: pdfjs(), embedded: () => Promise.reject(new Error('no page is read by OCR here')) };

/** What a config gives of a document, as text, so that the order of members counts. */
async function resultOf(document: Document | PagedDocument, config: object): Promise<string> {
  const given: ExtractOptions = { now: () => new Date(0), random: () => 0.5 };
  const resolved = resolveOptions({}, given, NOBODY, language.rules);
  const checked = checkedConfig(JSON.stringify(config), language);
  const { result } = await runExtraction(document, checked, { ...resolved, language, extraData: undefined });
  return JSON.stringify(result, undefined, 1);
}

const stack = (texts: readonly string[], page: number): LineSketch[] =>
  texts.map((text, i) => ({ text, left: 1, top: 1 + i * 0.25, page }));

describe('results', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'a 7', 'b 12.50', 'c', 'd', 'end');
  const pages = fc
    .array(fc.array(word, { maxLength: 6 }), { minLength: 1, maxLength: 7 })
    .filter((each) => each.some((texts) => texts.length > 0))
    .map((each) => documentFromLines(each.flatMap(stack)));

  const includes = fc.record(
    { type: fc.constant('includes'), text: fc.constantFrom('a', 'b', 'c', 'd', 'end', 'nowhere') },
    { requiredKeys: ['type', 'text'] },
  );
  const sequence = fc
    .array(fc.record({ matcher: includes, reverse: fc.boolean() }), { minLength: 1, maxLength: 3 })
    .map((list) =>
      list.map(({ matcher, reverse }, i) => (reverse && i > 0 ? { ...matcher, reverse } : matcher)),
    );
  const component = fc.oneof(
    includes,
    sequence,
    fc.constantFrom({ type: 'first' }, { type: 'firstInSection' }, [
      { type: 'repeat', times: 2, match: { type: 'includes', text: 'a' } },
    ]),
  );
  const anchor = fc.oneof(
    component,
    fc.record(
      { match: component, start: component, end: component, includeEnd: fc.boolean() },
      { requiredKeys: ['match'] },
    ),
  );
  const stop = fc.oneof(includes, sequence, fc.constant([{ type: 'last' }]));
  const method = fc.oneof(
    fc.constantFrom<object>(
      { id: 'label', position: 'right' },
      { id: 'label', position: 'below', stop: 'gap' },
      { id: 'row', includeAnchor: true },
      { id: 'passthrough' },
      { id: 'paragraph' },
      { id: 'topic', terms: ['a', 'c'], numLines: 2 },
      { id: 'intersection', verticalAnchor: 'b' },
    ),
    fc.record(
      { id: fc.constant('regex'), pattern: fc.constant('[a-d]+'), stop },
      { requiredKeys: ['id', 'pattern'] },
    ),
    fc.record(
      {
        id: fc.constant('documentRange'),
        stop,
        numLines: fc.integer({ min: 1, max: 9 }),
        includeAnchor: fc.boolean(),
        offsetY: fc.constantFrom(-0.5, 0, 0.3),
      },
      { requiredKeys: ['id'] },
    ),
  );
  const plain = fc.record(
    {
      anchor,
      method,
      match: fc.constantFrom('first', 'last', 'all', 'mostFrequent', 'allWithNull'),
      type: fc.constantFrom('string', 'number', 'currency'),
    },
    { requiredKeys: ['anchor', 'method'] },
  );
  const sections = fc.record({
    type: fc.constant('sections'),
    range: fc.record({ anchor: includes, stop }, { requiredKeys: ['anchor'] }),
    fields: fc.constant([{ id: 'in', anchor: 'b', method: { id: 'row', includeAnchor: true } }]),
  });
  /** Fields with ids, some of them one behind the other for the same. */
  const fields = fc
    .array(fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: sections }), {
      minLength: 1,
      maxLength: 5,
    })
    .map((list) => list.map((each, i) => ({ id: `f${i % 4}`, ...each })));
  const preprocessor = fc.constantFrom<object>(
    { type: 'pageRange', startPage: 1 },
    { type: 'pageRange', endPage: 2 },
    { type: 'pageRange', startPage: 1, endPage: 3 },
    { type: 'sort' },
    { type: 'mergeLines', directlyAdjacentThreshold: 0.1, adjacentThreshold: 0.5 },
    { type: 'splitLines', minSpaces: 1 },
    { type: 'multicolumn' },
    { type: 'removeHeader', offsetY: 1.2 },
    { type: 'removeHeader' },
    { type: 'removePage', match: 'd' },
    { type: 'removeLines', match: 'b' },
  );
  const config = fc.record(
    {
      fields,
      preprocessors: fc.array(preprocessor, { maxLength: 3 }),
      verbosity: fc.constantFrom(0, 1, 3),
    },
    { requiredKeys: ['fields'] },
  );

  it('are those of documents that were read whole, whatever the config', async () => {
    await fc.assert(
      fc.asyncProperty(pages, config, fc.option(fc.nat(6)), async (document, given, unsure) => {
        const { paged } = pagedOf(document, unsure === null ? [] : [unsure]);
        expect(await resultOf(paged, given)).toBe(await resultOf(document, given));
      }),
      { numRuns: 400 },
    );
  });

  const examples = methods.flatMap(({ id, examples: own }) =>
    own.map(({ title, lines, field }) => ({ id, title, lines, field })),
  );
  it.each(examples)('of $id are the same: $title', async ({ lines, field }) => {
    const again = lines.map((line) => ({ ...line, page: (line.page ?? 0) + 2 }));
    const document = documentFromLines([...lines, ...again, ...stack(['end of it'], 5)]);
    for (const match of ['first', 'last', 'all'] as const) {
      const given = {
        fields: [{ id: 'value', ...field, ...('anchor' in field && { match }) }],
        verbosity: 1,
      };
      expect(await resultOf(pagedOf(document).paged, given)).toBe(await resultOf(document, given));
    }
  });

  it('tell once what a field tells that ran more than once', async () => {
    const document = documentFromLines(
      [1, 2, 3, 4].flatMap((_, page) => stack([`${'a'.repeat(40)}!`], page)),
    );
    const slow = { type: 'regex', pattern: '^(a+)+$' };
    const given = { fields: [{ id: 'slow', anchor: slow, method: { id: 'passthrough' } }] };
    const { errors } = JSON.parse(await resultOf(pagedOf(document).paged, given));
    expect(errors).toHaveLength(4);
    expect(await resultOf(pagedOf(document).paged, given)).toBe(await resultOf(document, given));
  });
});

describe('pages that are read', () => {
  const document = documentFromLines(
    Array.from({ length: 20 }, (_, page) => stack([`Number: ${page}`, `leaf ${page}`, 'text'], page)).flat(),
  );
  const number = { id: 'number', anchor: 'number:', method: { id: 'label', position: 'right' } };
  const range = (options: object) => ({
    id: 'range',
    anchor: 'number',
    method: { id: 'documentRange', ...options },
  });
  const upTo = (count: number) => Array.from({ length: count }, (_, page) => page);

  async function pagesRead(config: object, unsure: readonly number[] = []) {
    const { paged, read, state } = pagedOf(document, unsure);
    await resultOf(paged, config);
    return state.isWhole ? [...read, 'whole'] : read;
  }

  it.each<[string, object[], number]>([
    ['no field', [], 1],
    ['a field of the first page', [number], 1],
    ['two of them', [number, { ...number, id: 'again' }], 1],
    ['a field of the third', [{ ...number, anchor: 'leaf 2', method: { id: 'passthrough' } }], 4],
    ['the last of all matches', [{ ...number, match: 'last' }], 20],
    [
      'all matches before an end',
      [{ ...number, match: 'all', anchor: { match: 'number', end: 'leaf 1' } }],
      2,
    ],
    ['a missing anchor', [{ ...number, anchor: 'nowhere' }], 20],
    [
      'an anchor that is missing before its end',
      [{ ...number, anchor: { match: 'nowhere', end: 'leaf 0' } }],
      1,
    ],
    ['a range to a stop', [range({ stop: 'leaf 5' })], 8],
    ['a range of some lines', [range({ numLines: 4 })], 2],
    ['a range to the end', [range({})], 20],
    ['a fallback that is not needed', [number, { ...number, anchor: 'nowhere' }], 1],
    ['a fallback', [{ ...number, anchor: 'nowhere' }, number], 20],
  ])('with %s', async (_, fields, count) => {
    expect(await pagesRead({ fields })).toEqual(upTo(count));
  });

  it('belong to the page range', async () => {
    const within = (...preprocessors: object[]) => ({ preprocessors, fields: [{ ...number, match: 'all' }] });
    expect(await pagesRead(within({ type: 'pageRange', startPage: 3, endPage: 5 }))).toEqual([3, 4]);
    const [outer, inner] = [
      { type: 'pageRange', startPage: 4, endPage: 9 },
      { type: 'pageRange', startPage: 1, endPage: 3 },
    ];
    expect(await pagesRead(within(outer, { type: 'sort' }, inner))).toEqual([5, 6]);
    expect(await pagesRead(within({ type: 'pageRange', startPage: 18, endPage: 40 }))).toEqual([18, 19]);
    expect(await pagesRead(within({ type: 'pageRange', startPage: 20 }))).toEqual(['whole']);
  });

  it('are all, once one depends on the others', async () => {
    expect(await pagesRead({ fields: [number] }, [1])).toEqual([0]);
    expect(await pagesRead({ fields: [number, { ...number, id: 'leaf', anchor: 'leaf 1' }] }, [1])).toEqual([
      0,
      1,
      'whole',
    ]);
  });

  it('are all where a preprocessor looks at several', async () => {
    expect(await pagesRead({ preprocessors: [{ type: 'removeHeader' }], fields: [number] })).toEqual([
      'whole',
    ]);
  });

  it('end the extraction when one cannot be read, whichever field wants it', async () => {
    const broken = (): PagedDocument => {
      const { paged } = pagedOf(document);
      return {
        ...paged,
        async page(index, first) {
          if (index === 2) throw new DocumentError('too_large', 'too many characters', { page: index });
          return paged.page(index, first);
        },
      };
    };
    const inBranch = {
      method: { id: 'conditional', condition: true, fieldsOnPass: [{ ...number, anchor: 'leaf 9' }] },
    };
    expect(await resultOf(broken(), { fields: [number] })).toContain('"value": "0"');
    for (const field of [{ ...number, anchor: 'leaf 9' }, inBranch]) {
      await expect(resultOf(broken(), { fields: [field] })).rejects.toMatchObject({
        code: 'too_large',
        page: 2,
      });
    }
  });
});

describe('a PDF of 900 pages', () => {
  const WORDS = 'the goods named below were delivered in good order and signed for by the receiver';

  async function longFile(): Promise<Uint8Array> {
    const file = await PDFDocument.create();
    const font = await file.embedFont(StandardFonts.Helvetica);
    for (let number = 1; number <= 900; number++) {
      const page = file.addPage([612, 792]);
      page.drawText(`Number: ${number}`, { x: 72, y: 700, size: 10, font });
      page.drawText(WORDS, { x: 72, y: 680, size: 10, font });
    }
    return file.save();
  }

  function counting() {
    const pdf = pdfjs();
    const read: number[] = [];
    const engine = {
      ...pdf,
      open: async (...request: Parameters<typeof pdf.open>) => {
        const file = await pdf.open(...request);
        return {
          pageCount: file.pageCount,
          metadata: () => file.metadata(),
          formFields: () => file.formFields(),
          close: () => file.close(),
          page: (index: number) => {
            read.push(index);
            return file.page(index);
          },
        };
      },
    };
    return { engine, read };
  }

  it('is read as far as fields want it', async () => {
    const bytes = await longFile();
    const fields = [
      {
        id: 'number',
        anchor: 'number:',
        type: 'number' as const,
        method: { id: 'label', position: 'right' } as const,
      },
    ];
    const progress: unknown[] = [];
    const first = counting();
    const onProgress = (each: unknown) => progress.push(each);
    const result = await createExtractor({ pdf: first.engine }).extract(bytes, { fields }, undefined, {
      onProgress,
    });
    expect(first.read).toEqual([0]);
    expect(progress).toEqual([
      { stage: 'load', done: 1, total: 900 },
      { stage: 'extract', done: 0, total: 1 },
    ]);
    expect(result).toMatchObject({
      page_count: 900,
      parsed_document: { number: { value: 1 } },
      warnings: [],
      errors: [],
    });

    const inside = counting();
    const preprocessors = [{ type: 'pageRange' as const, startPage: 500, endPage: 503 }];
    const all = { preprocessors, fields: fields.map((field) => ({ ...field, match: 'all' as const })) };
    const { parsed_document } = await createExtractor({ pdf: inside.engine }).extract(bytes, all);
    expect(inside.read).toEqual([500, 501, 502]);
    expect(parsed_document.number).toMatchObject([{ value: 501 }, { value: 502 }, { value: 503 }]);
  });
});
