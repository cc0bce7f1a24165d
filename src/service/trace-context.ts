/** The context of a trace as it goes from a request to its job, and from there to its push. */
// See https://www.w3.org/TR/trace-context/#traceparent-header

/** The header that carries it. */
export const TRACEPARENT = 'traceparent';

/** Which trace, which span of it, and whether it is recorded; numbers in hexadecimal digits. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

const FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/u;
const LONGEST = 100;

/** What a header says; undefined where there is none, or one that is none of this form. */
export function traceContextOf(header: string | null | undefined): TraceContext | undefined {
  if (!header || header.length > LONGEST) return undefined;
  const [, traceId, spanId, flags] = FORM.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

/** The header of a context, in the first version of its form. */
export function traceparentOf({ traceId, spanId, traceFlags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
