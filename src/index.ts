/**
 * Anchorline turns documents into checked, typed JSON inside your own process. `docs/README.md` is the index of the docs.
 *
 * @example
 * const result = await extract(bytes, configText);
 * console.log(result.parsed_document);
 */

import { createExtractor, type Extractor } from './extractor.js';
import type { ExtraData } from './foundation/objects/extra-data.js';
import type { Config } from './language/config/config-types.js';
import type { AnyRow, ConfigLiteral, ParsedDocument } from './language/config/infer.js';
import type {
  BestFitOptions,
  ClassifyOptions,
  ExtractOptions,
  FindTablesOptions,
  LoadOptions,
  PortfolioOptions,
} from './options.js';
import type { Document } from './page/document/model.js';
import type { FoundTable } from './page/tables/model.js';
import type { DocumentInput } from './run/calls/extraction-core.js';
import type { BestFitAmong, BestFitConfig, ConfigClassification } from './run/classify/classification.js';
import type { DocumentType, NamedConfig } from './run/classify/document-type.js';
import type { TypeClassification } from './run/classify/naming.js';
import type { PortfolioResult } from './run/classify/portfolio.js';
import type { ExtractionResult } from './run/extraction/result.js';

export {
  AnchorlineError,
  ClassificationError,
  type ClassificationErrorCode,
  ConfigError,
  type ConfigErrorCode,
  type ConfigIssue,
  DocumentError,
  type DocumentErrorCode,
  ExtraDataError,
  formatPath,
  LlmCallFailure,
  type LlmFailureCode,
  type PathStep,
  ProviderError,
} from './errors.js';
export { createExtractor, type Extractor } from './extractor.js';
export type { ExtraData } from './foundation/objects/extra-data.js';
export { orderedEntries } from './foundation/objects/members.js';
export { defineConfig, parseConfig, safeParseConfig, validateConfig } from './language/config/built-in.js';
export type { Config, Field } from './language/config/config-types.js';
export type {
  AnyFieldValue,
  AnyRow,
  ConfigLiteral,
  ImagesValue,
  ImageValue,
  ParsedDocument,
  TableValue,
  TextValue,
} from './language/config/infer.js';
export type { ParsedConfig } from './language/config/parse.js';
export type { JsonSchema } from './language/config/schema-parts.js';
export type { ExtractionIssue, ExtractionWarning } from './language/fields/runner.js';
export type { FieldTrace } from './language/fields/trace.js';
export {
  type ValidatedResult,
  type ValidateOptions,
  type ValidationReport,
  validate,
} from './language/validate/report.js';
export type { Validation } from './language/validate/schema.js';
export type { ValidationEntry } from './language/validate/validate.js';
export { DEFAULT_LIMITS, type Limits } from './limits.js';
export type {
  BestFitOptions,
  ClassifyOptions,
  ExtractOptions,
  ExtractorOptions,
  FindTablesOptions,
  LoadOptions,
  PortfolioOptions,
  WorkersOptions,
} from './options.js';
export type { Box, Point, Polygon } from './page/document/geometry.js';
export type { Document, Line, Page, Region, Segment, Word } from './page/document/model.js';
export type { OcrReport } from './page/document/reading.js';
export type { LineSketch, PathSketch } from './page/document/sketch.js';
export type { FoundTable } from './page/tables/model.js';
export { documentFromLines } from './reading/from-lines.js';
export { pdfjs } from './reading/pdf/pdfjs/pdfjs.js';
export type { DocumentInput } from './run/calls/extraction-core.js';
export type { RecheckOptions, RecheckReport } from './run/calls/recheck.js';
export type {
  BestFitAmong,
  BestFitConfig,
  BestFitResult,
  ConfigClassification,
} from './run/classify/classification.js';
export type { DocumentType, NamedConfig } from './run/classify/document-type.js';
export type { TypeClassification } from './run/classify/naming.js';
export type { PortfolioResult } from './run/classify/portfolio.js';
export type { ExtractionResult } from './run/extraction/result.js';
export type { Progress } from './run/extraction/run.js';

let shared: Extractor | undefined;

function defaultExtractor(): Extractor {
  shared ??= createExtractor();
  return shared;
}

