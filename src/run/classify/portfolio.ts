/** Files that hold several documents: cut apart, and each extracted from for itself. */
// See docs/language/09-service.md#941-course

import { ClassificationError, ConfigError, DocumentError, withCause } from '../../errors.js';
import { checkInterrupt, isInterruption } from '../../foundation/async/interrupt.js';
import type { ExtraData } from '../../foundation/objects/extra-data.js';
import type { FieldOutput } from '../../foundation/schema/language.js';
import type { Language } from '../../language/config/schema.js';
import type { ExtractionIssue, ExtractionWarning } from '../../language/fields/runner.js';
import { EMPTY_SUMMARY, summed, type ValidationSummary } from '../../language/validate/coverage.js';
import type { LlmClient } from '../../llm/client.js';
import { addedUsage, type LlmUsageReport } from '../../llm/usage.js';
import type { Document, FileMetadata } from '../../page/document/model.js';
import { type OcrReport, ocrMember } from '../../page/document/reading.js';
import { sliceDocument } from '../../page/document/slice.js';
import type { Extraction, ExtractionResult } from '../extraction/result.js';
import {
  type BestFit,
  bestFit,
  bestOf,
  byText,
  type ClassificationEntry,
  type FingerprintCount,
  fingerprintCount,
  type NarrowingOptions,
  narrowing,
  noted,
  withFingerprints,
} from './best-fit.js';
import type { Candidate, CheckedType } from './document-type.js';
import { type FingerprintBounds, fingerprintGuard } from './fingerprint-search.js';
import { segmentByModel } from './model-segments.js';
import { modelNeeded } from './naming.js';
import { segmentByFingerprints, unmatchedPages } from './segments.js';
import { DEFAULT_SEGMENTING, type Effort, type SegmentingMethod } from './ways.js';

/** How a config did at one document of a file. */
type PortfolioEntry = Omit<ClassificationEntry, 'fingerprints' | 'fingerprints_present'>;

/** What an extraction from one document of a file gives. Pages count from the first of that document. */
interface PortfolioOutput extends Omit<ExtractionResult, 'parsed_document' | 'extra_data'> {
  /** null when the extraction failed; `errors` says why. */
  readonly parsed_document: FieldOutput | null;
  /** Of the config that fitted best; absent when the extraction failed. */
  readonly configuration_fingerprint?: FingerprintCount;
  readonly classification_summary: readonly PortfolioEntry[];
}

/** A document of a file. */
export interface PortfolioDocument {
  readonly documentType: string;
  /** The config that fitted best; null when the extraction failed. */
  readonly configuration: string | null;
  /** Zero-based pages of the file, both inclusive. */
  readonly startPage: number;
  readonly endPage: number;
  readonly output: PortfolioOutput;
}

/** What a file of several documents gives. */
export interface PortfolioResult {
  /** In page order. */
  readonly documents: readonly PortfolioDocument[];
  /** Ranges of pages that belong to no document: first and last page of each, zero-based. */
  readonly unmatched_pages: readonly (readonly [from: number, to: number])[];
  /** Sums over the documents. */
  readonly validation_summary: ValidationSummary;
  /** Mean over the documents; 0 without any. */
  readonly coverage: number;
  /** What concerns the whole file. */
  readonly errors: readonly ExtractionIssue[];
  readonly warnings: readonly ExtractionWarning[];
  readonly page_count: number;
  readonly content_type: string;
  /** What was read by OCR, of the whole file; only where something was. */
  readonly ocr?: OcrReport;
  readonly file_metadata?: FileMetadata;
  readonly extra_data?: ExtraData;
  /** What language models were asked for all documents, and to separate them. */
  readonly usage?: { readonly llm: LlmUsageReport };
}

interface PortfolioOptions extends NarrowingOptions {
  readonly method?: SegmentingMethod | undefined;
  readonly effort?: Effort | undefined;
  /** What separates the documents; undefined without a model. */
  readonly client: LlmClient | undefined;
  readonly language: Language;
  readonly extraData: ExtraData | undefined;
  readonly bounds: Omit<FingerprintBounds, 'warn'>;
  /** Runs a config of a type over a document of the file. */
  run(document: Document, candidate: Candidate, type: CheckedType): Promise<Extraction>;
  /** The file with its runs of text left as they are; undefined when it cannot be read again. */
  unmerged(): Promise<Document | undefined>;
}

