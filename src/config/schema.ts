/** Composes the grammar of configs from the lists of definitions. Nothing about a concept is written here. */
import { z } from 'zod';
import type { FieldAnchor } from '../anchors/schema.js';
import { type Fingerprint, fingerprintSchema } from '../classify/fingerprint.js';
import type { AnchorDefinitionField } from '../fields/anchor-definition.js';
import type { FieldKind } from '../fields/definition.js';
import { fieldKinds } from '../fields/index.js';
import type { FieldSelection } from '../fields/selection.js';
import type { MethodDefinition } from '../methods/definition.js';
import { type CommonOptions, commonMembers } from '../methods/filters.js';
import { methods } from '../methods/index.js';
import type { TypeDefinition } from '../types/definition.js';
import { types } from '../types/index.js';
import { createTypeRegistry, type TypeConfig, type TypeRegistry } from '../types/registry.js';
import { closedObject, type Grammar, taggedUnion } from './grammar.js';

/** Levels of detail that a config may ask for; 2 is taken as 1 (chapter 1, 6.2). */
export const VERBOSITIES = [0, 1, 2, 3] as const;

/** A method of any kind: its id and the members that all share; its own are behind its definition. */
export type AnyMethodOptions = { readonly id: string } & CommonOptions;

/** What field kinds may refer to. */
export interface FieldGrammar extends Grammar {
  /** Any method. */
  readonly method: z.ZodType<AnyMethodOptions, AnyMethodOptions>;
  readonly methods: ReadonlyMap<string, MethodDefinition>;
  /** Any field. */
  readonly field: z.ZodType<object, object>;
}

type OwnOptions<Definition> = Definition extends {
  readonly id: infer Id;
  options(grammar: Grammar): infer Shape extends z.ZodRawShape;
}
  ? { id: Id } & z.input<z.ZodObject<Shape>> & CommonOptions
  : never;

/** A method with its members, as a config writes it. */
export type MethodConfig = OwnOptions<(typeof methods)[number]>;

/** A simple field, as a config writes it. */
export interface SimpleField {
  id: string;
  anchor?: FieldAnchor | undefined;
  method: MethodConfig;
  type?: TypeConfig | undefined;
  match?: FieldSelection | undefined;
}

export type Field = SimpleField | AnchorDefinitionField;

/** A config, as authors write it. */
export interface Config {
  fields: Field[];
  fingerprint?: Fingerprint | undefined;
  verbosity?: (typeof VERBOSITIES)[number] | undefined;
}

/** Concepts that a host adds to the language. An id that the language has already is replaced. */
export interface Extensions {
  readonly methods?: readonly MethodDefinition[] | undefined;
  readonly types?: readonly TypeDefinition[] | undefined;
}

/** The language: its grammar, and its definitions by id. */
export interface Language {
  readonly config: z.ZodType<Config, Config>;
  readonly types: TypeRegistry;
  readonly methods: ReadonlyMap<string, MethodDefinition>;
  /** @throws TypeError for an id that the grammar does not have */
  method(id: string): MethodDefinition;
  /** The kind of a parsed field. */
  fieldKind(field: object): FieldKind<object>;
}

/** Composes the language from the built-in lists and what a host adds. */
export function createLanguage(extensions: Extensions = {}): Language {
  const registry = createTypeRegistry(replaceById<TypeDefinition>(types, extensions.types));
  const methodList = replaceById<MethodDefinition>(
    methods as unknown as MethodDefinition[],
    extensions.methods,
  );
  const methodsById = new Map(methodList.map((definition) => [definition.id, definition]));
  const kinds = fieldKinds as unknown as readonly FieldKind<object>[];
  const grammar: FieldGrammar = {
    ...registry.grammar,
    methods: methodsById,
    method: z.lazy(() => methodUnion) as unknown as FieldGrammar['method'],
    field: z.lazy(() => fieldUnion),
  };
  const methodUnion = taggedUnion(
    'id',
    'method',
    nonEmpty(methodList.map((definition) => methodSchema(definition, grammar))),
  );
  const fieldUnion = z.union(nonEmpty(kinds.map((kind) => kind.schema(grammar))));
  const config = closedObject({
    fields: z.array(grammar.field).describe('What to extract, in order'),
    fingerprint: fingerprintSchema.optional().describe('Tests that tell whether this config fits a document'),
    verbosity: z.literal(VERBOSITIES).optional().describe('How much detail values carry; default 0'),
  });
  return {
    config: config as unknown as Language['config'],
    types: registry,
    methods: methodsById,
    method(id) {
      const definition = methodsById.get(id);
      if (!definition) throw new TypeError(`there is no method ${JSON.stringify(id)}`);
      return definition;
    },
    fieldKind(field) {
      const kind = kinds.find((candidate) => candidate.matches(field));
      if (!kind) throw new TypeError('there is no such kind of field');
      return kind;
    },
  };
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
