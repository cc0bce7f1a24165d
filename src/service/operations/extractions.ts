/** Operations that make extractions, read them and erase them. */
// See docs/language/09-service.md#981-asynchronous-requests
import * as z from 'zod';
import { SECOND_MS } from '../../limits.js';
import { allows, type Environment } from '../api-keys.js';
import { noteDeed } from '../audit.js';
import { commit, type ServiceContext } from '../context.js';
import { deleteBlobs } from '../erasure.js';
import { serviceError } from '../errors.js';
import type { ExtractionRow, NewExtraction } from '../extraction-rows.js';
import { principalOfCaller } from '../invoke.js';
import { DELETION_RETRY_MS } from '../kept.js';
import {
  type Call,
  type CallOptions,
  calledAs,
  defineOperation,
  jsonBody,
  type OperationInput,
} from '../operation.js';
import { presignedKeyOf, uploadPlace } from '../processing/presigned.js';
import { retriedAgain } from '../processing/retry.js';
import { linkedExtraction, shownCreated, storedResult } from '../render.js';
import { rowId } from '../schemas/common.js';
import {
  type CreatedExtraction,
  createdExtraction,
  deletionQuery,
  type Extraction,
  extraction,
  extractionQuery,
  extractQuery,
  type FetchRequest,
  fetchRequest,
  type PortfolioFetchRequest,
  type PortfolioUploadRequest,
  portfolioFetchRequest,
  portfolioUploadRequest,
  type UploadRequest,
  uploadRequest,
} from '../schemas/extractions.js';
import type { Webhook } from '../schemas/webhooks.js';
import { extractionById } from './lookups.js';
import type { ExtractInput } from './requests.js';
import {
  allowedAddress,
  askedEnvironment,
  documentNameOf,
  environmentOf,
  extractionRequest,
  givenExtraDataOf,
  strictOf,
  type Wanted,
  wantedPortfolio,
  wantedSingle,
  webhookOf,
} from './requests.js';

const tag = 'Extractions';
const ofType = z.object({ document_type: z.string() });
const ofConfig = z.object({ document_type: z.string(), config_name: z.string() });

const common = {
  tag,
  method: 'POST',
  access: { scope: 'extract' },
  environments: askedEnvironment,
  query: extractQuery,
  response: createdExtraction,
  creates: true,
} as const;

const singleErrors = [
  'unknown_document_type',
  'no_published_config',
  'extra_data_invalid',
  'url_not_allowed',
] as const;

export const generateUploadUrl = defineOperation({
  ...common,
  id: 'generateUploadUrl',
  as: calledAs(
    'extractions.generateUploadUrl',
    (type: string, body: UploadRequest = {}, query?: ExtractInput, options?: CallOptions) => ({
      params: { document_type: type },
      body,
      query,
      options,
    }),
  ),
  summary: 'An address to upload a document of a type to; it is extracted from once it is there',
  path: '/generate_upload_url/{document_type}',
  params: ofType,
  body: jsonBody(uploadRequest, { optional: true }),
  errors: singleErrors,
  run: (asked) => createSingle(asked, { type: asked.params.document_type }),
});

export const generateUploadUrlForConfig = defineOperation({
  ...common,
  id: 'generateUploadUrlForConfiguration',
  as: calledAs(
    'extractions.generateUploadUrlForConfiguration',
    (
      type: string,
      config: string,
      body: UploadRequest = {},
      query?: ExtractInput,
      options?: CallOptions,
    ) => ({ params: { document_type: type, config_name: config }, body, query, options }),
  ),
  summary: 'An address to upload a document to that one configuration extracts from',
  path: '/generate_upload_url/{document_type}/{config_name}',
  params: ofConfig,
  body: jsonBody(uploadRequest, { optional: true }),
  errors: [...singleErrors, 'unknown_configuration'],
  run: (asked) => createSingle(asked, namedConfig(asked.params)),
});

export const generatePortfolioUploadUrl = defineOperation({
  ...common,
  id: 'generatePortfolioUploadUrl',
  as: calledAs(
    'extractions.generatePortfolioUploadUrl',
    (body: PortfolioUploadRequest, query?: ExtractInput, options?: CallOptions) => ({ body, query, options }),
  ),
  summary: 'An address to upload a file to that holds several documents',
  path: '/generate_upload_url',
  body: jsonBody(portfolioUploadRequest),
  errors: [...singleErrors, 'llm_unavailable'],
  run: createPortfolio,
});

