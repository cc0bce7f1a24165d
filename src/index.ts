/**
 * Anchorline turns documents into checked, typed JSON inside your own process. `docs/README.md` is the index of the docs.
 *
 * @example
 * const result = await extract(bytes, configText);
 * console.log(result.parsed_document);
 */
import type { BestFitResult, ConfigClassification } from './classify/classification.js';
import type { DocumentType, NamedConfig } from './classify/document-type.js';
import type { TypeClassification } from './classify/naming.js';
import type { PortfolioResult } from './classify/portfolio.js';
import type { Config } from './config/config-types.js';

export type { JsonSchema } from './config/schema-parts.js';

import type { ConfigLiteral, ParsedDocument } from './config/infer.js';
import type { Document } from './document/model.js';
import type { ExtraData } from './extra-data.js';
import type { ExtractionResult } from './extract.js';
import type { DocumentInput } from './extraction-core.js';
import { createExtractor, type Extractor } from './extractor.js';
import type {
  BestFitOptions,
  ClassifyOptions,
  ExtractOptions,
  FindTablesOptions,
  LoadOptions,
  PortfolioOptions,
} from './options.js';
import type { FoundTable } from './tables/model.js';

export type { AnchorHit } from './anchors/anchors.js';
export { type AnchorMatch, anchorMatchSchema, type FieldAnchor, type Matcher } from './anchors/schema.js';
export type { Classifier } from './classifier.js';
export type { ClassificationEntry, Effort, FingerprintCount } from './classify/best-fit.js';
export type { BestFitResult, ConfigClassification } from './classify/classification.js';
export type { DocumentType, FingerprintMode, NamedConfig } from './classify/document-type.js';
export type {
  FingerprintHit,
  FingerprintHits,
  FingerprintMatchPlace,
} from './classify/fingerprint-search.js';
export type { NamingMethod, TypeClassification } from './classify/naming.js';
export type {
  PortfolioDocument,
  PortfolioEntry,
  PortfolioOutput,
  PortfolioResult,
  SegmentingMethod,
} from './classify/portfolio.js';
export {
  type ComputedContext,
  type ComputedDefinition,
  type ComputedExample,
  defineComputed,
} from './computed/definition.js';
export { tableRows } from './computed/shapes.js';
export type {
  ComputedField,
  ComputedMethod as ComputedMethodConfig,
  Config,
  Field,
  Method as MethodConfig,
  Postprocessor as PostprocessorConfig,
  Preprocessor as PreprocessorConfig,
  SectionsField,
  SimpleField,
  ValueType,
} from './config/config-types.js';
export type {
  AnyFieldValue,
  AnyRow,
  ConfigLiteral,
  ImagesValue,
  ImageValue,
  ParsedDocument,
  TableValue,
  TextValue,
  ValueNotes,
} from './config/infer.js';
export { defineConfig, parseConfig, validateConfig } from './config/parse.js';
export type { Extensions } from './config/schema.js';
export { settled, type WithDefault, withDefault } from './defaults.js';
export type { Box, Point, Polygon, Transform } from './document/geometry.js';
export type { Glyph, TextStyle } from './document/glyph.js';
export { linePart, type TextEdit, withEdits } from './document/line-edits.js';
export type {
  Document,
  DocumentIssue,
  DocumentWarning,
  FileMetadata,
  GlyphRun,
  Line,
  OverlapJoin,
  Page,
  PageReading,
  Region,
  Segment,
  SheetCellPlace,
  SheetRows,
  ShownCell,
  TextQuality,
  Word,
} from './document/model.js';
export type {
  Bitmap,
  FormWidget,
  PageGraphics,
  PaintedPath,
  PlacedImage,
  RenderOptions,
} from './document/page-graphics.js';
export type { OcrPage, OcrReport, ReadLines } from './document/reading.js';
export type { LineSketch, PathSketch } from './document/sketch.js';
export {
  ClassificationError,
  type ClassificationErrorCode,
  ConfigError,
  type ConfigErrorCode,
  type ConfigIssue,
  DocumentError,
  type DocumentErrorCode,
  type ErrorDetails,
  ExtraDataError,
  formatPath,
  type PathStep,
  ProviderError,
} from './errors.js';
export type { ExtraData } from './extra-data.js';
export type { ExtractionResult, PrintedPage, Progress } from './extract.js';
export type { DocumentInput } from './extraction-core.js';
export { createExtractor, type Extractor, type PreprocessedDocument } from './extractor.js';
export type { ExtractionIssue, ExtractionWarning } from './fields/runner.js';
export type {
  Bracket,
  FieldTrace,
  PrintedLine,
  PrintedWord,
  SectionPlace,
  SectionTrace,
  TracedAnchor,
  TracedPiece,
  TracedRereading,
} from './fields/trace.js';
export type { Interrupt } from './interrupt.js';
export type { FieldGrammar, FieldOutput, FieldValue, Grammar, PreprocessorGrammar } from './language.js';
export { DEFAULT_LIMITS, type Limits } from './limits.js';
export { orderedEntries } from './members.js';
export {
  type Capture,
  defineMethod,
  type Finished,
  type MethodContext,
  type MethodDefinition,
  type MethodExample,
  type Piece,
  type SearchedColumn,
  type SearchedRow,
  type SearchedTable,
} from './methods/definition.js';
export type {
  BestFitOptions,
  BoundOptions,
  ClassifyOptions,
  ExtractOptions,
  ExtractorOptions,
  FindTablesOptions,
  LoadOptions,
  PortfolioOptions,
  PreprocessorOptions,
  RuleOptions,
  WorkersOptions,
} from './options.js';
export type {
  InkFacts,
  PdfCapabilities,
  PdfEngine,
  PdfFile,
  PdfMetadata,
  PdfOpenOptions,
  PdfPage,
  PdfPageContent,
} from './pdf/engine.js';
export { type IsolatedPdfEngine, type IsolationOptions, isolatedPdf } from './pdf/isolated/isolated.js';
export { pdfjs } from './pdf/pdfjs/pdfjs.js';
export {
  definePreprocessor,
  type ExampleLine,
  type OcrRequest,
  type PreprocessorContext,
  type PreprocessorDefinition,
  type PreprocessorExample,
  type PreprocessorIssue,
  type PreprocessorWarning,
  type ReadPage,
} from './preprocessors/definition.js';
export { findHits, withLines, withoutLines } from './preprocessors/shared.js';
export type { ConversionRequest, DocumentConverter, DocumentConverters } from './readers/convert.js';
export { documentFromLines } from './readers/from-lines.js';
export type { PostprocessReport, RecheckOptions, RecheckReport, RecheckWork } from './recheck.js';
export { operatorArguments } from './rules/forms.js';
export type { RuleFrame } from './rules/frames.js';
export {
  type ArgumentForm,
  defineOperator,
  type Operator,
  type OperatorDefinition,
  type OperatorExample,
} from './rules/operator.js';
export { RuleError, type RuleErrorCode, type RuleRun } from './rules/run.js';
export type { Value as RuleValue } from './rules/value.js';
export type {
  FoundCaption,
  FoundCell,
  FoundTable,
  FoundTableSource,
  TableSearch,
} from './tables/model.js';
export type { WordList } from './text/english-words.js';
export {
  type CompiledType,
  defineType,
  type TypeDefinition,
  type TypedValue,
  type TypeExample,
  type TypeTools,
} from './types/definition.js';
export type { Score, ValidationSummary } from './validate/coverage.js';
export {
  type ValidatedResult,
  type ValidateOptions,
  type ValidationReport,
  validate,
} from './validate/report.js';
export type { Severity, Validation } from './validate/schema.js';
export type { ValidationEntry } from './validate/validate.js';

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
 * @throws TypeError an argument or an option is of another kind, RangeError it is out of its range
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
): Promise<ExtractionResult>;
export function extract(
  document: DocumentInput,
  config: Config | string,
  extraData?: ExtraData,
  options?: ExtractOptions,
): Promise<ExtractionResult> {
  return defaultExtractor().extract(document, config, extraData, options);
}

/**
 * Tells of which type a document is, without extracting from it.
 * @throws as `Classifier.classify`
 */
export function classify(
  document: DocumentInput,
  types: readonly DocumentType[],
  extraData?: ExtraData,
  options?: ClassifyOptions,
): Promise<TypeClassification>;
/**
 * Tells which config of a document type, or which of some configs, fits a document best.
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
  // One of the two forms, whichever: the extractor tells them apart.
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
export function extractBestFit(
  document: DocumentInput,
  configs: DocumentType | readonly NamedConfig[],
  extraData?: ExtraData,
  options?: BestFitOptions,
): Promise<BestFitResult> {
  return defaultExtractor().extractBestFit(document, configs, extraData, options);
}

/** Extracts from every document in a file of several. @throws as `Classifier.extractPortfolio` */
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

/** Reads a document once, to extract from it many times; close it when done. @throws DocumentError, TypeError, RangeError */
export function loadDocument(
  document: Uint8Array | ArrayBuffer | Blob,
  options?: LoadOptions,
): Promise<Document> {
  return defaultExtractor().load(document, options);
}
