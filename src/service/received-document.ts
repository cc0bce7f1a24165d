/** Bytes that came in as a document: what they are, and where they are kept. */
import { isBase64Document } from './base64-document.js';
import { sha256, toHex } from './bytes.js';
import { type DocumentFacts, recogniseDocument } from './content-types.js';
import type { ServiceContext } from './context.js';
import { ServiceError, type ServiceErrorCode, serviceError } from './errors.js';
import type { StoredDocument } from './rows.js';

/** A document whose kind is known, not stored yet. */
export interface ReceivedDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly sha256: string;
}

/**
 * Finds out what bytes are.
 * @throws ServiceError `missing_document`, `base64_not_supported`, `unknown_content`, `content_type_mismatch`,
 * `unsupported_document`, `document_encrypted`
 */
export async function receivedDocument(
  { hasConverter }: Pick<ServiceContext, 'hasConverter'>,
  bytes: Uint8Array<ArrayBuffer>,
  facts: Omit<DocumentFacts, 'hasConverter'>,
): Promise<ReceivedDocument> {
  if (isBase64Document(bytes)) throw serviceError('base64_not_supported');
  const recognised = recogniseDocument(bytes, { ...facts, hasConverter });
  if (!recognised.ok) throw refusal(recognised);
  return { bytes, contentType: recognised.contentType, sha256: toHex(await sha256(bytes)) };
}

/**
 * Finds out what bytes are by themselves; what a header declares counts only for kinds that nothing else tells.
 * @throws ServiceError as `receivedDocument`
 */
export async function undeclaredDocument(
  context: Pick<ServiceContext, 'hasConverter'>,
  bytes: Uint8Array<ArrayBuffer>,
  header: string | undefined,
): Promise<ReceivedDocument> {
  try {
    return await receivedDocument(context, bytes, {});
  } catch (error) {
    const isUnknown = error instanceof ServiceError && error.code === 'unknown_content';
    if (!isUnknown || header === undefined) throw error;
    return receivedDocument(context, bytes, { declared: header });
  }
}

function refusal(refused: Exclude<ReturnType<typeof recogniseDocument>, { ok: true }>): ServiceError {
  switch (refused.code) {
    case 'content_type_mismatch':
      return serviceError(refused.code, refused.fill);
    case 'unsupported_document':
      return serviceError(refused.code, refused.fill);
    case 'unknown_content':
      return refused.message === undefined
        ? serviceError(refused.code)
        : new ServiceError(refused.code, refused.message);
    default:
      return serviceError(refused.code satisfies ServiceErrorCode);
  }
}

/** Stores the bytes of an extraction, golden or classification under a key of its own. */
export async function storeDocument(
  { blobs, newId }: ServiceContext,
  account: string,
  owner: string,
  { bytes, contentType, sha256: hash }: ReceivedDocument,
): Promise<StoredDocument> {
  const blobKey = `${account}/${owner}/${newId()}`;
  await blobs.put(blobKey, bytes, { contentType });
  return { blobKey, contentType, size: bytes.byteLength, sha256: hash };
}
