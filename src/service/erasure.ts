/** Deleting bytes of what was erased, until they are gone. */
import { guardedCall, type ServiceContext } from './context.js';

/** Blobs that one step deletes. */
const STEP = 200;

/** Blobs that were to be deleted, and those of them that are still there. */
interface Deleted {
  readonly taken: number;
  readonly left: number;
}

/**
 * Deletes blobs that are to be deleted; the host hears of those that stay, and a later call tries them again.
 * @param extractionId whose blobs; default those whose turn it is
 * @throws StoreError
 */
export async function deleteBlobs(context: ServiceContext, extractionId?: string): Promise<Deleted> {
  const { store, blobs } = context;
  const keys = await store.takeDeletions({
    limit: STEP,
    ...(extractionId !== undefined && { extractionId }),
  });
  const gone: string[] = [];
  for (const key of keys) {
    await guardedCall(context, 'erase', async () => {
      await blobs.delete(key);
      gone.push(key);
    });
  }
  await store.dropDeletions(gone);
  return { taken: keys.length, left: keys.length - gone.length };
}
