import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defineMethod } from '../src/extend/index.js';
import {
  createExtractor,
  DEFAULT_LIMITS,
  type Document,
  DocumentError,
  defineConfig,
  documentFromLines,
  extract,
  loadDocument,
  parseConfig,
} from '../src/index.js';
import { DocumentMemory } from '../src/page/document/memory.js';
import { inkOf } from '../src/page/ink/page-ink.js';

const bytes = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url)));
const config = JSON.stringify({
  fields: [{ id: 'a', anchor: 'total', method: { id: 'passthrough' } }],
});
const boxed = JSON.stringify({
  fields: [{ id: 'a', anchor: 'a', method: { id: 'box', position: 'below' } }],
});
const drawn = () =>
  documentFromLines(
    [
      { text: 'a', left: 1.1, top: 1.1 },
      { text: 'inside', left: 1.1, top: 1.4 },
    ],
    [{ points: [1, 1, 3, 1, 3, 2, 1, 2], closed: true }],
  );

/** What a call throws or rejects with. */
async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a definition of a host without a function that all have is refused by its name', () => {
  const half = { id: 'half', summary: 'Half', anchor: 'required', capture: () => ({ pieces: [] }) };
  expect(() => createExtractor({ methods: [half as never] })).toThrow(
    new TypeError('The definition of "half" has no function "options".'),
  );
});

describe('mistakes at the boundary are reported in our words', () => {
  const document = drawn();
  const loose = extract as (...args: unknown[]) => Promise<unknown>;
  const promised = Promise.resolve(bytes('invoice.pdf'));

  test.each<[string, unknown[], RegExp]>([
    ['a path for a document', ['invoice.pdf', config], /must be bytes.*not text.*readFile/],
    ['a promise for bytes', [promised, config], /document must be.*not a promise \(await it\)/],
    ['a promise for a document', [loadDocument(bytes('invoice.pdf')), config], /not a promise \(await it\)/],
    ['nothing for a document', [undefined, config], /document must be.*not undefined/],
    ['null for a document', [null, config], /document must be.*not null/],
    ['some object for a document', [{ path: 'a.pdf' }, config], /document must be.*not an object/],
    [
      'a promise for a config',
      [document, Promise.resolve(config)],
      /config must be.*not a promise \(await it\)/,
    ],
    ['bytes for a config', [document, bytes('invoice.pdf')], /config must be.*not bytes.*"utf8"/],
    ['nothing for a config', [document], /config must be.*not undefined/],
    [
      'options for extra data',
      [document, config, { trace: true }],
      /"trace" is an option; options come fourth/,
    ],
    ['several options', [document, config, { filename: 'a', limits: { pages: 1 } }], /"limits" is an option/],
    ['text for options', [document, config, undefined, 'trace'], /options must be an object, not text/],
    ['null for options', [document, config, undefined, null], /options must be an object, not null/],
    [
      'an option misspelt',
      [document, config, {}, { ocrlevel: 2 }],
      /no option "ocrlevel" \(did you mean "ocrLevel"\?\)/,
    ],
    [
      'no option at all',
      [document, config, {}, { zzzzzzzzz: 2 }],
      /no option "zzzzzzzzz"; there are filename, /,
    ],
    ['an inherited name', [document, config, {}, { constructor: 2 }], /no option "constructor"/],
    [
      'what the extractor takes',
      [document, config, {}, { methods: [] }],
      /"methods" is one of createExtractor, not of extract/,
    ],
    ['text for a number', [document, config, {}, { ocrLevel: '2' }], /"ocrLevel" must be a number, not "2"/],
    [
      'text for yes or no',
      [document, config, {}, { trace: 'yes' }],
      /"trace" must be true or false, not "yes"/,
    ],
    [
      'an unknown choice',
      [document, config, {}, { useActualText: 'sometimes' }],
      /"useActualText" must be one of "auto", "always", "never", not "sometimes"/,
    ],
    ['a number for text', [document, config, {}, { filename: 1 }], /"filename" must be text, not a number/],
    [
      'a date for a function',
      [document, config, {}, { now: new Date(0) }],
      /"now" must be a function, not an object/,
    ],
    [
      'a promise for an engine',
      [document, config, {}, { pdf: Promise.resolve({}) }],
      /"pdf" must be a PDF engine.*"open".*not a promise/,
    ],
    [
      'an OCR engine of one call',
      [document, config, {}, { ocrEngines: {} }],
      /"ocrEngines" is one of createExtractor, not of extract/,
    ],
    [
      'an array for limits',
      [document, config, {}, { limits: [] }],
      /"limits" must be an object, not an array/,
    ],
    [
      'a controller for its signal',
      [document, config, {}, { signal: new AbortController() }],
      /"signal" must be an AbortSignal/,
    ],
  ])('a mistake at the boundary is reported in our words: %s', async (_, args, message) => {
    const failure = await failureOf(() => loose(...args));
    expect(failure).toBeInstanceOf(TypeError);
    expect((failure as TypeError).message).toMatch(message);
  });

  test('wherever options and configs are taken', async () => {
    const failures = [
      await failureOf(() => loadDocument(bytes('invoice.pdf'), { trace: true } as never)),
      await failureOf(() => loadDocument('invoice.pdf' as never)),
      await failureOf(() => loadDocument(drawn() as never)),
      await failureOf(() => createExtractor({ trace: true } as never)),
      await failureOf(() => createExtractor({ method: [] } as never)),
      await failureOf(() => createExtractor({ types: {} } as never)),
      await failureOf(() => parseConfig(Promise.resolve(config) as never)),
      await failureOf(() => defineConfig(Promise.resolve({}) as never)),
    ];
    expect(failures.map((failure) => failure instanceof TypeError)).toEqual(failures.map(() => true));
    expect(String(failures[4])).toMatch(/did you mean "methods"/);
  });

  test('data that is called as options are is data', async () => {
    expect(await extract(document, config, { trace: true }, {})).toMatchObject({
      extra_data: { trace: true },
    });
    for (const data of [{ filename: 'a.pdf' }, { trace: 'x' }, { password: 'p', contentType: 'c' }, {}]) {
      expect(await extract(document, config, data)).toMatchObject({ extra_data: data });
    }
  });

  test('options that are undefined are not there', async () => {
    const extractor = createExtractor({ limits: { bytes: 10 }, ocrLevel: 0 });
    const options = { limits: { bytes: undefined as never }, ocrLevel: undefined };
    const failure = await failureOf(() =>
      extractor.extract(bytes('invoice.pdf'), config, undefined, options),
    );
    expect(failure).toMatchObject({ code: 'too_large' });
  });
});

