/** Operations on batches: many documents of one kind, uploaded one by one. */
// See docs/language/09-service.md#919-batches
import * as z from 'zod';
import { DAY_MS } from '../../limits.js';
import { allows } from '../api-keys.js';
import { commit, type ServiceContext, shownTime } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';
import type { NewExtraction } from '../extraction-rows.js';
import { principalOfCaller, reaches } from '../invoke.js';
import { type Call, type CallOptions, calledAs, defineOperation, jsonBody } from '../operation.js';
import { presignedKeyOf, uploadPlace } from '../processing/presigned.js';
import type { BatchRow } from '../rows.js';
import type { BatchChange, NewBatch } from '../schemas/batches.js';
import {
  type Batch,
  batch,
  batchChange,
  batchId,
  batchQuery,
  newBatch,
  uploadAddresses,
} from '../schemas/batches.js';
import { rowId, wholeNumber } from '../schemas/common.js';
import { link } from '../schemas/extractions.js';
import type { ExtractInput } from './requests.js';
import {
  askedEnvironment,
  environmentOf,
  extractionRequest,
  givenExtraDataOf,
  strictOf,
  wantedPortfolio,
  wantedSingle,
  webhookOf,
} from './requests.js';
import { spreadsheetOf } from './spreadsheets.js';

const tag = 'Batches';
/** How long documents wait for which no address was issued. */
const UNISSUED_MS = 7 * DAY_MS;
const params = z.object({ id: rowId });

export const createBatch = defineOperation({
  id: 'createBatch',
  as: calledAs('batches.create', (body: NewBatch, query?: ExtractInput, options?: CallOptions) => ({
    body,
    query,
    options,
  })),
  tag,
  summary: 'Makes extractions for many documents',
  method: 'POST',
  path: '/extract/batch',
  access: { scope: 'extract' },
  environments: askedEnvironment,
  query: batchQuery,
  body: jsonBody(newBatch),
  response: batchId,
  errors: [
    'unknown_document_type',
    'unknown_configuration',
    'no_published_config',
    'extra_data_invalid',
    'url_not_allowed',
  ],
  creates: true,
  cost: ({ body }) => body.documentNames.length,
  async run({ context, call, query, body }) {
    const { maxBatch } = context.limits;
    if (body.documentNames.length > maxBatch) {
      throw invalidRequest({ path: 'documentNames', message: `must have at most ${maxBatch} items` });
    }
    const environment = environmentOf(call, query.environment);
    const { portfolioDocTypes, docType = '', configuration: config } = body;
    const segmentBy = portfolioDocTypes && (body.segmentDocumentsWith ?? 'fingerprints');
    const wanted =
      portfolioDocTypes && segmentBy
        ? await wantedPortfolio(context, call, environment, portfolioDocTypes, segmentBy)
        : await wantedSingle(context, call, environment, { type: docType, config });
    const webhook = webhookOf(context, body.webhook);
    const extraData = givenExtraDataOf(body.extra_data);
    const id = context.newId();
    const created = await context.time.now();
    const rows = body.documentNames.map((documentName, i): NewExtraction => {
      const contentType = body.contentTypes?.[i];
      const facts = { environment, documentName, strict: strictOf(query), contentType, segmentBy, webhook };
      const own = { id: context.newId(), account: call.account };
      return {
        ...own,
        created,
        request: extractionRequest(call, wanted, facts),
        typeIds: wanted.types.map((type) => type.id),
        extraData,
        batchId: id,
        origin: 'upload',
        upload: {
          expires: context.expireWaiting ? created + UNISSUED_MS : null,
          presignedKey: presignedKeyOf(context, own),
        },
      };
    });
    const extractionIds = rows.map((row) => row.id);
    const row: BatchRow = {
      id,
      account: call.account,
      created,
      description: body.description ?? null,
      environment,
      keyId: principalOfCaller(call.caller)?.keyId ?? null,
      extractionIds,
    };
    return context.store.transaction(async (tx) => {
      await context.store.insertBatch(row, tx);
      await context.store.insertExtractions(rows, tx);
      await call.keep(id, tx);
      return id;
    });
  },
});

const range = z.object({ id: rowId, start: wholeNumber(0), end: wholeNumber(0) });

const addresses = {
  tag,
  path: '/extract/batch/upload_urls/{id}/{start}/{end}',
  access: { scope: 'extract' },
  environments: 'rows',
  params: range,
  response: uploadAddresses,
  errors: ['not_found'],
  cost: ({ params: { start, end } }: { readonly params: z.output<typeof range> }) => end - start + 1,
} as const;

export const getUploadUrls = defineOperation({
  ...addresses,
  id: 'getBatchUploadUrls',
  as: calledAs('batches.uploadUrls', (id: string, start: number, end: number, options?: CallOptions) => ({
    params: { id, start, end },
    options,
  })),
  summary: 'Fresh upload addresses of some documents of a batch, in order',
  method: 'GET',
  run: ({ context, call, params: { id, start, end } }) => issued(context, call, id, start, end),
});

