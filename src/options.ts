/** The options of the public API: what they are, and the one place where they are checked and resolved. */

import * as z from 'zod';
import { nameOfKind } from './errors.js';
import { type Clock, deadlineIn, type Interrupt } from './foundation/async/interrupt.js';
import { checkedExtraData, type ExtraData } from './foundation/objects/extra-data.js';
import { suggestion } from './foundation/schema/grammar.js';
import type { WordList } from './foundation/text/english-words.js';
import type { PatternLimits } from './foundation/text/pattern-guard.js';
import { parsedUrl } from './foundation/text/url.js';
import type { Extensions } from './language/config/schema.js';
import { POSTPROCESSOR_LLM, type PostprocessorLlm } from './language/postprocess/definition.js';
import type { RuleLanguage } from './language/rules/language.js';
import { type CheckedValidation, checkedValidations, type Validation } from './language/validate/schema.js';
import { type Limits, PROCESS_DEFAULTS, resolveLimits } from './limits.js';
import { type LlmOptions, type ResolvedLlmOptions, resolveLlmOptions } from './llm/options.js';
import type { Page } from './page/document/model.js';
import { ACTUAL_TEXT_POLICIES, type ActualTextPolicy } from './page/layout/actual-text.js';
import type { TableSearch } from './page/tables/model.js';
import type { DocumentConverters } from './reading/convert.js';
import type { ReadDocumentOptions } from './reading/ocr/document.js';
import { checkEngineId, type OcrEngines } from './reading/ocr/engines.js';
import { checkOcrLevel, OCR_MODES, type OcrLevel, type OcrMode, type OcrPolicy } from './reading/ocr/need.js';
import type { EmbeddedEngines } from './reading/ocr/reader.js';
import type { ReaderOptions } from './reading/options.js';
import type { PdfEngine } from './reading/pdf/engine.js';
import {
  EFFORTS,
  type Effort,
  NAMING_METHODS,
  type NamingMethod,
  SEGMENTING_METHODS,
  type SegmentingMethod,
} from './run/classify/ways.js';
import type { Progress } from './run/extraction/run.js';

/** How a document is read. */
export interface LoadOptions {
  /** Name of the file; its extension helps where the bytes do not show what they are. */
  readonly filename?: string | undefined;
  /** Media type, e.g. `application/pdf`; needed for CSV. */
  readonly contentType?: string | undefined;
  /** Opens an encrypted document. */
  readonly password?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Gives up when aborted: the promise rejects with a `DocumentError` `aborted`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** When replacement text is used for glyphs: where they cannot be read (auto), wherever they look odd (always). */
  readonly useActualText?: ActualTextPolicy | undefined;
  /** Leaves runs of text as they are instead of merging adjacent ones into lines. */
  readonly preventDefaultMergeLines?: boolean | undefined;
  readonly pdf?: PdfEngine | undefined;
  /**
   * Turn kinds of file into others that can be read, by media type: `application/msword` for Word documents of
   * the old format. What they give is read instead, usually a PDF.
   */
  readonly converters?: DocumentConverters | undefined;
  /**
   * Whether pages are read by OCR: pictures, and PDFs where their own text is of no use (default); these and every page of
   * PDFs; or none at all, with a warning `OCR_OFF` for each that has no text then.
   */
  readonly ocr?: OcrMode | undefined;
  /** How `ocr: 'auto'` decides; the other modes override it: 0 never, 2 by the whole document (default), 4 by its first page, 5 page by page. */
  readonly ocrLevel?: OcrLevel | undefined;
  /** At level 2, read every page of a document with few lines, although its own text is usable. */
  readonly ocrLevel2Strict?: boolean | undefined;
  /** Id of the engine that reads scans; default `paddle` where its packages are installed, else `tesseract`. */
  readonly ocrEngine?: string | undefined;
  /** Milliseconds since any fixed moment, for the limit of time. */
  readonly clock?: Clock | undefined;
}

/** How the tables of a document are found. */
export interface FindTablesOptions extends LoadOptions, TableSearch {}

/** What rules and postprocessors take from outside. */
interface RuleOptions {
  /** The moment that rules take for today, asked once an extraction; default the system's time. */
  readonly now?: (() => Date) | undefined;
  /** Gives the chance of rules, numbers from 0 (included) to 1 (excluded); default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** When a language model may shape the result of the jsonSchema postprocessor; default fallback. */
  readonly postprocessorLlm?: PostprocessorLlm | undefined;
}

