/** Uploads that go past the service, to an address that the store of blobs has signed. */
// See docs/language/09-service.md#991-signed-links
import { commit, guardedCall, type ServiceContext } from '../context.js';
import { ServiceError, serviceError } from '../errors.js';
import type { ExtractionRow } from '../extraction-rows.js';
import { uploadAddress } from '../links.js';
import { receivedDocument, storeDocument } from '../received-document.js';
import { isPortfolio } from '../render.js';
import { readAll } from '../streams.js';

/** Where the document of a new extraction is put to. */
interface UploadPlace {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** The blob that addresses of a new extraction write to; null where uploads go through the service. */
export function presignedKeyOf(
  { blobs, newId }: ServiceContext,
  { id, account }: { readonly id: string; readonly account: string },
): string | null {
  return blobs.presignPut ? `${account}/${id}/${newId()}` : null;
}

/** An upload address: one that the store of blobs signs where the extraction has a key for it, else one of the service. */
export async function uploadPlace(
  context: ServiceContext,
  base: string,
  row: {
    readonly id: string;
    readonly contentType: string | undefined;
    readonly presignedKey: string | null;
  },
): Promise<UploadPlace> {
  const { blobs, limits, time } = context;
  const { id, contentType, presignedKey } = row;
  if (presignedKey === null || !blobs.presignPut) {
    return uploadAddress(context, base, { kind: 'extraction', id, contentType });
  }
  const expires = (await time.now()) + limits.linkMs;
  const url = await blobs.presignPut(presignedKey, {
    contentType,
    expiresMs: limits.linkMs,
    maxBytes: limits.maxDocumentBytes,
  });
  return { url, expires };
}

/**
 * Takes the bytes that were put to an address of the store of blobs (T4). They are copied: whoever has the address
 * may still write to it.
 * @returns whether there was something to take
 * @throws ServiceError for bytes that are refused; they are deleted, and the address stays usable. Whatever store and blobs
 * throw: then the bytes stay, and a later call takes them
 */
export async function takePresigned(context: ServiceContext, id: string): Promise<boolean> {
  const { store, blobs } = context;
  const row = await store.getExtraction(null, id);
  const key = row?.upload?.presignedKey;
  if (row?.phase !== 'awaiting_upload' || key == null) return false;
  const stream = await blobs.get(key);
  if (!stream) return false;
  const received = await recognised(context, row, stream).catch(async (error) => {
    if (error instanceof ServiceError) await guardedCall(context, 'presigned', () => blobs.delete(key));
    throw error;
  });
  const document = await storeDocument(context, row.account, row.id, received);
  const outcome = await commit(context, async ({ tx, jobs }) => {
    const attached = await store.attachDocument(id, document, tx);
    if (attached === 'ok') jobs.push({ kind: 'process', key: id, account: row.account });
    return attached;
  });
  const left = outcome === 'ok' ? key : document.blobKey;
  await guardedCall(context, 'presigned', () => blobs.delete(left));
  return outcome === 'ok';
}

async function recognised(context: ServiceContext, row: ExtractionRow, stream: ReadableStream<Uint8Array>) {
  const { maxDocumentBytes: max } = context.limits;
  const bytes = await readAll(stream, max, () => serviceError('too_large', { thing: 'document', max }));
  return receivedDocument(context, bytes, {
    declared: row.request.contentType,
    isPortfolio: isPortfolio(row),
  });
}
