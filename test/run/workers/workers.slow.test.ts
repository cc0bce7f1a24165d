/** Extractors with workers: what they give is what is given without, and what no process survives ends a worker alone. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { orderedJson } from '../../../src/foundation/objects/members.js';
import {
  ConfigError,
  createExtractor,
  DocumentError,
  type DocumentInput,
  documentFromLines,
  type ExtractionResult,
  type ExtractOptions,
  type ExtractorOptions,
} from '../../../src/index.js';
import { PROCESS_DEFAULTS } from '../../../src/limits.js';
import { scripted } from '../../../src/llm/scripted.js';
import { HostFunctions } from '../../../src/run/workers/host-functions.js';
import { ExtractionWorker } from '../../../src/run/workers/worker.js';
import { javaScript } from '../../support/javascript.js';
import { options as attacks } from './attacks.js';

/** The machine may be busy. */
const PATIENCE = 240_000;

const javaScriptOf = await javaScript();
const setup = javaScriptOf(new URL('./attacks.ts', import.meta.url));
/** The address of a module with some code. */
const moduleOf = (code: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`${code}; export const options = {};`)}`);
const folder = new URL('../../../fixtures/', import.meta.url);
const read = (path: string) => new Uint8Array(readFileSync(new URL(path, folder)));
const text = (path: string) => readFileSync(new URL(path, folder), 'utf8');
const invoice = read('documents/invoice.pdf');
const invoiceConfig = text('configs/invoice.json');
const note = new TextEncoder().encode('a first line\na second line\n');
const plain = { contentType: 'text/plain' };
const asking = (method: string) =>
  JSON.stringify({ fields: [{ id: 'x', anchor: 'first', method: { id: method } }] });
const passthrough = asking('passthrough');

const here = createExtractor();
const walled = createExtractor({ workers: 2 });
/** Small limits: what breaks them is stopped soon. */
const attacked = createExtractor({
  ...attacks,
  workers: { count: 2, setup, heapMegabytes: 192, memoryMegabytes: 512 },
});
afterAll(() => Promise.all([walled.close(), attacked.close()]));

/** A call's result, or what it throws, with all that can be seen of it. */
async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return orderedJson(await call());
  } catch (error) {
    const { name, message, cause, ...members } = error as Error;
    return { type: (error as object).constructor.name, name, message, ...members, cause: String(cause) };
  }
}

async function bothGive(call: (extractor: typeof here) => Promise<unknown>): Promise<unknown> {
  const expected = await outcome(() => call(here));
  expect(await outcome(() => call(walled))).toEqual(expected);
  return expected;
}

describe('results and errors', { timeout: PATIENCE }, () => {
  const names = readdirSync(new URL('configs/', folder)).map((file) => file.replace(/\.json$/u, ''));

  test.each(names)('results and errors are those of this process: %s', async (name) => {
    const document = read(`documents/${name}.pdf`);
    const config = text(`configs/${name}.json`);
    const expected = await bothGive((extractor) =>
      extractor.extract(document, config, { branch: 7 }, { trace: true, filename: `${name}.pdf` }),
    );
    expect(expected).toContain('parsed_document');
  });

  test.each(readdirSync(new URL('documents/', folder)))(
    'results and errors are the same with another config: %s',
    async (name) => {
      await bothGive((extractor) =>
        extractor.extract(read(`documents/${name}`), passthrough, {}, { ocrLevel: 0 }),
      );
    },
  );

  test('results and errors are the same for a document that is sent in parts', async () => {
    const line = 'a first line of many that take more than one part\n';
    const long = new TextEncoder().encode(line.repeat(25_000));
    const limits = { lines: 30_000 };
    await bothGive((extractor) => extractor.extract(long, passthrough, {}, { ...plain, limits }));
  });

  test('results and errors are the same after a call that could not be sent', async () => {
    const one = createExtractor({ workers: 1 });
    const config = one.parseConfig(passthrough);
    const unsendable = { fields: [], with: () => undefined } as never;
    const among = [
      { name: 'a', config },
      { name: 'b', config: unsendable },
    ];
    await expect(one.extractBestFit(invoice, among)).rejects.toThrow('could not be cloned');
    expect(await outcome(() => one.extract(note, config, {}, plain))).toEqual(
      await outcome(() => here.extract(note, passthrough, {}, plain)),
    );
    await one.close();
  });

  test('keep the order of ids, whatever they look like', async () => {
    const ids = ['total', '10', '__proto__', '2'];
    const fields = ids.map((id) => ({ id, anchor: 'first', method: { id: 'passthrough' } }));
    const result = await bothGive((extractor) =>
      extractor.extract(note, JSON.stringify({ fields }), undefined, { ...plain, trace: true }),
    );
    expect(result).toMatch(/total.*"10".*__proto__.*"2"/su);
  });

  test.each<[string, (extractor: typeof here) => Promise<unknown>]>([
    [
      'a wrong config',
      (extractor) => extractor.extract(note, '{"fields": [{"id": "x"}], "a": 1}', {}, plain),
    ],
    ['no JSON', (extractor) => extractor.extract(note, '{', {}, plain)],
    ['a password', (extractor) => extractor.extract(read('documents/encrypted.pdf'), passthrough)],
    ['too many bytes', (extractor) => extractor.extract(invoice, passthrough, {}, { limits: { bytes: 9 } })],
    [
      'pages',
      (extractor) =>
        extractor.extract(read('documents/portfolio.pdf'), passthrough, {}, { limits: { pages: 1 } }),
    ],
    ['no extra data', (extractor) => extractor.extract(note, passthrough, { a: {} } as never, plain)],
    ['a path', (extractor) => extractor.extract('a.pdf' as never, passthrough)],
    ['no config', (extractor) => extractor.extract(note, undefined as never)],
    ['an option', (extractor) => extractor.extract(note, passthrough, {}, { colour: 1 } as never)],
    ['no types', (extractor) => extractor.classify(note, [null] as never, {}, plain)],
    ['no config that fits', (extractor) => extractor.extractBestFit(note, [], {}, plain)],
    [
      'a wrong type',
      (extractor) =>
        extractor.extractBestFit(note, { name: 'a', configs: [{ name: 'b', config: '{' }] }, {}, plain),
    ],
  ])('results and errors are the same for %s', async (_what, call) => {
    expect(await bothGive(call)).toBeTypeOf('object');
  });

  test('results and errors of other calls are those of this process', async () => {
    const configs = ['invoice', 'letter'].map((name) => ({
      name,
      config: here.parseConfig(text(`configs/${name}.json`)),
    }));
    const own = configs.map(({ name }) => ({
      name,
      config: walled.parseConfig(text(`configs/${name}.json`)),
    }));
    const types = [{ name: 'paper', description: 'an invoice', configs }];
    for (let round = 0; round < 2; round++) {
      await bothGive((extractor) => extractor.extractBestFit(invoice, extractor === here ? configs : own));
    }
    await bothGive((extractor) => extractor.classify(invoice, configs));
    await bothGive((extractor) => extractor.classify(invoice, types));
    await bothGive((extractor) => extractor.extractPortfolio(read('documents/portfolio.pdf'), types));
    await bothGive(async (extractor) => (await extractor.drawPage(invoice, 0, 100))?.join());
    await bothGive((extractor) => extractor.drawPage(note, 0, 100, plain));
    await bothGive((extractor) => extractor.findTables(invoice));
    const [table] = await walled.findTables(invoice);
    expect(table!.cells[0]!.lines[0]!.words).toMatchObject([{ text: 'Item' }]);
    await bothGive((extractor) => extractor.findTables(invoice, { page: 0, area: { top: 3 } }));
    await bothGive((extractor) => extractor.findTables(invoice, { page: 7 }));
    await bothGive((extractor) => extractor.findTables(invoice, { area: 1 as never }));
    const config = JSON.stringify({
      fields: [],
      postprocessor: { type: 'jsonLogic', ruleset: { var: 'a.value' } },
    });
    const finished = { parsed_document: { a: { type: 'string', value: 'b' } } } as never;
    const wrong = [{ description: 'never', condition: { '==': [{ var: 'a.value' }, 'c'] } }];
    await bothGive((extractor) => extractor.recheck(finished, { config, validations: wrong }));
    await bothGive((extractor) => extractor.recheck(finished, {}));
    await bothGive((extractor) => extractor.recheck(finished, { config: '{' }));
    const mistakes = [{ description: 'none', condition: { nothing: 1 } }];
    await bothGive((extractor) => extractor.check({ config: '{ "fields": 1 }', validations: mistakes }));
    await bothGive((extractor) => extractor.check({ config }));
  });
});

describe('what comes from the host', { timeout: PATIENCE }, () => {
  async function withWorkers(
    options: ExtractorOptions,
    given: ExtractOptions,
    config: string,
    document = note,
  ) {
    const extractor = createExtractor({ workers: 1, ...options });
    try {
      return await extractor.extract(document, config, undefined, given);
    } finally {
      await extractor.close();
    }
  }
  const question = JSON.stringify({
    fields: [{ method: { id: 'queryGroup', queries: [{ id: 'who', description: 'who wrote it' }] } }],
  });

  test('what comes from the host is asked: models, their log, converters, the time', async () => {
    const script = () =>
      scripted(() => ({ object: { answers: [{ id: 'who', answer: 'first' }] } }), { id: 'mine' });
    const options = (events: unknown[]): ExtractorOptions => ({
      llm: {
        providers: { mine: script() },
        onCall: ({ ms: _ms, callId: _id, ...event }) => events.push(event),
      },
      converters: { 'application/msword': async (bytes) => bytes.slice(8) },
      now: () => new Date(0),
    });
    const [theirs, ours]: unknown[][] = [[], []];
    const expected = await createExtractor(options(ours!)).extract(note, question, undefined, plain);
    const given = await withWorkers(options(theirs!), plain, question);
    expect(orderedJson(given)).toBe(orderedJson(expected));
    expect(theirs).toEqual(ours);
    expect(ours!.length).toBeGreaterThan(0);
  });

  test('what comes from the host may fail: errors of providers keep what they say', async () => {
    const failing: ExtractorOptions = {
      llm: {
        providers: { mine: { id: 'mine', complete: () => Promise.reject(new Error('no money')) } },
        maxRetries: 0,
      },
    };
    const expected = await createExtractor(failing).extract(note, question, undefined, plain);
    const given = await withWorkers(failing, plain, question);
    expect(orderedJson(given)).toBe(orderedJson(expected));
    expect(orderedJson(given.errors)).toContain('no money');
  });

  test('what comes from the host gets progress, and what it throws ends the call', async () => {
    const seen: string[] = [];
    const own: string[] = [];
    await here.extract(invoice, invoiceConfig, undefined, { onProgress: ({ stage }) => own.push(stage) });
    await walled.extract(invoice, invoiceConfig, undefined, { onProgress: ({ stage }) => seen.push(stage) });
    expect(seen).toEqual(own);
    const onProgress = () => {
      throw new Error('enough');
    };
    await expect(walled.extract(invoice, invoiceConfig, undefined, { onProgress })).rejects.toThrow('enough');
  });

  test('gives chance as a seed, which it is asked for once a call', { timeout: PATIENCE }, async () => {
    const rule = { cat: [{ random: [] }, ' ', { random: [] }] };
    const config = JSON.stringify({ fields: [], postprocessor: { type: 'jsonLogic', rule } });
    const drawn = async (random: () => number) => {
      const extracted = await walled.extract(note, config, undefined, { ...plain, random });
      const again = await walled.recheck({ parsed_document: {} }, { config }, { random });
      return [extracted.postprocessorOutput, again.postprocessor?.output];
    };
    const half = await drawn(() => 0.5);
    expect(half[0]).toMatch(/^0\.\d+ 0\.\d+$/u);
    expect(half).toEqual([half[0], half[0]]);
    expect(await drawn(() => 0.5)).toEqual(half);
    expect(await drawn(() => 0.25)).not.toEqual(half);
  });

  test.each<[string, ExtractorOptions]>([
    ['clock', { clock: () => 1 }],
    ['words', { words: { has: () => true } }],
    ['methods', attacks],
    [
      'llm',
      { llm: { providers: { a: { id: 'a', complete: async () => ({}) as never, countTokens: () => 1 } } } },
    ],
    ['llm', { llm: { providers: { a: scripted(() => '') }, random: () => 0 } }],
  ])('what comes from the host is refused at once where it cannot pass: %s', (name, options) => {
    expect(() => createExtractor({ ...options, workers: 1 })).toThrow(
      new RegExp(`"${name}" does not get into workers: .*workers\\.setup`, 'u'),
    );
  });

  test('what comes from the host is refused in calls, too', async () => {
    const given = { clock: () => 0.5 };
    await expect(walled.extract(note, passthrough, undefined, given)).rejects.toThrow(
      /"clock" does not get/u,
    );
    const document = documentFromLines([{ text: 'a', left: 1, top: 1 }]);
    await expect(walled.extract(document, passthrough)).rejects.toThrow(
      /runs in workers, which take the bytes/u,
    );
    await expect(walled.load(note, plain)).rejects.toThrow(TypeError);
  });

  test.each([
    ['lacks what is needed', { clock: () => 0 }, setup, /lack "clock"/u],
    [
      'has no options',
      { clock: () => 0 },
      javaScriptOf(new URL('../../../src/run/workers/seeded-random.ts', import.meta.url)),
      /must export "options"/u,
    ],
    ['is not there', {}, new URL('./none.ts', import.meta.url), /none\.ts/u],
    ['throws what has no text', {}, moduleOf('throw Object.create(null)'), /could not start: an error that/u],
    [
      'imports what is not there',
      {},
      moduleOf("await import('file:///none.js')"),
      /could not start: .*none\.js/u,
    ],
  ])('comes from a setup module, which fails when it %s', async (_what, options, module, message) => {
    const call = withWorkers({ ...options, workers: { count: 1, setup: module } }, plain, passthrough);
    await expect(call).rejects.toThrow(message);
  });

  test('waits no longer for a worker than it may take to start, and ends it', async () => {
    const { href } = moduleOf('await new Promise(() => {})');
    const worker = new ExtractionWorker({
      program: {
        url: javaScriptOf(new URL('../../../src/run/programs/worker.ts', import.meta.url)),
        nodeOptions: [],
      },
      limits: { ...PROCESS_DEFAULTS, resultMegabytes: 1, count: 1, setup: href },
      start: { options: {}, setup: href, needed: {}, resultBytes: 1 },
      functions: new HostFunctions(),
      isChecked: () => false,
    });
    await expect(worker.startedWithin(1_000, undefined)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/had not started after 1000 ms/u),
    });
    expect(worker.isUsable).toBe(false);
  });

  test('what comes from the host may hold functions whose answers cannot be sent: the call goes on without them', async () => {
    const recognise = async () => ({ words: [], log() {} });
    const mine = { id: 'mine', recognise, close: async () => undefined };
    const extractor = createExtractor({ workers: 1, ocrEngine: 'mine', ocrEngines: { mine } });
    try {
      const { errors } = await extractor.extract(read('documents/scan-small.pdf'), passthrough, undefined, {
        ocr: 'always',
      });
      expect(errors).toContainEqual(
        expect.objectContaining({
          code: 'OCR_FAILED',
          message: expect.stringMatching(/could not be cloned/u),
        }),
      );
    } finally {
      await extractor.close();
    }
  });

  test('what comes from the host must be right', () => {
    expect(() => createExtractor({ workers: -1 })).toThrow(RangeError);
    expect(() => createExtractor({ workers: { count: 1, heapMegabytes: 0.5 } })).toThrow(/heapMegabytes/u);
    expect(() => createExtractor({ workers: { count: 1, setup: 'setup.js' } })).toThrow(
      /address of a module/u,
    );
    expect(() => createExtractor({ workers: { count: 1, size: 1 } as never })).toThrow(
      /no option workers\.size/u,
    );
  });
});

describe('an attack', { timeout: PATIENCE }, () => {
  const short = { ...plain, limits: { milliseconds: 2_000 } };
  const attack = (method: string, options: ExtractOptions) =>
    attacked.extract(note, asking(method), undefined, options);
  const isWell = async (document: DocumentInput = note) =>
    expect(
      (await attacked.extract(document, passthrough, undefined, plain)).parsed_document['x'],
    ).toMatchObject({
      value: 'a first line',
    });

  test.each([
    ['loops', 'timed_out', short],
    ['loopsInNativeCode', 'timed_out', short],
    ['backtracks', 'timed_out', short],
    ['fillsHeap', 'too_large', plain],
    ['fillsBuffers', 'too_large', plain],
    ['aborts', 'crashed', plain],
    ['faults', 'crashed', plain],
    ['exits', 'crashed', plain],
  ])(
    'an attack that %s ends its worker as %s; others go on, and the next is not hurt',
    async (method, code, options) => {
      const attacking = attack(method, options);
      const others = [isWell(), isWell()];
      await expect(attacking).rejects.toMatchObject({ name: 'DocumentError', code });
      await expect(attacking).rejects.toBeInstanceOf(DocumentError);
      await Promise.all(others);
      await isWell();
    },
  );

  test('an attack by a config ends its worker as too_costly', async () => {
    const method = { id: 'loopsWhenRead', now: true };
    const config = JSON.stringify({ fields: [{ id: 'x', anchor: 'first', method }] });
    const reading = attacked.extract(note, config, undefined, short);
    await expect(reading).rejects.toBeInstanceOf(ConfigError);
    await expect(reading).rejects.toMatchObject({ code: 'too_costly', issues: [{ code: 'too_costly' }] });
    await isWell();
  });

  test('an attack by a document is not blamed on a config that was read for the one before', async () => {
    const one = createExtractor({
      ...attacks,
      workers: { count: 1, setup, heapMegabytes: 192, memoryMegabytes: 512 },
    });
    const call = (options: ExtractOptions) =>
      one.extract(note, asking('loopsTheSecondTime'), undefined, options);
    await call(plain);
    await expect(call(short)).rejects.toMatchObject({ name: 'DocumentError', code: 'timed_out' });
    await one.close();
  });

  test('an attack that would run for ten minutes is given up with an abort, while others go on', async () => {
    const abort = new AbortController();
    const long = attack('loops', { ...plain, signal: abort.signal });
    await Promise.all(Array.from({ length: 5 }, () => isWell()));
    abort.abort(new Error('no more'));
    await expect(long).rejects.toMatchObject({ code: 'aborted', cause: new Error('no more') });
    await Promise.all(Array.from({ length: 5 }, () => isWell()));
  });
});

describe('an abort', { timeout: PATIENCE }, () => {
  test('ends calls before they begin, while they wait for a worker, and while the host is asked', async () => {
    const started: string[] = [];
    const stopped: string[] = [];
    const provider = {
      id: 'slow',
      complete: ({ signal }: { signal: AbortSignal }) => {
        started.push('one');
        return new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => {
            stopped.push('one');
            reject(signal.reason as Error);
          });
        });
      },
    };
    const extractor = createExtractor({ workers: 1, llm: { providers: { slow: provider } } });
    const config = JSON.stringify({
      fields: [{ method: { id: 'queryGroup', queries: [{ id: 'who', description: 'who wrote it' }] } }],
    });
    const call = (signal: AbortSignal) => extractor.extract(note, config, undefined, { ...plain, signal });
    await expect(call(AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
    const [first, second] = [new AbortController(), new AbortController()];
    const asking = call(first.signal);
    const waiting = call(second.signal);
    asking.catch(() => undefined);
    await expect.poll(() => started, { timeout: PATIENCE }).toEqual(['one']);
    second.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    first.abort();
    await expect(asking).rejects.toMatchObject({ name: 'DocumentError', code: 'aborted' });
    await expect.poll(() => stopped, { timeout: PATIENCE }).toEqual(['one']);
    await extractor.close();
    await expect(call(new AbortController().signal)).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('300 extractions, 20 at once', { timeout: PATIENCE }, () => {
  test('give the same, and leave nothing behind', async () => {
    const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const before = processes();
    const extractor = createExtractor({ workers: 2 });
    const results = new Set<string>();
    let left = 300;
    async function runner() {
      while (left-- > 0)
        results.add(
          orderedJson((await extractor.extract(note, passthrough, {}, plain)) satisfies ExtractionResult),
        );
    }
    await Promise.all(Array.from({ length: 20 }, runner));
    expect(results.size).toBe(1);
    await extractor.close();
    // The handle of a process that is gone closes with the next turn.
    await expect.poll(processes, { timeout: PATIENCE }).toBeLessThanOrEqual(before);
  });
});
