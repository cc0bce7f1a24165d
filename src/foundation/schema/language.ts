/**
 * What concepts may see of the language: the parts of its grammar that they refer to without knowing what is
 * there, and the values that fields give. Definitions import this file, and the lists of definitions compose the
 * language (`language/config/schema.ts`), so that no two rooms know each other.
 */
import type * as z from 'zod';

/** A value type as a config writes it: the id alone, or an object with `id` and members. */
export type TypeReference = string | { readonly id: string; readonly [member: string]: unknown };

/** The type of a text where a config names none. */
export const DEFAULT_TYPE = 'string';

/** Members of values that say where they are from, and how long that took: the verbosity of a config adds them. */
// See docs/language/01-document-anchors-fields.md#62-verbosity-config-member
export const ORIGIN_MEMBERS = [
  'lines',
  'points',
  'regions',
  'anchorConfidence',
  'valueConfidence',
  'durationMs',
] as const;

/** A rule as a config writes it. */
export type Rule =
  | null
  | boolean
  | number
  | string
  | readonly Rule[]
  | { readonly [operator: string]: unknown };

/** A computed method of any kind; its own members are behind its definition. */
export interface ComputedMethodReference {
  readonly id: string;
}

/**
 * What a part of a config costs, the dearest last: text alone, pixels or ink of pages, reading pages by OCR again,
 * recognising tables anywhere in a document, language models. Cheap configs run first where effort is spared.
 */
export const COSTS = ['text', 'pixels', 'ocr', 'tables', 'model'] as const;
export type Cost = (typeof COSTS)[number];

/** A method has types among its members: what every definition may refer to. */
export interface Grammar {
  /** Any value type. */
  readonly type: z.ZodType<TypeReference, TypeReference>;
  /** A value type that may be a column of a table. */
  readonly columnType: z.ZodType<TypeReference, TypeReference>;
  /** A value type that is allowed in `typeFilters`. */
  readonly filterType: z.ZodType<TypeReference, TypeReference>;
  /** A value type inside `compose` or `any`. */
  readonly nestedType: z.ZodType<TypeReference, TypeReference>;
}

/** What the members of preprocessors may refer to. */
export interface PreprocessorGrammar extends Grammar {
  /** Id of an OCR engine that configs may name. */
  readonly ocrEngine: z.ZodType<string, string>;
  /** Id of a provider of language models that configs may name. */
  readonly llmProvider: z.ZodType<string, string>;
}

/**
 * Where fields are allowed: in `fields` of a document, a section or a branch; in `computed_fields`; in
 * `sections`; in `fields` of addComputedFields; in `fields` of cellRows.
 */
// See docs/language/06-sections-and-field-kinds.md#72-where-each-kind-is-allowed
export type FieldPlace = 'fields' | 'computed_fields' | 'sections' | 'addComputedFields' | 'cellRows';

/** What computed methods, postprocessors and field kinds may refer to. */
export interface FieldGrammar extends PreprocessorGrammar {
  /** Any computed method. */
  readonly computedMethod: z.ZodType<ComputedMethodReference, ComputedMethodReference>;
  /** Any rule. */
  readonly rule: z.ZodType<Rule, Rule>;
  /** Any field, in each place where fields are allowed. */
  readonly fieldIn: Readonly<Record<FieldPlace, z.ZodType<object, object>>>;
}

/** A value of the result: a field's object, an array of them, or null. */
export type FieldValue = object | null;

/**
 * Results of a scope by field id; ids are plain keys, `__proto__` too. They are in the order of the config, but
 * JavaScript lists those that look like whole numbers first: `orderedEntries` does not.
 */
export type FieldOutput = Record<string, FieldValue>;
