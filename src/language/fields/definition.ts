/** What a kind of field is: how its config looks, and how it runs. */
import type * as z from 'zod';
import type { PathStep } from '../../errors.js';
import type { ConfigWarning } from '../../foundation/schema/grammar.js';
import type { Cost, FieldGrammar, FieldPlace, FieldValue } from '../../foundation/schema/language.js';
import type { Line } from '../../page/document/model.js';
import type { LineSketch } from '../../page/document/sketch.js';
import type { Anchor } from '../anchors/anchors.js';
import type { SearchScope } from '../anchors/scope.js';
import type { ComputedDefinition } from '../computed/definition.js';
import type { Values } from '../computed/output.js';
import type { MethodDefinition } from '../methods/definition.js';
import type { CommonOptions } from '../methods/filters.js';
import type { RuleLanguage } from '../rules/language.js';
import type { TypeRegistry } from '../types/registry.js';
import type { ExtractionRun } from './runner.js';

/** What a field sees: the lines of its scope, the results before it, and the anchors defined before it. */
export interface FieldScope extends Values {
  readonly run: ExtractionRun;
  readonly scope: SearchScope;
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

/** A method of any kind: its id and the members that all share; its own are behind its definition. */
export type MethodReference = { readonly id: string } & CommonOptions;

/** What field kinds may refer to. */
export interface KindGrammar extends FieldGrammar {
  /** Any method. */
  readonly method: z.ZodType<MethodReference, MethodReference>;
  readonly methods: ReadonlyMap<string, MethodDefinition>;
  readonly computedMethods: ReadonlyMap<string, ComputedDefinition>;
}

/** The definitions that fields run by. */
export interface FieldLanguage {
  readonly types: TypeRegistry;
  readonly methods: ReadonlyMap<string, MethodDefinition>;
  /** @throws TypeError for an id that the grammar does not have */
  method(id: string): MethodDefinition;
  readonly computedMethods: ReadonlyMap<string, ComputedDefinition>;
  /** @throws TypeError for an id that the grammar does not have */
  computedMethod(id: string): ComputedDefinition;
  readonly rules: RuleLanguage;
  /** The kind of a parsed field. */
  fieldKind(field: object): FieldKind<object>;
}

/** A document, a field, and what the field gives; a test runs it. */
export interface FieldExample<Config = unknown> {
  readonly title: string;
  /** The document; lines, or the text of a CSV file for kinds that read spreadsheets. */
  readonly document: readonly LineSketch[] | string;
  /** Fields whose values it reads. */
  readonly before?: readonly object[];
  readonly field: Config;
  /** The field of spreadsheet rows that it is in, without its fields; only for kinds that are allowed nowhere else. */
  readonly within?: object;
  /** Fields that use what it gives. */
  readonly after?: readonly object[];
  /** Replies of the model as JSON, in the order of its requests; only of kinds that ask one. */
  readonly replies?: readonly object[];
  /** What is added to the output. */
  readonly result: object;
}

/** One kind of field. One file each; the list in `index.ts` is the grammar. */
export interface FieldKind<Config = unknown> {
  readonly id: string;
  readonly summary: string;
  /** The first is shown in the reference; of kinds that ask a language model all are. */
  readonly examples: readonly FieldExample<Config>[];
  /** Where fields of this kind are allowed. */
  readonly places: readonly FieldPlace[];
  /** What a field costs beside the methods in it; default `text`. */
  readonly cost?: Cost;
  /** Ids of the methods that make a field one of this kind; empty where the method does not decide it. */
  methodIds(grammar: KindGrammar): readonly string[];
  /** @param place one of `places` */
  schema(grammar: KindGrammar, place: FieldPlace): z.ZodType<Config, Config>;
  /** Whether an object in a config is meant as a field of this kind; the first kind of the list that says so decides. */
  matches(field: object, language: FieldLanguage): boolean;
  /**
   * The id that the value is kept under; when the scope has a value for it already, the field does not run.
   * Absent where that is the member `id`; undefined for fields that keep none or several.
   */
  outputId?(field: Config): string | undefined;
  /**
   * All ids that a field may give values; undefined when they are known only in a run. Absent where that is the member
   * `id`.
   */
  defines?(field: Config, language: FieldLanguage): readonly string[] | undefined;
  /**
   * Whether a field waits for a language model and needs nothing but the lines of its scope and the anchors named
   * before it, so that it may start before its turn. Absent where no field of the kind does.
   */
  isIndependent?(field: Config): boolean;
  /** Fields of the kind name anchors for those after them. */
  readonly definesAnchor?: true;
  /** Things worth telling the author that do not keep the config from running. */
  warnings?(field: Config, language: FieldLanguage): readonly ConfigWarning[];
  /** The value of a field that failed. Absent where that is null. */
  failed?(field: Config): FieldValue;
  /**
   * Runs one field and puts what it yields into the output.
   * @param path where the field is in the config
   */
  execute(field: Config, scope: FieldScope, path: readonly PathStep[]): Promise<void>;
}

/** The id of a field's method; undefined when it has none. Takes any object. */
export function methodIdOf(field: object): string | undefined {
  const method: unknown = 'method' in field ? field.method : undefined;
  if (typeof method !== 'object' || method === null || !('id' in method)) return undefined;
  return typeof method.id === 'string' ? method.id : undefined;
}
