/** Warnings of values whose text an OCR engine was not sure of. */
// See docs/language/01-document-anchors-fields.md#64-errors-log-and-warnings
import type { Line } from '../document/model.js';
import { isDoubtful } from '../document/reading.js';
import { memo } from '../memo.js';
import { certaintyOf } from './certainty.js';
import type { ExtractionRun, ExtractionWarning } from './runner.js';

type Warner = Pick<ExtractionRun, 'warn'>;

/** What was told in a run: of the same field, in a hundred sections of a bad page, it is told once a page. */
const toldIn = memo((_run: Warner) => new Set<string>());

/**
 * Warns where the text of a value was read by OCR, and not surely.
 * @param value as the result holds it
 * @param lines those that the value was built from
 * @param place of the field
 */
export function tellDoubt(
  value: unknown,
  lines: readonly Line[],
  run: Warner,
  place: Pick<ExtractionWarning, 'field_id' | 'path'>,
): void {
  const { confidence, page } = certaintyOf(value, lines) ?? {};
  if (!isDoubtful(confidence)) return;
  const told = toldIn(run);
  const key = JSON.stringify([place.field_id, place.path, page]);
  if (told.has(key)) return;
  told.add(key);
  run.warn({ ...doubt('the text of the value', confidence), ...place, ...(page !== undefined && { page }) });
}

/** The warning of something that an OCR engine was not sure of. */
export function doubt(what: string, confidence: number): Pick<ExtractionWarning, 'code' | 'message'> {
  const message = `${what} was read by OCR with a confidence of ${confidence.toFixed(2)}; compare it with the page`;
  return { code: 'OCR_LOW_CONFIDENCE', message };
}
