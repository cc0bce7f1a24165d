/** Started as a process of its own: serves the calls of the extractor that started it, and ends with that. */

import { serialize } from 'node:v8';
import { ConfigError, DocumentError, ProviderError } from '../../errors.js';
import { type CheckedText, createExtractor, type Extractor } from '../../extractor.js';
import type { Config } from '../../language/config/config-types.js';
import type { ValidatedResult } from '../../language/validate/report.js';
import type { ExtractorOptions, GivenOptions, LoadOptions } from '../../options.js';
import type { TableSearch } from '../../page/tables/model.js';
import { preparePdfium } from '../../reading/pdf/pdfium/pdfium.js';
import type { NamedConfig } from '../classify/document-type.js';
import { messageOf } from '../wall/carried-error.js';
import { disclose, enclose } from '../wall/envelope.js';
import { READY } from '../wall/guarded-process.js';
import { PDF_AHEAD } from '../wall/head-start.js';
import { growHeapFreely } from '../wall/heap-growth.js';
import { isMemoryWorn, watchMemory } from '../wall/memory-watch.js';
import { AskedFunctions } from '../workers/asked-functions.js';
import { KnownConfigs, unpackedAmong } from '../workers/configs.js';
import {
  type CallArguments,
  type DocumentPart,
  type DrawnPage,
  ERRORS,
  type FromWorker,
  type SentConfig,
  type SentWork,
  type Stage,
  type StartMessage,
  type ToWorker,
} from '../workers/protocol.js';
import { randomFrom } from '../workers/seeded-random.js';
import { packedTables, type SentTable } from '../workers/sent-tables.js';

/** The extractor of this worker, and what it knows for it. */
interface Serving {
  readonly extractor: Extractor;
  readonly configs: KnownConfigs;
  readonly resultBytes: number;
}

type CallMessage = Extract<ToWorker, { type: 'call' }>;

const send = (message: FromWorker) => void process.send?.(message);
const functions = new AskedFunctions(send);
let serving: Serving | undefined;
/** The document of the next call, as far as it has come in. */
let bytes: Uint8Array | undefined;
let abort = new AbortController();
let stage: Stage = 'config';
/** Whether something was rejected that nobody waited for: the worker is then replaced after its call. */
let isTainted = false;

async function start({ options, setup, needed, resultBytes }: StartMessage): Promise<void> {
  const own = setup === undefined ? {} : await optionsOf(setup, needed);
  const extractor = createExtractor({ ...own, ...functions.revive(options) });
  serving = { extractor, configs: new KnownConfigs(extractor), resultBytes };
}

/** The options that a setup module exports. @throws TypeError when it lacks what is needed from it */
async function optionsOf(setup: string, needed: StartMessage['needed']): Promise<ExtractorOptions> {
  const { options } = (await import(setup)) as { readonly options?: unknown };
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`The module ${setup} must export "options", the options that workers need.`);
  for (const [name, ids] of Object.entries(needed)) {
    const own: unknown = Reflect.get(options, name);
    const known = Array.isArray(own) ? own.map(({ id }: { id?: unknown }) => String(id)) : [];
    const lost = own === undefined ? name : ids.find((id) => !known.includes(id));
    if (lost === undefined) continue;
    const what = lost === name ? JSON.stringify(name) : `${JSON.stringify(lost)} in "${name}"`;
    throw new TypeError(`The options that ${setup} exports lack ${what}, which the extractor has.`);
  }
  const { workers: _none, ...usable } = options as ExtractorOptions;
  return usable;
}

/** Why there is no extractor. What the setup module throws, or what it imports and is missing, is of no kind that is known. */
function startFailure(error: unknown): unknown {
  if (ERRORS.kindOf(error)) return error;
  return new ProviderError('workers', 'unavailable', `A worker could not start: ${messageOf(error)}.`, {
    cause: error,
  });
}

/** Serves a call. Configs are read first, which shows what is to blame for what follows. */
function served(
  { name, wantsProgress }: CallMessage,
  { subject, extraData, options: packed, finished, seed }: CallArguments,
  document: Uint8Array,
): Promise<unknown> {
  const { extractor, configs } = serving!;
  const { now, ...given } = functions.revive(packed);
  const reading: LoadOptions = {
    ...given,
    signal: abort.signal,
    ...(wantsProgress && { onProgress: (progress) => send({ type: 'progress', progress }) }),
  };
  const options: GivenOptions = {
    ...reading,
    now: () => now as Date,
    ...(seed !== undefined && { random: randomFrom(seed) }),
  };
  const unpack = (sent: SentConfig) => configs.unpack(sent, () => enter('config'));
  // What was given for configs, which the extractor checks.
  const checked = <Subject>(value: unknown) => {
    enter('document');
    return value as Subject;
  };
  switch (name) {
    case 'extract':
      return extractor.extract(document, checked<Config>(unpack(subject as SentConfig)), extraData, options);
    case 'extractBestFit':
      return extractor.extractBestFit(
        document,
        checked<readonly NamedConfig[]>(unpackedAmong(subject, unpack)),
        extraData,
        options,
      );
    case 'extractPortfolio':
      return extractor.extractPortfolio(
        document,
        checked(unpackedAmong(subject, unpack)),
        extraData,
        options,
      );
    case 'classify':
      return extractor.classify(document, checked<never>(unpackedAmong(subject, unpack)), extraData, options);
    case 'check':
      return extractor.check(subject as CheckedText, { limits: reading.limits, signal: reading.signal });
    case 'recheck': {
      const { config, validations } = subject as SentWork;
      const work = { validations, config: checked<Config | undefined>(config && unpack(config)) };
      return extractor.recheck(finished as ValidatedResult, work, options);
    }
    case 'findTables':
      return tablesIn(document, checked<TableSearch>(subject), reading);
    case 'drawPage': {
      const { page, pixels } = checked<DrawnPage>(subject);
      return extractor.drawPage(document, page, pixels, reading);
    }
  }
}

