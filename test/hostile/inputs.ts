/** Short ways to write attacks down. */
import type { HostileInput } from './attack.js';

/** A text file of some lines, and a config. */
export function textInput(lines: readonly string[], config: unknown): HostileInput {
  return {
    document: new TextEncoder().encode(lines.join('\n')),
    config,
    options: { contentType: 'text/plain' },
  };
}

/** A config of one field behind a matcher. */
export function matcherConfig(match: object, others: readonly object[] = []): object {
  return { fields: [{ id: 'a', anchor: { match }, method: { id: 'passthrough' } }, ...others] };
}
