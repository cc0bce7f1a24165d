/** Composes the grammar of configs from the lists of definitions. Nothing about a concept is written here. */
import { z } from 'zod';
import type { FieldAnchor } from '../anchors/schema.js';
import { type Fingerprint, fingerprintSchema } from '../classify/fingerprint.js';
import type { ComputedDefinition } from '../computed/definition.js';
import { computedMethods } from '../computed/index.js';
import type { AnchorDefinitionField } from '../fields/anchor-definition.js';
import type { CellField } from '../fields/cell.js';
import type { CellRowsField } from '../fields/cell-rows.js';
import type { ClassifyAndQueryField } from '../fields/classify-and-query.js';
import type { ConcurrentQueriesField } from '../fields/concurrent-queries.js';
import type { ConditionalField } from '../fields/conditional.js';
import type { CustomComputationGroupField } from '../fields/custom-computation-group.js';
import type { FieldKind, FieldPlace } from '../fields/definition.js';
import { fieldKinds } from '../fields/index.js';
import type { ListField } from '../fields/list.js';
import type { ModelQuestionField } from '../fields/model-question.js';
import type { QueryGroupField } from '../fields/query-group.js';
import { scopeMembers } from '../fields/scope-steps.js';
import type { SectionsField } from '../fields/sections.js';
import type { FieldSelection } from '../fields/selection.js';
import type { SummarizerField } from '../fields/summarizer.js';
import { closedObject, type Grammar, taggedUnion } from '../grammar.js';
import type { MethodDefinition } from '../methods/definition.js';
import { type CommonOptions, commonMembers } from '../methods/filters.js';
import { methods } from '../methods/index.js';
import { ocrEngineSchema } from '../ocr/engines.js';
import type { PostprocessorDefinition } from '../postprocess/definition.js';
import { postprocessors } from '../postprocess/index.js';
import type { PreprocessorDefinition, PreprocessorGrammar } from '../preprocessors/definition.js';
import { preprocessors } from '../preprocessors/index.js';
import type { Rule } from '../rules/compile.js';
import { ruleSchema } from '../rules/schema.js';
import type { TypeDefinition } from '../types/definition.js';
import { types } from '../types/index.js';
import { createTypeRegistry, type TypeConfig, type TypeRegistry } from '../types/registry.js';
import { fieldSchemas } from './field-grammar.js';

/** Levels of detail that a config may ask for; 2 is taken as 1 (chapter 1, 6.2). */
export const VERBOSITIES = [0, 1, 2, 3] as const;

/** A method of any kind: its id and the members that all share; its own are behind its definition. */
export type AnyMethodOptions = { readonly id: string } & CommonOptions;

/** A computed method of any kind; its own members are behind its definition. */
export interface ComputedMethodReference {
  readonly id: string;
}

/** What field kinds may refer to. */
export interface FieldGrammar extends Grammar {
  /** Any method. */
  readonly method: z.ZodType<AnyMethodOptions, AnyMethodOptions>;
  readonly methods: ReadonlyMap<string, MethodDefinition>;
  /** Any computed method. */
  readonly computedMethod: z.ZodType<ComputedMethodReference, ComputedMethodReference>;
  readonly computedMethods: ReadonlyMap<string, ComputedDefinition>;
  /** Id of an OCR engine. */
  readonly ocrEngine: PreprocessorGrammar['ocrEngine'];
  /** Any rule. */
  readonly rule: z.ZodType<Rule, Rule>;
  /** Any field, in each place where fields may stand. */
  readonly fieldIn: Readonly<Record<FieldPlace, z.ZodType<object, object>>>;
}

/** The id of a definition as the member that names it, and the members that the definition declares. */
type OwnMembers<Definition, Tag extends 'id' | 'type'> = Definition extends {
  readonly id: infer Id;
  options(grammar: never): infer Shape extends z.ZodRawShape;
}
  ? { [Member in Tag]: Id } & z.input<z.ZodObject<Shape>>
  : never;

/** A method with its members, as a config writes it. */
export type MethodConfig = OwnMembers<(typeof methods)[number], 'id'> & CommonOptions;

/** A preprocessor with its members, as a config writes it. */
export type PreprocessorConfig = OwnMembers<(typeof preprocessors)[number], 'type'>;

