/** Bytes that came in as a document: what they are, and where they are kept. */
import { createHash } from 'node:crypto';
import { joined } from '../foundation/objects/joined.js';
import { isContainer } from '../reading/detect.js';
import { isBase64Document } from './base64-document.js';
import { sha256, toHex } from './bytes.js';
import { type DocumentFacts, recogniseDocument } from './content-types.js';
import type { ServiceContext } from './context.js';
import { ServiceError, type ServiceErrorCode, serviceError } from './errors.js';
import type { StoredDocument } from './rows.js';
import { type ByteStream, bytesOf, chunksOf, peeked, streamBy, watched } from './streams.js';

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
 * Finds out what bytes are by themselves; what a header declares counts only for kinds that nothing else shows.
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

const blobKeyOf = ({ newId }: ServiceContext, account: string, owner: string) =>
  `${account}/${owner}/${newId()}`;

/** Bytes that a document is recognised by, unless it is an archive or a compound file; Base64 shows in fewer. */
const START_BYTES = 4096;
const NUL = Uint8Array.of(0);

/**
 * Stores a document while it comes, as its start says what it is; archives and compound files are read whole before.
 * @param recognise what bytes are: all of them, or a start
 * @throws what `recognise` and the stream throw; then nothing is stored
 */
export async function storeStream(
  context: ServiceContext,
  account: string,
  owner: string,
  stream: ByteStream,
  recognise: (bytes: Uint8Array<ArrayBuffer>) => Promise<ReceivedDocument>,
): Promise<StoredDocument> {
  const { start, all } = await peeked(stream, START_BYTES);
  if (isContainer(start)) {
    return storeDocument(context, account, owner, await recognise(await bytesOf(all)));
  }
  const { contentType } = await recognise(start).catch(async (error) => {
    await all.cancel();
    throw error;
  });
  // What is a text by its start is none for a NUL after it.
  const refusedForNul: unknown = await recognise(joined([start, NUL])).then(
    () => undefined,
    (error: unknown) => error,
  );
  const blobKey = blobKeyOf(context, account, owner);
  const hash = createHash('sha256');
  const taken = watched(all, (chunk) => {
    if (refusedForNul !== undefined && chunk.includes(0)) throw refusedForNul;
  });
  const reader = taken.getReader();
  let failure: unknown;
  const next = async () => {
    const { value } = await reader.read().catch((error) => {
      failure = error;
      throw error;
    });
    if (value) hash.update(value);
    return value;
  };
  try {
    const hashed = streamBy(next, (reason) => reader.cancel(reason));
    const { size } = await context.blobs.put(blobKey, hashed, { contentType });
    return { blobKey, contentType, size, sha256: hash.digest('hex') };
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    // Clients of storages wrap what a stream throws.
    throw failure ?? error;
  }
}

/** SHA-256 of a document, in hexadecimal digits. @throws ServiceError `missing_document` for one without bytes */
export async function digestOf(stream: ByteStream): Promise<string> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunksOf(stream)) {
    hash.update(chunk);
    size += chunk.length;
  }
  if (size === 0) throw serviceError('missing_document');
  return hash.digest('hex');
}

/** Stores the bytes of an extraction, golden or classification under a key of its own. */
export async function storeDocument(
  context: ServiceContext,
  account: string,
  owner: string,
  { bytes, contentType, sha256: hash }: ReceivedDocument,
): Promise<StoredDocument> {
  const blobKey = blobKeyOf(context, account, owner);
  await context.blobs.put(blobKey, bytes, { contentType });
  return { blobKey, contentType, size: bytes.byteLength, sha256: hash };
}