export const extractFromUrl = defineOperation({
  ...common,
  id: 'extractFromUrl',
  as: calledAs(
    'extractions.extractFromUrl',
    (type: string, body: FetchRequest, query?: ExtractInput, options?: CallOptions) => ({
      params: { document_type: type },
      body,
      query,
      options,
    }),
  ),
  summary: 'Fetches a document of a type from an address and extracts from it',
  path: '/extract_from_url/{document_type}',
  params: ofType,
  body: jsonBody(fetchRequest),
  errors: singleErrors,
  run: (asked) => createSingle(asked, { type: asked.params.document_type }),
});

export const extractFromUrlForConfig = defineOperation({
  ...common,
  id: 'extractFromUrlForConfiguration',
  as: calledAs(
    'extractions.extractFromUrlForConfiguration',
    (type: string, config: string, body: FetchRequest, query?: ExtractInput, options?: CallOptions) => ({
      params: { document_type: type, config_name: config },
      body,
      query,
      options,
    }),
  ),
  summary: 'Fetches a document from an address and extracts from it with one configuration',
  path: '/extract_from_url/{document_type}/{config_name}',
  params: ofConfig,
  body: jsonBody(fetchRequest),
  errors: [...singleErrors, 'unknown_configuration'],
  run: (asked) => createSingle(asked, namedConfig(asked.params)),
});

export const extractPortfolioFromUrl = defineOperation({
  ...common,
  id: 'extractPortfolioFromUrl',
  as: calledAs(
    'extractions.extractPortfolioFromUrl',
    (body: PortfolioFetchRequest, query?: ExtractInput, options?: CallOptions) => ({ body, query, options }),
  ),
  summary: 'Fetches a file that holds several documents from an address',
  path: '/extract_from_url',
  body: jsonBody(portfolioFetchRequest),
  errors: [...singleErrors, 'llm_unavailable'],
  run: createPortfolio,
});

/** When to look again at an extraction that is not done, in seconds. */
const POLL_SECONDS = 2;

export const getExtraction = defineOperation({
  id: 'getExtraction',
  as: calledAs(
    'extractions.get',
    (id: string, query?: { readonly original?: boolean }, options?: CallOptions) => ({
      params: { id },
      query,
      options,
    }),
  ),
  tag,
  summary: 'One extraction, with its result once it is done',
  method: 'GET',
  path: '/documents/{id}',
  access: { scope: 'read', own: true },
  environments: 'rows',
  params: z.object({ id: rowId }),
  query: extractionQuery,
  response: extraction,
  errors: ['not_found'],
  headers: ({ status }: Extraction): Readonly<Record<string, string>> =>
    status === 'WAITING' || status === 'PROCESSING' ? { 'retry-after': String(POLL_SECONDS) } : {},
  async run({ context, call, params, query }) {
    const row = await visibleExtraction(context, call, params.id);
    const result = row.status === 'COMPLETE' ? await context.store.getResult(row.id) : null;
    return linkedExtraction(context, call.base, row, storedResult(result, query.original === 'true'));
  },
});

