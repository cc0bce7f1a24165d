/** Extraction in the request itself. */
// See docs/language/09-service.md#982-synchronous-extraction
import * as z from 'zod';
import { decodeBase64Document } from '../base64-document.js';
import { mediaTypeOf } from '../content-types.js';
import type { ServiceContext } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';
import { isJsonType, parseJson } from '../http/body.js';
import { checked } from '../invoke.js';
import { base64BodyBytes, type ServiceLimits } from '../limits.js';
import {
  bytesBody,
  type Call,
  type CallOptions,
  calledAs,
  defineOperation,
  type GivenDocument,
  type ReceivedBytes,
  received,
} from '../operation.js';
import { extractNow } from '../processing/sync.js';
import { receivedDocument, storeDocument } from '../received-document.js';
import { linkedExtraction, storedResult } from '../render.js';
import {
  base64Document,
  type Extraction,
  type ExtractQuery,
  extraction,
  extractQuery,
} from '../schemas/extractions.js';
import type { ExtractInput } from './requests.js';
import {
  askedEnvironment,
  documentNameOf,
  environmentOf,
  extractionRequest,
  strictOf,
  wantedSingle,
} from './requests.js';

const common = {
  tag: 'Extractions',
  method: 'POST',
  access: { scope: 'extract' },
  environments: askedEnvironment,
  query: extractQuery,
  body: bytesBody((limits: ServiceLimits) => base64BodyBytes(limits.maxSyncBytes)),
  response: extraction,
  errors: [
    'unknown_document_type',
    'no_published_config',
    'unknown_configuration',
    'missing_document',
    'bad_base64',
    'unknown_content',
    'content_type_mismatch',
    'unsupported_document',
    'document_invalid',
    'extra_data_sync',
    'too_large',
    'sync_timeout',
  ],
  creates: true,
} as const;

export const extractDocument = defineOperation({
  ...common,
  id: 'extract',
  as: calledAs(
    'extractions.extract',
    (type: string, document: GivenDocument, query?: ExtractInput, options?: CallOptions) => ({
      params: { document_type: type },
      body: received(document),
      query,
      options,
    }),
  ),
  summary: 'Extracts from a document and answers with the result',
  path: '/extract/{document_type}',
  params: z.object({ document_type: z.string() }),
  run: ({ context, call, params, query, body }) =>
    extracted(context, call, { type: params.document_type }, query, body),
});

export const extractDocumentWithConfig = defineOperation({
  ...common,
  id: 'extractWithConfiguration',
  as: calledAs(
    'extractions.extractWithConfiguration',
    (type: string, config: string, document: GivenDocument, query?: ExtractInput, options?: CallOptions) => ({
      params: { document_type: type, config_name: config },
      body: received(document),
      query,
      options,
    }),
  ),
  summary: 'Extracts from a document with one configuration and answers with the result',
  path: '/extract/{document_type}/{config_name}',
  params: z.object({ document_type: z.string(), config_name: z.string() }),
  run: ({ context, call, params, query, body }) =>
    extracted(context, call, { type: params.document_type, config: params.config_name }, query, body),
});

async function extracted(
  context: ServiceContext,
  call: Call,
  names: { readonly type: string; readonly config?: string },
  query: z.output<typeof extractQuery> & ExtractQuery,
  body: ReceivedBytes,
): Promise<Extraction> {
  const environment = environmentOf(call, query.environment);
  const documentName = documentNameOf(query);
  const given = documentOf(context, body);
  const wanted = await wantedSingle(context, call, environment, names);
  const received = await receivedDocument(context, given.bytes, { declared: given.declared });
  const id = context.newId();
  const document = await storeDocument(context, call.account, id, received);
  const row = await extractNow(
    context,
    {
      id,
      account: call.account,
      created: await context.time.now(),
      request: extractionRequest(call, wanted, { environment, documentName, strict: strictOf(query) }),
      typeIds: wanted.types.map((type) => type.id),
      extraData: null,
      batchId: null,
      origin: 'sync',
      document,
    },
    received.bytes,
    call.signal,
  );
  const result = await context.store.getResult(row.id);
  return linkedExtraction(context, call.base, row, storedResult(result));
}

/** The bytes of a document, as they are or in Base64. @throws ServiceError */
function documentOf(
  { limits }: ServiceContext,
  { bytes, contentType }: ReceivedBytes,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly declared: string | undefined } {
  const tooLarge = () => serviceError('too_large', { thing: 'document', max: limits.maxSyncBytes });
  if (bytes.byteLength === 0) throw serviceError('missing_document');
  if (contentType === undefined) throw serviceError('missing_content_type');
  if (!isJsonType(mediaTypeOf(contentType))) {
    if (bytes.byteLength > limits.maxSyncBytes) throw tooLarge();
    return { bytes, declared: contentType };
  }
  const value = parseJson(bytes);
  refuseAsynchronousMembers(value);
  const decoded = decodeBase64Document(checked(base64Document, value, []).document);
  if (!decoded) throw serviceError('bad_base64');
  if (decoded.byteLength === 0) throw serviceError('missing_document');
  if (decoded.byteLength > limits.maxSyncBytes) throw tooLarge();
  return { bytes: decoded, declared: undefined };
}

/** Members that only asynchronous requests have. @throws ServiceError */
function refuseAsynchronousMembers(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, 'extra_data')) throw serviceError('extra_data_sync');
  if (Object.hasOwn(value, 'webhook')) {
    throw invalidRequest({ path: 'webhook', message: 'needs an asynchronous request' });
  }
}
