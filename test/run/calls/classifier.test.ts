/** Choosing configs, types and documents through the public functions, on our own fixtures. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { defineMethod } from '../../../src/extend/index.js';
import {
  classify,
  createExtractor,
  type Document,
  type DocumentType,
  documentFromLines,
  extract,
  extractBestFit,
  extractPortfolio,
  loadDocument,
  type NamedConfig,
} from '../../../src/index.js';
import { scripted } from '../../../src/llm/scripted.js';

const fixture = (path: string) => readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url));
const bytes = (name: string) => new Uint8Array(fixture(`documents/${name}.pdf`));
const named = (name: string): NamedConfig => ({
  name,
  config: fixture(`configs/${name}.json`).toString('utf8'),
});
const expected = (name: string) =>
  JSON.parse(fixture(`expected/${name}.json`).toString('utf8')).parsed_document;

const OWN = ['invoice', 'letter', 'bank-statement'];
const TYPES: readonly DocumentType[] = OWN.map((name) => ({ name: `${name}s`, configs: [named(name)] }));
const PAPERS: DocumentType = { name: 'papers', configs: OWN.map(named) };
const LOOKING = { fields: [{ id: 'a', anchor: 'total', method: { id: 'passthrough' } }] } as const;

const opened: Document[] = [];
async function open(name: string): Promise<Document> {
  const document = await loadDocument(bytes(name));
  opened.push(document);
  return document;
}
afterAll(async () => {
  for (const document of opened) await document.close();
});

async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

it.each(OWN)('the config that fits best for %s is its own, and gives what it gives alone', async (name) => {
  const result = await extractBestFit(bytes(name), PAPERS, { from: 'the desk' });
  expect(result.configuration).toBe(name);
  expect(result.parsed_document).toEqual(expected(name));
  expect(result.extra_data).toEqual({ from: 'the desk' });
  const [best, ...others] = result.classification_summary;
  expect(best).toMatchObject({ configuration: name, score: { penalties: 0 } });
  expect(best!.fingerprints_present).toBe(best!.fingerprints);
  for (const other of others) expect(other).not.toHaveProperty('score');
});

it('the config that fits best is reported without what it gives', async () => {
  const document = await open('letter');
  const {
    configuration,
    classification_summary: summary,
    ...rest
  } = await classify(document, PAPERS.configs);
  expect(configuration).toBe('letter');
  expect(summary.map((entry) => entry.configuration)).toEqual(['letter', 'bank-statement', 'invoice']);
  expect(rest).toEqual({ configuration_fingerprint: { passed: 2, tests: 2 }, warnings: [] });
});

it('says how much of its fingerprint is there, and warns where it does not pass', async () => {
  const document = await open('letter');
  const others = { name: 'papers', configs: [named('invoice')] };
  const result = await extractBestFit(document, others);
  expect(result.configuration_fingerprint).toEqual({ passed: 0, tests: 3 });
  const warning = {
    code: 'FINGERPRINT_NOT_PASSED',
    message: expect.stringMatching(
      /^the config "invoice" was used .*: 0 of 3 tests pass \(no line matches /u,
    ),
  };
  expect(result.warnings).toEqual([warning]);
  const { configuration_fingerprint: count, warnings } = await classify(document, others);
  expect({ count, warnings }).toEqual({ count: { passed: 0, tests: 3 }, warnings: [warning] });
});

it('the config that fits best is none in strict mode where no fingerprint passes, as the call says, else the type', async () => {
  const document = await open('letter');
  const type = (mode: 'strict' | 'fallback_to_all') => ({
    name: 'papers',
    configs: [named('invoice')],
    fingerprint_mode: mode,
  });
  const refused = { code: 'no_fingerprint_match', message: expect.stringContaining('0 of 3 tests pass') };
  const { configs } = type('strict');
  expect(await errorOf(() => extractBestFit(document, configs, {}, { strict: true }))).toMatchObject(refused);
  expect(await errorOf(() => classify(document, configs, {}, { strict: true }))).toMatchObject(refused);
  expect(await errorOf(() => extractBestFit(document, type('strict')))).toMatchObject(refused);
  const found = await extractBestFit(document, type('strict'), {}, { strict: false });
  expect(found.configuration).toBe('invoice');
});

it('the config that fits best is chosen among all, strict or not, where fingerprints are not to narrow', async () => {
  const document = await open('letter');
  const type = { ...PAPERS, fingerprint_mode: 'strict' } as const;
  const result = await extractBestFit(document, type, {}, { allConfigs: true, effort: 'economical' });
  expect(result.configuration).toBe('letter');
  expect(result.classification_summary.map(({ score }) => score !== undefined)).toEqual([true, true, true]);
});

it('the config that fits best has the score of its document, although it keeps none', async () => {
  const document = documentFromLines([{ text: 'total 7', left: 1, top: 1 }]);
  const postprocessor = { type: 'xml', rule: 'x', keepParsedDocument: false };
  const configs = [
    { name: 'a', config: { fields: [{ id: 'b', anchor: 'nowhere', method: { id: 'passthrough' } }] } },
    { name: 'b', config: { ...LOOKING, postprocessor } },
  ] as unknown as readonly NamedConfig[];
  const result = await extractBestFit(document, configs);
  expect(result.configuration).toBe('b');
  expect(result).not.toHaveProperty('parsed_document');
});

it('loses by the checks of its document type, which an option replaces', async () => {
  const document = documentFromLines([{ text: 'total 7', left: 1, top: 1 }]);
  const configs = [
    { name: 'plain', config: LOOKING },
    { name: 'twice', config: { fields: [...LOOKING.fields, { ...LOOKING.fields[0], id: 'b' }] } },
  ] as unknown as readonly NamedConfig[];
  const check = { description: 'no b', condition: { '!': { var: 'b' } }, severity: 'error' as const };
  const type = { name: 't', configs, validations: [check, { ...check, description: 'none' }] };
  const strict = await extractBestFit(document, type);
  expect(strict.configuration).toBe('plain');
  expect(strict.classification_summary[1]!.score).toEqual({ value: 0, fields_present: 2, penalties: 2 });
  const loose = await extractBestFit(document, type, undefined, { validations: [] });
  expect(loose.configuration).toBe('twice');
});

it('the config that fits best is sought with what the document type says of reading, unless an option says otherwise', async () => {
  const config = { fields: [], verbosity: 3 } as never;
  const type = { name: 't', configs: [{ name: 'odd', config }], prevent_default_merge_lines: true };
  const linesOf = async (options: object) =>
    (await extractBestFit(bytes('labels'), type, undefined, options)).text!.pages[0]!.lines.length;
  expect(await linesOf({})).toBeGreaterThan(await linesOf({ preventDefaultMergeLines: false }));
  const unread = { id: 'unread', recognise: async () => ({ words: [] }) };
  const extractor = createExtractor({ ocrEngines: { tesseract: unread as never } });
  const engine = { ...type, ocr_engine: 'no such engine', ocr_level: 5 as const };
  const scanned = await extractor.extractBestFit(bytes('preprocess-ocr'), engine, undefined, {
    limits: { pages: 2 },
  });
  await extractor.close();
  expect(scanned.warnings).toContainEqual(
    expect.objectContaining({
      code: 'OCR_UNAVAILABLE',
      message: expect.stringContaining('no such engine'),
    }),
  );
});

it('reads a page by OCR once for all configs', async () => {
  let reads = 0;
  const engine = {
    id: 'counting',
    recognise: async () => {
      reads++;
      return { words: [] };
    },
  };
  const extractor = createExtractor({ ocrEngines: { counting: engine as never }, ocrEngine: 'counting' });
  const reading = { fields: [], preprocessors: [{ type: 'ocr', match: { type: 'first' } }] };
  const configs = ['a', 'b', 'c'].map((name) => ({ name, config: reading as never }));
  await extractor.extractBestFit(bytes('invoice'), configs);
  await extractor.close();
  expect(reads).toBe(1);
});

it('reports slow patterns in fingerprints', async () => {
  const document = documentFromLines([{ text: `${'a'.repeat(60)}!`, left: 1, top: 1 }]);
  const slow = { ...LOOKING, fingerprint: { tests: [{ type: 'regex', pattern: '(a+)+$' }] } } as never;
  const limits = { patternMilliseconds: 5 };
  const { warnings } = await extractBestFit(document, [{ name: 'slow', config: slow }], undefined, {
    limits,
  });
  expect(warnings).toEqual([
    { code: 'regex_timeout', message: expect.stringMatching(/^fingerprint of the config "slow": .*5 ms/u) },
    { code: 'FINGERPRINT_NOT_PASSED', message: expect.stringContaining('"slow"') },
  ]);
});

it('the config that fits best may be written in the language of an extractor', async () => {
  const shout = defineMethod({
    id: 'shout',
    summary: 'The line in capitals',
    anchor: 'required',
    options: () => ({}),
    capture: ({ anchor }) => ({ pieces: [{ text: anchor.line.text.toUpperCase(), line: anchor.line }] }),
    examples: [],
  });
  const extractor = createExtractor({ methods: [shout] });
  const document = documentFromLines([{ text: 'total', left: 1, top: 1 }]);
  const config = { fields: [{ id: 'a', anchor: 'total', method: { id: 'shout' } }] } as never;
  const { parsed_document } = await extractor.extractBestFit(document, [{ name: 'a', config }]);
  expect(parsed_document).toEqual({ a: { type: 'string', value: 'TOTAL' } });
});

it('ends when the caller gives up', async () => {
  const signal = AbortSignal.abort();
  const call = () => extractBestFit(bytes('invoice'), PAPERS, undefined, { signal });
  expect(await errorOf(call)).toMatchObject({ code: 'aborted' });
});

it('the config that fits best is not looked for in a document that was closed', async () => {
  const document = await loadDocument(bytes('invoice'));
  await document.close();
  expect(await errorOf(() => extractBestFit(document, PAPERS))).toMatchObject({ code: 'closed' });
  const { fingerprintHits } = createExtractor();
  expect(await errorOf(() => fingerprintHits(document, named('invoice').config))).toMatchObject({
    code: 'closed',
  });
});

it('the type of a document is decided by fingerprints, without a run', async () => {
  const document = await open('bank-statement');
  expect(await classify(document, TYPES)).toMatchObject({
    document_type: { name: 'bank-statements', score: 1 },
    method: 'fingerprints',
  });
});

it('the type of a document is not asked of a model that is not there, before anything is read', async () => {
  const call = () => classify(new Uint8Array(), TYPES, undefined, { classifyBy: 'llm' });
  expect(await errorOf(call)).toMatchObject({ code: 'llm_unavailable' });
});

describe('a file of several documents', () => {
  it('gives each with its own pages and the same extra data', async () => {
    const result = await extractPortfolio(bytes('portfolio'), TYPES, { desk: 4 });
    const places = result.documents.map(
      ({ documentType, configuration, startPage, endPage }) =>
        `${documentType} by ${configuration} ${startPage}-${endPage}`,
    );
    expect(places).toEqual([
      'invoices by invoice 1-1',
      'letters by letter 2-3',
      'bank-statements by bank-statement 4-7',
      'invoices by invoice 8-8',
    ]);
    expect(result.unmatched_pages).toEqual([[0, 0]]);
    for (const { configuration, output } of result.documents) {
      expect(output.parsed_document).toEqual(expected(configuration!));
      expect(output.classification_summary).toEqual([
        { configuration, score: expect.objectContaining({ penalties: 0 }) },
      ]);
    }
    expect(result).toMatchObject({ page_count: 9, errors: [], extra_data: { desk: 4 } });
    const sum = (count: (summary: (typeof result)['validation_summary']) => number) =>
      result.documents.reduce((all, { output }) => all + count(output.validation_summary), 0);
    expect(result.validation_summary.fields).toBe(sum(({ fields }) => fields));
    expect(result.validation_summary.fields_present).toBe(sum((summary) => summary.fields_present));
    const mean = result.documents.reduce((all, { output }) => all + output.coverage, 0) / 4;
    expect(result.coverage).toBeCloseTo(mean, 10);
  });

  it('a file of several documents has lines that count from the first page of their document', async () => {
    const text = fixture('configs/letter.json').toString('utf8');
    const verbose = createExtractor().parseConfig(text);
    const types = [
      { name: 'letters', configs: [{ name: 'letter', config: { ...verbose, verbosity: 1 as const } }] },
    ];
    const { documents } = await extractPortfolio(bytes('portfolio'), types);
    const alone = await extract(bytes('letter'), { ...verbose, verbosity: 1 });
    expect(documents[0]!.output.parsed_document).toEqual(alone.parsed_document);
  });

  it('hands extra data to the fields of each', async () => {
    const branch = { id: 'branch', method: { id: 'extraData', key: 'branch' } };
    const types = TYPES.slice(0, 1).map((type) => ({
      ...type,
      configs: [
        {
          name: 'c',
          config: {
            fields: [branch],
            fingerprint: { tests: [{ page: 'first', match: 'invoice no.' }] },
          } as never,
        },
      ],
    }));
    const { documents } = await extractPortfolio(bytes('portfolio'), types, { branch: 'Ryde' });
    expect(documents.map(({ output }) => output.parsed_document)).toEqual([
      { branch: expect.objectContaining({ value: 'Ryde' }) },
      { branch: expect.objectContaining({ value: 'Ryde' }) },
    ]);
  });

  it('a file of several documents has none where no type fits', async () => {
    const result = await extractPortfolio(bytes('labels'), TYPES);
    expect(result).toMatchObject({
      documents: [],
      unmatched_pages: [[0, 0]],
      coverage: 0,
      errors: [{ type: 'invalid', code: 'no_documents' }],
      validation_summary: { fields: 0, fields_present: 0 },
    });
  });

  it('heeds that a type wants runs of text as they are, and not how it would be read by OCR', async () => {
    const config = {
      fields: [],
      verbosity: 3,
      fingerprint: { tests: [{ page: 'first', match: 'lease' }] },
    } as never;
    const type = { name: 'odd', configs: [{ name: 'odd', config }], fingerprint_mode: 'strict' } as const;
    const linesOf = async (document: Document | Uint8Array, change: Partial<DocumentType> = {}) => {
      const { documents, warnings } = await extractPortfolio(document, [{ ...type, ...change }]);
      return {
        lines: documents[0]!.output.text!.pages[0]!.lines.length,
        codes: warnings.map(({ code }) => code),
      };
    };
    const merged = await linesOf(bytes('labels'), { ocr_level: 0, ocr_engine: 'google' });
    const raw = await linesOf(bytes('labels'), { prevent_default_merge_lines: true });
    expect(raw.lines).toBeGreaterThan(merged.lines);
    expect([merged.codes, raw.codes]).toEqual([[], []]);
    const read = await linesOf(await open('labels'), { prevent_default_merge_lines: true });
    expect(read).toEqual({ lines: merged.lines, codes: ['LINES_MERGED'] });
  });

  it('the documents of a file are separated by a model', async () => {
    const kinds = [null, 1, 2, 2, 3, 3, 3, 3, 1];
    const model = scripted(({ purpose }) => {
      if (purpose !== 'segment') return new Error('not asked');
      const pages = kinds.map((type, i) => ({ page: i + 1, type, first: [1, 2, 4, 8].includes(i) }));
      return { object: { pages } };
    });
    const llm = { providers: { one: model } };
    const result = await extractPortfolio(bytes('portfolio'), TYPES, undefined, { segmentBy: 'llm', llm });
    expect(result.documents.map(({ configuration, startPage }) => `${configuration} ${startPage}`)).toEqual([
      'invoice 1',
      'letter 2',
      'bank-statement 4',
      'invoice 8',
    ]);
    expect(result.usage?.llm.calls).toBe(1);
    const [first, ...rest] = result.documents;
    expect(first!.output).toMatchObject({ configuration_fingerprint: { passed: 3, tests: 3 }, warnings: [] });
    expect(rest).toHaveLength(3);
    const none = () => extractPortfolio(new Uint8Array(), TYPES, undefined, { segmentBy: 'llm' });
    expect(await errorOf(none)).toMatchObject({ code: 'llm_unavailable' });
  });

  it('warns of documents whose config does not fit them, and fails them in strict mode', async () => {
    const model = scripted(() => ({
      object: {
        pages: Array.from({ length: 9 }, (_, i) => ({ page: i + 1, type: i < 2 ? 1 : 2, first: i === 2 })),
      },
    }));
    const options = { segmentBy: 'llm', llm: { providers: { one: model } } } as const;
    const types = [TYPES[1]!, TYPES[0]!];
    const loose = await extractPortfolio(bytes('portfolio'), types, undefined, options);
    expect(loose.documents[0]).toMatchObject({
      configuration: 'letter',
      output: { configuration_fingerprint: { passed: 0 }, warnings: [{ code: 'FINGERPRINT_NOT_PASSED' }] },
    });
    const strict = await extractPortfolio(bytes('portfolio'), types, undefined, { ...options, strict: true });
    expect(strict.documents[0]).toMatchObject({
      configuration: null,
      output: { parsed_document: null, errors: [{ code: 'no_fingerprint_match' }] },
    });
    expect(strict.documents[1]).toMatchObject({ configuration: 'invoice' });
  });

  it('a file of several documents is extracted from with all configs of the type where fingerprints are not to narrow', async () => {
    const types = [{ name: 'papers', configs: OWN.map(named) }];
    const { documents } = await extractPortfolio(bytes('portfolio'), types, undefined, { allConfigs: true });
    const ran = documents.map(({ configuration, output }) => ({
      configuration,
      count: output.classification_summary.length,
    }));
    expect(ran).toEqual(
      ['invoice', 'letter', 'bank-statement', 'invoice'].map((configuration) => ({
        configuration,
        count: 3,
      })),
    );
  });

  it('a file of several documents is not a spreadsheet', async () => {
    const csv = new TextEncoder().encode('invoice no.,7\n');
    const call = () => extractPortfolio(csv, TYPES, undefined, { contentType: 'text/csv' });
    expect(await errorOf(call)).toMatchObject({
      code: 'unsupported_type',
      message: expect.stringMatching(/spreadsheet/iu),
    });
  });
});

describe('inspection', () => {
  it('reports where a fingerprint was found', async () => {
    const document = await open('bank-statement');
    const { fingerprintHits, slice } = createExtractor();
    const { config } = named('bank-statement');
    expect(fingerprintHits(document, config)).toMatchObject({
      fingerprints: 3,
      present: 3,
      hits: [
        { test: 0, match: 0, page: 0, text: 'Account summary' },
        { test: 1, match: 0, page: 0, line: 1, text: 'Account statement' },
        { test: 1, match: 1, page: 0, line: 2 },
      ],
      missing: [],
    });
    expect(fingerprintHits(slice(document, 1, 2), config)).toMatchObject({
      present: 2,
      missing: [{ test: 0, match: 0 }],
    });
  });
});

describe('mistakes at the boundary are reported in our words', () => {
  const document = documentFromLines([{ text: 'total 7', left: 1, top: 1 }]);
  const good = { name: 'a', config: LOOKING };
  const loose = { bestFit: extractBestFit, classify, portfolio: extractPortfolio } as unknown as Readonly<
    Record<string, (...args: unknown[]) => Promise<unknown>>
  >;

  it.each<[string, string, unknown[], RegExp]>([
    ['nothing to choose from', 'bestFit', [[]], /no config to choose from/],
    [
      'no types at all',
      'portfolio',
      [{ name: 't', configs: [] }],
      /document types must be an array, not an object/,
    ],
    ['nothing', 'bestFit', [undefined], /document type must be an object, not undefined/],
    ['a type that is none', 'portfolio', [[null]], /document type must be an object, not null/],
    ['a config without a name', 'bestFit', [[{ config: LOOKING }]], /configs\[0\]\.name: is required/],
    [
      'two configs of a name',
      'bestFit',
      [[good, good]],
      /configs\[1\]\.name: there is another one called "a"/,
    ],
    [
      'two types of a name',
      'portfolio',
      [[TYPES[0], TYPES[0]]],
      /documentTypes\[1\]\.name: there is another/,
    ],
    [
      'a config that is wrong',
      'bestFit',
      [{ name: 't', configs: [good, { name: 'b', config: { fields: [{ id: 'a' }] } }] }],
      /documentType\.configs\.b\.fields\[0\]/,
    ],
    [
      'a setting misspelt',
      'bestFit',
      [{ name: 't', configs: [good], fingerprint_moode: 'strict' }],
      /documentType\.fingerprint_moode: unknown member \(did you mean "fingerprint_mode"\?\)/,
    ],
    [
      'a mode that is none',
      'bestFit',
      [{ name: 't', configs: [good], fingerprint_mode: 'lax' }],
      /allowed: fallback_to_all, strict/,
    ],
    [
      'a check that is wrong',
      'bestFit',
      [{ name: 't', configs: [good], validations: [{ description: 'x' }] }],
      /documentType\.schema\.validations\[0\]\.condition/,
    ],
    [
      'an effort that is none',
      'bestFit',
      [[good], {}, { effort: 'some' }],
      /"effort" must be one of "exhaustive", "economical"/,
    ],
    [
      'an option of another function',
      'bestFit',
      [[good], {}, { classifyBy: 'llm' }],
      /"classifyBy" is one of classify, not of extractBestFit/,
    ],
    ['a method that is none', 'classify', [[good], {}, { classifyBy: 'magic' }], /must be one of "auto"/],
    [
      'options for extra data',
      'portfolio',
      [TYPES, { segmentBy: 'llm' }],
      /"segmentBy" is an option; options come fourth: extractPortfolio\(/,
    ],
    ['extra data that is not flat', 'bestFit', [[good], { a: {} }], /extra_data\.a must be/],
  ])('a mistake at the boundary is reported in our words: %s', async (_name, call, args, message) => {
    const error = await errorOf(() => loose[call]!(document, ...args));
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(message);
  });
});