export const deleteExtraction = defineOperation({
  id: 'deleteExtraction',
  as: calledAs('extractions.delete', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary:
    'Erases document, result and extra_data of an extraction that is done, and all copies; its row stays, unless it is to go',
  method: 'DELETE',
  path: '/documents/{id}',
  access: { scope: 'configure' },
  environments: 'rows',
  params: z.object({ id: rowId }),
  query: deletionQuery,
  status: 204,
  errors: ['not_found', 'not_complete', 'erasure_incomplete'],
  async run({ context, call, params, query }) {
    const { store } = context;
    const row = await extractionById(context, call, params.id);
    const isGone = await store.transaction(async (tx) => {
      const erased = await store.erase(row.id, { document: true, result: true, given: true }, tx);
      const isDone = erased && (query.row !== 'true' || (await store.deleteExtraction(row.id, tx)));
      const deed = { action: 'extraction.erased', subject: row.id, name: null } as const;
      if (isDone) await noteDeed(context, call, deed, tx);
      return isDone;
    });
    if (!isGone) throw serviceError('not_complete', { id: row.id });
    const { left } = await deleteBlobs(context, row.id);
    if (left > 0) {
      const details = { extractionId: row.id, retryAfterSeconds: DELETION_RETRY_MS / SECOND_MS };
      throw serviceError('erasure_incomplete', undefined, details);
    }
    return undefined;
  },
});

export const retryExtraction = defineOperation({
  id: 'retryExtraction',
  as: calledAs('extractions.retry', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary: 'Runs an extraction again that has FAILED',
  method: 'POST',
  path: '/extractions/{id}/retry',
  access: { scope: 'configure' },
  environments: 'rows',
  params: z.object({ id: rowId }),
  response: extraction,
  errors: ['not_found', 'not_retriable'],
  async run({ context, call, params }) {
    const { id } = await extractionById(context, call, params.id);
    const row = await retriedAgain(context, { id });
    if (!row) throw serviceError('not_retriable', { id });
    return linkedExtraction(context, call.base, row, undefined);
  },
});

/**
 * An extraction that the caller may read: of its account, and made with its own key where the key has only the scope
 * `extract`.
 * @throws ServiceError `not_found`, also for rows of others
 */
async function visibleExtraction(context: ServiceContext, call: Call, id: string): Promise<ExtractionRow> {
  const row = await extractionById(context, call, id);
  const principal = principalOfCaller(call.caller);
  const isOwn = !principal || allows(principal, 'read') || row.request.keyId === principal.keyId;
  if (!isOwn) throw serviceError('not_found');
  return row;
}

/** What a request says besides types. */
interface Facts {
  readonly environment: Environment;
  readonly documentName: string | undefined;
  readonly strict: boolean | undefined;
  readonly segmentBy?: 'fingerprints' | 'llm';
  readonly content_type?: string | null | undefined;
  readonly webhook?: Webhook | null | undefined;
  readonly extra_data?: unknown;
  /** Where the document is fetched from; without it, it is uploaded. */
  readonly document_url?: string;
}

type Query = z.output<typeof extractQuery>;
/** The body of any request for an extraction, and for one that cuts its file into several documents. */
type SingleBody = UploadRequest | FetchRequest;
type PortfolioBody = PortfolioUploadRequest | PortfolioFetchRequest;

/** An extraction of one document; where no configuration is named, the best of its type. */
async function createSingle(
  { context, call, query, body }: Omit<OperationInput<unknown, Query, SingleBody>, 'params'>,
  of: { readonly type: string; readonly config?: string },
): Promise<CreatedExtraction> {
  const environment = environmentOf(call, query.environment);
  const documentName = documentNameOf(query);
  const wanted = await wantedSingle(context, call, environment, of);
  return created(context, call, wanted, { ...body, environment, documentName, strict: strictOf(query) });
}

function namedConfig({ document_type: type, config_name: config }: z.output<typeof ofConfig>) {
  return { type, config };
}

/** An extraction of a file that holds several documents. */
async function createPortfolio({
  context,
  call,
  query,
  body,
}: OperationInput<unknown, Query, PortfolioBody>): Promise<CreatedExtraction> {
  const environment = environmentOf(call, query.environment);
  const documentName = documentNameOf(query);
  const segmentBy = body.segment_documents_with ?? 'fingerprints';
  const wanted = await wantedPortfolio(context, call, environment, body.types, segmentBy);
  return created(context, call, wanted, {
    ...body,
    environment,
    documentName,
    strict: strictOf(query),
    segmentBy,
  });
}

/** Makes the row of an extraction, and its job where the document is to be fetched (T1, T2). */
async function created(
  context: ServiceContext,
  call: Call,
  wanted: Wanted,
  facts: Facts,
): Promise<CreatedExtraction> {
  const { environment, documentName, strict, segmentBy } = facts;
  const contentType = facts.content_type ?? undefined;
  const webhook = webhookOf(context, facts.webhook);
  const extraData = givenExtraDataOf(facts.extra_data);
  const base = {
    id: context.newId(),
    account: call.account,
    created: await context.time.now(),
    request: extractionRequest(call, wanted, {
      environment,
      documentName,
      strict,
      segmentBy,
      contentType,
      webhook,
    }),
    typeIds: wanted.types.map(({ id }) => id),
    extraData,
    batchId: null,
  };
  const url = facts.document_url;
  if (url !== undefined) {
    const documentUrl = allowedAddress(context, url, 'document_url');
    return inserted(context, call, { ...base, origin: 'url', documentUrl }, undefined);
  }
  const presignedKey = presignedKeyOf(context, base);
  const upload = await uploadPlace(context, call.base, { id: base.id, contentType, presignedKey });
  const row: NewExtraction = {
    ...base,
    origin: 'upload',
    upload: { expires: context.expireWaiting ? upload.expires : null, presignedKey },
  };
  return inserted(context, call, row, upload);
}

async function inserted(
  context: ServiceContext,
  call: Call,
  row: NewExtraction,
  upload: { readonly url: string; readonly expires: number } | undefined,
): Promise<CreatedExtraction> {
  const shown = shownCreated(row, upload);
  return commit(context, async ({ tx, jobs }) => {
    await context.store.insertExtractions([row], tx);
    if (row.origin === 'url') jobs.push({ kind: 'fetch', key: row.id, account: row.account });
    await call.keep(shown, tx);
    return shown;
  });
}