/** How far fields go for their values. */
interface FieldOptions {
  /**
   * Find the texts of anchors and stops on lines that OCR read, too, where it lost their spaces or took letters for others
   * that look alike; default true.
   */
  readonly forgivingAnchors?: boolean | undefined;
}

/** What preprocessors take from outside. */
interface PreprocessorOptions {
  /** Words that the ligature preprocessor may make; default English words that come with the library. */
  readonly words?: WordList | undefined;
}

/** Who answers what configs ask language models. */
interface ModelOptions {
  /** Without it, fields that ask a model are null, with an entry in `errors`. */
  readonly llm?: LlmOptions | undefined;
}

/** What an extractor binds, and every call may replace. */
interface BoundOptions extends LoadOptions, PreprocessorOptions, FieldOptions, RuleOptions, ModelOptions {}

/** How one extraction runs. */
export interface ExtractOptions extends BoundOptions {
  /** Say for every field where its value came from, or why there is none. */
  readonly trace?: boolean | undefined;
  /** Checks on the finished document, as document types have them. */
  readonly validations?: readonly Validation[] | undefined;
  /**
   * Is given the pages as the fields see them, after the preprocessors, before the first field runs. What is drawn on
   * them can be asked for as long as the document is open.
   */
  readonly onPages?: ((pages: readonly Page[]) => void) | undefined;
}

/** How the best config is found. */
export interface BestFitOptions extends ExtractOptions {
  /**
   * `exhaustive` (default) runs every config that the fingerprints leave; `economical` spares those that cannot win,
   * and those that cost more than one that left nothing empty.
   */
  readonly effort?: Effort | undefined;
  /**
   * Refuse a document where no fingerprint passes, instead of running configs whose fingerprint does not, or that have
   * none; default what the document type says, or false.
   */
  readonly strict?: boolean | undefined;
  /**
   * Run every config, `strict` or not, whatever fingerprints say and effort spares; fingerprints still decide between
   * scores that count as equal. Default false.
   */
  readonly allConfigs?: boolean | undefined;
}

/** How a document is classified. */
export interface ClassifyOptions extends BestFitOptions {
  /** What decides the type of a document among several; default `auto`. */
  readonly classifyBy?: NamingMethod | undefined;
}

/** How the documents of a file are separated and extracted from. */
export interface PortfolioOptions extends BestFitOptions {
  /** What decides where documents begin and end; default `fingerprints`. */
  readonly segmentBy?: SegmentingMethod | undefined;
}

/** Workers of an extractor: processes of their own, in which its calls run within hard limits. */
// See docs/guides/workers.md
export interface WorkersOptions {
  /** Calls that run at the same time; others wait for their turn. 0: everything runs in this process. */
  readonly count: number;
  /** Size that the heap of a worker may reach, in MiB. Default 1,024. */
  readonly heapMegabytes?: number | undefined;
  /** Size that all memory of a worker may reach, array buffers and native code included, in MiB. Default 2,048. */
  readonly memoryMegabytes?: number | undefined;
  /** Size of a result on its way from a worker, in MiB. Default 64. */
  readonly resultMegabytes?: number | undefined;
  /**
   * A module that every worker imports. Its export `options` are options of the extractor that cannot be sent to
   * workers: methods, types and other concepts, engines, functions that answer at once.
   */
  readonly setup?: URL | string | undefined;
}

/** What an extractor binds for all its extractions. */
export interface ExtractorOptions extends Extensions, BoundOptions {
  /**
   * Runs calls in so many workers, in which a document or a config that never ends, or fills the memory, is stopped
   * for sure. Default: everything runs in this process.
   */
  readonly workers?: number | WorkersOptions | undefined;
  /**
   * Engines by the ids that `ocrEngine` and the extractor's configs may name; who makes them closes them. They are
   * part of the extractor's language, so a call cannot bring others.
   */
  readonly ocrEngines?: OcrEngines | undefined;
}

/** What an option takes; its description names it in messages: `text`. */
type Kind = z.ZodType;

const TEXT = z.string().describe('text');
const NUMBER = z.custom<number>((value) => typeof value === 'number').describe('a number');
const YES_OR_NO = z.boolean().describe('true or false');
const FUNCTION = z.custom<() => void>((value) => typeof value === 'function').describe('a function');
const ARRAY = z.array(z.unknown()).describe('an array');
const OBJECT = z.looseObject({}).describe('an object');

