/** Binds what extractions share: engines, limits, clock, additions to the language. */

import type { ConfigIssue } from './errors.js';
import { runExtraction } from './extract.js';
import { checkInterrupt } from './foundation/async/interrupt.js';
import type { ExtraData } from './foundation/objects/extra-data.js';
import type { Config } from './language/config/config-types.js';
import type { Checked, ConfigLiteral } from './language/config/infer.js';
import { configJsonSchema } from './language/config/json-schema.js';
import {
  checkedConfig,
  type ParsedConfig,
  safeParseConfig,
  validateConfig,
} from './language/config/parse.js';
import { keptPages } from './language/config/reading-plan.js';
import { builtInLanguage, createLanguage, type Extensions, type Language } from './language/config/schema.js';
import type { JsonSchema } from './language/config/schema-parts.js';
import {
  type ValidatedResult,
  type ValidateOptions,
  type ValidationReport,
  validateIn,
} from './language/validate/report.js';
import { type Validation, validationIssues } from './language/validate/schema.js';
import { ownProviderIds } from './llm/members.js';
import {
  checkedCall,
  checkOptions,
  type ExtractOptions,
  type ExtractorOptions,
  type FindTablesOptions,
  type LoadOptions,
  resolveOptions,
  resolveWorkers,
} from './options.js';
import type { Document } from './page/document/model.js';
import { sliceDocument } from './page/document/slice.js';
import type { FoundTable } from './page/tables/model.js';
import { loadBytes, openBytes } from './reading/load.js';
import { embeddedEngine } from './reading/ocr/embedded.js';
import { isAcceptedEngine } from './reading/ocr/engines.js';
import { defaultPdf } from './reading/pdf/default-engine.js';
import type { Classifier } from './run/calls/classifier.js';
import { classifying } from './run/calls/classifying.js';
import {
  bytesOf,
  type DocumentInput,
  type ExtractCall,
  type ExtractionCore,
  withDocument,
} from './run/calls/extraction-core.js';
import { type RecheckOptions, type RecheckReport, type RecheckWork, recheck } from './run/calls/recheck.js';
import { preprocessDocument } from './run/extraction/pages.js';
import type { ExtractionResult } from './run/extraction/result.js';
import { walledCalls } from './run/workers/walled-calls.js';

/** What `check` looks at. */
export interface CheckedText {
  readonly config?: string | undefined;
  readonly validations?: readonly Validation[] | undefined;
}

/** A document after preprocessors. */
export interface PreprocessedDocument {
  readonly document: Document;
  /** What went wrong meanwhile, and cost lines. */
  readonly errors: ExtractionResult['errors'];
}

/**
 * Runs extractions that share engines, limits and additions to the language. Where it has workers, calls that read
 * documents take their bytes, and `load`, `preprocess`, `slice` and `fingerprintHits` are refused with a `TypeError`.
 */
