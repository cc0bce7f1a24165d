/** What a kind of field is: how its config looks, and how it runs. */
import type { z } from 'zod';
import type { Anchor } from '../anchors/anchors.js';
import type { Scope } from '../anchors/scope.js';
import type { FieldGrammar, Language } from '../config/schema.js';
import type { Line } from '../document/model.js';
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
  /** The scope around this one: the document of a section, the section of a row. Absent for the document. */
  readonly parent?: FieldScope | undefined;
  /** Only in rows of spreadsheets. */
  readonly row?: CellRow | undefined;
}

/** A row of a spreadsheet. */
export interface CellRow {
  /** The cell in the column whose heading a `cell` method names; undefined when there is none. */
  cellUnder(method: object): Line | undefined;
}

/**
 * Where fields may stand: in `fields` of a document, a section or a branch; in `computed_fields`; in
 * `sections`; in `fields` of addComputedFields; in `fields` of cellRows (chapter 6, 7.2).
 */
export type FieldPlace = 'fields' | 'computed_fields' | 'sections' | 'addComputedFields' | 'cellRows';

/** A doubtful thing in a field; the path counts from the field. */
export interface FieldWarning {
  readonly path: readonly PathStep[];
  readonly code: string;
  readonly message: string;
}

/** One kind of field. One file each; the list in `index.ts` is the grammar. */
export interface FieldKind<Config = unknown> {
  readonly id: string;
  readonly summary: string;
  /** Where fields of this kind may stand. */
  readonly places: readonly FieldPlace[];
  /** Ids of the methods that make a field one of this kind; empty where the method does not tell. */
  methodIds(grammar: FieldGrammar): readonly string[];
  /** @param place one of `places` */
  schema(grammar: FieldGrammar, place: FieldPlace): z.ZodType<Config, Config>;
  /** Whether an object in a config is meant as a field of this kind; the first kind of the list that says so decides. */
  matches(field: object, language: Language): boolean;
  /**
   * The id that the value is kept under; when the scope has a value for it already, the field does not run.
   * Absent where that is the member `id`; undefined for fields that keep none or several.
   */
  outputId?(field: Config): string | undefined;
  /**
   * All ids that a field may give values; undefined when only a run tells. Absent where that is the member `id`.
   */
  defines?(field: Config, language: Language): readonly string[] | undefined;
  /** Things worth telling the author that do not keep the config from running. */
  warnings?(field: Config, language: Language): readonly FieldWarning[];
  /**
   * Runs one field and puts what it yields into the output.
   * @param path where the field stands in the config
   */
  execute(field: Config, scope: FieldScope, path: readonly PathStep[]): Promise<void>;
}

/** The id of a field's method; undefined when it has none. Takes any object. */
export function methodIdOf(field: object): string | undefined {
  const method: unknown = 'method' in field ? field.method : undefined;
  if (typeof method !== 'object' || method === null || !('id' in method)) return undefined;
  return typeof method.id === 'string' ? method.id : undefined;
}