/** A computed method with its members, as a config writes it. */
export type ComputedMethodConfig = OwnMembers<(typeof computedMethods)[number], 'id'>;

/** A postprocessor with its members, as a config writes it. */
export type PostprocessorConfig = OwnMembers<(typeof postprocessors)[number], 'type'> & {
  keepParsedDocument?: boolean | undefined;
};

/** A computed field, as a config writes it. */
export interface ComputedField {
  id: string;
  method: ComputedMethodConfig;
  type?: TypeConfig | undefined;
}

/** A simple field, as a config writes it. */
export interface SimpleField {
  id: string;
  anchor?: FieldAnchor | undefined;
  method: MethodConfig;
  type?: TypeConfig | undefined;
  match?: FieldSelection | undefined;
}

/** A field of any kind, as a config writes it. */
export type Field =
  | SimpleField
  | AnchorDefinitionField
  | SectionsField<Field, ComputedArrayField>
  | CellRowsField<RowField>
  | ConditionalField<Field>
  | CustomComputationGroupField
  | QueryGroupField
  | ConcurrentQueriesField
  | ClassifyAndQueryField
  | ListField
  | ModelQuestionField
  | SummarizerField
  | ComputedField;

/** A field in `computed_fields`. */
export type ComputedArrayField =
  | ComputedField
  | SummarizerField
  | CustomComputationGroupField
  | ConditionalField<ComputedArrayField>;

/** A field in `fields` of a cellRows field. */
export type RowField = CellField<TypeConfig> | ComputedField | CustomComputationGroupField | SummarizerField;

/** A config, as authors write it. */
export interface Config {
  fields: Field[];
  computed_fields?: ComputedArrayField[] | undefined;
  sections?: SectionsField<Field, ComputedArrayField>[] | undefined;
  preprocessors?: PreprocessorConfig[] | undefined;
  postprocessor?: PostprocessorConfig | undefined;
  fingerprint?: Fingerprint | undefined;
  verbosity?: (typeof VERBOSITIES)[number] | undefined;
}

/** Concepts that a host adds to the language. An id that the language has already is replaced. */
export interface Extensions {
  readonly methods?: readonly MethodDefinition[] | undefined;
  readonly types?: readonly TypeDefinition[] | undefined;
  readonly computedMethods?: readonly ComputedDefinition[] | undefined;
  readonly preprocessors?: readonly PreprocessorDefinition[] | undefined;
}

/** The language: its grammar, and its definitions by id. */
export interface Language {
  readonly config: z.ZodType<Config, Config>;
  readonly types: TypeRegistry;
  readonly methods: ReadonlyMap<string, MethodDefinition>;
  /** @throws TypeError for an id that the grammar does not have */
  method(id: string): MethodDefinition;
  readonly preprocessors: ReadonlyMap<string, PreprocessorDefinition>;
  readonly computedMethods: ReadonlyMap<string, ComputedDefinition>;
  /** @throws TypeError for an id that the grammar does not have */
  computedMethod(id: string): ComputedDefinition;
  readonly postprocessors: ReadonlyMap<string, PostprocessorDefinition>;
  /** The kind of a parsed field. */
  fieldKind(field: object): FieldKind<object>;
}

/**
 * Composes the language from the built-in lists and what a host adds.
 * @param ocrEngineIds OCR engines that the host registered: configs may name them
 */
