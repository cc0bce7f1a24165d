/** What a computed method is: how its config looks, and what it makes of values that are there already. */
import type * as z from 'zod';
import type { ExtraData } from '../../foundation/objects/extra-data.js';
import type { ConfigWarning } from '../../foundation/schema/grammar.js';
import type { FieldGrammar, FieldOutput, FieldValue, Rule } from '../../foundation/schema/language.js';
import type { DocumentFacts } from '../../page/document/model.js';
import type { ValueBudget } from './budget.js';
import type { HiddenByOutput, Values } from './output.js';
import type { SourceIds } from './sources.js';

/** Values, and what they are made with. */
interface ValueScope extends Values {
  readonly run: {
    readonly document: DocumentFacts;
    readonly extraData: ExtraData | undefined;
    /** Bounds what computed methods make of each other. */
    readonly budget: ValueBudget;
    readonly hidden: HiddenByOutput;
  };
  /** The scope around this one; absent for the document. */
  readonly parent?: ValueScope | undefined;
}

/** What a computed method works with. */
export interface ComputedContext<Options> {
  /** The method's own members. */
  readonly options: Options;
  readonly scope: ValueScope;
  /** Whether the field names a type. */
  readonly hasType: boolean;
  /** The visible value of an id of the scope; null when there is none. */
  value(id: string): FieldValue;
  /** The ids that `source_ids` names, or that its pattern selects, in order. */
  sources(sources: SourceIds): readonly string[];
  /** Runs the type of the field on a text or a number; null when the type does not recognise it, or the text is empty. */
  typed(value: string | number): FieldValue;
  /** Says in one sentence why there is no value, for the result's errors. */
  report(message: string): void;
  /** The field value that a rule of the method gives on the scope; null when it fails. @param member that holds it */
  rule(rule: Rule, member: string): Promise<FieldValue>;
  /**
   * To be awaited between values by methods that make many. Other work has its turn when this has had its own.
   * @throws DocumentError `aborted`, `timed_out`
   */
  turn(): Promise<void>;
  /** Runs computed fields on a row, which becomes their scope; this one is around it. @param member that holds them */
  runOn(row: FieldOutput, fields: readonly object[], member: string): Promise<void>;
}

/** A field value, or undefined for methods that give the field no value of its own. */
type Result = FieldValue | undefined;

/** Values, a field that computes from them, and its result; a test runs it, and the reference shows it. */
export interface ComputedExample {
  readonly title: string;
  /** Values that are there before. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The field, without its id. */
  readonly field: Readonly<Record<string, unknown>>;
  /** The value of the field; with `undefined` there is none. */
  readonly result: unknown;
  /** Ids of the output afterwards, where the method changes them. */
  readonly output?: readonly string[];
  /** Values of the scope around, where there is one. */
  readonly parent?: Readonly<Record<string, unknown>>;
  readonly extraData?: Readonly<Record<string, string | number | boolean | null>>;
  readonly filename?: string;
}

/** One computed method of the language. One file each; the list in `index.ts` is the grammar. */
export interface ComputedDefinition<Id extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly id: Id;
  readonly summary: string;
  /** What to write instead of a method that should not be used any more. */
  readonly deprecated?: string;
  /** Whether the type of the field has no effect, because values are handed through. */
  readonly ignoresType?: true;
  /** Whether a value counts as one in the score of a config; see the same of methods. */
  readonly countsOnce?: true;
  /** Members beside `id`, each with `.describe()`. */
  options(grammar: FieldGrammar): Shape;
  /** Checks that concern several members. */
  check?(options: z.output<z.ZodObject<Shape>>, context: z.core.$RefinementCtx): void;
  /** Things worth telling the author that do not keep the config from running. */
  warnings?(options: z.output<z.ZodObject<Shape>>): readonly ConfigWarning[];
  /** Ids that the method reads from its own scope, as far as the config says; for warnings. */
  reads(options: z.output<z.ZodObject<Shape>>): readonly string[];
  compute(context: ComputedContext<z.output<z.ZodObject<Shape>>>): Result | Promise<Result>;
  readonly examples: readonly ComputedExample[];
}

/**
 * Declares a computed method. A host hands its own to `createExtractor`.
 *
 * @example
 * const half = defineComputed({
 *   id: 'half',
 *   summary: 'Half of a number',
 *   options: () => ({ source_id: z.string().describe('Id of a field with a number') }),
 *   reads: ({ source_id }) => [source_id],
 *   compute(context) {
 *     const source = context.value(context.options.source_id);
 *     const isNumber = source && 'value' in source && typeof source.value === 'number';
 *     return isNumber ? { type: 'number', value: source.value / 2 } : null;
 *   },
 *   examples: [],
 * });
 * const extractor = createExtractor({ computedMethods: [half] });
 */
export function defineComputed<const Id extends string, Shape extends z.ZodRawShape>(
  definition: ComputedDefinition<Id, Shape>,
): ComputedDefinition<Id, Shape> {
  return definition;
}
