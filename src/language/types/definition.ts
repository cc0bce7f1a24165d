/** What a value type is: how its config looks, and how it finds values in lines of text. */
import type * as z from 'zod';
import type { ConfigWarning } from '../../foundation/schema/grammar.js';
import type { Grammar, TypeReference } from '../../foundation/schema/language.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import type { Line } from '../../page/document/model.js';

/** A piece of text that a type reads; `line` carries geometry when the text comes from a document. */
export interface TypeLine {
  readonly text: string;
  readonly line?: Line;
}

/** A typed value as results print it. */
export interface TypedValue {
  readonly type: string;
  readonly value: unknown;
  /** The exact matched text, for types that search inside text. */
  readonly source?: string;
  readonly unit?: string;
}

/** A value that a type found, and the positions (in its input) of the lines that it touches, ascending. */
export interface Candidate {
  readonly value: TypedValue;
  readonly lines: readonly number[];
}

/** All values of a type in some lines, in reading order. Never throws on document text. */
export type FindCandidates = (lines: readonly TypeLine[], guard: PatternGuard) => readonly Candidate[];

/** Says what a config could set so that lines that gave no value are read; undefined when nothing would help. */
export type TypeHint = (lines: readonly TypeLine[], guard: PatternGuard) => string | undefined;

/** A type made ready to run: its members read, its patterns compiled. */
export interface CompiledType {
  readonly id: string;
  /** What a value is called in sentences. */
  readonly noun: string;
  readonly candidates: FindCandidates;
  /**
   * The result without a tiebreaker, when it is not the first candidate (string joins, name merges
   * consecutive lines, paragraph keeps all); undefined where it is.
   */
  readonly whole?: (
    candidates: readonly Candidate[],
    lines: readonly TypeLine[],
  ) => WholeValue | null | undefined;
  /** Whether a position or comparison may select this candidate; only `string` has candidates that cannot be. */
  readonly selectable?: (candidate: Candidate) => boolean;
  readonly hint?: TypeHint;
  /**
   * What a text shows that is a value of this type for certain and cannot be read whole; undefined for other text. It keeps
   * its place among the values: the one behind it is not the first.
   */
  readonly unread?: (text: string) => string | undefined;
  /**
   * For a value of this type read without the sign that parentheses or a minus behind it may mean: what is reported
   * of it, and how it is read. Undefined for other values.
   */
  // See docs/language/04-types.md#435-signs-that-are-not-read
  readonly ignoredSign?: (
    value: TypedValue,
    lines: readonly TypeLine[],
    guard: PatternGuard,
  ) => (() => string) | undefined;
  /**
   * The value for a number that is known as one, as rules compute it: what the type asks of printed amounts, as signs,
   * grouping and length, does not count. Null when the type does not take the number. Without it, the number is read as
   * text.
   */
  readonly ofNumber?: (value: number) => TypedValue | null;
  /** The form of the answer that a language model is asked for. */
  readonly promptHint?: string;
}

export interface WholeValue {
  readonly value: TypedValue;
  /** Positions of the input lines that the value was built from. */
  readonly lines: readonly number[];
}

/** What `compile` may use besides its own members. */
export interface TypeTools {
  /** Compiles a nested type. */
  compile(type: TypeReference): CompiledType;
}

/** Lines, options of the type, and the value that is read; a test runs it, and the reference shows it. */
export interface TypeExample {
  readonly title: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  /** The result without a tiebreaker. */
  readonly result: TypedValue | null;
}

/** One value type of the language. One file each; the list in `index.ts` is the grammar. */
export interface TypeDefinition<
  Id extends string = string,
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Plain extends boolean = boolean,
> {
  readonly id: Id;
  readonly summary: string;
  /** False when the id alone is not a valid type because a member is required. */
  readonly plain: Plain;
  /**
   * The members of its values, beside the `type` that is its id; `type` too where it is another. Absent for types made of
   * others, and for those whose values a method makes.
   */
  readonly output?: z.ZodRawShape;
  /** Why the type is not allowed in a place; in `typeFilters` those that would remove everything or nothing. */
  readonly unfit?: { readonly typeFilters?: string; readonly columns?: string; readonly nested?: string };
  /** What to write instead of a type that should not be used any more. */
  readonly deprecated?: string;
  /**
   * For types made of others, their `types`: whether some or only all of them, unfit for `typeFilters`, make it unfit.
   */
  readonly unfitThrough?: 'some' | 'every';
  /** Members beside `id`, each with `.describe()`. */
  options(grammar: Grammar): Shape;
  /** Checks that concern several members, or need more than a shape; adds issues through zod's context. */
  check?(options: z.output<z.ZodObject<Shape>>, context: z.core.$RefinementCtx): void;
  /** Things worth telling the author that do not keep the config from running. */
  warnings?(options: z.output<z.ZodObject<Shape>>): readonly ConfigWarning[];
  /** The form of answer that a language model is asked for, so that the type can read it; nothing for plain text. */
  promptHint?(options: z.output<z.ZodObject<Shape>>): string;
  /** Loads what the type needs, once, before the first run. */
  prepare?(): Promise<void>;
  compile(
    options: z.output<z.ZodObject<Shape>>,
    tools: TypeTools,
  ): Omit<CompiledType, 'id' | 'noun' | 'promptHint'>;
  readonly examples: readonly TypeExample[];
}

/**
 * Declares a value type; only fixes the types of its members. A host hands its own to `createExtractor`.
 *
 * @example
 * const extractor = createExtractor({ types: [policyNumber] }); // what defineType returned
 * // In a config: "type": "policyNumber"
 */
export function defineType<const Id extends string, Shape extends z.ZodRawShape, const Plain extends boolean>(
  definition: TypeDefinition<Id, Shape, Plain>,
): TypeDefinition<Id, Shape, Plain> {
  return definition;
}