/** A document of a file, and the configs that may fit it. */
interface Part {
  readonly type: CheckedType;
  readonly startPage: number;
  readonly endPage: number;
  /** Runs the configs that may fit. */
  fit(document: Document): Promise<BestFit>;
}

/**
 * Refuses to look for documents by a model where there is none, before anything is read.
 * @throws ClassificationError `llm_unavailable`
 */
export function checkSegmenting(method: SegmentingMethod = DEFAULT_SEGMENTING, hasModel: boolean): void {
  if (method === 'llm' && !hasModel) throw modelNeeded('Where documents begin');
}

/**
 * Extracts from every document in a file.
 * @throws DocumentError `unsupported_type` for spreadsheets; `timed_out`, `aborted`, `closed`
 * @throws ProviderError the model that should separate the documents gave no answer
 * @throws whatever the extraction from the first document throws, when those from all fail
 */
export async function extractDocuments(
  document: Document,
  types: readonly CheckedType[],
  options: PortfolioOptions,
): Promise<PortfolioResult> {
  refuseSheets(document);
  const warnings: ExtractionWarning[] = [...document.warnings];
  const bounds: FingerprintBounds = { ...options.bounds, warn: (warning) => warnings.push(warning) };
  const parts = await partsOf(document, types, options, bounds, warnings);
  const documents: PortfolioDocument[] = [];
  const failures: unknown[] = [];
  for (const part of parts) {
    const { type, startPage, endPage } = part;
    const place = { documentType: type.name, startPage, endPage };
    const slice = await sliceFor(part, document, options, warnings);
    try {
      documents.push({ ...place, ...shown(await part.fit(slice)) });
    } catch (error) {
      if (isInterruption(error)) throw error;
      failures.push(error);
      documents.push({ ...place, configuration: null, output: failed(slice, error) });
    }
  }
  if (failures.length > 0 && failures.length === parts.length) throw failures[0];
  return resultOf(document, documents, warnings, options);
}

/** A workbook is one document, whatever its sheets hold. */
function refuseSheets({ pages, contentType }: Document): void {
  if (contentType !== 'text/csv' && !pages.some(({ sheet }) => sheet)) return;
  throw new DocumentError(
    'unsupported_type',
    'A spreadsheet has no pages that could be several documents; extract from it with the configs of its own type.',
  );
}

function partsOf(
  document: Document,
  types: readonly CheckedType[],
  options: PortfolioOptions,
  bounds: FingerprintBounds,
  warnings: ExtractionWarning[],
): Promise<readonly Part[]> | readonly Part[] {
  return options.method === 'llm'
    ? partsByModel(document, types, options, bounds, warnings)
    : partsByFingerprints(document, types, options, bounds);
}

function partsByFingerprints(
  document: Document,
  types: readonly CheckedType[],
  options: PortfolioOptions,
  bounds: FingerprintBounds,
): readonly Part[] {
  const configs = types.flatMap(({ name: documentType, candidates }) =>
    candidates
      .toSorted((a, b) => byText(a.name, b.name))
      .flatMap(({ name: configuration, config: { fingerprint } }) =>
        fingerprint
          ? [
              {
                documentType,
                configuration,
                fingerprint,
                guard: fingerprintGuard(bounds, configuration),
                checkpoint: () => checkInterrupt(bounds.interrupt),
              },
            ]
          : [],
      ),
  );
  return segmentByFingerprints(document, configs).map((segment): Part => {
    const type = types.find(({ name }) => name === segment.documentType)!;
    const found = new Set([segment.configuration, ...segment.also]);
    const candidates = options.allConfigs
      ? type.candidates
      : type.candidates.filter(({ name }) => found.has(name));
    const { startPage, endPage } = segment;
    const fit = async (slice: Document) => {
      const known = withFingerprints(slice, candidates, bounds);
      const best = await bestOf(known, known, fitOptions(slice, type, options));
      // Of those whose tests cut the file here nothing is doubtful: alternatives need not all be there.
      return found.has(best.winner.name) ? best : noted(best);
    };
    return { type, startPage, endPage, fit };
  });
}