describe('a document that was closed', () => {
  test.each([
    ['of a PDF', () => loadDocument(bytes('invoice.pdf'))],
    ['of text', () => loadDocument(new TextEncoder().encode('total 1'), { contentType: 'text/plain' })],
    ['of lines', async () => drawn()],
  ])('a document that was closed: %s is refused, and may be closed again', async (_, load) => {
    const document = await load();
    expect(document.isClosed()).toBe(false);
    await extract(document, config);
    await document.close();
    await document.close();
    expect(document.isClosed()).toBe(true);
    const failure = await failureOf(() => extract(document, config));
    expect(failure).toBeInstanceOf(DocumentError);
    expect(failure).toMatchObject({ code: 'closed', message: expect.stringMatching(/load it again/) });
  });

  test.each([
    ['a PDF', () => loadDocument(bytes('boxed-form.pdf'))],
    ['drawn lines', async () => drawn()],
  ])('reads nothing more of %s', async (_, load) => {
    const document = await load();
    const { graphics } = document.pages[0]!;
    await inkOf(document.pages[0]!)!.vector();
    await document.close();
    const asked = [
      graphics!.paths(),
      graphics!.known!(),
      graphics!.images(),
      graphics!.formFields(),
      graphics!.raster({ dpi: 20 }),
      inkOf(document.pages[0]!)!.vector(),
    ];
    for (const each of asked)
      await expect(each).rejects.toMatchObject({ name: 'DocumentError', code: 'closed' });
  });

  test('closing a document during an extraction ends it where the page is looked at', async () => {
    const document = drawn();
    const closing = defineMethod({
      id: 'closing',
      summary: 'Closes the document',
      anchor: 'optional',
      options: () => ({}),
      capture() {
        void document.close();
        return { pieces: [] };
      },
      examples: [],
    });
    const fields = [
      { id: 'x', anchor: 'a', method: { id: 'closing' } },
      ...(JSON.parse(boxed) as { fields: object[] }).fields,
    ];
    const extractor = createExtractor({ methods: [closing] });
    const failure = await failureOf(() => extractor.extract(document, JSON.stringify({ fields })));
    expect(failure).toMatchObject({ code: 'closed' });
  });
});

