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
import { closedError } from './document/memory.js';
import type { Document } from './document/model.js';
import { type ConfigIssue, nameOfKind } from './errors.js';
import { checkedExtraData, type ExtraData } from './extra-data.js';
import { type ExtractionResult, runExtraction } from './extract.js';
import { readDocument } from './ocr/document.js';
import { embeddedEngine } from './ocr/embedded.js';
import { isAcceptedEngine, type OcrEngines } from './ocr/engines.js';
import {
  checkOptions,
  type ExtractOptions,
  type ExtractorOptions,
  type LoadOptions,
  type ResolvedOptions,
  refuseOptionsAsData,
  resolveOptions,
} from './options.js';
import { pdfjs } from './pdf/pdfjs/pdfjs.js';
import { loadBytes } from './readers/load.js';

/** A document in any form that can be extracted from. */
export type DocumentInput = Uint8Array | ArrayBuffer | Blob | Document;

/** Runs extractions that share engines, limits and additions to the language. */
export interface Extractor {
  /** Reads a document once, to extract from it many times. The caller closes it. @throws DocumentError, TypeError, RangeError */
  load(document: Uint8Array | ArrayBuffer | Blob, options?: LoadOptions): Promise<Document>;
  /**
   * Extracts typed values from a document.
   * @throws DocumentError the document cannot be read, or not within the limits
   * @throws ConfigError the config cannot be run, or a validation is wrong
   * @throws ExtraDataError the extra data is not flat, or too large
   * @throws TypeError an argument or an option is of another kind, RangeError it is out of its range
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

/**
 * Binds options, so that calls need only a document and a config.
 * @throws TypeError for an option that does not exist or is of another kind, RangeError for one out of its range
 */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  checkOptions(options, 'createExtractor');
  const { methods, types, computedMethods, preprocessors, operators, ...bound } = options;
  const language = languageOf(
    { methods, types, computedMethods, preprocessors, operators },
    bound.ocrEngines,
  );
  const embedded = embeddedEngine();
  const engines = { pdf: bound.pdf ?? pdfjs(), embedded: embedded.get };

  async function load(bytes: Uint8Array, { reader, ocr, interrupt }: ResolvedOptions): Promise<Document> {
    const document = await loadBytes(bytes, reader);
    try {
      return await readDocument(document, ocr, interrupt);
    } catch (error) {
      await document.close();
      throw error;
    }
  }

  return {
    async load(document, given = {}) {
      checkOptions(given, 'load');
      const resolved = resolveOptions(bound, given, engines, language.rules);
      return load(await bytesOf(document), resolved);
    },
    async extract(document, config, extraData, options) {
      if (options === undefined) refuseOptionsAsData(extraData);
      const given = options === undefined ? {} : options;
      checkOptions(given, 'extract');
      const resolved = resolveOptions(bound, given, engines, language.rules);
      const run = { ...resolved, language, extraData: checkedExtraData(extraData) };
      const parsed = checkedConfig(config, language);
      if (isDocument(document)) {
        if (document.isClosed()) throw closedError();
        return runExtraction(document, parsed, run);
      }
      const loaded = await load(await bytesOf(document), resolved);
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

/** The language with what a host adds; the built-in one, composed but once, where that is nothing. */
function languageOf(extensions: Extensions, ocrEngines: OcrEngines = {}): Language {
  const engineIds = Object.keys(ocrEngines).filter((id) => !isAcceptedEngine(id, {}));
  const isExtended = engineIds.length > 0 || Object.values(extensions).some((list) => list !== undefined);
  return isExtended ? createLanguage(extensions, engineIds) : builtInLanguage();
}

function isDocument(document: unknown): document is Document {
  return typeof document === 'object' && document !== null && 'pages' in document;
}

/** The bytes of a file. @throws TypeError for what holds none */
async function bytesOf(document: unknown): Promise<Uint8Array> {
  if (document instanceof Uint8Array) return document;
  if (document instanceof ArrayBuffer) return new Uint8Array(document);
  if (document instanceof Blob) return new Uint8Array(await document.arrayBuffer());
  const advice =
    typeof document === 'string' ? ' A file is read before: await readFile(path) of node:fs/promises.' : '';
  throw new TypeError(
    `The document must be bytes (a Uint8Array, an ArrayBuffer or a Blob) or one that loadDocument gave, not ${nameOfKind(document)}.${advice}`,
  );
}
