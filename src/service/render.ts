/** Extractions as responses, lists and webhooks show them. */
// See docs/language/09-service.md#954-extraction

import { extraDataOf, parseGiven, parseOrdered } from '../foundation/objects/ordered-json.js';
import { type ServiceContext, shownTime } from './context.js';
import type { Actor, ExtractionRow, ResultRow, ReviewStatus, WebhookTarget } from './extraction-rows.js';
import { fileAddress } from './links.js';
import { type PortfolioNames, shownDocuments } from './portfolio-names.js';
import type { Json } from './rows.js';
import type { CreatedExtraction, Extraction, ListedExtraction } from './schemas/extractions.js';

/** The members of a result that are stored as text; the others are in the summary. */
export interface StoredResult {
  readonly parsed_document?: unknown;
  readonly postprocessorOutput?: unknown;
  readonly configuration_fingerprint?: unknown;
  readonly warnings?: unknown;
  readonly classification_summary?: unknown;
  readonly file_metadata?: unknown;
  readonly documents?: unknown;
  readonly unmatched_pages?: unknown;
  readonly ocr?: unknown;
  readonly disagreements?: unknown;
}

/** Whether an extraction is one of a file that holds several documents. */
export function isPortfolio({ request }: ExtractionRow): boolean {
  return request.segmentBy !== undefined;
}

/** Of a portfolio: open if any document is, else rejected if any is, else approved if any is. */
function overallReview(statuses: readonly (ReviewStatus | null)[]): ReviewStatus | undefined {
  return (['NEEDS_REVIEW', 'REJECTED', 'APPROVED'] as const).find((status) => statuses.includes(status));
}

/** The result of a row as its parts, before or after the review. */
export function storedResult(result: ResultRow | null, original = false): StoredResult | undefined {
  const text = original ? (result?.original ?? result?.result) : result?.result;
  return text === undefined ? undefined : (parseOrdered(text) as StoredResult);
}

/** An extraction with its result, in the order in which responses have their members; no link to the document. */
export function shownExtraction(
  row: ExtractionRow,
  result: StoredResult | undefined,
  names: PortfolioNames,
): Extraction {
  const { request, summary, status } = row;
  const isDone = row.phase === 'done';
  const portfolio = isPortfolio(row);
  const shown = {
    ...heading(row),
    ...named(row),
    ...contentTypeOf(row),
    ...(!portfolio && summary?.configuration != null && { configuration: summary.configuration }),
    ...(!portfolio &&
      summary?.configurationVersion != null && { configuration_version: summary.configurationVersion }),
    ...(result?.configuration_fingerprint !== undefined && {
      configuration_fingerprint: result.configuration_fingerprint,
    }),
    ...(result?.parsed_document !== undefined && { parsed_document: result.parsed_document }),
    ...(result && 'postprocessorOutput' in result && { postprocessorOutput: result.postprocessorOutput }),
    ...(result?.documents !== undefined && { documents: shownDocuments(result.documents, names) }),
    ...(result?.unmatched_pages !== undefined && { unmatched_pages: result.unmatched_pages }),
    ...(present(summary?.validations) && { validations: summary?.validations }),
    ...(present(summary?.validationSummary) && { validation_summary: summary?.validationSummary }),
    ...(summary?.coverage != null && { coverage: summary.coverage }),
    ...(isDone && { errors: [...(summary?.errors ?? [])] }),
    ...(result?.warnings !== undefined && { warnings: result.warnings }),
    ...(status === 'FAILED' && { error: summary?.errors[0]?.message ?? '' }),
    ...(result?.disagreements !== undefined && { disagreements: result.disagreements }),
    ...(result?.classification_summary !== undefined && {
      classification_summary: result.classification_summary,
    }),
    ...(result?.file_metadata !== undefined && { file_metadata: result.file_metadata }),
    ...(result?.ocr !== undefined && { ocr: result.ocr }),
    ...(summary?.pageCount != null && { page_count: summary.pageCount }),
    ...reviewMembers(row),
    ...(row.reviewStatuses.some((each) => each !== null) && { review_version: row.reviewVersion }),
    ...extraDataMember(row),
    ...(row.batchId !== null && { batchId: row.batchId }),
    ...(isDone && { charged: summary?.charged ?? 0 }),
    ...(request.actor && { actor: actorOf(request.actor) }),
    ...(request.webhook && { webhook: shownWebhook(request.webhook) }),
  };
  // Parts of results are what the extraction made of them.
  return shown as unknown as Extraction;
}

