import { expect, it } from 'vitest';
import type { TypeReference } from '../../../src/foundation/schema/language.js';
import { types } from '../../../src/language/types/index.js';
import { createTypeRegistry } from '../../../src/language/types/registry.js';
import { removeTyped, runType, type Selection, type Tiebreaker } from '../../../src/language/types/select.js';
import { guard } from '../../support/guards.js';

/** The registry of the built-in types, shared by the tests. */
export const registry = createTypeRegistry(types);

/** Fails the test when a pattern runs out of its time. */
export const strict = guard(({ message }) => {
  throw new Error(message);
});

/** Runs a type on lines of text. */
export function select(type: TypeReference, lines: readonly string[], tiebreaker?: Tiebreaker): Selection {
  return runType(
    registry.compile(type),
    lines.map((text) => ({ text })),
    tiebreaker,
    strict,
  );
}

/** The value of a type in lines of text. */
export function run(
  type: TypeReference,
  lines: string | readonly string[],
  tiebreaker?: Tiebreaker,
): unknown {
  return select(type, [lines].flat(), tiebreaker).value;
}

/** The lines that type filters leave. */
export function filtered(filters: readonly TypeReference[], lines: readonly string[]): string[] {
  const kept = removeTyped(
    filters.map((type) => registry.compile(type)),
    lines.map((text) => ({ text })),
    strict,
  );
  return kept.map((position) => lines[position]!);
}

export interface Row {
  readonly title: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly lines: string | readonly string[];
  readonly tiebreaker?: Tiebreaker;
  /** Only the value is compared unless it is an object. */
  readonly value: unknown;
  readonly source?: string;
  readonly unit?: string;
}

/** One test a row: the value and, where given, the source and the unit. */
export function table(id: string, rows: readonly Row[]): void {
  it.each(rows)('$title', ({ options, lines, tiebreaker, value, source, unit }) => {
    const found = select(options ? { id, ...options } : id, [lines].flat(), tiebreaker).value;
    expect(found?.value ?? null).toEqual(value);
    if (source !== undefined) expect(found?.source).toBe(source);
    if (unit !== undefined) expect(found?.unit).toBe(unit);
  });
}

/** The problems of a type reference: path and message. */
export function problems(type: unknown, place: keyof typeof registry.grammar = 'type') {
  const result = registry.grammar[place].safeParse(type);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}
