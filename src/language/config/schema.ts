/** Composes the grammar of configs from the lists of definitions. Nothing about a concept is written here. */
import * as z from 'zod';
import { memo } from '../../foundation/objects/memo.js';
import { withDefault } from '../../foundation/schema/defaults.js';
import { closedObject, definitionObject, taggedUnion, titled } from '../../foundation/schema/grammar.js';
import type { Cost, FieldGrammar, Grammar, PreprocessorGrammar } from '../../foundation/schema/language.js';
import { providerSchema } from '../../llm/members.js';
import { ocrEngineSchema } from '../../reading/ocr/engines.js';
import type { ComputedDefinition } from '../computed/definition.js';
import { computedMethods } from '../computed/index.js';
import type { FieldKind, FieldLanguage, KindGrammar } from '../fields/definition.js';
import { fieldKinds } from '../fields/index.js';
import { scopeMembers } from '../fields/scope-steps.js';
import { sections } from '../fields/sections.js';
import type { MethodDefinition } from '../methods/definition.js';
import { commonMembers } from '../methods/filters.js';
import { methods } from '../methods/index.js';
import type { PostprocessorDefinition } from '../postprocess/definition.js';
import { postprocessors } from '../postprocess/index.js';
import type { PreprocessorDefinition } from '../preprocessors/definition.js';
import { preprocessors } from '../preprocessors/index.js';
import { operators } from '../rules/index.js';
import { builtInRules, createRuleLanguage } from '../rules/language.js';
import type { Operator } from '../rules/operator.js';
import type { TypeDefinition } from '../types/definition.js';
import { types } from '../types/index.js';
import { createTypeRegistry } from '../types/registry.js';
import type { Config } from './config-types.js';
import { fieldSchemas } from './field-grammar.js';
import { fingerprintSchema } from './fingerprint.js';
import { KeptConfigs } from './kept-configs.js';

/** Levels of detail that a config may ask for. */
// See docs/language/01-document-anchors-fields.md#62-verbosity-config-member
export const VERBOSITIES = [0, 1, 2, 3, 4] as const;

/** How much a config asks for. */
export const verbosityMember = {
  verbosity: withDefault(z.literal(VERBOSITIES), 0).describe(
    'How much detail values carry: 1 their lines, 3 all that is known of their places; 2 and 4 also how long language models took',
  ),
};

/** A member that all postprocessors have. */
export const keepMember = {
  keepParsedDocument: withDefault(z.boolean(), true).describe(
    'Whether the result also has the parsed document, besides what is made from it',
  ),
};

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
  /** What methods cost that are no definitions of their own, by id: those that make a field one of a kind. */
  readonly kindCosts: ReadonlyMap<string, Cost>;
  /** Configs that were checked in this language: they are frozen, and not checked again. */
  readonly checked: WeakSet<object>;
  /** Those of them that were read from texts lately. */
  readonly kept: KeptConfigs;
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
  const methodUnion = titled(
    'method',
    taggedUnion(
      methodList.map((definition) => methodSchema(definition, grammar, () => language)),
      { tag: 'id', what: 'method' },
    ),
  );
  const computedUnion = titled(
    'computed method',
    taggedUnion(
      computedList.map((definition) => computedSchema(definition, grammar)),
      { tag: 'id', what: 'method' },
    ),
  );
  const postprocessorList = postprocessors as unknown as PostprocessorDefinition[];
  const postprocessorUnion = titled(
    'postprocessor',
    taggedUnion(
      postprocessorList.map((definition) => postprocessorSchema(definition, grammar)),
      { tag: 'type', what: 'postprocessor' },
    ),
  );
  const preprocessorList = replaceById<PreprocessorDefinition>(
    preprocessors as unknown as PreprocessorDefinition[],
    extensions.preprocessors,
  );
  const preprocessorUnion = titled(
    'preprocessor',
    taggedUnion(
      preprocessorList.map((definition) => preprocessorSchema(definition, grammar)),
      { tag: 'type', what: 'preprocessor' },
    ),
  );
  const config = closedObject({
    ...scopeMembers(grammar),
    preprocessors: z
      .array(preprocessorUnion)
      .optional()
      .describe('Changes to the pages before fields run, in order'),
    postprocessor: postprocessorUnion.optional().describe('What to make from the finished document'),
    fingerprint: fingerprintSchema
      .optional()
      .describe('Tests that decide whether this config fits a document'),
    ...verbosityMember,
    $schema: z.string().optional().describe('Address of the JSON Schema that editors check the config with'),
  });
  const language: Language = {
    config: config as unknown as Language['config'],
    checked: new WeakSet(),
    kept: new KeptConfigs(),
    kindCosts: new Map(
      kinds.flatMap(({ cost, methodIds }) =>
        cost ? methodIds(grammar).map((id) => [id, cost] as const) : [],
      ),
    ),
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
    // A page of a form has hundreds of fields, each of which would ask all kinds again in every document.
    fieldKind: memo((field: object) => {
      const kind = kinds.find((candidate) => candidate.matches(field, language));
      if (!kind) throw new TypeError('there is no such kind of field');
      return kind;
    }),
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
    `${definition.id} method`,
    { id: z.literal(definition.id), ...definition.options(grammar), ...commonMembers(grammar) },
    {
      ...definition,
      warnings: (options, { around }) => [
        ...(definition.warnings?.(options, {
          inSection: around.some((each) => sections.matches(each, language())),
        }) ?? []),
        ...(definition.ignored?.(options) ?? []),
      ],
    },
  );
}

function computedSchema(definition: ComputedDefinition, grammar: FieldGrammar) {
  return definitionObject(
    `computed ${definition.id}`,
    { id: z.literal(definition.id), ...definition.options(grammar) },
    definition,
  );
}

function preprocessorSchema(definition: PreprocessorDefinition, grammar: PreprocessorGrammar) {
  return definitionObject(
    `${definition.id} preprocessor`,
    { type: z.literal(definition.id), ...definition.options(grammar) },
    definition,
  );
}

function postprocessorSchema(definition: PostprocessorDefinition, grammar: FieldGrammar) {
  const shape = {
    type: z.literal(definition.id),
    ...definition.options(grammar),
    ...keepMember,
  };
  return definitionObject(`${definition.id} postprocessor`, shape, definition);
}

/**
 * Definitions with those that a host adds, or has in the place of built-in ones.
 * @throws TypeError for one that lacks a function which all built-in ones have
 */
function replaceById<Definition extends { readonly id: string }>(
  own: readonly Definition[],
  added: readonly Definition[] = [],
): Definition[] {
  const has = (definition: Definition, name: string) => typeof Reflect.get(definition, name) === 'function';
  const needed = Object.keys(own[0]!).filter((name) => own.every((definition) => has(definition, name)));
  const byId = new Map(own.map((definition) => [definition.id, definition]));
  for (const definition of added) {
    const missing = needed.find((name) => !has(definition, name));
    if (missing !== undefined)
      throw new TypeError(`The definition of "${definition.id}" has no function "${missing}".`);
    byId.set(definition.id, definition);
  }
  return [...byId.values()];
}