async function partsByModel(
  document: Document,
  types: readonly CheckedType[],
  options: PortfolioOptions,
  bounds: FingerprintBounds,
  warnings: ExtractionWarning[],
): Promise<readonly Part[]> {
  const { client } = options;
  if (!client) throw modelNeeded('Where documents begin');
  const found = await segmentByModel(document, types, client);
  warnings.push(...found.warnings);
  return found.segments.map(({ documentType, startPage, endPage }): Part => {
    const type = types.find(({ name }) => name === documentType)!;
    const fit = (slice: Document) =>
      bestFit(slice, type.candidates, { ...fitOptions(slice, type, options), bounds });
    return { type, startPage, endPage, fit };
  });
}

function fitOptions(slice: Document, type: CheckedType, options: PortfolioOptions) {
  const { effort, language, run } = options;
  const mode = narrowing(options);
  return { effort, language, mode, run: (candidate: Candidate) => run(slice, candidate, type) };
}

async function sliceFor(
  { type, startPage, endPage }: Part,
  document: Document,
  { unmerged }: PortfolioOptions,
  warnings: ExtractionWarning[],
): Promise<Document> {
  const other = type.prevent_default_merge_lines ? await unmerged() : document;
  if (!other) {
    const message = `the document type ${JSON.stringify(type.name)} wants runs of text left as they are, but the document was read with merged lines; give its bytes instead`;
    warnings.push({ code: 'LINES_MERGED', message, page: startPage });
  }
  return sliceDocument(other ?? document, startPage, endPage);
}

function shown({
  winner,
  result,
  summary,
  warnings,
}: BestFit): Pick<PortfolioDocument, 'configuration' | 'output'> {
  const { extra_data: _same, ...rest } = result;
  const entries = summary
    .filter(({ score, error, skipped }) => score || error !== undefined || skipped)
    .map(({ fingerprints: _all, fingerprints_present: _found, ...entry }): PortfolioEntry => entry);
  const doubts = { warnings: [...rest.warnings, ...warnings] };
  const chosen = { configuration_fingerprint: fingerprintCount(winner), classification_summary: entries };
  return { configuration: winner.name, output: { ...rest, ...doubts, ...chosen } };
}

/** What takes the place of a document whose extraction failed. */
function failed(slice: Document, error: unknown): PortfolioOutput {
  const message = error instanceof Error ? error.message : String(error);
  const isOfConfigs = error instanceof ClassificationError || error instanceof ConfigError;
  const kind = isOfConfigs
    ? { type: 'configuration' as const, code: error.code }
    : { type: 'unexpected' as const };
  const issue: ExtractionIssue = withCause({ ...kind, message }, error);
  return {
    parsed_document: null,
    errors: [issue],
    warnings: [],
    validation_summary: EMPTY_SUMMARY,
    coverage: 0,
    page_count: slice.pageCount,
    content_type: slice.contentType,
    ...ocrMember(slice.pages),
    ...(slice.metadata && { file_metadata: slice.metadata }),
    classification_summary: [],
  };
}

function resultOf(
  document: Document,
  documents: readonly PortfolioDocument[],
  warnings: readonly ExtractionWarning[],
  { extraData, client }: PortfolioOptions,
): PortfolioResult {
  const outputs = documents.map(({ output }) => output);
  const usage = outputs.reduce<LlmUsageReport | undefined>(
    (sum, output) => addedUsage(sum, output.usage?.llm),
    client?.usage(),
  );
  const coverages = outputs.reduce((sum, { coverage }) => sum + coverage, 0);
  return {
    documents,
    unmatched_pages: unmatchedPages(documents, document.pageCount),
    validation_summary: summed(outputs.map((each) => each.validation_summary)),
    coverage: outputs.length === 0 ? 0 : coverages / outputs.length,
    errors: [...(document.errors ?? []), ...(documents.length === 0 ? [NO_DOCUMENT] : [])],
    warnings,
    page_count: document.pageCount,
    content_type: document.contentType,
    ...ocrMember(document.pages),
    ...(document.metadata && { file_metadata: document.metadata }),
    ...(extraData && { extra_data: extraData }),
    ...(usage && { usage: { llm: usage } }),
  };
}

const NO_DOCUMENT: ExtractionIssue = {
  type: 'invalid',
  code: 'no_documents',
  message: 'No document of these types was found in the file.',
};