describe('what is kept of a document', () => {
  const boxes = async (document: Document) => (await extract(document, boxed)).parsed_document;

  test('what is kept of a document is its own: one that is closed takes nothing from another', async () => {
    const [first, second] = [drawn(), drawn()];
    expect(await boxes(first)).toEqual(await boxes(second));
    const ink = inkOf(second.pages[0]!)!;
    expect(ink).not.toBe(inkOf(first.pages[0]!));
    const held = ink.bytes;
    expect(held).toBeGreaterThan(0);
    const closed = inkOf(first.pages[0]!)!;
    await first.close();
    expect([closed.bytes, ink.bytes]).toEqual([0, held]);
    expect(inkOf(second.pages[0]!)).toBe(ink);
    expect(await boxes(second)).toMatchObject({ a: { value: expect.stringMatching(/inside/) } });
  });

  test('stays within the limit of ink, and serves every extraction', async () => {
    const limits = { inkBytes: 1 };
    const document = await loadDocument(bytes('boxed-form.pdf'), { limits, ocrLevel: 0 });
    const [page] = document.pages;
    const ink = inkOf(page!);
    await ink!.vector();
    expect(inkOf(page!)).toBe(ink);
    expect(ink!.bytes).toBeGreaterThan(1);
    inkOf({ ...page!, graphics: { ...page!.graphics!, memory: page!.graphics!.memory.moved('aside') } });
    expect(ink!.bytes).toBe(0);
    await document.close();
  });

  test('what is kept of moved pages goes with the document, and with the oldest moves', async () => {
    const memory = new DocumentMemory({ ...DEFAULT_LIMITS });
    const page = memory.page('page');
    const holder = () => ({ bytes: 1, forget() {} });
    class Kept {}
    const kept = page.moved('0').own(Kept, () => new Kept());
    expect(page.moved('0').own(Kept, () => new Kept())).toBe(kept);
    for (let i = 1; i <= 16; i++) page.moved(String(i)).useInk(holder());
    expect(memory.heldInk).toBe(16);
    expect(page.moved('0').own(Kept, () => new Kept())).not.toBe(kept);
    memory.close();
    expect(memory.heldInk).toBe(0);
  });
});

describe('a document as the fields of a config see it', () => {
  const pages = () =>
    documentFromLines([
      { text: 'Header', left: 1, top: 0.5 },
      { text: 'Total 12', left: 1, top: 2 },
    ]);
  const removing = JSON.stringify({
    fields: [],
    preprocessors: [{ type: 'removeLines', match: 'header' }],
  });
  const texts = ({ pages: all }: Document) => all.flatMap(({ lines }) => lines.map(({ text }) => text));

  test('a document as the fields of a config see it has what its preprocessors leave, and the document stays as it is', async () => {
    const extractor = createExtractor();
    const document = pages();
    const { document: seen, errors } = await extractor.preprocess(document, removing);
    expect({ seen: texts(seen), own: texts(document), errors }).toEqual({
      seen: ['Total 12'],
      own: ['Header', 'Total 12'],
      errors: [],
    });
    const { parsed_document } = await extractor.extract(seen, parseConfig(config));
    expect(parsed_document).toMatchObject({ a: { value: 'Total 12' } });
  });

  test('ends with the one that it was made of', async () => {
    const document = pages();
    const { document: seen } = await createExtractor().preprocess(document, removing);
    await document.close();
    expect(seen.isClosed()).toBe(true);
  });

  test('a document as the fields of a config see it is refused where workers read the documents', async () => {
    const extractor = createExtractor({ workers: 1 });
    await expect(extractor.preprocess(pages(), removing)).rejects.toThrow(TypeError);
    await extractor.close();
  });
});