/** Objects of a host, of any class, with a function that shows what they are. */
function having(name: string, method: string): Kind {
  return z.looseObject({ [method]: FUNCTION }).describe(`${name} (an object with the function "${method}")`);
}

function objectOf(kind: Kind): Kind {
  return z.object({}).catchall(kind).describe(`an object of which each member is ${kind.description}`);
}

function oneOf(allowed: readonly string[]): Kind {
  return z.enum(allowed).describe(`one of ${allowed.map((each) => JSON.stringify(each)).join(', ')}`);
}

const EDGE = z.custom<number>((value) => typeof value === 'number').optional();
const AREA = z
  .strictObject({ left: EDGE, top: EDGE, right: EDGE, bottom: EDGE })
  .describe('an object with some of "left", "top", "right" and "bottom", in inches');

const COUNT = z.union([NUMBER, OBJECT]).describe('a number of workers, or an object with one as "count"');

function fits(kind: Kind, value: unknown): boolean {
  return kind.safeParse(value).success;
}

type Kinds<Options> = { readonly [Name in keyof Required<Options>]: Kind };

const LOAD: Kinds<LoadOptions> = {
  filename: TEXT,
  contentType: TEXT,
  password: TEXT,
  limits: OBJECT,
  signal: having('an AbortSignal', 'addEventListener'),
  onProgress: FUNCTION,
  useActualText: oneOf(ACTUAL_TEXT_POLICIES),
  preventDefaultMergeLines: YES_OR_NO,
  pdf: having('a PDF engine', 'open'),
  converters: objectOf(FUNCTION),
  ocr: oneOf(OCR_MODES),
  ocrLevel: NUMBER,
  ocrLevel2Strict: YES_OR_NO,
  ocrEngine: TEXT,
  clock: FUNCTION,
};

const FIND_TABLES: Kinds<FindTablesOptions> = { ...LOAD, page: NUMBER, area: AREA, nested: YES_OR_NO };

const BOUND: Kinds<BoundOptions> = {
  ...LOAD,
  forgivingAnchors: YES_OR_NO,
  now: FUNCTION,
  random: FUNCTION,
  postprocessorLlm: oneOf(POSTPROCESSOR_LLM),
  words: having('a list of words', 'has'),
  llm: OBJECT,
};

const EXTRACT: Kinds<ExtractOptions> = {
  ...BOUND,
  trace: YES_OR_NO,
  validations: ARRAY,
  onPages: FUNCTION,
};

const BEST_FIT: Kinds<BestFitOptions> = {
  ...EXTRACT,
  effort: oneOf(EFFORTS),
  strict: YES_OR_NO,
  allConfigs: YES_OR_NO,
};
const CLASSIFY: Kinds<ClassifyOptions> = { ...BEST_FIT, classifyBy: oneOf(NAMING_METHODS) };
const PORTFOLIO: Kinds<PortfolioOptions> = { ...BEST_FIT, segmentBy: oneOf(SEGMENTING_METHODS) };

const CREATE: Kinds<ExtractorOptions> = {
  ...BOUND,
  methods: ARRAY,
  types: ARRAY,
  computedMethods: ARRAY,
  preprocessors: ARRAY,
  operators: ARRAY,
  ocrEngines: objectOf(having('an OCR engine', 'recognise')),
  workers: COUNT,
};

const KINDS = {
  load: LOAD,
  findTables: FIND_TABLES,
  extract: EXTRACT,
  extractBestFit: BEST_FIT,
  classify: CLASSIFY,
  extractPortfolio: PORTFOLIO,
  createExtractor: CREATE,
};

/** What takes options. */
type Taker = keyof typeof KINDS;

/**
 * Refuses what are no options, or none that some function takes.
 * @throws TypeError for an unknown option, or a value of another kind
 * @throws RangeError for a limit, an OCR level or an OCR engine that does not exist
 */
export function checkOptions(options: unknown, taker: Taker): void {
  if (!fits(OBJECT, options))
    throw new TypeError(`The options must be an object, not ${nameOfKind(options)}.`);
  const kinds: Readonly<Record<string, Kind>> = KINDS[taker];
  for (const [name, value] of Object.entries(options as object)) {
    if (!Object.hasOwn(kinds, name)) throw new TypeError(unknownOption(name, taker));
    const kind = kinds[name]!;
    if (value !== undefined && !fits(kind, value)) {
      throw new TypeError(
        `The option ${JSON.stringify(name)} must be ${kind.description}, not ${shown(value)}.`,
      );
    }
  }
  const { limits, ocrLevel, ocrEngine } = options as LoadOptions;
  resolveLimits(limits);
  checkOcrLevel(ocrLevel);
  if (ocrEngine !== undefined && taker === 'createExtractor') {
    checkEngineId(ocrEngine, (options as ExtractorOptions).ocrEngines);
  }
  const { workers } = options as ExtractorOptions;
  if (workers !== undefined) resolveWorkers(workers);
}

