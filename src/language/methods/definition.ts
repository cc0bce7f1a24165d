/** What a method is: how its config looks, and what it captures around an anchor. */
import type * as z from 'zod';
import type { ConfigWarning } from '../../foundation/schema/grammar.js';
import type { Cost, Grammar } from '../../foundation/schema/language.js';
import type { Line, Region } from '../../page/document/model.js';
import type { LineSketch, PathSketch } from '../../page/document/sketch.js';
import type { AnchorHit } from '../anchors/anchors.js';
import type { FieldAnchor } from '../anchors/forms.js';
import type { SearchScope } from '../anchors/scope.js';
import type { TypeRegistry } from '../types/registry.js';
import type { Tiebreaker } from '../types/select.js';
import type { CommonOptions } from './filters.js';
import type { TableBudget } from './tables/budget.js';

/** Text that a method captured: a whole line or a part of one. */
export interface Piece {
  readonly text: string;
  readonly line: Line;
}

/** A point that a search started from, in inches on a page. */
export interface SearchPoint {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** A row that a table method looked at. */
export interface SearchedRow {
  readonly page: number;
  /** In inches. */
  readonly top: number;
  readonly bottom: number;
  /** One for each column of the config; null for an empty one. */
  readonly cells: readonly (string | null)[];
  /** Why cells have no value, null where they have one, one for each column; absent where all have, or the row is left out. */
  readonly cellReasons?: readonly (string | null)[];
  /** Why the row is not in the value; absent where it is. */
  readonly reason?: string;
}

/** Where a table method took a column from, in inches. */
export interface SearchedColumn {
  /** Id of the column in the config. */
  readonly id: string;
  readonly page: number;
  readonly left: number;
  readonly right: number;
}

/** The table that a method read: what it made its value of, and what it left out. */
export interface SearchedTable {
  readonly columns: readonly SearchedColumn[];
  readonly rows: readonly SearchedRow[];
}

/** Where a method looked; traces and verbosity 3 print it. */
export interface Searched {
  readonly points?: readonly SearchPoint[];
  readonly regions?: readonly Region[];
  /** Nothing was found because this kind of document, or this runtime, cannot do what the method needs. */
  readonly unsupported?: true;
  /** Something worth knowing about the search, for the result's warnings. */
  readonly warning?: { readonly code: string; readonly message: string };
}

/** The pieces that a method captured, in its own order; without any, `reason` says why in one sentence. */
export interface Capture extends Searched {
  readonly pieces: readonly Piece[];
  readonly reason?: string;
}

/** A value that needs no type, such as a table or the state of a check box; null with a reason. */
export interface Finished extends Searched {
  readonly value: object | null;
  /** Lines that went into the value. */
  readonly lines: readonly Line[];
  /** Whether the parts of the value show their own lines (tables), or there are none to show (images). */
  readonly withoutLines?: true;
  /** Characters of the value that are not its lines', as those of a picture. */
  readonly size?: number;
  readonly reason?: string;
  /** Of columns, the first value of each that was read without its sign: says so. */
  readonly ignoredSigns?: readonly (() => string)[];
  /** Of table methods, for the trace. */
  readonly table?: SearchedTable;
}

/** What a method needs of the anchor of its field, and the anchor that it gets. */
interface AnchorGiven {
  readonly required: AnchorHit;
  readonly optional: AnchorHit | undefined;
}

/** `required` for methods that look near an anchor; `optional` for those that may look at the whole scope. */
type AnchorNeed = keyof AnchorGiven;

/** What a method works with. */
export interface MethodContext<Options, Need extends AnchorNeed = AnchorNeed> {
  /** The method's own members, and those that all methods share. */
  readonly options: Options & CommonOptions;
  readonly scope: SearchScope;
  /** Undefined only for methods whose anchor is optional. */
  readonly anchor: AnchorGiven[Need];
  /** First match of another anchor in the scope, or why there is none. */
  find(anchor: FieldAnchor): AnchorHit | { readonly missing: string };
  /** Types that the method runs itself, as those of columns; they must be prepared before they run. */
  readonly types: Pick<TypeRegistry, 'compile' | 'prepare'>;
  /** What the search for tables may still cost. */
  readonly tableBudget: TableBudget;
  /** A part of a value with the lines that it was built from, as far as the verbosity of the config shows them. */
  withLines(value: object, lines: readonly Line[]): object;
}

/** The same, for methods that cannot run without an anchor. */
export type AnchoredContext<Options> = MethodContext<Options, 'required'>;

/** A document, a field with the method, and its result; a test runs it, and the reference shows it. */
export interface MethodExample {
  readonly title: string;
  readonly lines: readonly LineSketch[];
  /** What is drawn on the pages, for methods that look at ink. */
  readonly paths?: readonly PathSketch[];
  /** A field without its id. */
  readonly field: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** Types of values that are not made from text. */
export type Yield = 'boolean' | 'table' | 'images' | 'image';

/** Where a method of a config is. */
interface MethodPlace {
  /** Whether its field is one of a section. */
  readonly inSection: boolean;
}

type Options<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** One method of the language. One file each; the list in `index.ts` is the grammar. */
export interface MethodDefinition<
  Id extends string = string,
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Need extends AnchorNeed = AnchorNeed,
> {
  readonly id: Id;
  readonly summary: string;
  /** Whether a field must have an anchor to use the method. */
  readonly anchor: Need;
  /** What to write instead of a method that should not be used any more. */
  readonly deprecated?: string;
  /** Tiebreaker of the method where the type's own default does not apply. */
  readonly defaultTiebreaker?: Tiebreaker;
  /** What it costs; default `text`. */
  cost?(options: Options<Shape>): Cost;
  /**
   * Whether a value of the method counts as one in the score of a config, whatever it holds: a value, an array of
   * values, a table. Absent where a value may count for more, or where it is known only in a run.
   */
  readonly countsOnce?: true;
  /** Members beside `id` and the common ones, each with `.describe()`. */
  options(grammar: Grammar): Shape;
  /** Checks that concern several members. */
  check?(options: Options<Shape>, context: z.core.$RefinementCtx): void;
  /** Things worth telling the author that do not keep the config from running. */
  warnings?(options: Options<Shape>, place: MethodPlace): readonly ConfigWarning[];
  /** Members that are given and have no effect: reported when the config is checked, and again when it runs. */
  ignored?(options: Options<Shape>): readonly ConfigWarning[];
  /** The type that the field has whatever its config says: the value is not made from text. */
  yields?(options: Options<Shape>): Yield | undefined;
  /** The lines around the anchor, which the shared stages turn into a value, or a value that needs no type. */
  capture(context: MethodContext<Options<Shape>, Need>): Capture | Finished | Promise<Capture | Finished>;
  readonly examples: readonly MethodExample[];
}

/**
 * Declares a method. A host hands its own to `createExtractor`; one with the id of a built-in one takes its place.
 *
 * @example
 * const nextLine = defineMethod({
 *   id: 'nextLine',
 *   summary: 'The line after the anchor',
 *   anchor: 'required',
 *   options: () => ({}),
 *   capture: ({ scope, anchor }) => ({
 *     pieces: scope.lines
 *       .slice(anchor.index + 1, anchor.index + 2)
 *       .map((line) => ({ text: line.text, line })),
 *   }),
 *   examples: [],
 * });
 * const extractor = createExtractor({ methods: [nextLine] });
 * // In a config: "method": { "id": "nextLine" }
 */
export function defineMethod<const Id extends string, Shape extends z.ZodRawShape, Need extends AnchorNeed>(
  definition: MethodDefinition<Id, Shape, Need>,
): MethodDefinition<Id, Shape, Need> {
  return definition;
}