/**
 * Extracts typed values from a document. In the package, `docs/reference/index.md` describes configs and
 * `docs/results/result.md` the result.
 * @param document the bytes of a file, or a document that `loadDocument` gave
 * @param config the text of a config, or one from `parseConfig` or `defineConfig`
 * @param extraData flat plain values that come with the document, at most 16 kB
 * @throws DocumentError the document cannot be read, or not within the limits
 * @throws ConfigError the config cannot be run
 * @throws ExtraDataError the extra data is not flat, or too large
 * @throws ProviderError an engine or a converter failed
 * @throws LlmCallFailure a call of a language model failed, with `llm: { strict: true }`
 * @throws TypeError an argument or an option is of another kind, RangeError it is out of its range
 *
 * @example
 * const { parsed_document, errors } = await extract(await readFile('invoice.pdf'), config);
 */
export function extract<const C extends ConfigLiteral>(
  document: DocumentInput,
  config: C,
  extraData?: ExtraData,
  options?: ExtractOptions,
): Promise<ExtractionResult<ParsedDocument<C>>>;
export function extract(
  document: DocumentInput,
  config: Config | string,
  extraData?: ExtraData,
  options?: ExtractOptions,
): Promise<ExtractionResult<AnyRow>>;
export function extract(
  document: DocumentInput,
  config: Config | string,
  extraData?: ExtraData,
  options?: ExtractOptions,
): Promise<ExtractionResult> {
  return defaultExtractor().extract(document, config, extraData, options);
}

/**
 * Finds the type of a document, without extracting from it.
 *
 * @example
 * const { name } = (await classify(bytes, [{ name: 'invoices', configs: [{ name: 'north_co', config }] }])).document_type;
 * @throws as `Classifier.classify`
 */
export function classify(
  document: DocumentInput,
  types: readonly DocumentType[],
  extraData?: ExtraData,
  options?: ClassifyOptions,
): Promise<TypeClassification>;
/**
 * Finds the config of a document type, or of a list, that fits a document best.
 * @throws as `Classifier.classify`
 */
export function classify(
  document: DocumentInput,
  configs: DocumentType | readonly NamedConfig[],
  extraData?: ExtraData,
  options?: ClassifyOptions,
): Promise<ConfigClassification>;
export function classify(
  document: DocumentInput,
  among: DocumentType | readonly DocumentType[] | readonly NamedConfig[],
  extraData?: ExtraData,
  options?: ClassifyOptions,
): Promise<TypeClassification | ConfigClassification> {
  // One of the two forms, whichever: the extractor distinguishes them.
  return defaultExtractor().classify(document, among as readonly NamedConfig[], extraData, options);
}

/**
 * Extracts with the config that fits a document best.
 *
 * @example
 * const configs = [{ name: 'north_co', config: north }, { name: 'south_co', config: south }];
 * const { configuration, parsed_document } = await extractBestFit(bytes, configs);
 * @throws as `Classifier.extractBestFit`
 */
export function extractBestFit<const Among extends DocumentType | readonly BestFitConfig[]>(
  document: DocumentInput,
  configs: Among,
  extraData?: ExtraData,
  options?: BestFitOptions,
): Promise<BestFitAmong<Among>> {
  return defaultExtractor().extractBestFit(document, configs, extraData, options);
}

/**
 * Extracts from every document in a file of several.
 *
 * @example
 * const { documents } = await extractPortfolio(bytes, types);
 * @throws as `Classifier.extractPortfolio`
 */
export function extractPortfolio(
  document: DocumentInput,
  types: readonly DocumentType[],
  extraData?: ExtraData,
  options?: PortfolioOptions,
): Promise<PortfolioResult> {
  return defaultExtractor().extractPortfolio(document, types, extraData, options);
}

/**
 * Finds the tables of a document, with their cells.
 *
 * @example
 * const tables = await findTables(bytes, { page: 0 });
 * for (const { row, column, text } of tables[0].cells) console.log(row, column, text);
 * @throws DocumentError the document cannot be read, or not within the limits
 * @throws TypeError an argument or an option is of another kind
 * @throws RangeError it is out of its range, or the document has no such page
 */
export function findTables(
  document: DocumentInput,
  options?: FindTablesOptions,
): Promise<readonly FoundTable[]> {
  return defaultExtractor().findTables(document, options);
}

/**
 * Reads a document once, to extract from it many times; close it when done, and leave its bytes as they are until then: they may be
 * read where they are.
 *
 * @example
 * const document = await loadDocument(bytes);
 * try {
 *   await extract(document, config);
 * } finally {
 *   await document.close();
 * }
 * @throws DocumentError, TypeError, RangeError
 */
export function loadDocument(
  document: Uint8Array | ArrayBuffer | Blob,
  options?: LoadOptions,
): Promise<Document> {
  return defaultExtractor().load(document, options);
}