/** A webhook with its payload as it was given. */
function shownWebhook({ url, payloadText }: WebhookTarget) {
  return { url, ...(payloadText !== undefined && { payload: parseGiven(payloadText) }) };
}

/** Who asked for an extraction, in a text. */
function actorOf({ name }: Actor): string {
  return name === '' ? 'api_key' : `api_key: ${name}`;
}

/** An extraction with a link to its document, where that is stored. */
export async function linkedExtraction(
  context: ServiceContext,
  base: string,
  row: ExtractionRow,
  result: StoredResult | undefined,
): Promise<Extraction> {
  const shown = shownExtraction(row, result, context.portfolioNames);
  if (!row.document) return shown;
  return { ...shown, download_url: await fileAddress(context, base, { kind: 'document', key: row.id }) };
}

/** The answer to a request that is worked on later. */
export function shownCreated(
  row: Pick<ExtractionRow, 'id' | 'created' | 'request' | 'extraData'>,
  upload: { readonly url: string; readonly expires: number } | undefined,
): CreatedExtraction {
  const { request } = row;
  return {
    id: row.id,
    created: shownTime(row.created),
    status: 'WAITING',
    ...typeMember(row),
    ...(upload && { upload_url: upload.url, upload_url_expires: shownTime(upload.expires) }),
    environment: request.environment,
    ...named(row),
    ...(request.contentType !== undefined && { content_type: request.contentType }),
    ...extraDataMember(row),
    errors: [],
  };
}

/** An extraction as lists show it. */
export function shownListed(row: ExtractionRow): ListedExtraction {
  const { summary } = row;
  const shown = {
    id: row.id,
    created: shownTime(row.created),
    ...(row.completed !== null && { completed: shownTime(row.completed) }),
    status: row.status,
    ...typeMember(row),
    ...(summary?.configuration != null && { configuration: summary.configuration }),
    ...(isPortfolio(row) && present(summary?.documents) && { documents: summary?.documents }),
    errors: [...(summary?.errors ?? [])],
    ...(present(summary?.validations) && { validations: summary?.validations }),
    ...(present(summary?.validationSummary) && { validation_summary: summary?.validationSummary }),
    ...(summary?.pageCount != null && { page_count: summary.pageCount }),
    ...named(row),
    environment: row.request.environment,
    ...(summary?.coverage != null && { coverage: summary.coverage }),
    ...(row.phase === 'done' && { charged: summary?.charged ?? 0 }),
    ...reviewMembers(row),
    ...(!isPortfolio(row) && row.reviewStatuses.length > 0 && { reviewStatuses: [...row.reviewStatuses] }),
  };
  return shown as unknown as ListedExtraction;
}

function heading(row: ExtractionRow) {
  const { uploaded, processingStarted, completed } = row;
  return {
    id: row.id,
    created: shownTime(row.created),
    ...(uploaded !== null && { uploaded: shownTime(uploaded) }),
    ...(processingStarted !== null && { processing_started: shownTime(processingStarted) }),
    ...(completed !== null && { completed: shownTime(completed) }),
    ...typeMember(row),
    status: row.status,
    environment: row.request.environment,
  };
}

function typeMember({ request }: Pick<ExtractionRow, 'request'>) {
  const [type = ''] = request.types;
  return request.segmentBy === undefined ? { type } : { types: [...request.types] };
}

function named({ request: { documentName } }: Pick<ExtractionRow, 'request'>) {
  return documentName === undefined ? {} : { document_name: documentName, filename: documentName };
}

function contentTypeOf({ document, request }: ExtractionRow) {
  const type = document?.contentType ?? request.contentType;
  return type === undefined ? {} : { content_type: type };
}

function extraDataMember(row: Pick<ExtractionRow, 'extraData'>) {
  const data = extraDataOf(row);
  return data ? { extra_data: data } : {};
}

function reviewMembers(row: ExtractionRow) {
  const overall = overallReview(row.reviewStatuses);
  return {
    ...(overall && { reviewStatus: overall }),
    ...(isPortfolio(row) && row.reviewStatuses.length > 0 && { reviewStatuses: [...row.reviewStatuses] }),
  };
}

function present(value: Json | undefined): boolean {
  return value !== null && value !== undefined;
}
