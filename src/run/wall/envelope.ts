/**
 * Values on their way between processes. Copies lose what is not enumerable: the order of members whose names look
 * like numbers, how numbers were written, and the causes of issues. It goes beside the value, in one message, in which references stay.
 */
import { orderOf, restoreOrder, restoreTexts, textsOf } from '../../foundation/objects/members.js';
import type { ErrorCarrier } from './carried-error.js';

/** A value, and what of its parts is not enumerable. */
export interface Envelope {
  readonly value: unknown;
  readonly orders: readonly (readonly [part: object, names: readonly string[]])[];
  readonly texts: readonly (readonly [part: object, texts: Readonly<Record<string, string>>])[];
  readonly causes: readonly (readonly [part: object, cause: ReturnType<ErrorCarrier['packCause']>])[];
}

/** A value to be sent; it is not copied. */
export function enclose(value: unknown, errors: ErrorCarrier): Envelope {
  const orders: [object, readonly string[]][] = [];
  const texts: [object, Readonly<Record<string, string>>][] = [];
  const causes: [object, ReturnType<ErrorCarrier['packCause']>][] = [];
  const seen = new Set<object>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part) || seen.has(part)) continue;
    seen.add(part);
    const order = orderOf(part);
    if (order) orders.push([part, order]);
    const written = textsOf(part);
    if (written) texts.push([part, written]);
    if (hasHiddenCause(part)) causes.push([part, errors.packCause(part.cause)]);
    // Of long lists only what may have parts is kept waiting.
    for (const member of Object.values(part))
      if (typeof member === 'object' && member !== null) open.push(member);
  }
  return { value, orders, texts, causes };
}

/** The value that was sent. */
export function disclose({ value, orders, texts, causes }: Envelope, errors: ErrorCarrier): unknown {
  for (const [part, names] of orders) restoreOrder(part, names);
  for (const [part, written] of texts) restoreTexts(part, written);
  for (const [part, cause] of causes)
    Object.defineProperty(part, 'cause', { value: errors.reviveCause(cause) });
  return value;
}

function hasHiddenCause(part: object): part is { readonly cause: unknown } {
  const property = Object.getOwnPropertyDescriptor(part, 'cause');
  return property !== undefined && !property.enumerable;
}
