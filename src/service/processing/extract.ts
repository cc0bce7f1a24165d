/** From the bytes of a document to what is stored of its extraction. */

import { extraDataOf } from '../../foundation/objects/ordered-json.js';
import type { ExtractionIssue as FoundIssue } from '../../language/fields/runner.js';
import type { BestFitResult } from '../../run/classify/classification.js';
import type { PortfolioDocument, PortfolioResult } from '../../run/classify/portfolio.js';
import { fraction } from '../bytes.js';
import type { ServiceContext } from '../context.js';
import type { ExtractionIssue, ExtractionRow, ReviewStatus } from '../extraction-rows.js';
import { inStage } from '../metrics.js';
import { asJson } from './as-json.js';
import { typesOf, type VisibleType, visibleType } from './candidates.js';
import { type Counted, type Ending, success } from './outcome.js';
import { needsReview } from './review-triggers.js';

/**
 * Extracts from the document of a row, as the request of the row wants it.
 * @throws whatever the extractor throws, and ServiceError where types or configs are gone
 */
export async function extractRow(
  context: ServiceContext,
  row: ExtractionRow,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Ending> {
  const { request, typeIds, account } = row;
  const rows = await typesOf(context, account, typeIds, request.types);
  const types = await Promise.all(
    rows.map((type) => visibleType(context, type, request.environment, request.configId)),
  );
  return inStage(context, 'extract', () =>
    request.segmentBy === undefined
      ? single(context, row, types[0]!, bytes, signal)
      : portfolio(context, row, types, bytes, signal),
  );
}

function extractorOptions(context: ServiceContext, row: ExtractionRow, signal: AbortSignal) {
  const { documentName: filename, environment, strict, configId } = row.request;
  return {
    ...boundOptions(context),
    contentType: row.document?.contentType,
    filename,
    signal,
    allConfigs: environment === 'development',
    // A config that is named runs, whatever its fingerprint says.
    ...(configId === undefined && { strict }),
  };
}

/** How the service runs its extractor, whatever the document. */
export function boundOptions({ limits, classification, llm }: ServiceContext) {
  return {
    limits: {
      bytes: Math.max(limits.maxDocumentBytes, limits.maxSyncBytes),
      pages: limits.maxPages,
      milliseconds: limits.maxProcessingMs,
    },
    effort: classification.effort,
    ...(llm && { llm }),
  };
}

async function single(
  context: ServiceContext,
  row: ExtractionRow,
  visible: VisibleType,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Ending> {
  const options = extractorOptions(context, row, signal);
  const result = await context.extractor.extractBestFit(bytes, visible.type, extraDataOf(row), options);
  const running = visible.running.get(result.configuration)!;
  const status: ReviewStatus | null = needsReview(visible.settings, result) ? 'NEEDS_REVIEW' : null;
  return success(
    {
      errors: result.errors.map(storedIssue),
      configuration: result.configuration,
      configurationVersion: running.version,
      coverage: result.coverage,
      pageCount: result.page_count,
      charged: 1,
      validations: asJson(result.validations ?? []),
      validationSummary: asJson(result.validation_summary),
    },
    {
      result: {
        ...partsOf(result),
        configuration_fingerprint: result.configuration_fingerprint,
        warnings: result.warnings,
        classification_summary: result.classification_summary,
        ...(result.file_metadata && { file_metadata: result.file_metadata }),
        ...(result.ocr && { ocr: result.ocr }),
      },
      reviewStatuses: status ? [status] : [],
      configIds: [running.row.id],
      counted: [counted(visible, running.row, result.coverage)],
      isVerified: context.llm !== undefined && fraction(context.random) < (visible.settings.verifyShare ?? 0),
    },
  );
}

function partsOf(result: Pick<BestFitResult, 'postprocessorOutput'> & { parsed_document?: unknown }) {
  return {
    // Configs may say that the document is not kept.
    ...(result.parsed_document !== undefined && { parsed_document: result.parsed_document }),
    ...('postprocessorOutput' in result && { postprocessorOutput: result.postprocessorOutput }),
  };
}

async function portfolio(
  context: ServiceContext,
  row: ExtractionRow,
  types: readonly VisibleType[],
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Ending> {
  const result = await context.extractor.extractPortfolio(
    bytes,
    types.map(({ type }) => type),
    extraDataOf(row),
    { ...extractorOptions(context, row, signal), segmentBy: row.request.segmentBy },
  );
  const found = result.documents.map((document) => foundDocument(document, types));
  const statuses = found.map(({ review }) => review);
  return success(
    {
      errors: result.errors.map(storedIssue),
      coverage: result.coverage,
      pageCount: result.page_count,
      charged: result.documents.length,
      validationSummary: asJson(result.validation_summary),
      documents: asJson(found.map(({ listed }) => listed)),
    },
    {
      result: {
        documents: found.map(({ stored }) => stored),
        unmatched_pages: result.unmatched_pages satisfies PortfolioResult['unmatched_pages'],
        warnings: result.warnings,
        ...(result.ocr && { ocr: result.ocr }),
      },
      reviewStatuses: statuses.some((status) => status !== null) ? statuses : [],
      configIds: [...new Set(found.flatMap(({ configId }) => configId ?? []))],
      ...(found.length > 0 && { typeIds: [...new Set(found.map(({ typeId }) => typeId))] }),
      counted: found.flatMap(({ count }) => count ?? []),
    },
  );
}

/** A document of a portfolio, as it is stored, listed, reviewed and counted. */
function foundDocument(document: PortfolioDocument, types: readonly VisibleType[]) {
  const { documentType, configuration, startPage, endPage, output } = document;
  const visible = types.find(({ row }) => row.name === documentType)!;
  const running = configuration === null ? undefined : visible.running.get(configuration);
  const place = { documentType, ...(configuration !== null && { configuration }) };
  const isReviewed = running !== undefined && needsReview(visible.settings, output);
  const errors = output.errors.map(storedIssue);
  const validations = output.validations ?? [];
  const stored = {
    ...place,
    ...(running && { configuration_version: running.version }),
    startPage,
    endPage,
    output: {
      parsed_document: output.parsed_document ?? null,
      ...(configuration !== null && { configuration }),
      ...(output.configuration_fingerprint && {
        configuration_fingerprint: output.configuration_fingerprint,
      }),
      validations,
      coverage: output.coverage,
      ...(output.file_metadata && { file_metadata: output.file_metadata }),
      errors,
      warnings: output.warnings,
      needsReview: isReviewed,
      classificationSummary: output.classification_summary,
      ...('postprocessorOutput' in output && { postprocessorOutput: output.postprocessorOutput }),
      validation_summary: output.validation_summary,
    },
  };
  return {
    stored,
    listed: { ...place, startPage, endPage, output: { errors, validations } },
    review: isReviewed ? ('NEEDS_REVIEW' as const) : null,
    configId: running?.row.id,
    typeId: visible.row.id,
    count: running && counted(visible, running.row, output.coverage),
  };
}

function counted(
  { row }: VisibleType,
  config: { readonly id: string; readonly name: string },
  coverage: number,
): Counted {
  return { configId: config.id, configName: config.name, typeId: row.id, typeName: row.name, coverage };
}

/** What is to blame for an entry of `errors`, in the three words that the service has for it. */
const BLAME: Readonly<Record<FoundIssue['type'], ExtractionIssue['type']>> = {
  configuration: 'configuration',
  log: 'configuration',
  postprocessor: 'configuration',
  unsupported: 'configuration',
  invalid: 'invalid',
  ocr: 'unexpected',
  llm: 'unexpected',
  unexpected: 'unexpected',
};

/** An entry of `errors` as it is stored. */
export function storedIssue({ message, type, code, field_id: field }: FoundIssue): ExtractionIssue {
  return {
    ...(field !== undefined && { field_id: field }),
    message,
    type: BLAME[type],
    ...(code !== undefined && { code }),
  };
}