export interface Extractor<Own extends string = never> extends Classifier {
  /** Reads a document once, to extract from it many times. The caller closes it, and leaves its bytes as they are until then. @throws DocumentError, TypeError, RangeError */
  load(document: Uint8Array | ArrayBuffer | Blob, options?: LoadOptions): Promise<Document>;
  /**
   * Extracts typed values from a document.
   * @throws DocumentError the document cannot be read, or not within the limits
   * @throws ConfigError the config cannot be run, or a validation is wrong
   * @throws ExtraDataError the extra data is not flat, or too large
   * @throws TypeError an argument or an option is of another kind, RangeError it is out of its range
   */
  readonly extract: ExtractCall;
  /**
   * A document as the fields of a config see it: its pages after the preprocessors. It ends with the one that was given.
   * @throws DocumentError, ConfigError, TypeError, RangeError as `extract`
   */
  preprocess(
    document: Document,
    config: Config | string,
    options?: LoadOptions,
  ): Promise<PreprocessedDocument>;
  /**
   * The tables of a document, of a page or of an area.
   * @throws DocumentError, TypeError as `load`; RangeError also for a page that the document does not have
   */
  findTables(document: DocumentInput, options?: FindTablesOptions): Promise<readonly FoundTable[]>;
  /**
   * Draws a page.
   * @param pixels of its longer side
   * @returns a PNG; undefined for documents without pages, and pages that cannot be drawn
   * @throws DocumentError, TypeError, RangeError as `load`
   */
  drawPage(
    document: DocumentInput,
    page: number,
    pixels: number,
    options?: LoadOptions,
  ): Promise<Uint8Array | undefined>;
  /**
   * Pages of a document as a document of their own, both ends zero-based and inclusive; it ends with the document.
   * @throws RangeError for pages that the document does not have
   */
  slice(document: Document, from: number, to: number): Document;
  /** Checks a config, as text or an object, in this extractor's language. @throws ConfigError */
  parseConfig(config: unknown): Config;
  /** Checks a config as `parseConfig` does, without throwing. */
  safeParseConfig(config: unknown): ParsedConfig;
  /** Checks a config that is written in TypeScript, in this extractor's language; results have its types. @throws ConfigError */
  defineConfig<const Literal extends ConfigLiteral>(config: Checked<Literal, Own>): Literal;
  /** All that is wrong or doubtful in a config. */
  validateConfig(config: unknown): readonly ConfigIssue[];
  /** Checks a finished document with the operators of this extractor's language. @throws ConfigError when a validation is wrong */
  validate(
    result: ValidatedResult,
    validations: readonly Validation[],
    options?: ValidateOptions,
  ): ValidationReport;
  /**
   * Checks a finished document whose values were corrected, and runs the postprocessor of its config again, within the
   * limits of one extraction. No language model is asked.
   * @throws ConfigError a validation is wrong, or the config cannot be run; DocumentError `aborted`, `timed_out`
   */
  recheck(result: ValidatedResult, work: RecheckWork, options?: RecheckOptions): Promise<RecheckReport>;
  /**
   * All that is wrong or doubtful in a config or in validations of strangers: what `validateConfig` finds, within the
   * limits of one extraction where the extractor has workers.
   * @throws ConfigError `too_costly`, DocumentError `aborted`
   */
  check(
    given: CheckedText,
    options?: Pick<LoadOptions, 'limits' | 'signal'>,
  ): Promise<readonly ConfigIssue[]>;
  /**
   * The JSON Schema of this extractor's language, with which editors complete and check configs.
   * @returns a copy of the caller's own
   */
  configJsonSchema(): JsonSchema;
  /** Frees what the extractor holds. Extractions that run on are not waited for. */
  close(): Promise<void>;
}

/** The ids of what a host adds to the language, which configs in TypeScript may then name. */
interface OwnDefinitions<Own extends string> {
  readonly methods?: readonly { readonly id: Own }[] | undefined;
  readonly types?: readonly { readonly id: Own }[] | undefined;
  readonly computedMethods?: readonly { readonly id: Own }[] | undefined;
  readonly preprocessors?: readonly { readonly id: Own }[] | undefined;
}

/**
 * Binds options, so that calls need only a document and a config.
 *
 * @example
 * const extractor = createExtractor({ workers: 2 });
 * const { parsed_document } = await extractor.extract(bytes, config);
 * await extractor.close();
 * @throws TypeError for an option that does not exist or is of another kind, RangeError for one out of its range
 */
