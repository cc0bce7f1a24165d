/** Where values are printed. */
import type { PrintedLine } from '../../language/fields/trace.js';
import { boundingBox, sharedArea } from '../../page/document/geometry.js';
import type { GivenValue } from '../../run/extraction/answers.js';

/** Whether no line of one value is in the place of one of the other, as far as both have places. */
export function areApart({ lines: a = [] }: GivenValue, { lines: b = [] }: GivenValue): boolean {
  if (a.length === 0 || b.length === 0) return false;
  const places = (lines: readonly PrintedLine[]) =>
    lines.map(({ page, boundingPolygon }) => ({ page, box: boundingBox(boundingPolygon) }));
  return places(a).every((one) =>
    places(b).every((other) => one.page !== other.page || sharedArea(one.box, other.box) === 0),
  );
}
