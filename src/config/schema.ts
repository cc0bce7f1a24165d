/** Composes the grammar of configs from the lists of definitions. Nothing about a concept is written here. */
import { z } from 'zod';
import type { FieldAnchor } from '../anchors/schema.js';
import type { ComputedDefinition } from '../computed/definition.js';
import { computedMethods } from '../computed/index.js';
import { withDefault } from '../defaults.js';
import type { AnchorDefinitionField } from '../fields/anchor-definition.js';
import type { CellField } from '../fields/cell.js';
import type { CellRowsField } from '../fields/cell-rows.js';
import type { ConditionalField } from '../fields/conditional.js';
import type { CustomComputationGroupField } from '../fields/custom-computation-group.js';
import type { FieldKind, FieldLanguage, KindGrammar } from '../fields/definition.js';
import { fieldKinds } from '../fields/index.js';
import type { ClassifyAndQueryField } from '../fields/model/classify-and-query.js';
import type { ConcurrentQueriesField } from '../fields/model/concurrent-queries.js';
import type { ListField } from '../fields/model/list.js';
import type { QueryGroupField } from '../fields/model/query-group.js';
import type { ModelQuestionField } from '../fields/model/question.js';
import type { SummarizerField } from '../fields/model/summarizer.js';
import { scopeMembers } from '../fields/scope-steps.js';
import { type SectionsField, sections } from '../fields/sections.js';
import type { FieldSelection } from '../fields/selection.js';
import { type ConfigWarning, closedObject, definitionObject, taggedUnion, withWarnings } from '../grammar.js';
import type { FieldGrammar, Grammar, PreprocessorGrammar } from '../language.js';
import { providerSchema } from '../llm/members.js';
import type { MethodDefinition } from '../methods/definition.js';
import { type CommonOptions, commonMembers } from '../methods/filters.js';
import { methods } from '../methods/index.js';
import { ocrEngineSchema } from '../ocr/engines.js';
import type { PostprocessorDefinition } from '../postprocess/definition.js';
import { postprocessors } from '../postprocess/index.js';
import type { PreprocessorDefinition } from '../preprocessors/definition.js';
import { preprocessors } from '../preprocessors/index.js';
import { operators } from '../rules/index.js';
import { builtInRules, createRuleLanguage } from '../rules/language.js';
import type { Operator } from '../rules/operator.js';
import type { TypeDefinition } from '../types/definition.js';
import { types } from '../types/index.js';
import { createTypeRegistry, type TypeConfig } from '../types/registry.js';
import { fieldSchemas } from './field-grammar.js';
import { type Fingerprint, fingerprintSchema } from './fingerprint.js';

/** Levels of detail that a config may ask for; 2 is taken as 1. */
// See docs/language/01-document-anchors-fields.md#62-verbosity-config-member
export const VERBOSITIES = [0, 1, 2, 3] as const;

/** How much a config asks for. */
export const verbosityMember = {
  verbosity: withWarnings(
    withDefault(z.literal(VERBOSITIES), 0).describe('How much detail values carry'),
    (level): ConfigWarning[] => {
      if (level !== 2) return [];
      return [{ path: [], code: 'unknown_level', message: '2 is taken as 1; the levels are 0, 1 and 3' }];
    },
  ),
};

/** A member that all postprocessors have. */
export const keepMember = {
  keepParsedDocument: withDefault(z.boolean(), true).describe(
    'Whether the result also has the parsed document, besides what is made from it',
  ),
};

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
  /** Address of the JSON Schema that editors check the config with; nothing is loaded from there. */
  $schema?: string | undefined;
}

/** Concepts that a host adds to the language. An id that the language has already is replaced. */
export interface Extensions {
  readonly methods?: readonly MethodDefinition[] | undefined;
  readonly types?: readonly TypeDefinition[] | undefined;
  readonly computedMethods?: readonly ComputedDefinition[] | undefined;
  readonly preprocessors?: readonly PreprocessorDefinition[] | undefined;
  /** Operators of rules. */
  readonly operators?: readonly Operator[] | undefined;
}

/** Ids that only configs of one host may name. */
export interface RegisteredNames {
  readonly ocrEngines?: readonly string[] | undefined;
  /** Providers of language models. */
  readonly llmProviders?: readonly string[] | undefined;
}

/** The language: its grammar, and its definitions by id. */
export interface Language extends FieldLanguage {
  readonly config: z.ZodType<Config, Config>;
  readonly preprocessors: ReadonlyMap<string, PreprocessorDefinition>;
  readonly postprocessors: ReadonlyMap<string, PostprocessorDefinition>;
  /** Configs that were checked in this language: they are frozen, and not checked again. */
  readonly checked: WeakSet<object>;
}

