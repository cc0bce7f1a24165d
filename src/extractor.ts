/** Binds what extractions share: engines, limits, clock, additions to the language. */
import { configJsonSchema, type JsonSchema } from './config/json-schema.js';
import { checkedConfig, defineConfig, parseConfig, validateConfig } from './config/parse.js';
import {
  builtInLanguage,
  type Config,
  createLanguage,
  type Extensions,
  type Language,
} from './config/schema.js';
import type { DocumentConverters } from './document/convert.js';
import { type Clock, deadlineIn, type Interrupt } from './document/interrupt.js';
import { loadBytes } from './document/load.js';
import type { Document } from './document/model.js';
import type { OcrLevel } from './document/ocr-need.js';
import type { LoadProgress } from './document/pdf.js';
import type { ConfigIssue } from './errors.js';
import { checkedExtraData, type ExtraData } from './extra-data.js';
import { type ExtractionResult, type Progress, runExtraction } from './extract.js';
import { type Limits, resolveLimits } from './limits.js';
import { checkOcrLevel, readDocument } from './ocr/document.js';
import { embeddedEngine } from './ocr/embedded.js';
import { isAcceptedEngine, type OcrEngines } from './ocr/engines.js';
import { checkEngineId, type PageReaderOptions } from './ocr/reader.js';
import type { PdfEngine } from './pdf/engine.js';
import { pdfjs } from './pdf/pdfjs.js';
import type { PostprocessorLlm } from './postprocess/apply.js';
import type { WordList } from './preprocessors/definition.js';
import { checkedValidations, type Validation } from './validate/schema.js';

/** A document in any form that can be extracted from. */
export type DocumentInput = Uint8Array | ArrayBuffer | Blob | Document;

/** How a document is read. */
export interface LoadOptions {
  /** Name of the file; its extension helps where the bytes do not tell what they are. */
  readonly filename?: string | undefined;
  /** Media type, e.g. `application/pdf`; needed for CSV. */
  readonly contentType?: string | undefined;
  /** Opens an encrypted document. */
  readonly password?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Gives up when aborted: the promise rejects with a `DocumentError` `aborted`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** When replacement text stands in for glyphs: where they cannot be read (auto), wherever they look odd (always). */
  readonly useActualText?: 'auto' | 'always' | 'never' | undefined;
  /** Leaves runs of text as they are instead of merging adjacent ones into lines. */
  readonly preventDefaultMergeLines?: boolean | undefined;
  readonly pdf?: PdfEngine | undefined;
  /**
   * Turn kinds of file into others that can be read, by media type: `application/msword` for Word documents of
   * the old format. What they give is read instead, usually a PDF.
   */
  readonly converters?: DocumentConverters | undefined;
  /** When PDFs are read by OCR: 0 never, 2 by the whole document (default), 4 by its first page, 5 page by page. */
  readonly ocrLevel?: OcrLevel | undefined;
  /** At level 2, read every page of a document with few lines, although its own text is usable. */
  readonly ocrLevel2Strict?: boolean | undefined;
  /** Id of the engine that reads scans; default the embedded tesseract. */
  readonly ocrEngine?: string | undefined;
  /**
   * Engines by the ids that `ocrEngine` and configs name; who makes them closes them. A config may name one of
   * them where it is run with them: `parseConfig` of an extractor knows those that the extractor binds.
   */
  readonly ocrEngines?: OcrEngines | undefined;
  /** Milliseconds since any fixed moment, for the limit of time. */
  readonly clock?: Clock | undefined;
}

/** What rules and postprocessors take from outside. */
export interface RuleOptions {
  /** The moment that rules take for today, asked once an extraction; default the system's time. */
  readonly now?: (() => Date) | undefined;
  /** Gives the chance of rules, numbers from 0 (included) to 1 (excluded); default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** When a language model may shape the result of the jsonSchema postprocessor; default fallback. */
  readonly postprocessorLlm?: PostprocessorLlm | undefined;
}

/** What preprocessors take from outside. */
export interface PreprocessorOptions {
  /** Words that the ligature preprocessor may make; default English words that come with the library. */
  readonly words?: WordList | undefined;
}

/** How one extraction runs. */
export interface ExtractOptions extends LoadOptions, PreprocessorOptions, RuleOptions {
  /** Tell for every field where its value came from, or why there is none. */
  readonly trace?: boolean | undefined;
  /** Checks on the finished document, as document types have them. */
  readonly validations?: readonly Validation[] | undefined;
}

/** What an extractor binds for all its extractions. */
export interface ExtractorOptions extends Extensions, LoadOptions, PreprocessorOptions, RuleOptions {}

/** Runs extractions that share engines, limits and additions to the language. */
export interface Extractor {
  /** Reads a document once, to extract from it many times. The caller closes it. @throws DocumentError */
  load(document: Uint8Array | ArrayBuffer | Blob, options?: LoadOptions): Promise<Document>;
  /**
   * Extracts typed values from a document.
   * @throws DocumentError the document cannot be read, or not within the limits
   * @throws ConfigError the config cannot be run, or a validation is wrong
   * @throws ExtraDataError the extra data is not flat, or too large
   */
  extract(
    document: DocumentInput,
    config: Config | string,
    extraData?: ExtraData,
    options?: ExtractOptions,
  ): Promise<ExtractionResult>;
  /** Reads a config in this extractor's language. @throws ConfigError */
  parseConfig(text: string): Config;
  /** Checks a config in this extractor's language. @throws ConfigError */
  defineConfig(config: Config): Config;
  /** All that is wrong or doubtful in a config. */
  validateConfig(config: unknown): readonly ConfigIssue[];
  /** The JSON Schema of this extractor's language, with which editors complete and check configs. */
  configJsonSchema(): JsonSchema;
  /** Frees what the extractor holds. Extractions that run on are not waited for. */
  close(): Promise<void>;
}

