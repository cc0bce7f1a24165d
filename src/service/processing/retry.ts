/** Running extractions again that have failed, by hand. */
// See docs/language/09-service.md#962-transitions
import { commit, type ServiceContext } from '../context.js';
import type { ExtractionRow } from '../extraction-rows.js';
import { tell } from './outcome.js';

/**
 * Gives a FAILED extraction to workers again (T13), with an event of its own.
 * @returns the extraction as it is then; null where it did not fail, or its document is not kept
 */
export async function retriedAgain(
  context: ServiceContext,
  { id }: Pick<ExtractionRow, 'id'>,
): Promise<ExtractionRow | null> {
  const { store } = context;
  return commit(context, async (change) => {
    if (!(await store.retry(id, change.tx))) return null;
    const row = await store.getExtraction(null, id, change.tx);
    if (!row) return null;
    change.jobs.push({ kind: 'process', key: id });
    await tell(context, change, row, undefined, 'extraction.retried');
    return row;
  });
}
