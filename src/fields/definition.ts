/** What a kind of field is: how its config looks, and how it runs. */
import type { z } from 'zod';
import type { Anchor } from '../anchors/anchors.js';
import type { Scope } from '../anchors/scope.js';
import type { FieldGrammar } from '../config/schema.js';
import type { PathStep } from '../errors.js';
import type { Run } from './run.js';

/** A value of the result: a field's object, an array of them, or null. */
export type FieldValue = object | null;

/** Results of a scope by field id, in the order of the config; ids are plain keys, `__proto__` too. */
export type FieldOutput = Record<string, FieldValue>;

/** What a field sees: the lines of its scope, the results before it, and the anchors defined before it. */
export interface FieldScope {
  readonly run: Run;
  readonly scope: Scope;
  readonly output: FieldOutput;
  /** Anchors that anchorDefinition fields have defined so far, by name. */
  readonly anchors: Map<string, Anchor>;
  /** Ids of the sections around this scope, outermost first. */
  readonly groups: readonly string[];
}

/** One kind of field. One file each; the list in `index.ts` is the grammar. */
export interface FieldKind<Config = unknown> {
  readonly id: string;
  readonly summary: string;
  schema(grammar: FieldGrammar): z.ZodType<Config, Config>;
  /** Whether a parsed field is of this kind. */
  matches(field: object): boolean;
  /**
   * Runs one field and puts what it yields into the output.
   * @param path where the field stands in the config
   */
  execute(field: Config, scope: FieldScope, path: readonly PathStep[]): Promise<void>;
}

/** Whether a value is worth keeping: anything but null and an empty array (chapter 1, 7.1). */
export function passed(value: FieldValue | undefined): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}
