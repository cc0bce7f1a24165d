/** Halves of the documents, by a hash of their names: rules are tuned on one and believed on the other. */
import { createHash } from 'node:crypto';

export type Half = 'tuned' | 'kept';

/** @param salt another one gives other halves, where those before it have been looked at */
export function halfOf(name: string, salt = ''): Half {
  return createHash('sha256').update(`${salt}${name}`).digest()[0]! % 2 === 0 ? 'tuned' : 'kept';
}
