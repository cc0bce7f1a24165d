/** Uploading documents to signed addresses, and getting files from them. */
// See docs/language/09-service.md#992-put-upload_url
import * as z from 'zod';
import { mediaTypeOf } from '../content-types.js';
import { commit, guardedCall, type ServiceContext } from '../context.js';
import { SERVICE_ERRORS, ServiceError, type ServiceErrorCode, serviceError } from '../errors.js';
import { boundedBody } from '../http/body.js';
import { readFileToken, readUploadToken, type UploadTarget } from '../links.js';
import { defineOperation, type FileReply, type IncomingStream, streamBody } from '../operation.js';
import { digestOf, receivedDocument, storeStream, undeclaredDocument } from '../received-document.js';
import { isPortfolio } from '../render.js';
import type { GoldenRow, StoredDocument } from '../rows.js';
import { SPREADSHEET_TYPES, type SpreadsheetFormat } from '../spreadsheet-files.js';
import { type ByteStream, streamOf, watched } from '../streams.js';
import type { Hold } from '../uploads-under-way.js';

const tag = 'Files';
const params = z.object({ token: z.string() });

export const putUpload = defineOperation({
  id: 'upload',
  tag,
  summary: 'Takes the raw bytes of a document; no Authorization header',
  method: 'PUT',
  path: '/uploads/{token}',
  access: { open: 'signed' },
  environments: 'none',
  params,
  body: streamBody,
  errors: [
    'authorization_not_allowed',
    'link_invalid',
    'content_type_mismatch',
    'missing_document',
    'base64_not_supported',
    'unknown_content',
    'unsupported_document',
    'already_uploaded',
    'upload_in_progress',
    'too_large',
    'uploads_busy',
  ],
  async run({ context, params: { token }, body }): Promise<undefined> {
    if (body.headers.has('authorization')) throw serviceError('authorization_not_allowed');
    const target = await readUploadToken(context, token);
    if (!target) throw serviceError('link_invalid');
    const upload = target.kind === 'golden' ? uploadGolden : uploadExtraction;
    const subject = `${target.kind}:${target.id}`;
    await context.uploads.within(subject, (hold) => upload(context, target, body, hold));
  },
});

async function uploadExtraction(
  context: ServiceContext,
  target: UploadTarget,
  body: IncomingStream,
  hold: Hold,
): Promise<void> {
  const { store } = context;
  const row = await store.getExtraction(null, target.id);
  if (row?.origin !== 'upload' || row.erased !== null) throw serviceError('link_invalid');
  const incoming = incomingStream(context, target, body, row.account, hold);
  // An extraction that failed without a document did so because none came in time.
  if (row.phase !== 'awaiting_upload') return refuseOther(row.document, await digestOf(incoming));
  const facts = { declared: target.contentType, isPortfolio: isPortfolio(row) };
  const document = await storeStream(context, row.account, row.id, incoming, (bytes) =>
    receivedDocument(context, bytes, facts),
  );
  const outcome = await commit(context, async ({ tx, jobs }) => {
    const attached = await store.attachDocument(row.id, document, tx);
    if (attached === 'ok') jobs.push({ kind: 'process', key: row.id, account: row.account });
    return attached;
  });
  if (outcome === 'ok') return;
  await guardedCall(context, 'upload', () => context.blobs.delete(document.blobKey));
  const now = await store.getExtraction(null, row.id);
  return refuseOther(now?.document, document.sha256);
}

async function uploadGolden(
  context: ServiceContext,
  target: UploadTarget,
  body: IncomingStream,
  hold: Hold,
): Promise<void> {
  const { store } = context;
  const row = await store.getGolden({ id: target.id });
  if (!row) throw serviceError('link_invalid');
  const incoming = incomingStream(context, target, body, row.account, hold);
  if (row.document) return refuseOther(row.document, await digestOf(incoming));
  const header = body.headers.get('content-type') ?? undefined;
  const document = await storeStream(context, row.account, row.id, incoming, (bytes) =>
    undeclaredDocument(context, bytes, header),
  );
  const outcome = await commit(context, async ({ tx, jobs }) => {
    const attached = await store.attachGolden(row.id, document, tx);
    if (attached === 'ok') jobs.push({ kind: 'golden', key: row.id, account: row.account });
    return attached;
  });
  if (outcome === 'ok') return;
  await guardedCall(context, 'upload', () => context.blobs.delete(document.blobKey));
  const now: GoldenRow | null = await store.getGolden({ id: row.id });
  return refuseOther(now?.document, document.sha256);
}

