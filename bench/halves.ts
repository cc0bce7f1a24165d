/** Halves of the documents, by a hash of their names: rules are tuned on one and believed on the other. */
import { createHash } from 'node:crypto';

export type Half = 'tuned' | 'kept';

export function halfOf(name: string): Half {
  return createHash('sha256').update(name).digest()[0]! % 2 === 0 ? 'tuned' : 'kept';
}