/** Options of workers with nothing left open. */
export interface ResolvedWorkers {
  readonly count: number;
  readonly heapMegabytes: number;
  readonly memoryMegabytes: number;
  readonly resultMegabytes: number;
  /** Address of the module that workers import. */
  readonly setup: string | undefined;
}

/**
 * Beside the heap as much again is left for what no heap holds: a page that is drawn at 300 dpi and read by the
 * embedded OCR engine takes 250 MiB. 64 MiB of result are the lines of 300,000, with geometry.
 */
const WORKER_DEFAULTS = { ...PROCESS_DEFAULTS, resultMegabytes: 64 };

const WHOLE = z.int();

/** @throws TypeError for a member that does not exist, RangeError for a number that is not positive and whole */
export function resolveWorkers(workers: number | WorkersOptions): ResolvedWorkers {
  const whole: WorkersOptions = typeof workers === 'number' ? { count: workers } : workers;
  const { setup, count, ...given } = whole;
  const numbers: typeof WORKER_DEFAULTS = { ...WORKER_DEFAULTS, ...(withoutUndefined(given) as object) };
  for (const [name, value] of Object.entries({ count, ...numbers })) {
    if (name !== 'count' && !Object.hasOwn(WORKER_DEFAULTS, name)) {
      const known = ['count', ...Object.keys(WORKER_DEFAULTS), 'setup'];
      throw new TypeError(`There is no option workers.${name}; there are ${known.join(', ')}.`);
    }
    if (fits(name === 'count' ? WHOLE.min(0) : WHOLE.min(1), value)) continue;
    throw new RangeError(`The option workers.${name} must be a positive whole number, not ${String(value)}.`);
  }
  return { ...numbers, count, setup: setup === undefined ? undefined : setupAddress(setup) };
}

/** @throws TypeError for what is no address of a module */
function setupAddress(setup: unknown): string {
  if (setup instanceof URL) return setup.href;
  if (typeof setup === 'string' && parsedUrl(setup)) return setup;
  throw new TypeError(
    'The option workers.setup must be the address of a module: new URL("./setup.js", import.meta.url).',
  );
}

function unknownOption(name: string, taker: Taker): string {
  const owner = (Object.keys(KINDS) as Taker[]).find((each) => Object.hasOwn(KINDS[each], name));
  if (owner) return `The option ${JSON.stringify(name)} is one of ${owner}, not of ${taker}.`;
  const known = Object.keys(KINDS[taker]);
  const hint = suggestion(name, known);
  return hint === ''
    ? `There is no option ${JSON.stringify(name)}; there are ${known.join(', ')}.`
    : `There is no option ${JSON.stringify(name)}${hint}.`;
}

/** Characters of a wrong value that a message shows. */
const SHOWN = 40;

function shown(value: unknown): string {
  const kind = nameOfKind(value);
  if (typeof value !== 'string') return kind;
  return value.length > SHOWN ? kind : JSON.stringify(value);
}

/** Options that are as likely names of data. */
const LIKE_DATA: readonly string[] = ['filename', 'contentType', 'password'];

/**
 * Refuses options given in the place of extra data, with no options after them: objects whose members all are options
 * by name and kind, and at least one has a name that nobody would give to data.
 * @throws TypeError
 */
function refuseOptionsAsData(data: unknown, taker: Taker): void {
  if (!fits(OBJECT, data)) return;
  const kinds: Readonly<Record<string, Kind>> = KINDS[taker];
  const members = Object.entries(data as object);
  const areOptions = members.every(
    ([name, value]) => Object.hasOwn(kinds, name) && fits(kinds[name]!, value),
  );
  const telling = members.find(([name]) => !LIKE_DATA.includes(name));
  if (!areOptions || !telling) return;
  throw new TypeError(
    `The third argument is the extra data, and ${JSON.stringify(telling[0])} is an option; options come fourth: ${taker}(document, …, undefined, options).`,
  );
}

