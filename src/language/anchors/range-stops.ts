/** Stops of ranges: the lines that end a section, a band of columns or an external range. */
// See docs/language/06-sections-and-field-kinds.md#2-horizontal-ranges
import * as z from 'zod';
import { type Anchor, AnchorSearch } from './anchors.js';
import type { FieldAnchor } from './forms.js';
import { anchorObject, anchorReference, stopMatchSchema } from './schema.js';
import type { SearchScope } from './scope.js';
import { sequenceOf } from './sequence.js';
import { SequenceIndex } from './sequence-index.js';

/** A stop is a match, or an anchor that is looked for below the section's own. */
export const rangeStopSchema = z
  .union([stopMatchSchema, anchorObject, anchorReference])
  .meta({ title: 'range stop' });
type RangeStop = z.infer<typeof rangeStopSchema>;

/** An anchor with its name looked up, or why the name means none. */
export type ResolveAnchor = (anchor: FieldAnchor) => Anchor | { readonly missing: string };

/** Index of the first stop line in `[from, to)`; undefined when there is none, or the stop is the end of the scope. */
export type FindStop = (from: number, to: number) => number | undefined;

/** Makes a stop ready to be looked for in a scope from many places. */
export function stopFinder(
  stop: RangeStop,
  scope: SearchScope,
  resolve: ResolveAnchor,
): FindStop | { readonly missing: string } {
  if (isAnchor(stop)) {
    const anchor = resolve(stop);
    if ('missing' in anchor) return anchor;
    return (from, to) => new AnchorSearch(anchor, scope, { from, to }).first()?.index;
  }
  const sequence = sequenceOf(stop);
  if (sequence.toEnd) return () => undefined;
  const index = new SequenceIndex(sequence, scope.lines, scope.patternGuard);
  return (from, to) => index.from(from, to)?.last;
}

function isAnchor(stop: RangeStop): stop is z.infer<typeof anchorObject> | z.infer<typeof anchorReference> {
  if (typeof stop === 'string' || Array.isArray(stop)) return false;
  return 'ref' in stop || ('match' in stop && !('type' in stop));
}