/** Binds options, so that calls need only a document and a config. */
export function createExtractor(bound: ExtractorOptions = {}): Extractor {
  const { methods, types, computedMethods, preprocessors, ...defaults } = bound;
  const languageWith = languages({ methods, types, computedMethods, preprocessors });
  const language = languageWith(defaults.ocrEngines);
  const engine = defaults.pdf ?? pdfjs();
  const embedded = embeddedEngine();
  checkOptions(defaults);

  function ocrOptions(options: LoadOptions): PageReaderOptions {
    const { ocrEngine, ocrEngines, limits, preventDefaultMergeLines } = options;
    return { ocrEngine, ocrEngines, limits, preventDefaultMergeLines, embedded: embedded.get };
  }

  async function load(bytes: Uint8Array, options: LoadOptions, interrupt: Interrupt): Promise<Document> {
    const { pdf = engine, onProgress, ...rest } = options;
    const told = onProgress && {
      onProgress: ({ pagesDone, pageCount }: LoadProgress) =>
        onProgress({ stage: 'load', done: pagesDone, total: pageCount }),
    };
    checkOptions(options);
    const document = await loadBytes(bytes, { ...rest, ...interrupt, ...told, pdfEngine: pdf });
    const { ocrLevel, ocrLevel2Strict } = options;
    const reading = {
      ...ocrOptions(options),
      ocrLevel,
      ocrLevel2Strict,
      onPage: (done: number, total: number) => onProgress?.({ stage: 'ocr', done, total }),
    };
    try {
      return await readDocument(document, reading, interrupt);
    } catch (error) {
      await document.close();
      throw error;
    }
  }

  return {
    async load(document, options = {}) {
      const merged = mergeOptions(defaults, options);
      return load(await bytesOf(document), merged, interruptOf(merged));
    },
    async extract(document, config, extraData, options = {}) {
      const merged = mergeOptions(defaults, options);
      const interrupt = interruptOf(merged);
      const spoken = languageWith(merged.ocrEngines);
      const run = {
        language: spoken,
        extraData: checkedExtraData(extraData),
        interrupt,
        trace: options.trace ?? false,
        validations: options.validations && checkedValidations(options.validations),
        now: (merged.now ?? systemTime)(),
        random: merged.random ?? Math.random,
        postprocessorLlm: merged.postprocessorLlm ?? 'fallback',
        ocr: ocrOptions(merged),
        words: merged.words,
        onProgress: merged.onProgress,
      };
      const parsed = checkedConfig(config, spoken);
      if (isDocument(document)) return runExtraction(document, parsed, run);
      const loaded = await load(await bytesOf(document), merged, interrupt);
      try {
        return await runExtraction(loaded, parsed, run);
      } finally {
        await loaded.close();
      }
    },
    parseConfig: (text) => parseConfig(text, language),
    defineConfig: (config) => defineConfig(config, language),
    validateConfig: (config) => validateConfig(config, language),
    configJsonSchema: () => configJsonSchema(language),
    close: () => embedded.close(),
  };
}

/**
 * The language with some additions, by the OCR engines that a host registers: their ids are part of its grammar.
 * The last language with ids of its own is kept, as calls mostly come with the same engines.
 */
function languages(extensions: Extensions): (engines: OcrEngines | undefined) => Language {
  const isExtended = Object.values(extensions).some((list) => list !== undefined);
  let plain: Language | undefined;
  let latest: { readonly key: string; readonly language: Language } | undefined;
  return (engines = {}) => {
    const ids = Object.keys(engines).filter((id) => !isAcceptedEngine(id, {}));
    if (ids.length === 0) {
      plain ??= isExtended ? createLanguage(extensions) : builtInLanguage();
      return plain;
    }
    const key = JSON.stringify(ids.sort());
    if (latest?.key !== key) latest = { key, language: createLanguage(extensions, ids) };
    return latest.language;
  };
}

/** @throws RangeError for a limit, an OCR level or an OCR engine that does not exist */
function checkOptions({ limits, ocrLevel, ocrEngine, ocrEngines }: LoadOptions): void {
  resolveLimits(limits);
  checkOcrLevel(ocrLevel);
  if (ocrEngine !== undefined) checkEngineId(ocrEngine, ocrEngines);
}

const systemTime = () => new Date();

type Defaults = LoadOptions & PreprocessorOptions & RuleOptions;

function mergeOptions<Options extends LoadOptions>(defaults: Defaults, options: Options): Options & Defaults {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return {
    ...defaults,
    ...given,
    limits: { ...defaults.limits, ...options.limits },
    ocrEngines: { ...defaults.ocrEngines, ...options.ocrEngines },
  } as Options & Defaults;
}

function interruptOf({ limits, signal, clock = () => performance.now() }: LoadOptions): Interrupt {
  return { deadline: deadlineIn(resolveLimits(limits).milliseconds, clock), ...(signal && { signal }) };
}

function isDocument(document: DocumentInput): document is Document {
  return 'pages' in document;
}

async function bytesOf(document: Uint8Array | ArrayBuffer | Blob): Promise<Uint8Array> {
  if (document instanceof Uint8Array) return document;
  return new Uint8Array(document instanceof ArrayBuffer ? document : await document.arrayBuffer());
}