/** The options that calls on documents may have. */
export type GivenOptions = ClassifyOptions & PortfolioOptions;

/** What a call on a document was given besides the document, checked. */
export interface CheckedCall {
  readonly given: GivenOptions;
  readonly extraData: ExtraData | undefined;
}

/**
 * Checks the extra data and the options of a call.
 * @throws ExtraDataError the extra data is not flat, or too large
 * @throws TypeError, RangeError as `checkOptions`; options are in place of the extra data
 */
export function checkedCall(
  taker: Exclude<Taker, 'load' | 'findTables' | 'createExtractor'>,
  extraData: ExtraData | undefined,
  options: GivenOptions | undefined,
): CheckedCall {
  if (options === undefined) refuseOptionsAsData(extraData, taker);
  const given = options === undefined ? {} : options;
  checkOptions(given, taker);
  return { given, extraData: checkedExtraData(extraData) };
}

/** Engines for calls that name none. */
interface DefaultEngines {
  readonly pdf: PdfEngine;
  readonly embedded: EmbeddedEngines;
}

/** Options with everything settled. */
export interface ResolvedOptions {
  /** Ends the call; the time runs from now. */
  readonly interrupt: Interrupt;
  readonly reader: ReaderOptions;
  readonly ocr: ReadDocumentOptions;
  readonly forgivingAnchors: boolean;
  readonly patternLimits: PatternLimits;
  readonly trace: boolean;
  readonly validations: readonly CheckedValidation[] | undefined;
  /** The moment of the extraction. */
  readonly now: Date;
  readonly random: () => number;
  readonly postprocessorLlm: PostprocessorLlm;
  readonly words: WordList | undefined;
  readonly llm: ResolvedLlmOptions | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly onPages: ((pages: readonly Page[]) => void) | undefined;
}

function ocrPolicyOf(mode: OcrMode = 'auto', level: OcrLevel | undefined): OcrPolicy | undefined {
  return mode === 'auto' ? level : mode;
}

/**
 * The options of one call, over those that its extractor binds; both are checked already.
 * @param rules of the extractor's language, for validations
 * @throws RangeError for an OCR engine that does not exist
 * @throws ConfigError a validation is wrong
 */
export function resolveOptions(
  bound: Omit<ExtractorOptions, keyof Extensions>,
  given: ExtractOptions,
  engines: DefaultEngines,
  rules: RuleLanguage,
): ResolvedOptions {
  const options: ExtractOptions = { ...bound, ...withoutUndefined(given) };
  const { signal, onProgress, ocrEngine, preventDefaultMergeLines } = options;
  const { filename, contentType, password, converters, useActualText, ocr, ocrLevel2Strict } = options;
  const limits = resolveLimits({ ...bound.limits, ...withoutUndefined(given.limits ?? {}) });
  const { ocrEngines = {} } = bound;
  if (ocrEngine !== undefined) checkEngineId(ocrEngine, ocrEngines);
  const interrupt: Interrupt = {
    deadline: deadlineIn(limits.milliseconds, options.clock ?? systemClock),
    ...(signal && { signal }),
  };
  const progressOf = (stage: Progress['stage']) =>
    onProgress && ((done: number, total: number) => onProgress({ stage, done, total }));
  return {
    interrupt,
    reader: {
      limits,
      filename,
      contentType,
      password,
      pdf: options.pdf ?? engines.pdf,
      converters,
      useActualText,
      preventDefaultMergeLines,
      onPage: progressOf('load'),
      ...interrupt,
    },
    ocr: {
      limits,
      embedded: engines.embedded,
      ocrEngine,
      ocrEngines,
      ocrLevel: ocrPolicyOf(ocr, options.ocrLevel),
      ocrLevel2Strict,
      preventDefaultMergeLines,
      onPage: progressOf('ocr'),
    },
    forgivingAnchors: options.forgivingAnchors ?? true,
    patternLimits: limits,
    trace: options.trace ?? false,
    validations: options.validations && checkedValidations(options.validations, rules),
    now: (options.now ?? systemTime)(),
    random: options.random ?? Math.random,
    postprocessorLlm: options.postprocessorLlm ?? 'fallback',
    words: options.words,
    llm: options.llm && resolveLlmOptions(options.llm),
    onProgress,
    onPages: options.onPages,
  };
}

const systemClock: Clock = () => performance.now();
const systemTime = () => new Date();

function withoutUndefined<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
