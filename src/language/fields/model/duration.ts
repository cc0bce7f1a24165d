/** How long language models took for a value. */
// See docs/language/08-language-models.md#815-verbosity-and-trace
import type { AskedCall } from '../../../llm/ask.js';
import type { FieldScope } from '../definition.js';

/** Verbosities that show it. */
const TIMED: ReadonlySet<number> = new Set([2, 4]);

/** A value with the time that its requests took together, where the verbosity shows it. */
export function withDuration<Value extends object>(
  value: Value,
  calls: readonly Pick<AskedCall, 'ms'>[],
  { run }: Pick<FieldScope, 'run'>,
): Value {
  if (!TIMED.has(run.verbosity)) return value;
  return { ...value, durationMs: Math.round(calls.reduce((sum, { ms }) => sum + ms, 0)) };
}
