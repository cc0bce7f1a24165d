/** What a postprocessor is: how its member of a config looks, and what it makes of the finished document. */
import type * as z from 'zod';
import type { PathStep } from '../../errors.js';
import type { ConfigWarning } from '../../foundation/schema/grammar.js';
import type { FieldGrammar, FieldOutput, Rule } from '../../foundation/schema/language.js';
import type { LlmClient } from '../../llm/client.js';
import type { Value } from '../rules/value.js';

/**
 * When a language model may shape the result of jsonSchema: never, when the mapping without one leaves
 * problems, or always.
 */
export const POSTPROCESSOR_LLM = ['never', 'fallback', 'always'] as const;
export type PostprocessorLlm = (typeof POSTPROCESSOR_LLM)[number];

/** What a postprocessor works with. */
export interface PostprocessContext {
  /** The finished document, at the verbosity of the config. */
  readonly document: FieldOutput;
  /** The same at verbosity 0. */
  bare(): FieldOutput;
  /**
   * What a rule of the postprocessor makes of the document; undefined when it fails, which is reported.
   * @param member that holds it
   */
  rule(rule: Rule, member: string): Promise<Value | undefined>;
  /** Reads a yes or no as the type boolean does; null when it is neither. */
  readBoolean(text: string): boolean | null;
  /** Reports what is wrong with the document or the result. */
  problem(message: string): void;
  /** When a language model is to be asked, and the client that asks it; undefined where none is configured. */
  readonly model: { readonly when: PostprocessorLlm; readonly client: LlmClient | undefined };
  /** Reports why a language model gave nothing. */
  failure(code: string, message: string): void;
  /** Reports what is worth knowing but not an error. */
  warn(code: string, message: string): void;
  /** Throws `DocumentError` when the time is up or the caller gave up. */
  checkpoint(): void;
}

/** Values are those of the document, without their objects where only the text matters. */
export interface PostprocessExample {
  readonly title: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly postprocessor: Readonly<Record<string, unknown>>;
  readonly result: unknown;
  /** Messages of the errors that are reported, by their beginning. */
  readonly problems?: readonly string[];
}

/** One postprocessor of the language. One file each; the list in `index.ts` is the grammar. */
export interface PostprocessorDefinition<
  Id extends string = string,
  Shape extends z.ZodRawShape = z.ZodRawShape,
> {
  readonly id: Id;
  readonly summary: string;
  /** What to write instead of a postprocessor that should not be used any more. */
  readonly deprecated?: string;
  /** Members beside `type` and `keepParsedDocument`, each with `.describe()`. */
  options(grammar: FieldGrammar): Shape;
  /** Checks that concern several members. */
  check?(options: z.output<z.ZodObject<Shape>>, context: z.core.$RefinementCtx): void;
  /** Things worth telling the author that do not keep the config from running. */
  warnings?(options: z.output<z.ZodObject<Shape>>): readonly ConfigWarning[];
  /** Plain JSON, or the promise of it; null when it cannot be made. Never throws on what a document holds. */
  run(options: z.output<z.ZodObject<Shape>>, context: PostprocessContext): unknown;
  readonly examples: readonly PostprocessExample[];
}

/** Declares a postprocessor. */
export function definePostprocessor<const Id extends string, Shape extends z.ZodRawShape>(
  definition: PostprocessorDefinition<Id, Shape>,
): PostprocessorDefinition<Id, Shape> {
  return definition;
}

/** Where the postprocessor is in a config. */
export const POSTPROCESSOR_PATH: readonly PathStep[] = ['postprocessor'];