/** The body of an upload, within its limits; it takes room for its bytes as they come. @throws ServiceError */
function incomingStream(
  { limits, uploads }: ServiceContext,
  target: UploadTarget,
  { stream, headers }: IncomingStream,
  account: string,
  hold: Hold,
): ByteStream {
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw serviceError('unsupported_document', {
      type: `A body with content-encoding ${encoding}`,
      here: 'here',
    });
  }
  const max = limits.maxDocumentBytes;
  const declaredSize = Number(headers.get('content-length')) || 0;
  if (declaredSize > max) throw serviceError('too_large', { thing: 'document', max });
  const given = mediaTypeOf(headers.get('content-type') ?? '');
  if (target.contentType !== undefined && given !== target.contentType.toLowerCase()) {
    const found = given === '' ? 'sent without a Content-Type' : `sent as ${given}`;
    throw serviceError('content_type_mismatch', { found, expected: target.contentType });
  }
  uploads.refuseBeyond(account, declaredSize);
  const held = watched(stream ?? streamOf(new Uint8Array()), ({ length }) => hold(account, length));
  return boundedBody(held, max, 'document');
}

/** The same bytes again are fine; others are not. @throws ServiceError `already_uploaded`, `link_invalid` */
function refuseOther(document: StoredDocument | null | undefined, digest: string): void {
  if (!document) throw serviceError('link_invalid');
  if (document.sha256 !== digest) throw serviceError('already_uploaded');
}

export const getFile = defineOperation({
  id: 'getFile',
  tag,
  summary: 'A stored document, spreadsheet, picture, or the result of a classification',
  method: 'GET',
  path: '/files/{token}',
  access: { open: 'signed' },
  environments: 'none',
  params,
  errors: ['link_invalid', 'not_found'],
  async run({ context, params: { token } }): Promise<FileReply> {
    const target = await readFileToken(context, token);
    if (!target) throw serviceError('link_invalid');
    const { kind, key } = target;
    switch (kind) {
      case 'document':
        return documentFile(context, key);
      case 'golden':
        return goldenFile(context, key);
      case 'thumbnail':
        return blobFile(context, (await context.store.getGolden({ id: key }))?.thumbnailKey, 'image/png');
      case 'classification':
        return classificationFile(context, key);
      case 'xlsx':
      case 'csv':
        return spreadsheetFile(context, kind, key);
    }
  },
});

async function documentFile(context: ServiceContext, id: string): Promise<FileReply> {
  const row = await context.store.getExtraction(null, id);
  const { document } = row ?? {};
  return blobFile(context, document?.blobKey, document?.contentType, row?.request.documentName);
}

/** A spreadsheet, as long as no extraction of it is erased. */
async function spreadsheetFile(
  context: ServiceContext,
  format: SpreadsheetFormat,
  key: string,
): Promise<FileReply> {
  if (!(await context.store.hasSpreadsheet(key))) throw serviceError('not_found');
  return blobFile(context, key, SPREADSHEET_TYPES[format], `extractions.${format}`);
}

async function goldenFile(context: ServiceContext, id: string): Promise<FileReply> {
  const row = await context.store.getGolden({ id });
  return blobFile(context, row?.document?.blobKey, row?.document?.contentType, row?.name);
}

async function blobFile(
  { blobs }: ServiceContext,
  key: string | null | undefined,
  contentType = 'application/octet-stream',
  filename?: string,
): Promise<FileReply> {
  const file = key == null ? null : await blobs.get(key);
  if (!file) throw serviceError('not_found');
  return { file, contentType, ...(filename !== undefined && { filename }) };
}

/** The answer of a classification that ran in a worker, as the request that waits would have had it. */
async function classificationFile({ store }: ServiceContext, id: string): Promise<FileReply> {
  const row = await store.getClassification(null, id);
  if (!row?.outcome) throw serviceError('not_found');
  const { outcome } = row;
  if (!outcome.ok) throw new ServiceError(codeOf(outcome.code), outcome.message);
  return { file: new TextEncoder().encode(outcome.result), contentType: 'application/json; charset=utf-8' };
}

function codeOf(code: string): ServiceErrorCode {
  return Object.hasOwn(SERVICE_ERRORS, code) ? (code as ServiceErrorCode) : 'internal';
}