export function createLanguage(extensions: Extensions = {}, ocrEngineIds: readonly string[] = []): Language {
  const registry = createTypeRegistry(replaceById<TypeDefinition>(types, extensions.types));
  const methodList = replaceById<MethodDefinition>(
    methods as unknown as MethodDefinition[],
    extensions.methods,
  );
  const methodsById = new Map(methodList.map((definition) => [definition.id, definition]));
  const computedList = replaceById<ComputedDefinition>(
    computedMethods as unknown as ComputedDefinition[],
    extensions.computedMethods,
  );
  const computedById = new Map(computedList.map((definition) => [definition.id, definition]));
  const kinds = fieldKinds as unknown as readonly FieldKind<object>[];
  const grammar: FieldGrammar = {
    ...registry.grammar,
    methods: methodsById,
    method: z.lazy(() => methodUnion) as unknown as FieldGrammar['method'],
    computedMethods: computedById,
    computedMethod: z.lazy(() => computedUnion) as unknown as FieldGrammar['computedMethod'],
    ocrEngine: ocrEngineSchema(ocrEngineIds),
    rule: ruleSchema,
    fieldIn: fieldSchemas(
      kinds,
      () => grammar,
      () => language,
    ),
  };
  const methodUnion = taggedUnion(
    'id',
    'method',
    nonEmpty(methodList.map((definition) => methodSchema(definition, grammar))),
  );
  const computedUnion = taggedUnion(
    'id',
    'method',
    nonEmpty(
      computedList.map(({ id, summary, options }) =>
        closedObject({ id: z.literal(id), ...options(grammar) }).describe(summary),
      ),
    ),
  );
  const postprocessorList = postprocessors as unknown as PostprocessorDefinition[];
  const postprocessorUnion = taggedUnion(
    'type',
    'postprocessor',
    nonEmpty(postprocessorList.map((definition) => postprocessorSchema(definition, grammar))),
  );
  const preprocessorList = replaceById<PreprocessorDefinition>(
    preprocessors as unknown as PreprocessorDefinition[],
    extensions.preprocessors,
  );
  const preprocessorUnion = taggedUnion(
    'type',
    'preprocessor',
    nonEmpty(preprocessorList.map((definition) => preprocessorSchema(definition, grammar))),
  );
  const config = closedObject({
    ...scopeMembers(grammar),
    preprocessors: z
      .array(preprocessorUnion)
      .optional()
      .describe('What is done to the pages before fields run, in order'),
    postprocessor: postprocessorUnion.optional().describe('What is made of the finished document'),
    fingerprint: fingerprintSchema.optional().describe('Tests that tell whether this config fits a document'),
    verbosity: z.literal(VERBOSITIES).optional().describe('How much detail values carry; default 0'),
  });
  const language: Language = {
    config: config as unknown as Language['config'],
    types: registry,
    methods: methodsById,
    preprocessors: new Map(preprocessorList.map((definition) => [definition.id, definition])),
    computedMethods: computedById,
    computedMethod(id) {
      const definition = computedById.get(id);
      if (!definition) throw new TypeError(`there is no computed method ${JSON.stringify(id)}`);
      return definition;
    },
    postprocessors: new Map(postprocessorList.map((definition) => [definition.id, definition])),
    method(id) {
      const definition = methodsById.get(id);
      if (!definition) throw new TypeError(`there is no method ${JSON.stringify(id)}`);
      return definition;
    },
    fieldKind(field) {
      const kind = kinds.find((candidate) => candidate.matches(field, language));
      if (!kind) throw new TypeError('there is no such kind of field');
      return kind;
    },
  };
  return language;
}

let builtIn: Language | undefined;

/** The language without extensions, composed when first asked for. */
export function builtInLanguage(): Language {
  builtIn ??= createLanguage();
  return builtIn;
}

function methodSchema(definition: MethodDefinition, grammar: Grammar) {
  const shape = { id: z.literal(definition.id), ...definition.options(grammar), ...commonMembers(grammar) };
  const schema = closedObject(shape).describe(definition.summary);
  const { check } = definition;
  return check ? schema.superRefine((options, context) => check(options, context)) : schema;
}

function preprocessorSchema(definition: PreprocessorDefinition, grammar: PreprocessorGrammar) {
  const shape = { type: z.literal(definition.id), ...definition.options(grammar) };
  const schema = closedObject(shape).describe(definition.summary);
  const { check } = definition;
  return check ? schema.superRefine((options, context) => check(options, context)) : schema;
}

function postprocessorSchema(definition: PostprocessorDefinition, grammar: FieldGrammar) {
  return closedObject({
    type: z.literal(definition.id),
    ...definition.options(grammar),
    keepParsedDocument: z
      .boolean()
      .optional()
      .describe('Whether the result has the parsed document beside what is made of it; default true'),
  }).describe(definition.summary);
}

function replaceById<Definition extends { readonly id: string }>(
  own: readonly Definition[],
  added: readonly Definition[] = [],
): Definition[] {
  const byId = new Map(own.map((definition) => [definition.id, definition]));
  for (const definition of added) byId.set(definition.id, definition);
  return [...byId.values()];
}

function nonEmpty<T>(list: readonly T[]): [T, ...T[]] {
  const [first, ...rest] = list;
  if (first === undefined) throw new TypeError('a list of definitions is empty');
  return [first, ...rest];
}