export const putUploadUrls = defineOperation({
  ...addresses,
  id: 'putBatchUploadUrls',
  summary: 'The same as GET',
  method: 'PUT',
  run: ({ context, call, params: { id, start, end } }) => issued(context, call, id, start, end),
});

export const getBatch = defineOperation({
  id: 'getBatch',
  as: calledAs('batches.get', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary: 'A batch, and how far it is',
  method: 'GET',
  path: '/extract/batch/{id}',
  access: { scope: 'read' },
  environments: 'rows',
  params,
  response: batch,
  errors: ['not_found'],
  async run({ context, call, params: { id } }) {
    return shownBatch(context, await batchById(context, call, id));
  },
});

export const updateBatch = defineOperation({
  id: 'updateBatch',
  as: calledAs('batches.update', (id: string, body: BatchChange, options?: CallOptions) => ({
    params: { id },
    body,
    options,
  })),
  tag,
  summary: 'Changes the description of a batch',
  method: 'PUT',
  path: '/extract/batch/{id}',
  access: { scope: 'extract' },
  environments: 'rows',
  params,
  body: jsonBody(batchChange),
  response: batch,
  errors: ['not_found'],
  async run({ context, call, params: { id }, body }) {
    await ownBatchById(context, call, id);
    const row = await context.store.changeBatch(call.account, id, body);
    if (!row) throw serviceError('not_found');
    return shownBatch(context, row);
  },
});

export const batchSpreadsheet = defineOperation({
  id: 'generateExcelFromBatch',
  as: calledAs('batches.excel', (id: string, options?: CallOptions) => ({ params: { id }, options })),
  tag,
  summary: 'A spreadsheet of all extractions of a batch that are complete',
  method: 'GET',
  path: '/generate_excel_from_batch/{id}',
  access: { scope: 'read' },
  environments: 'rows',
  params,
  response: link,
  errors: ['not_found', 'not_complete', 'too_large', 'spreadsheet_too_large'],
  async run({ context, call, params: { id } }) {
    const row = await batchById(context, call, id);
    const rows = await context.store.getExtractions(call.account, row.extractionIds);
    const complete = rows.filter(({ status }) => status === 'COMPLETE');
    if (complete.length === 0) throw serviceError('not_complete', { id });
    return { url: await spreadsheetOf(context, call, complete, 'xlsx') };
  },
});

/** The batch with an id, of an environment that the caller may touch. @throws ServiceError `not_found` */
async function batchById({ store }: ServiceContext, call: Call, id: string): Promise<BatchRow> {
  const row = await store.getBatch(call.account, id);
  if (!row || !reaches(call.caller, row.environment)) throw serviceError('not_found');
  return row;
}

/** The same, made with the key of the caller, unless that may do everything. @throws ServiceError `not_found` */
async function ownBatchById(context: ServiceContext, call: Call, id: string): Promise<BatchRow> {
  const row = await batchById(context, call, id);
  const principal = principalOfCaller(call.caller);
  if (principal && !allows(principal, '*') && row.keyId !== principal.keyId) throw serviceError('not_found');
  return row;
}

async function shownBatch({ store }: ServiceContext, row: BatchRow): Promise<Batch> {
  const counts = await store.countBatch(row.id);
  return {
    id: row.id,
    ...(row.description !== null && { description: row.description }),
    extraction_ids: [...row.extractionIds],
    created: shownTime(row.created),
    waiting: counts.WAITING,
    processing: counts.PROCESSING,
    complete: counts.COMPLETE,
    failed: counts.FAILED,
  };
}

/** Upload addresses of the documents from one position to another; null for those that wait for none. */
async function issued(
  context: ServiceContext,
  call: Call,
  id: string,
  start: number,
  end: number,
): Promise<(string | null)[]> {
  const { store, time, limits } = context;
  const row = await ownBatchById(context, call, id);
  if (end < start || end >= row.extractionIds.length) {
    const message = `must lie between start and ${row.extractionIds.length - 1}`;
    throw invalidRequest({ path: 'end', message });
  }
  const ids = row.extractionIds.slice(start, end + 1);
  const expires = (await time.now()) + limits.linkMs;
  const waiting = new Set(
    await commit(context, ({ tx }) => store.issueUploads(call.account, ids, expires, tx)),
  );
  const rows = await store.getExtractions(call.account, ids);
  const byId = new Map(rows.map((each) => [each.id, each]));
  return Promise.all(
    ids.map(async (each) => {
      if (!waiting.has(each)) return null;
      const { request, upload } = byId.get(each)!;
      const { contentType } = request;
      const presignedKey = upload?.presignedKey ?? null;
      return (await uploadPlace(context, call.base, { id: each, contentType, presignedKey })).url;
    }),
  );
}
