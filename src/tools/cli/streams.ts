/** The outside world of a command: where it reads, where it writes, where it runs, and how text is made safe to show. */

import type { Readable, Writable } from 'node:stream';
import { orderedJson } from '../../foundation/objects/members.js';

/** Standard streams; `isTTY` as Node sets it on terminals. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** What a command knows of where it runs, as Node has it on `process`. */
export interface Surroundings extends Streams {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder it was started in. */
  cwd(): string;
  /** Ends a command that would go on, as one that watches files; without it that is the system's affair. */
  readonly signal?: AbortSignal | undefined;
}

/** Control characters and line separators: a terminal may act on them, and they break one-line messages. */
const UNSAFE = /[\p{Cc}\u2028\u2029]/gu;
/** Control characters that `JSON.stringify` leaves as they are, and terminals act on. */
const UNSAFE_IN_JSON = /[\u007F-\u009F]/gu;

/** Text of a document or an error on one line, control characters as `\uXXXX`. */
export function printable(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** A value as JSON that is safe on terminals, ids in their order. */
export function printableJson(value: unknown, pretty: boolean): string {
  return orderedJson(value, pretty ? 2 : 0).replace(UNSAFE_IN_JSON, escaped);
}

/** Writes lines, each closed by a newline; without lines nothing. */
export function writeLines(to: Writable, lines: readonly string[]): void {
  if (lines.length > 0) to.write(`${lines.join('\n')}\n`);
}

/** A count with its noun: `1 error`, `2 errors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
