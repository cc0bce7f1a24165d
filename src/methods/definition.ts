/** What a method is: how its config looks, and what it captures around an anchor. */
import type { z } from 'zod';
import type { AnchorHit } from '../anchors/anchors.js';
import type { FieldAnchor } from '../anchors/schema.js';
import type { Scope } from '../anchors/scope.js';
import type { LineSketch, PathSketch } from '../document/from-lines.js';
import type { Line, Region } from '../document/model.js';
import type { Grammar } from '../grammar.js';
import type { TypeRegistry } from '../types/registry.js';
import type { Tiebreaker } from '../types/select.js';
import type { CommonOptions } from './filters.js';

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
  readonly reason?: string;
}

export interface MethodContext<Options> {
  /** The method's own members, and those that all methods share. */
  readonly options: Options & CommonOptions;
  readonly scope: Scope;
  /** Undefined only for methods whose anchor is optional. */
  readonly anchor: AnchorHit | undefined;
  /** First match of another anchor in the scope, or why there is none. */
  find(anchor: FieldAnchor): AnchorHit | { readonly missing: string };
  /** Types that the method runs itself, as those of columns; they must be prepared before they run. */
  readonly types: Pick<TypeRegistry, 'compile' | 'prepare'>;
  /** A part of a value with the lines that it was built from, as far as the verbosity of the config shows them. */
  withLines(value: object, lines: readonly Line[]): object;
}

/** The same, for methods that cannot run without an anchor. */
export interface AnchoredContext<Options> extends MethodContext<Options> {
  readonly anchor: AnchorHit;
}

export interface MethodExample {
  readonly title: string;
  readonly lines: readonly LineSketch[];
  /** What is drawn on the pages, for methods that look at ink. */
  readonly paths?: readonly PathSketch[];
  /** A field without its id. */
  readonly field: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** A doubtful place in a method; the path counts from the method. */
export interface MethodWarning {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

interface MethodBase<Id extends string, Shape extends z.ZodRawShape> {
  readonly id: Id;
  readonly summary: string;
  /** Tiebreaker of the method where the type's own default does not apply. */
  readonly defaultTiebreaker?: Tiebreaker;
  /** Members beside `id` and the common ones, each with `.describe()`. */
  options(grammar: Grammar): Shape;
  /** Checks that concern several members. */
  check?(options: z.output<z.ZodObject<Shape>>, context: z.core.$RefinementCtx): void;
  /** Things worth telling the author that do not keep the config from running. */
  warnings?(options: z.output<z.ZodObject<Shape>>): readonly MethodWarning[];
  /** The type that the field has whatever its config says: the value is not made from text. */
  yields?(options: z.output<z.ZodObject<Shape>>): 'table' | 'images' | undefined;
  readonly examples: readonly MethodExample[];
}

type Options<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
type Eventually<T> = T | Promise<T>;

/** A method that captures lines, which the shared stages turn into a value. */
export interface LinesMethod<Id extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape>
  extends MethodBase<Id, Shape> {
  readonly anchor: 'required';
  lines(context: AnchoredContext<Options<Shape>>): Eventually<Capture>;
}

/** A method that captures lines, or makes its value itself, and may run without an anchor on the whole scope. */
export interface ScopeMethod<Id extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape>
  extends MethodBase<Id, Shape> {
  readonly anchor: 'optional';
  lines(context: MethodContext<Options<Shape>>): Eventually<Capture | Finished>;
}

/** A method that makes its value itself. */
export interface ValueMethod<Id extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape>
  extends MethodBase<Id, Shape> {
  readonly anchor: 'required';
  value(context: AnchoredContext<Options<Shape>>): Eventually<Finished>;
}

/** One method of the language. One file each; the list in `index.ts` is the grammar. */
export type MethodDefinition<Id extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape> =
  | LinesMethod<Id, Shape>
  | ScopeMethod<Id, Shape>
  | ValueMethod<Id, Shape>;

/** Declares a method that captures lines around an anchor. */
export function defineLinesMethod<const Id extends string, Shape extends z.ZodRawShape>(
  definition: Omit<LinesMethod<Id, Shape>, 'anchor'>,
): LinesMethod<Id, Shape> {
  return { ...definition, anchor: 'required' };
}

/** Declares a method that captures lines and does not need an anchor. */
export function defineScopeMethod<const Id extends string, Shape extends z.ZodRawShape>(
  definition: Omit<ScopeMethod<Id, Shape>, 'anchor'>,
): ScopeMethod<Id, Shape> {
  return { ...definition, anchor: 'optional' };
}

/** Declares a method that makes its value itself. */
export function defineValueMethod<const Id extends string, Shape extends z.ZodRawShape>(
  definition: Omit<ValueMethod<Id, Shape>, 'anchor'>,
): ValueMethod<Id, Shape> {
  return { ...definition, anchor: 'required' };
}