/** The tables of a document as they are sent; null where it lacks the page that they are wanted of. */
async function tablesIn(
  bytes: Uint8Array,
  { page, area, nested }: TableSearch,
  reading: LoadOptions,
): Promise<readonly SentTable[] | null> {
  const { extractor } = serving!;
  const document = await extractor.load(bytes, reading);
  try {
    if (page !== undefined && !document.pages.some(({ index }) => index === page)) return null;
    const { limits, signal } = reading;
    return packedTables(await extractor.findTables(document, { page, area, nested, limits, signal }));
  } finally {
    await document.close();
  }
}

function enter(next: Stage): void {
  if (stage === next) return;
  stage = next;
  send({ type: 'stage', stage });
}

async function call(message: CallMessage): Promise<void> {
  if (message.last) keep(message.last);
  const document = bytes ?? new Uint8Array();
  bytes = undefined;
  abort = new AbortController();
  stage = message.stage;
  try {
    const args = disclose(message.args, ERRORS) as CallArguments;
    serving!.configs.keep(args.added, message.forgotten);
    const result = enclose(await served(message, args, document), ERRORS);
    send({ type: 'done', value: packedResult(result), isWorn: isWorn() });
  } catch (error) {
    send({ type: 'failed', error: ERRORS.pack(typed(error)), isWorn: isWorn() });
  }
}

function keep({ length, at, part }: DocumentPart): void {
  // What is left of a call that could not be sent is no part of this document.
  if (at === 0 || bytes === undefined) bytes = new Uint8Array(length);
  bytes.set(part, at);
}

function isWorn(): boolean {
  return isTainted || isMemoryWorn();
}

/** A result as it is sent. @throws DocumentError `too_large` */
function packedResult(result: object): Uint8Array {
  const packed = serialize(result);
  const { resultBytes } = serving!;
  if (packed.length <= resultBytes) return packed;
  throw new DocumentError(
    'too_large',
    `The result has ${packed.length} bytes, more than the ${resultBytes} that may leave a worker; raise workers.resultMegabytes.`,
  );
}

/** What V8 throws where the stack or a string, array or buffer has no more room. */
const EXHAUSTED = /call stack|allocation failed|Invalid (?:string|array|typed array|array buffer) length/iu;

/**
 * An error as it leaves the wall. Mistakes in arguments were found before, so that an error of unknown kind is due to
 * the document, or of a config.
 */
function typed(error: unknown): unknown {
  const isForeseen = ERRORS.kindOf(error) && !(error instanceof TypeError) && !(error instanceof RangeError);
  if (isForeseen) return error;
  const what = messageOf(error);
  if (error instanceof RangeError && EXHAUSTED.test(what)) {
    if (stage === 'document')
      return new DocumentError('too_large', `The document is too large to be read: ${what}.`, {
        cause: error,
      });
    const message = `it is too large to be read: ${what}`;
    return new ConfigError([{ path: [], message, severity: 'error', code: 'too_costly' }], 'too_costly');
  }
  return new DocumentError('crashed', `Reading the document failed unexpectedly: ${what}.`, { cause: error });
}

function received(message: ToWorker): void {
  switch (message.type) {
    case 'start':
      start(disclose(message.start, ERRORS) as StartMessage).then(
        () => send({ type: 'started' }),
        (error: unknown) => send({ type: 'unfit', error: ERRORS.pack(startFailure(error)) }),
      );
      return;
    case 'bytes':
      keep(message);
      return;
    case 'call':
      void call(message);
      return;
    case 'abort':
      abort.abort();
      return;
    case 'answer':
    case 'refusal':
      functions.answered(message);
      return;
  }
}

/** Loads what any PDF is read with while the host still loads what it needs itself. */
async function preparePdf(): Promise<void> {
  await Promise.all([
    import('../../reading/pdf/pdf.js'),
    import('../../reading/ocr/document.js'),
    preparePdfium(),
  ]);
}

process.on('unhandledRejection', () => {
  isTainted = true;
});
process.on('message', (message) => received(message as ToWorker));
process.on('disconnect', () => process.exit());
watchMemory();
growHeapFreely();
process.send?.(READY);
// Without PDFium documents are read by pdf.js: whoever needs it finds out.
if (process.argv.includes(PDF_AHEAD)) preparePdf().catch(() => undefined);