/**
 * Composes the language from the built-in lists and what a host adds.
 * @param names what the host registered under ids of its own: configs may name it
 */
export function createLanguage(extensions: Extensions = {}, names: RegisteredNames = {}): Language {
  const registry = createTypeRegistry(replaceById<TypeDefinition>(types, extensions.types));
  const methodList = replaceById<MethodDefinition>(methods, extensions.methods);
  const methodsById = new Map(methodList.map((definition) => [definition.id, definition]));
  const computedList = replaceById<ComputedDefinition>(
    computedMethods as unknown as ComputedDefinition[],
    extensions.computedMethods,
  );
  const computedById = new Map(computedList.map((definition) => [definition.id, definition]));
  const rules = extensions.operators
    ? createRuleLanguage(replaceById(operators, extensions.operators))
    : builtInRules;
  const kinds = fieldKinds as unknown as readonly FieldKind<object>[];
  const grammar: KindGrammar = {
    ...registry.grammar,
    methods: methodsById,
    method: z.lazy(() => methodUnion) as unknown as KindGrammar['method'],
    computedMethods: computedById,
    computedMethod: z.lazy(() => computedUnion) as unknown as KindGrammar['computedMethod'],
    ocrEngine: ocrEngineSchema(names.ocrEngines ?? []),
    llmProvider: providerSchema(names.llmProviders ?? []),
    rule: rules.schema,
    fieldIn: fieldSchemas(
      kinds,
      () => grammar,
      () => language,
    ),
  };
  const methodUnion = taggedUnion(
    methodList.map((definition) => methodSchema(definition, grammar, () => language)),
    { tag: 'id', what: 'method' },
  );
  const computedUnion = taggedUnion(
    computedList.map((definition) => computedSchema(definition, grammar)),
    { tag: 'id', what: 'method' },
  );
  const postprocessorList = postprocessors as unknown as PostprocessorDefinition[];
  const postprocessorUnion = taggedUnion(
    postprocessorList.map((definition) => postprocessorSchema(definition, grammar)),
    { tag: 'type', what: 'postprocessor' },
  );
  const preprocessorList = replaceById<PreprocessorDefinition>(
    preprocessors as unknown as PreprocessorDefinition[],
    extensions.preprocessors,
  );
  const preprocessorUnion = taggedUnion(
    preprocessorList.map((definition) => preprocessorSchema(definition, grammar)),
    { tag: 'type', what: 'preprocessor' },
  );
  const config = closedObject({
    ...scopeMembers(grammar),
    preprocessors: z
      .array(preprocessorUnion)
      .optional()
      .describe('Changes to the pages before fields run, in order'),
    postprocessor: postprocessorUnion.optional().describe('What to make from the finished document'),
    fingerprint: fingerprintSchema.optional().describe('Tests that tell whether this config fits a document'),
    ...verbosityMember,
    $schema: z.string().optional().describe('Address of the JSON Schema that editors check the config with'),
  });
  const language: Language = {
    config: config as unknown as Language['config'],
    checked: new WeakSet(),
    types: registry,
    methods: methodsById,
    rules,
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

function methodSchema(definition: MethodDefinition, grammar: Grammar, language: () => Language) {
  return definitionObject(
    { id: z.literal(definition.id), ...definition.options(grammar), ...commonMembers(grammar) },
    {
      ...definition,
      warnings: (options, { around }) =>
        definition.warnings?.(options, {
          inSection: around.some((each) => sections.matches(each, language())),
        }) ?? [],
    },
  );
}

function computedSchema(definition: ComputedDefinition, grammar: FieldGrammar) {
  return definitionObject({ id: z.literal(definition.id), ...definition.options(grammar) }, definition);
}

function preprocessorSchema(definition: PreprocessorDefinition, grammar: PreprocessorGrammar) {
  return definitionObject({ type: z.literal(definition.id), ...definition.options(grammar) }, definition);
}

function postprocessorSchema(definition: PostprocessorDefinition, grammar: FieldGrammar) {
  const shape = {
    type: z.literal(definition.id),
    ...definition.options(grammar),
    ...keepMember,
  };
  return definitionObject(shape, definition);
}

function replaceById<Definition extends { readonly id: string }>(
  own: readonly Definition[],
  added: readonly Definition[] = [],
): Definition[] {
  const byId = new Map(own.map((definition) => [definition.id, definition]));
  for (const definition of added) byId.set(definition.id, definition);
  return [...byId.values()];
}
