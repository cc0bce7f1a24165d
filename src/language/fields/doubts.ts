/** Warnings of values whose text is in doubt: an OCR engine was not sure of it, nobody sees it, or it has no characters. */
// See docs/language/01-document-anchors-fields.md#64-errors-log-and-warnings
import type { Line } from '../../page/document/model.js';
import { isDoubtful } from '../../page/document/reading.js';
import { certaintyOf } from './certainty.js';
import { otherOrder } from './date-order.js';
import type { FieldScope } from './definition.js';
import { type ExtractionRun, type ExtractionWarning, warnOnce } from './runner.js';
import { garbledText, unseenText } from './unseen.js';

/**
 * Warns where the text of a value was read by OCR, and not surely; where it cannot be seen on the page; where it has no
 * characters; and where a date was read against the order of the others.
 * @param value as the result holds it
 * @param lines those that the value was built from
 * @param placeOf the place of the field, asked when there is something to warn of
 */
export async function warnOfDoubts(
  value: object,
  lines: readonly Line[],
  { run, scope }: Pick<FieldScope, 'run' | 'scope'>,
  placeOf: () => Pick<ExtractionWarning, 'field_id' | 'path'>,
): Promise<void> {
  const unseen = await unseenText(value, lines, scope.pages, run.isSeen);
  const order = otherOrder(value, lines, scope.pages);
  for (const found of [unsureText(value, lines), unseen, garbledText(value, lines), order]) {
    if (!found) continue;
    const { page, ...rest } = found;
    const place = placeOf();
    const warning = { ...rest, ...place, ...(page !== undefined && { page }) };
    warnOnce(run, [found.code, place.field_id, place.path, page], () => [warning]);
  }
}

/**
 * Warns of a value that was read without its sign, once a field, and once a column of it.
 * @param says one for the field, or one for each of its columns
 */
// See docs/language/04-types.md#435-signs-that-are-not-read
export function warnOfIgnoredSigns(
  says: readonly (() => string)[],
  run: Pick<ExtractionRun, 'warn' | 'warned'>,
  placeOf: () => Pick<ExtractionWarning, 'field_id' | 'path'>,
): void {
  const code = 'SIGN_IGNORED';
  if (says.length === 0) return;
  const place = placeOf();
  const warnings = () => says.map((say) => ({ code, message: say(), ...place }));
  warnOnce(run, [code, place.field_id, place.path], warnings);
}

function unsureText(value: object, lines: readonly Line[]) {
  const { confidence, page } = certaintyOf(value, lines) ?? {};
  return isDoubtful(confidence) ? { ...doubt('the text of the value', confidence), page } : undefined;
}

/** The warning of something that an OCR engine was not sure of. */
export function doubt(what: string, confidence: number): Pick<ExtractionWarning, 'code' | 'message'> {
  const message = `${what} was read by OCR with a confidence of ${confidence.toFixed(2)}; compare it with the page`;
  return { code: 'OCR_LOW_CONFIDENCE', message };
}
