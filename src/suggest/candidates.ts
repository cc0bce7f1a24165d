/** Fields that may extract a value at its place: by the captions around it, the methods that lead there, their members. */
import type { TypeRegistry } from '../types/registry.js';
import { above, below, beside, inItsLine } from './by-caption.js';
import { after, around, inGrid } from './by-place.js';
import type { Captions } from './captions.js';
import type { Occurrence } from './occurrences.js';
import type { PageIndex } from './page-index.js';
import { type Candidate, Place } from './place.js';

/** All fields that may give the value at one place, in no order. */
export function candidatesAt(
  place: Occurrence,
  index: PageIndex,
  captions: Captions,
  types: TypeRegistry,
): Candidate[] {
  const at = new Place(place, index, captions, types);
  const ways = [...(place.shape === 'part' ? [inItsLine] : []), beside, above, below, inGrid, around, after];
  return ways.flatMap((way) => way(at));
}