export function createExtractor<const Own extends string = never>(
  options: ExtractorOptions & OwnDefinitions<Own> = {},
): Extractor<Own> {
  checkOptions(options, 'createExtractor');
  const { workers, ...rest } = options;
  const { methods, types, computedMethods, preprocessors, operators, ...bound } = rest;
  const language = languageOf({ methods, types, computedMethods, preprocessors, operators }, bound);
  const { now, random } = bound;
  const embedded = embeddedEngine();
  const engines = { pdf: bound.pdf ?? defaultPdf(), embedded: embedded.get };

  const core: ExtractionCore = {
    language,
    resolve: (given) => resolveOptions(bound, given, engines, language.rules),
    async load(input, { reader, ocr, interrupt }, span) {
      const bytes = await bytesOf(input);
      const file = await (span ? openBytes(bytes, reader) : loadBytes(bytes, reader));
      return closedOnError(file, async () => {
        const { readDocument, readSpan } = await import('./reading/ocr/document.js');
        return 'pages' in file ? readDocument(file, ocr, interrupt) : readSpan(file, span, ocr, interrupt);
      });
    },
    run: (document, config, resolved, extraData) =>
      runExtraction(document, config, { language, extraData, ...resolved }),
  };

  const inProcess: Extractor<Own> = {
    async load(document, given = {}) {
      checkOptions(given, 'load');
      return core.load(document, core.resolve(given));
    },
    async extract(
      document: DocumentInput,
      config: Config | string,
      extraData?: ExtraData,
      options?: ExtractOptions,
    ): Promise<ExtractionResult<never>> {
      const call = checkedCall('extract', extraData, options);
      const resolved = core.resolve(call.given);
      const parsed = checkedConfig(config, language);
      const work = async (read: Document) => {
        const { result } = await core.run(read, parsed, resolved, call.extraData);
        // Whatever the config gives is what its type says.
        return result as ExtractionResult<never>;
      };
      return withDocument(core.load, document, resolved, work, keptPages(parsed, language));
    },
    async preprocess(document, config, given = {}) {
      checkOptions(given, 'load');
      const { document: seen, errors } = await preprocessDocument(document, checkedConfig(config, language), {
        ...core.resolve(given),
        language,
      });
      return { document: seen, errors: [...errors] };
    },
    async findTables(document, given = {}) {
      checkOptions(given, 'findTables');
      const { page, area, nested, ...reading } = given;
      const resolved = core.resolve(reading);
      const { tablesOf } = await import('./page/tables/find.js');
      return withDocument(core.load, document, resolved, (read) =>
        tablesOf(read, { page, area, nested }, resolved.interrupt),
      );
    },
    async drawPage(document, page, pixels, given = {}) {
      checkOptions(given, 'load');
      const { drawnPage } = await import('./llm/images.js');
      return withDocument(core.load, document, core.resolve(given), (read) => drawnPage(read, page, pixels));
    },
    ...classifying(core),
    slice: sliceDocument,
    parseConfig: (config) => checkedConfig(config, language),
    safeParseConfig: (config) => safeParseConfig(config, language),
    // The checked config has the members of the literal: parsing fills nothing in.
    defineConfig: <const C extends ConfigLiteral>(config: Checked<C, Own>) =>
      checkedConfig(config, language) as unknown as C,
    validateConfig: (config) => validateConfig(config, language),
    validate: (result, validations, given) =>
      validateIn(language.rules, result, validations, { now, random, ...given }),
    async recheck(result, { config, validations }, { filename, ...given } = {}) {
      const resolved = core.resolve({ ...given, validations });
      const checked = config === undefined ? undefined : checkedConfig(config, language);
      return recheck(result, checked, filename, { language, resolved });
    },
    async check({ config, validations }, given = {}) {
      checkInterrupt(core.resolve(given).interrupt);
      return [
        ...(config === undefined ? [] : validateConfig(config, language)),
        ...(validations === undefined ? [] : validationIssues(validations, language.rules)),
      ];
    },
    configJsonSchema: () => configJsonSchema(language),
    close: () => embedded.close(),
  };
  const resolved = resolveWorkers(workers ?? 0);
  return resolved.count === 0 ? inProcess : { ...inProcess, ...walledCalls(core, rest, resolved) };
}

/** What `work` gives; where it fails, the document is closed. */
async function closedOnError<T>(document: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await document.close();
    throw error;
  }
}

/** The language with what a host adds; where that is nothing, the built-in one, which is composed only once. */
function languageOf(
  extensions: Extensions,
  { ocrEngines: engines = {}, llm = { providers: {} } }: Pick<ExtractorOptions, 'ocrEngines' | 'llm'>,
): Language {
  const ocrEngines = Object.keys(engines).filter((id) => !isAcceptedEngine(id, {}));
  const llmProviders = ownProviderIds(llm);
  const isExtended =
    ocrEngines.length > 0 ||
    llmProviders.length > 0 ||
    Object.values(extensions).some((list) => list !== undefined);
  return isExtended ? createLanguage(extensions, { ocrEngines, llmProviders }) : builtInLanguage();
}
