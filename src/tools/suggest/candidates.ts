/** Fields that may extract a value at its place: by the captions around it, the methods that lead there, their members. */
import type { TypeRegistry } from '../../language/types/registry.js';
import { above, below, beside, inItsLine } from './by-caption.js';
import { after, inGrid, nearby } from './by-place.js';
import type { Occurrence } from './occurrences.js';
import { type Candidate, Place, type Surroundings } from './place.js';
import type { Relevance } from './relevance.js';

/** All fields that may give the value at one place, in no order. */
export function candidatesAt(
  place: Occurrence,
  around: Surroundings,
  types: TypeRegistry,
  relevance: Relevance,
): Candidate[] {
  const at = new Place(place, around, types, relevance);
  const ways = [...(place.shape === 'part' ? [inItsLine] : []), beside, above, below, inGrid, nearby, after];
  return ways.flatMap((way) => way(at));
}
